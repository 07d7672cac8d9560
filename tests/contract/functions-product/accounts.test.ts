import { signInWithEmailAndPassword, TotpMultiFactorGenerator, multiFactor } from 'firebase/auth';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { doc, getDoc } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeOfStep, decodeBase32, stepAt } from '../../../local/auth/totp.ts';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';

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

const read = async (path: string) => (await product.firestore.doc(path).get()).data();
const actions = async () =>
  (await product.firestore.collection('audit').orderBy('at').get()).docs.map((entry) => String(entry.get('action')));

/** Gives somebody an authenticator app, as their browser would. */
async function enrol({ auth, uid }: Person): Promise<void> {
  await getAuth().updateUser(uid, { emailVerified: true });
  const user = auth.currentUser;
  if (!user) throw new Error('Nobody is signed in');
  await user.reload();
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  const code = codeOfStep(decodeBase32(secret.secretKey) ?? new Uint8Array(), stepAt(Date.now()));
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'app');
}

const factorsOf = async ({ uid }: Person) => (await getAuth().getUser(uid)).multiFactor?.enrolledFactors.length ?? 0;
const signInAgain = (person: Person) => signInWithEmailAndPassword(person.auth, person.email, 'secret-of-mine');

describeFunctions('recovery codes', () => {
  let bob: Person;
  let codes: string[];
  beforeEach(async () => {
    bob = await product.signUp({ roles: ['editor'] });
    await enrol(bob);
    ({ codes } = await bob.call('makeRecoveryCodes', {}));
  });
  const use = (code: string, email = bob.email) => product.visitor.call('useRecoveryCode', { email, code });

  it('are ten, stored only as digests, and counted for their owner', async () => {
    expect(new Set(codes).size).toBe(10);
    const stored = await read(`recovery_codes/${bob.uid}`);
    expect(stored?.['codes']).toHaveLength(10);
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
    expect(await bob.call('countRecoveryCodes', {})).toEqual({ left: 10, usedAt: null });
    expect(await admin.call('countRecoveryCodes', {})).toEqual({ left: 0, usedAt: null });
  });

  it('are read by nobody through the rules, their owner and administrators included', async () => {
    for (const person of [bob, admin]) {
      await expect(getDoc(doc(person.firestore, `recovery_codes/${bob.uid}`))).rejects.toMatchObject({
        code: 'permission-denied',
      });
    }
  });

  it('take the second factor away, so that the password opens the account', async () => {
    await expect(signInAgain(bob)).rejects.toMatchObject({ code: 'auth/multi-factor-auth-required' });
    expect(await use(` ${codes[3]?.toUpperCase()} `, bob.email.toUpperCase())).toEqual({});
    expect(await factorsOf(bob)).toBe(0);
    await signInAgain(bob);
    const { left, usedAt } = await bob.call('countRecoveryCodes', {});
    expect(left).toBe(9);
    expect(Date.now() - Date.parse(usedAt ?? '')).toBeLessThan(60_000);
    expect(await actions()).toEqual(['recovery codes made', 'recovery code used']);
  });

  it('are good once, also when used twice at the same moment', async () => {
    const [code = ''] = codes;
    const outcomes = await Promise.all([refusalOf(use(code)), refusalOf(use(code))]);
    expect(outcomes.sort()).toEqual(['answered', 'permission-denied: This recovery code is not right, or was used.']);
    expect(await refusalOf(use(code))).toMatch(/^permission-denied/);
  });

  it('give way to a new set', async () => {
    const { codes: fresh } = await bob.call('makeRecoveryCodes', {});
    expect(await refusalOf(use(codes[0] ?? ''))).toMatch(/^permission-denied/);
    expect(await use(fresh[0] ?? '')).toEqual({});
  });

  it("are nobody else's, and a stranger hears the same words", async () => {
    const refused = 'permission-denied: This recovery code is not right, or was used.';
    expect(await refusalOf(use(codes[0] ?? '', admin.email))).toBe(refused);
    expect(await refusalOf(use(codes[0] ?? '', 'nobody@example.com'))).toBe(refused);
    expect(await refusalOf(use(codes[0] ?? '', 'no address'))).toBe(refused);
    expect(await factorsOf(bob)).toBe(1);
  });

  it('are refused after 20 wrong ones from an address; a right one is not held up', async () => {
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

  it('are not made without a second factor', async () => {
    expect(await refusalOf(admin.call('makeRecoveryCodes', {}))).toBe(
      'failed-precondition: This account has no second factor.',
    );
  });
});

describeFunctions('resetSecondFactor', () => {
  it('takes factor and recovery codes of another away, and is recorded', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await enrol(bob);
    await bob.call('makeRecoveryCodes', {});
    expect(await admin.call('resetSecondFactor', { userId: bob.uid })).toEqual({});
    expect(await factorsOf(bob)).toBe(0);
    expect(await read(`recovery_codes/${bob.uid}`)).toBeUndefined();
    const entry = (await product.firestore.collection('audit').where('action', '==', 'second factor reset').get())
      .docs[0];
    expect(entry?.data()).toMatchObject({ actor: admin.uid, document: `user_roles/${bob.uid}` });
  });

  it('refuses the own one, none, somebody unknown, and everybody else', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    const reset = (person: Person, userId: string) => refusalOf(person.call('resetSecondFactor', { userId }));
    expect(await reset(admin, admin.uid)).toMatch(/^failed-precondition: Remove your own/);
    expect(await reset(admin, bob.uid)).toBe('failed-precondition: This account has no second factor.');
    expect(await reset(admin, 'nobody')).toMatch(/^not-found/);
    expect(await reset(bob, admin.uid)).toMatch(/^permission-denied/);
  });
});

describeFunctions('describeAccounts', () => {
  it('tells what Authentication knows, and mends addresses that changed', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    const moved = `moved-${bob.email}`;
    await getAuth().updateUser(bob.uid, { email: moved, emailVerified: true });
    const { accounts } = await admin.call('describeAccounts', { userIds: [bob.uid, admin.uid, 'nobody'] });
    expect(accounts.sort((a, b) => Number(b.isEmailVerified) - Number(a.isEmailVerified))).toEqual([
      { id: bob.uid, email: moved, isEmailVerified: true, hasSecondFactor: false },
      { id: admin.uid, email: admin.email, isEmailVerified: false, hasSecondFactor: false },
    ]);
    expect((await read(`profiles/${bob.uid}`))?.['email']).toBe(moved);
  });

  it('is for administrators, and for at most a hundred at once', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    expect(await refusalOf(bob.call('describeAccounts', { userIds: [] }))).toMatch(/^permission-denied/);
    expect(await admin.call('describeAccounts', { userIds: [] })).toEqual({ accounts: [] });
    const crowd = Array.from({ length: 101 }, (_, index) => `person-${index}`);
    expect(await refusalOf(admin.call('describeAccounts', { userIds: crowd }))).toMatch(/^invalid-argument/);
  });
});

describeFunctions('deleteUser', () => {
  it('removes the account and what it may do, and keeps the name with the content', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await product.firestore.doc(`profiles/${bob.uid}`).update({ first_name: 'Bob', last_name: 'Builder' });
    await product.firestore.doc('pages/his').set({ title: 'His', created_by: bob.uid });
    expect(await admin.call('deleteUser', { userId: bob.uid })).toEqual({});
    await expect(getAuth().getUser(bob.uid)).rejects.toMatchObject({ code: 'auth/user-not-found' });
    expect(await read(`user_roles/${bob.uid}`)).toMatchObject({ roles: [], is_active: false });
    expect(await read(`profiles/${bob.uid}`)).toMatchObject({
      first_name: 'Bob',
      last_name: 'Builder',
      email: '',
      is_active: false,
      deleted_at: expect.any(Timestamp) as Timestamp,
    });
    expect(await read('pages/his')).toMatchObject({ title: 'His', created_by: bob.uid });
    expect(await actions()).toContain('deleted');
  });

  it('ends the sessions at once, for rules and for functions', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await getDoc(doc(bob.firestore, 'pages/any'));
    await admin.call('deleteUser', { userId: bob.uid });
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    await expect(getDoc(doc(bob.firestore, 'pages/any'))).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(bob.auth.currentUser?.getIdToken(true)).rejects.toMatchObject({
      code: expect.stringMatching(/^auth\/(user-not-found|user-token-expired|invalid-refresh-token)$/) as string,
    });
  });

  it('ends the invites they made', async () => {
    const other = await product.signUp({ roles: ['admin'] });
    const { inviteUrl } = await other.call('generateInviteToken', { email: 'new@example.com', role: 'author' });
    await admin.call('deleteUser', { userId: other.uid });
    const token = new URL(inviteUrl).searchParams.get('invite') ?? '';
    expect(await product.visitor.call('verifyInviteToken', { token })).toEqual({ valid: false, data: null });
    const stored = (await product.firestore.collection('invites').get()).docs[0];
    expect(stored?.get('revoked_by')).toBe(admin.uid);
  });

  it('may be asked again, and leaves nobody to be changed', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    for (let time = 0; time < 2; time += 1) expect(await admin.call('deleteUser', { userId: bob.uid })).toEqual({});
    for (const refused of [
      admin.call('setUserRoles', { userId: bob.uid, roles: ['admin'] }),
      admin.call('setUserActive', { userId: bob.uid, isActive: true }),
    ]) {
      expect(await refusalOf(refused)).toBe('not-found: This user does not exist.');
    }
  });

  it('refuses oneself, somebody unknown, and everybody but administrators', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    expect(await refusalOf(admin.call('deleteUser', { userId: admin.uid }))).toMatch(
      /^failed-precondition: You cannot delete your own account/,
    );
    expect(await refusalOf(admin.call('deleteUser', { userId: 'nobody' }))).toMatch(/^not-found/);
    expect(await refusalOf(bob.call('deleteUser', { userId: admin.uid }))).toMatch(/^permission-denied/);
  });

  it('leaves one administrator of two who delete each other at the same moment', async () => {
    const other = await product.signUp({ roles: ['admin'] });
    const outcomes = await Promise.all([
      refusalOf(admin.call('deleteUser', { userId: other.uid })),
      refusalOf(other.call('deleteUser', { userId: admin.uid })),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    const left = await product.firestore.collection('user_roles').where('roles', 'array-contains', 'admin').get();
    expect(left.size).toBe(1);
  });
});

describeFunctions('renewInvite', () => {
  const tokenOf = (url: string) => new URL(url).searchParams.get('invite') ?? '';
  const onlyInvite = async () => (await product.firestore.collection('invites').get()).docs[0]?.id ?? '';

  it('makes a new link of the same kind; the earlier one ends', async () => {
    const first = await admin.call('generateInviteToken', { email: 'new@example.com', role: 'editor' });
    const { inviteUrl } = await admin.call('renewInvite', { inviteId: await onlyInvite() });
    const verify = (url: string) => product.visitor.call('verifyInviteToken', { token: tokenOf(url) });
    expect(await verify(first.inviteUrl)).toEqual({ valid: false, data: null });
    expect(await verify(inviteUrl)).toEqual({ valid: true, data: { email: 'new@example.com', role: 'editor' } });
  });

  it('refuses one that was used or withdrawn, or never was', async () => {
    const bob = await product.signUp();
    const { inviteUrl } = await admin.call('generateInviteToken', { email: bob.email, role: 'editor' });
    const inviteId = await onlyInvite();
    await bob.call('verifyInviteToken', { token: tokenOf(inviteUrl), userId: bob.uid });
    const refused = 'not-found: This invite does not exist or was used.';
    expect(await refusalOf(admin.call('renewInvite', { inviteId }))).toBe(refused);
    expect(await refusalOf(admin.call('renewInvite', { inviteId: 'f'.repeat(64) }))).toBe(refused);
    expect(await refusalOf(bob.call('renewInvite', { inviteId }))).toMatch(/^permission-denied/);
  });
});

describeFunctions('endSessions except this one', () => {
  it('ends what was signed in before, and goes on itself', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    const before = await bob.auth.currentUser?.getIdToken();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await signInAgain(bob);
    await bob.call('endSessions', { exceptThis: true });
    expect(await bob.call('publishAllDrafts', {})).toEqual({ published: 0 });
    const { hosts, project } = product;
    const stale = await fetch(`http://${hosts.functions}/${project}/us-central1/publishAllDrafts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${before}` },
      body: JSON.stringify({ data: {} }),
    });
    expect(stale.status).toBe(403);
  });
});
