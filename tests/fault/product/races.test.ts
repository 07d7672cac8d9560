/** @module-tag ci */
import type { Role } from '@frontage/model/user';
import { signInWithEmailAndPassword } from 'firebase/auth';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProduct, refusalOf, type Person, type Product } from '../../contract/functions-product/product.ts';
import { sized } from '../../full.ts';

// Concurrent calls, repeated in rounds. FULL=1 runs the full number of rounds.

const timeout = 3_600_000;

let product: Product;
const people: Person[] = [];
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
  for (let index = 0; index < 50; index += 1) people.push(await product.signUp());
});
afterAll(() => product.stop());

const activeAdmins = async (): Promise<string[]> => {
  const found = await product.firestore.collection('user_roles').where('roles', 'array-contains', 'admin').get();
  return found.docs.filter((user) => user.get('is_active') === true).map(({ id }) => id);
};

const answered = (outcomes: string[]): number => outcomes.filter((outcome) => outcome === 'answered').length;

describe('the first administrator', () => {
  it(`is exactly one of 50 concurrent claimants, in each of ${sized(200, 1)} rounds`, { timeout }, async () => {
    for (let round = 0; round < sized(200, 1); round += 1) {
      await product.clear();
      const outcomes = await Promise.all(people.map((person) => refusalOf(person.call('claimFirstAdmin', {}))));
      expect(answered(outcomes)).toBe(1);
      const winner = people[outcomes.indexOf('answered')];
      expect(await activeAdmins()).toEqual([winner?.uid]);
      const others = new Set(outcomes.filter((outcome) => outcome !== 'answered'));
      for (const outcome of others) expect(outcome).toMatch(/^(failed-precondition|aborted): /);
    }
  });
});

describe('administrators deactivating each other', () => {
  const setRoles = ({ uid }: Person, roles: Role[]) =>
    product.firestore.doc(`user_roles/${uid}`).set({ user_id: uid, roles, is_active: true });

  it(`always leave at least one active, in each of ${sized(1_000, 1)} rounds`, { timeout }, async () => {
    const [ada, bob, eve] = people as [Person, Person, Person];
    await product.clear();
    for (let round = 0; round < sized(1_000, 1); round += 1) {
      const trio = round % 3 === 2;
      await Promise.all([setRoles(ada, ['admin']), setRoles(bob, ['admin', 'editor'])]);
      await setRoles(eve, trio ? ['admin'] : []);
      const demote = (by: Person, target: Person) =>
        round % 2 === 0
          ? by.call('setUserRoles', { userId: target.uid, roles: ['editor'] })
          : by.call('setUserActive', { userId: target.uid, isActive: false });
      const outcomes = await Promise.all(
        [demote(ada, bob), demote(bob, ada), ...(trio ? [demote(eve, ada), demote(bob, eve)] : [])].map(refusalOf),
      );
      expect((await activeAdmins()).length, outcomes.join(' | ')).toBeGreaterThanOrEqual(1);
      // A deactivated account cannot call in the next round.
      if (round % 2 === 1) await Promise.all([ada, bob, eve].map((person) => reactivate(person)));
    }
  });

  async function reactivate(person: Person): Promise<void> {
    await getAuth().updateUser(person.uid, { disabled: false });
    await signInWithEmailAndPassword(person.auth, person.email, 'secret-of-mine');
  }
});

describe('an invite', () => {
  it(`is accepted exactly once in 20 concurrent calls, in each of ${sized(500, 1)} rounds`, { timeout }, async () => {
    await product.clear();
    const [admin, bob] = people as [Person, Person];
    await product.firestore
      .doc(`user_roles/${admin.uid}`)
      .set({ user_id: admin.uid, roles: ['admin'], is_active: true });
    for (let round = 0; round < sized(500, 1); round += 1) {
      const { inviteUrl } = await admin.call('generateInviteToken', { email: bob.email, role: 'author' });
      const token = new URL(inviteUrl).searchParams.get('invite') ?? '';
      const claims = Array.from({ length: 20 }, () => bob.call('verifyInviteToken', { token, userId: bob.uid }));
      expect(answered(await Promise.all(claims.map(refusalOf)))).toBe(1);
      await product.firestore.doc(`user_roles/${bob.uid}`).delete();
    }
  });
});
