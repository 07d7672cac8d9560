import { createHash, timingSafeEqual } from 'node:crypto';
import { contentVersion, contentVersionPath } from '@frontage/model/migrations';
import { collections } from '@frontage/model/paths';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { sessionHolds } from '@frontage/model/user';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/audit-trail.ts';
import { type Claims, readCallerState, type Refusal, refuse } from '../call/auth.ts';
import { defineCall } from '../call/define-call.ts';
import { setupCode, isLocalProject } from '../params.ts';
import { type Budget, takeAttempt } from '../rate-limit.ts';
import type { Client } from '../call/client.ts';
import { missingProfile, profileOf } from './accounts.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a setup code is required and `given` is a different one. Compares digests, so that the time reveals nothing.
 */
export function isWrongCode(required: string, given: string | undefined): boolean {
  return required !== '' && !timingSafeEqual(digest(required), digest(given ?? ''));
}

const minute = 60_000;

/** Limits of guesses at the setup code: per address, and overall, because an attacker can have many addresses. */
const setupBudgets = ({ address }: Client): Budget[] => [
  { key: `setup|${address}`, max: 10, windowMs: 15 * minute },
  { key: 'setup', max: 100, windowMs: 60 * minute },
];

const firstSecurity = (uid: string) => ({
  value: defaultSettings.security,
  rev: 1,
  updated_at: FieldValue.serverTimestamp(),
  updated_by: uid,
});

/**
 * Makes the caller administrator in one transaction, if there never was one. Of concurrent calls the first commit wins;
 * the others read again and are refused.
 */
async function claim(firestore: Firestore, caller: Claims): Promise<Refusal | null> {
  const bootstrap = firestore.collection(collections.system).doc('bootstrap');
  const users = firestore.collection(collections.userRoles);
  const profile = profileOf(firestore, caller.uid);
  const version = firestore.doc(contentVersionPath);
  const security = firestore.collection(collections.settings).doc('security');
  return firestore.runTransaction(
    async (transaction) => {
      const [made, stored, secured, versioned] = await transaction.getAll(bootstrap, profile, security, version);
      const { user } = await readCallerState(firestore, transaction, caller.uid);
      const admins = await transaction.get(users.where('roles', 'array-contains', 'admin').limit(1));
      if (made?.exists || !admins.empty) return refuse('adminExists');
      if (!sessionHolds(caller, user)) return refuse('notAllowed');
      const roles = [...new Set(['admin', ...(user?.roles ?? [])])];
      transaction.create(bootstrap, { at: FieldValue.serverTimestamp() });
      transaction.set(users.doc(caller.uid), { user_id: caller.uid, roles, is_active: true }, { merge: true });
      // A new project has nothing to migrate.
      if (!versioned?.exists)
        transaction.create(version, { version: contentVersion, at: FieldValue.serverTimestamp() });
      if (!stored?.exists) transaction.create(profile, missingProfile(caller));
      // The storage rules read this setting and have no access call left to check whether it exists.
      if (!secured?.exists) transaction.create(security, firstSecurity(caller.uid));
      recordEntry(firestore, transaction, {
        action: 'first admin claimed',
        actor: caller.uid,
        document: `${collections.userRoles}/${caller.uid}`,
        details: { roles },
      });
      return null;
    },
    { maxAttempts: 10 },
  );
}

/** Whether there ever was an administrator. If so, setup codes are not compared and attempts are not counted. */
const hadAdmin = async (firestore: Firestore): Promise<boolean> =>
  (await firestore.collection(collections.system).doc('bootstrap').get()).exists;

export const claimFirstAdmin = defineCall('claimFirstAdmin', async ({ input, caller, client, firestore, now }) => {
  if (await hadAdmin(firestore)) return refuse('adminExists');
  const required = setupCode.value();
  if (required === '' && !isLocalProject()) return refuse('setupCodeMissing');
  if (required !== '') {
    const attempt = await takeAttempt(firestore, { budgets: setupBudgets(client), now });
    if (!attempt.allowed) return refuse('tooManyAttempts');
    if (isWrongCode(required, input.code)) return refuse('setupCode');
  }
  return (await claim(firestore, caller)) ?? {};
});
