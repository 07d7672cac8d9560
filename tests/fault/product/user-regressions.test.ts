/** @module-tag ci */
import { randomUUID } from 'node:crypto';
import { getAuth } from 'firebase-admin/auth';
import {
  getMultiFactorResolver,
  multiFactor,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
  type MultiFactorError,
} from 'firebase/auth';
import { collection, doc, getDoc, getDocs, serverTimestamp, setDoc } from 'firebase/firestore/lite';
import { ref, uploadBytes } from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfStep, decodeBase32, stepAt } from '../../../local/auth/totp.ts';
import { openProduct, refusalOf, type Person, type Product } from '../../contract/functions-product/product.ts';
import { sampled } from '../../full.ts';

// Known defects of other products, tested here. Each title names the original report.

let product: Product;
let admin: Person;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  admin = await product.signUp({ roles: ['admin'] });
});

const answered = (outcomes: string[]): number => outcomes.filter((outcome) => outcome === 'answered').length;
const rolesOf = async ({ uid }: Person): Promise<unknown> =>
  (await product.firestore.doc(`user_roles/${uid}`).get()).get('roles');
const invite = async (email: string): Promise<string> => {
  const { inviteUrl } = await admin.call('generateInviteToken', { email, role: 'editor' });
  return new URL(inviteUrl).searchParams.get('invite') ?? '';
};
const claim = (person: Person, token: string) => person.call('verifyInviteToken', { token, userId: person.uid });
/** The outcomes of a function call, a document read and a list query with a person's token. */
const accessOutcomes = async (person: Person): Promise<string[]> => [
  await refusalOf(person.call('publishAllDrafts', {})),
  await refusalOf(getDoc(doc(person.firestore, 'site_settings/ga4_id'))),
  await refusalOf(getDocs(collection(person.firestore, 'pages'))),
];

describe('first-admin race', () => {
  it.each(sampled(['strapi#26494', 'open-webui#21631']))(
    '%s: exactly one of many concurrent first sign-ups becomes administrator',
    async () => {
      await product.clear();
      const people = await Promise.all(Array.from({ length: 12 }, () => product.signUp()));
      const outcomes = await Promise.all(people.map((person) => refusalOf(person.call('claimFirstAdmin', {}))));
      expect(answered(outcomes)).toBe(1);
      const admins = await product.firestore.collection('user_roles').where('roles', 'array-contains', 'admin').get();
      expect(admins.size).toBe(1);
    },
  );

  it('open-webui#21631: clients cannot create the role themselves', async () => {
    const eve = await product.signUp();
    const roles = { user_id: eve.uid, roles: ['admin'], is_active: true };
    expect(await refusalOf(setDoc(doc(eve.firestore, `user_roles/${eve.uid}`), roles))).toMatch(/^permission-denied/);
    expect(await refusalOf(setDoc(doc(eve.firestore, 'system/bootstrap'), {}))).toMatch(/^permission-denied/);
  });
});

describe('invite accepted for any email', () => {
  it('Grafana CVE-2022-39306: an invite works only for the invited address, whichever user id the client sends', async () => {
    const bob = await product.signUp();
    const eve = await product.signUp();
    const token = await invite(bob.email);
    for (const userId of [eve.uid, bob.uid]) {
      expect(await refusalOf(eve.call('verifyInviteToken', { token, userId }))).toMatch(/^permission-denied/);
    }
    expect(await rolesOf(eve)).toBeUndefined();
  });
});

describe('invite reuse', () => {
  it('rapidpro#615: a used invite grants no role again after the role was removed', async () => {
    const bob = await product.signUp();
    const token = await invite(bob.email);
    await claim(bob, token);
    await admin.call('setUserRoles', { userId: bob.uid, roles: [] });
    expect(await refusalOf(claim(bob, token))).toMatch(/^permission-denied/);
    expect(await rolesOf(bob)).toEqual([]);
  });
});

describe('last admin removed', () => {
  it('Grafana CVE-2026-22640: the last administrator cannot be removed or deactivated', async () => {
    const bob = await product.signUp({ roles: ['admin'] });
    await Promise.all([
      refusalOf(admin.call('setUserRoles', { userId: bob.uid, roles: [] })),
      refusalOf(bob.call('setUserRoles', { userId: admin.uid, roles: [] })),
    ]);
    const left = await product.firestore.collection('user_roles').where('roles', 'array-contains', 'admin').get();
    expect(left.size).toBe(1);
    const last = left.docs[0]?.id === admin.uid ? admin : bob;
    expect(await refusalOf(last.call('setUserRoles', { userId: last.uid, roles: [] }))).toMatch(/^failed-precondition/);
    expect(await refusalOf(last.call('setUserActive', { userId: last.uid, isActive: false }))).toMatch(
      /^failed-precondition/,
    );
  });
});

describe('second factor skipped', () => {
  it('Ghost CVE-2026-22594: if a second factor is required, a first-factor token has no admin permissions', async () => {
    await getAuth().updateUser(admin.uid, { emailVerified: true });
    const user = admin.auth.currentUser;
    if (!user) throw new Error('signed out');
    await user.reload();
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
    const codeNow = (steps = 0) =>
      codeOfStep(decodeBase32(secret.secretKey) ?? new Uint8Array(), stepAt(Date.now()) + steps);
    const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, codeNow());
    await multiFactor(user).enroll(assertion, 'Phone');
    const require = async (firstFactorOnly: Person) => {
      const outcomes = [
        await refusalOf(firstFactorOnly.call('generateInviteToken', { email: 'a@example.com', role: 'admin' })),
        await refusalOf(getDocs(collection(firstFactorOnly.firestore, 'audit'))),
        await refusalOf(
          uploadBytes(ref(firstFactorOnly.bucket('branding-assets'), `${randomUUID()}.png`), new Uint8Array([1]), {
            contentType: 'image/png',
          }),
        ),
        await refusalOf(
          setDoc(doc(firstFactorOnly.firestore, 'site_settings/ga4_id'), {
            value: null,
            rev: 1,
            updated_at: serverTimestamp(),
            updated_by: firstFactorOnly.uid,
          }),
        ),
      ];
      return outcomes.map((outcome) => outcome.split(':')[0]);
    };
    await product.firestore.doc('site_settings/security').set({ value: { require_second_factor: true }, rev: 1 });
    const denied = ['permission-denied', 'permission-denied', 'storage/unauthorized', 'permission-denied'];
    const other = await product.signUp({ roles: ['admin'] });
    expect(await require(other)).toEqual(denied);
    // An administrator with only the first factor cannot turn off the requirement either.
    const turnOff = {
      value: { require_second_factor: false },
      rev: 2,
      updated_at: serverTimestamp(),
      updated_by: other.uid,
    };
    expect(await refusalOf(setDoc(doc(other.firestore, 'site_settings/security'), turnOff))).toMatch(
      /^permission-denied/,
    );

    await signOut(admin.auth);
    const error = await signInWithEmailAndPassword(admin.auth, admin.email, 'secret-of-mine').catch(
      (reason: unknown) => reason,
    );
    const resolver = getMultiFactorResolver(admin.auth, error as MultiFactorError);
    await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', codeNow(1)));
    expect(await require(admin)).toEqual(['answered', 'answered', 'answered', 'answered']);
  });
});

describe('token alive after logout', () => {
  it('Payload CVE-2025-4643: functions and rules reject tokens of ended sessions', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    expect(await accessOutcomes(bob)).toEqual(['answered', 'answered', 'answered']);
    await bob.call('endSessions', {});
    expect(answered(await accessOutcomes(bob))).toBe(0);
  });

  it('Payload CVE-2025-4643: a copied token is rejected after sign-out', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await bob.call('endSession', {});
    expect(answered(await accessOutcomes(bob))).toBe(0);
  });

  it('Payload CVE-2025-4643: tokens of a deactivated user are rejected', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await admin.call('setUserActive', { userId: bob.uid, isActive: false });
    expect(answered(await accessOutcomes(bob))).toBe(0);
  });
});
