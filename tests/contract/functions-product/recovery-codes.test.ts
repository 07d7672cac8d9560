import { getAuth } from 'firebase-admin/auth';
import { doc, getDoc } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';
import { allActions } from './audit-entries.ts';
import { callBeforeFactor, enrol, factorsOf, signInAgain } from './second-factor.ts';

let product: Product;
let admin: Person;
beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore', 'functions'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  admin = await product.signUp({ roles: ['admin'] });
});

/** Signs in with only the password, in a later second than the factor's enrollment: token times are whole seconds. */
const signInWithoutFactor = (person: Person) =>
  vi.waitFor(
    async () => {
      await signInAgain(person);
      await getDoc(doc(person.firestore, 'pages/any'));
    },
    { timeout: 10_000, interval: 200 },
  );

const read = async (path: string) => (await product.firestore.doc(path).get()).data();

describeFunctions('recovery codes', () => {
  let bob: Person;
  let codes: string[];
  beforeEach(async () => {
    bob = await product.signUp({ roles: ['editor'] });
    await enrol(bob);
    ({ codes } = await bob.call('makeRecoveryCodes', {}));
  });
  const use = (code: string, email = bob.email) => product.visitor.call('useRecoveryCode', { email, code });

  it('are ten, stored only as digests, and only their owner gets the count', async () => {
    expect(new Set(codes).size).toBe(10);
    const stored = await read(`recovery_codes/${bob.uid}`);
    expect(stored?.['codes']).toHaveLength(10);
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
    expect(await bob.call('countRecoveryCodes', {})).toEqual({ left: 10, usedAt: null });
    expect(await admin.call('countRecoveryCodes', {})).toEqual({ left: 0, usedAt: null });
  });

  it('cannot be read through the rules, even by their owner or administrators', async () => {
    for (const person of [bob, admin]) {
      await expect(getDoc(doc(person.firestore, `recovery_codes/${bob.uid}`))).rejects.toMatchObject({
        code: 'permission-denied',
      });
    }
  });

  it('remove the second factor, so that the password signs in', async () => {
    await expect(signInAgain(bob)).rejects.toMatchObject({ code: 'auth/multi-factor-auth-required' });
    expect(await use(` ${codes[3]?.toUpperCase()} `, bob.email.toUpperCase())).toEqual({});
    expect(await factorsOf(bob)).toBe(0);
    await signInWithoutFactor(bob);
    const { left, usedAt } = await bob.call('countRecoveryCodes', {});
    expect(left).toBe(9);
    expect(Date.now() - Date.parse(usedAt ?? '')).toBeLessThan(60_000);
    expect(await allActions(product)).toEqual(['recovery codes made', 'recovery code used']);
  });

  it('are valid once, also for concurrent uses', async () => {
    const [code = ''] = codes;
    const outcomes = await Promise.all([refusalOf(use(code)), refusalOf(use(code))]);
    expect(outcomes.sort()).toEqual([
      'answered',
      'permission-denied: This recovery code is wrong or was already used.',
    ]);
    expect(await refusalOf(use(code))).toMatch(/^permission-denied/);
  });

  it('are replaced by a new set', async () => {
    const { codes: fresh } = await bob.call('makeRecoveryCodes', {});
    expect(await refusalOf(use(codes[0] ?? ''))).toMatch(/^permission-denied/);
    expect(await use(fresh[0] ?? '')).toEqual({});
  });

  it('are valid only for their owner, and other accounts get the same error', async () => {
    const refused = 'permission-denied: This recovery code is wrong or was already used.';
    expect(await refusalOf(use(codes[0] ?? '', admin.email))).toBe(refused);
    expect(await refusalOf(use(codes[0] ?? '', 'nobody@example.com'))).toBe(refused);
    expect(await refusalOf(use(codes[0] ?? '', 'no address'))).toBe(refused);
    expect(await factorsOf(bob)).toBe(1);
  });

  it('are limited to 20 wrong ones per address, which does not block a valid one', { tags: 'full' }, async () => {
    const some = [1, 2, 3, 4];
    for (const round of [1, 2, 3, 4, 5]) await Promise.all(some.map((wrong) => refusalOf(use(`${round} ${wrong}`))));
    expect(await refusalOf(use('wrong again'))).toBe('resource-exhausted: Too many attempts. Try again later.');
    expect(await use(codes[0] ?? '')).toEqual({});
  });

  it('do not open a deactivated account', async () => {
    await admin.call('setUserActive', { userId: bob.uid, isActive: false });
    expect(await refusalOf(use(codes[0] ?? ''))).toMatch(/^permission-denied/);
    expect(await factorsOf(bob)).toBe(1);
  });

  it('are not created without a second factor', async () => {
    expect(await refusalOf(admin.call('makeRecoveryCodes', {}))).toBe(
      'failed-precondition: This account has no second factor.',
    );
  });

  const page = (person: Person) => getDoc(doc(person.firestore, 'pages/any'));

  it.each(['makeRecoveryCodes', 'countRecoveryCodes', 'removeSecondFactor'] as const)(
    'are closed to sessions from before the second factor, which %s ends',
    async (name) => {
      const ada = await product.signUp({ roles: ['editor'] });
      await enrol(ada);
      expect(await callBeforeFactor(product, ada, { name })).toBe('Sign in with your second factor to do this.');
      expect(await factorsOf(ada)).toBe(1);
      expect(await read(`user_roles/${ada.uid}`)).toHaveProperty('factor_enrolled_at');
      expect(await callBeforeFactor(product, ada, { name: 'publishAllDrafts' })).toMatch(/^You do not have permission/);
      await page(ada);
      expect(await ada.call('makeRecoveryCodes', {})).toHaveProperty('codes');
    },
  );

  it('are closed to a session that used a removed factor', async () => {
    const other = { factorId: 'phone', phoneNumber: '+15555550102', uid: 'new' };
    await getAuth().updateUser(bob.uid, { multiFactor: { enrolledFactors: [other] } });
    const refused = 'permission-denied: Sign in with your second factor to do this.';
    for (const name of ['makeRecoveryCodes', 'removeSecondFactor'] as const) {
      expect(await refusalOf(bob.call(name, {}))).toBe(refused);
    }
    expect(await factorsOf(bob)).toBe(1);
  });

  it('end sessions without the second factor when created, in rules and functions', async () => {
    const ada = await product.signUp({ roles: ['editor'] });
    const thief = await product.signInElsewhere(ada);
    await page(thief);
    await enrol(ada);
    await ada.call('makeRecoveryCodes', {});
    await ada.auth.currentUser?.getIdToken(true);
    await page(ada);
    await expect(page(thief)).rejects.toMatchObject({ code: 'permission-denied' });
    expect(await refusalOf(thief.call('countRecoveryCodes', {}))).toMatch(/^(permission-denied|unauthenticated)/);
    await expect(thief.auth.currentUser?.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
  });

  it('are deleted when their owner removes the factor, and the session stays valid', async () => {
    expect(await bob.call('removeSecondFactor', {})).toEqual({});
    expect(await factorsOf(bob)).toBe(0);
    expect(await read(`recovery_codes/${bob.uid}`)).toBeUndefined();
    await getDoc(doc(bob.firestore, 'pages/any'));
    await signInWithoutFactor(bob);
    expect(await allActions(product)).toContain('second factor removed');
    expect(await refusalOf(bob.call('removeSecondFactor', {}))).toBe(
      'failed-precondition: This account has no second factor.',
    );
  });
});
