import { createHash, randomBytes } from 'node:crypto';
import { durations } from '@frontage/model/limits';
import { adminPaths, collections } from '@frontage/model/paths';
import { role, type Role, sessionHolds, type UserRoles, userRolesDocument } from '@frontage/model/user';
import { z } from 'zod';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { inviteLetter } from '../mail/letters.ts';
import { messageOf } from '@frontage/model/messages';
import * as logger from 'firebase-functions/logger';
import { type Budget, takeAttempt } from '../rate-limit.ts';
import { type Claims, isRefusal, type Refusal, refuse } from '../call/auth.ts';
import type { Client } from '../call/client.ts';
import { recordEntry } from '../audit/audit-trail.ts';
import { adminUrl, smtpUrl } from '../params.ts';
import { sendOnce } from '../mail/send-mail.ts';
import { type Call, defineCall } from '../call/define-call.ts';
import { endOfEarlierSessions, missingProfile, profileOf } from './accounts.ts';

/** A stored `invites` document, moments in milliseconds since 1970. Its id is the SHA-256 of the token. */
const inviteDocument = z.object({
  email: z.string(),
  role,
  invited_by: z.string(),
  expires_at: z.number(),
  used_by: z.string().nullable(),
  revoked_by: z.string().nullable(),
});

export type Invite = z.output<typeof inviteDocument>;

const userIn = (snapshot: DocumentSnapshot | undefined): UserRoles | null =>
  userRolesDocument.safeParse(snapshot?.data()).data ?? null;

/** The open invite of a token; null for every other token. */
async function readOpenInvite(
  firestore: Firestore,
  transaction: Transaction,
  { token, now }: { token: string; now: Date },
): Promise<Invite | null> {
  const stored = await transaction.get(firestore.collection(collections.invites).doc(inviteId(token)));
  const expiry: unknown = stored.get('expires_at');
  const millis = expiry instanceof Timestamp ? expiry.toMillis() : null;
  const invite = inviteDocument.safeParse({ ...stored.data(), expires_at: millis }).data;
  if (!invite) return null;
  const inviter = await transaction.get(firestore.collection(collections.userRoles).doc(invite.invited_by));
  return isOpen(invite, userIn(inviter), now) ? invite : null;
}

/** Grants the role and marks the invite as used in one transaction: of concurrent claims one succeeds. */
function claim(firestore: Firestore, { token, now, caller }: { token: string; now: Date; caller: Claims }) {
  const users = firestore.collection(collections.userRoles);
  const profile = profileOf(firestore, caller.uid);
  return firestore.runTransaction<Invite | Refusal>(
    async (transaction) => {
      const invite = await readOpenInvite(firestore, transaction, { token, now });
      const [stored, storedProfile] = await transaction.getAll(users.doc(caller.uid), profile);
      const user = userIn(stored);
      if (!invite || !canClaim(invite, caller, user)) return refuse('invite');
      const held = user?.roles ?? [];
      const roles = [...new Set([...held, invite.role])];
      // Anyone can sign up with an address and wait: only the session with the invite gets the first role.
      const sessions = held.length > 0 ? {} : endOfEarlierSessions(stored?.get('valid_after'), caller.signedInAt);
      const claimed = { user_id: caller.uid, roles, is_active: true, ...sessions };
      transaction.set(users.doc(caller.uid), claimed, { merge: true });
      if (!storedProfile?.exists) transaction.create(profile, missingProfile(caller));
      transaction.update(firestore.collection(collections.invites).doc(inviteId(token)), {
        used_at: FieldValue.serverTimestamp(),
        used_by: caller.uid,
      });
      recordEntry(firestore, transaction, {
        action: 'invite claimed',
        actor: caller.uid,
        document: `${collections.invites}/${inviteId(token)}`,
        details: { email: invite.email, role: invite.role, invited_by: invite.invited_by },
      });
      return invite;
    },
    { maxAttempts: 10 },
  );
}

/**
 * Whether an unknown token exceeds the limit. Tokens of existing invites are never counted, even if used or expired.
 */
async function isGuessTooMany({ input, client, firestore, now }: Call<'verifyInviteToken'>): Promise<boolean> {
  const stored = await firestore.collection(collections.invites).doc(inviteId(input.token)).get();
  if (stored.exists) return false;
  return !(await takeAttempt(firestore, { budgets: guessBudgets(client), now })).allowed;
}

export const verifyInviteToken = defineCall('verifyInviteToken', async (call) => {
  const { input, caller, firestore, now } = call;
  const { token, userId } = input;
  if (userId !== undefined) {
    if (caller?.uid !== userId) return refuse('invite');
    const claimed = await claim(firestore, { token, now, caller });
    if (!('refused' in claimed)) return { valid: true, data: { email: claimed.email, role: claimed.role } };
    return (await isGuessTooMany(call)) ? refuse('tooManyAttempts') : claimed;
  }
  const invite = await firestore.runTransaction(
    (transaction) => readOpenInvite(firestore, transaction, { token, now }),
    { readOnly: true },
  );
  if (invite) return { valid: true, data: { email: invite.email, role: invite.role } };
  return (await isGuessTooMany(call)) ? refuse('tooManyAttempts') : { valid: false, data: null };
});

/** The invite to renew; used and revoked invites cannot be renewed. */
const renewable = z.object({ email: z.string(), role, used_by: z.null(), revoked_by: z.null() });

export const renewInvite = defineCall(
  'renewInvite',
  async ({ input, caller, firestore, now }) => {
    const earlier = firestore.collection(collections.invites).doc(input.inviteId);
    const renewed = await firestore.runTransaction(async (transaction) => {
      const stored = renewable.safeParse((await transaction.get(earlier)).data()).data;
      if (!stored) return refuse('unknownInvite');
      revokeInTransaction(firestore, transaction, { invite: earlier, actor: caller.uid });
      const { email, role } = stored;
      const link = createInvite(firestore, transaction, { email, role, inviter: caller.uid, now });
      return { email, role, link };
    });
    if (isRefusal(renewed)) return renewed;
    return { inviteUrl: renewed.link, isMailed: await mailInvite(firestore, renewed) };
  },
  { secrets: [smtpUrl] },
);

interface Revoked {
  invite: DocumentReference;
  /** Uid. */
  actor: string;
}

/** Ends the link of an invite when the transaction commits. */
export function revokeInTransaction(firestore: Firestore, transaction: Transaction, { invite, actor }: Revoked): void {
  transaction.update(invite, { revoked_at: FieldValue.serverTimestamp(), revoked_by: actor });
  recordEntry(firestore, transaction, { action: 'invite revoked', actor, document: invite.path });
}

export const revokeInvite = defineCall('revokeInvite', async ({ input, caller, firestore }) => {
  const invite = firestore.collection(collections.invites).doc(input.inviteId);
  const refusal = await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(invite);
    if (!stored.exists || stored.get('used_by') !== null) return refuse('unknownInvite');
    revokeInTransaction(firestore, transaction, { invite, actor: caller.uid });
    return null;
  });
  return refusal ?? {};
});

export const generateInviteToken = defineCall(
  'generateInviteToken',
  async ({ input, caller, firestore, now }) => {
    const invite = { email: input.email.toLowerCase(), role: input.role, inviter: caller.uid, now };
    const link = await firestore.runTransaction((transaction) =>
      Promise.resolve(createInvite(firestore, transaction, invite)),
    );
    return { inviteUrl: link, isMailed: await mailInvite(firestore, { ...invite, link }) };
  },
  { secrets: [smtpUrl] },
);

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
const guessBudgets = ({ address }: Client): Budget[] => [
  { key: `invite|${address}`, max: 50, windowMs },
  { key: 'invite', max: 1_000, windowMs },
];

interface NewInvite {
  email: string;
  role: Role;
  /** Uid. */
  inviter: string;
  now: Date;
}

/** Adds an invite to a transaction; returns its link, which is stored nowhere. */
function createInvite(
  firestore: Firestore,
  transaction: Transaction,
  { email, role, inviter, now }: NewInvite,
): string {
  const token = newToken();
  const invite = firestore.collection(collections.invites).doc(inviteId(token));
  transaction.create(invite, {
    email,
    role,
    invited_by: inviter,
    created_at: FieldValue.serverTimestamp(),
    expires_at: Timestamp.fromMillis(inviteExpiry(now)),
    used_at: null,
    used_by: null,
    revoked_at: null,
    revoked_by: null,
  });
  recordEntry(firestore, transaction, {
    action: 'invited',
    actor: inviter,
    document: invite.path,
    details: { email, role },
  });
  return adminUrl(invitePath(token));
}

/**
 * Emails an invite's link to the invited address; false if that failed. It is tried once, because the link is stored
 * nowhere and the inviting administrator sees it.
 */
async function mailInvite(
  firestore: Firestore,
  { email, role, link }: { email: string; role: Role; link: string },
): Promise<boolean> {
  try {
    const id = `invite_${inviteId(new URL(link).searchParams.get('invite') ?? '')}`;
    return (await sendOnce(firestore, { id, to: email, letter: inviteLetter({ role, link }) })) === 'sent';
  } catch (error) {
    logger.warn('An invite was not sent by email', { reason: messageOf(error) });
    return false;
  }
}
