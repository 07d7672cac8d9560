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

/** 256 random bits cannot be guessed, so storing a plain digest is enough. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const inviteId = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The admin path where an invite is accepted. */
export const invitePath = (token: string): string => `${adminPaths.signUp}?invite=${token}`;

export const inviteExpiry = (now: Date): number => now.getTime() + durations.inviteValidity;

/** Whether an invite is open: not used, revoked or expired, and its sender is still an active administrator. */
export function isOpen(invite: Invite, inviter: UserRoles | null, now: Date): boolean {
  const isSenderAdmin = inviter?.is_active === true && inviter.roles.includes('admin');
  return invite.used_by === null && invite.revoked_by === null && invite.expires_at > now.getTime() && isSenderAdmin;
}

/** Whether a caller may use an invite: the claims have the invited email, and the session is valid. */
export function canClaim(invite: Invite, claims: Claims, user: UserRoles | null): boolean {
  return claims.email === invite.email.toLowerCase() && sessionHolds(claims, user);
}

const windowMs = 15 * 60_000;

/** Limits for unknown tokens: guessing is hopeless, but each lookup has a cost. Valid invites are never limited. */
export const guessBudgets = ({ address }: Client): Budget[] => [
  { key: `invite|${address}`, max: 50, windowMs },
  { key: 'invite', max: 1_000, windowMs },
];
