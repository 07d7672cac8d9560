import { createHash, randomBytes } from 'node:crypto';
import { durations } from '@frontage/model/limits';
import { adminPaths } from '@frontage/model/paths';
import { role, type UserRoles } from '@frontage/model/user';
import { z } from 'zod';
import type { Budget } from '../attempts/window.ts';
import { sessionHolds } from '../call/authority.ts';
import type { Claims } from '../call/claims.ts';
import type { Client } from '../call/client.ts';

/** A stored `invites` document, moments in milliseconds since 1970. Its id is the SHA-256 of the token. */
export const inviteDocument = z.object({
  email: z.string(),
  role,
  invited_by: z.string(),
  expires_at: z.number(),
  used_by: z.string().nullable(),
  revoked_by: z.string().nullable(),
});

export type Invite = z.output<typeof inviteDocument>;

/** 256 random bits: nobody guesses one, so nothing but its digest needs keeping. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const inviteId = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Where in the back office an invite is taken. */
export const invitePath = (token: string): string => `${adminPaths.signUp}?invite=${token}`;

export const inviteExpiry = (now: Date): number => now.getTime() + durations.inviteValidity;

/** Whether an invite is still good: not used, not revoked, not expired, and its sender still an active administrator. */
export function isOpen(invite: Invite, inviter: UserRoles | null, now: Date): boolean {
  const senderStands = inviter?.is_active === true && inviter.roles.includes('admin');
  return invite.used_by === null && invite.revoked_by === null && invite.expires_at > now.getTime() && senderStands;
}

/** Whether these claims may take it: the invited address, and not an account that was deactivated. */
export function mayClaim(invite: Invite, claims: Claims, user: UserRoles | null): boolean {
  return claims.email === invite.email.toLowerCase() && sessionHolds(claims, user);
}

const windowMs = 15 * 60_000;

/** Tokens that name no invite: nobody guesses one, but looking costs. Whoever has a good one is never held up by this. */
export const guessBudgets = ({ address }: Client): Budget[] => [
  { key: `invite|${address}`, max: 50, windowMs },
  { key: 'invite', max: 1_000, windowMs },
];
