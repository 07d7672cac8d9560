import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { doc, getDoc } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const read = async (path: string) => (await product.firestore.doc(path).get()).data();

describeFunctions('resetSecondFactor', () => {
  it('removes factor and recovery codes of another user and writes an audit entry', async () => {
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

  it('requires the administrator’s own second factor, as a deletion does', async () => {
    const [bob, root] = [await product.signUp({ roles: ['editor'] }), await product.signUp({ roles: ['admin'] })];
    await enrol(bob);
    await enrol(root);
    const data = { userId: bob.uid };
    const missing = 'Sign in with your second factor to do this.';
    expect(await callBeforeFactor(product, root, { name: 'deleteUser', data })).toBe(missing);
    await product.firestore.doc(`user_roles/${root.uid}`).update({ factor_enrolled_at: 0 });
    expect(await callBeforeFactor(product, root, { name: 'resetSecondFactor', data })).toBe(missing);
    expect(await factorsOf(bob)).toBe(1);
    expect(await root.call('resetSecondFactor', data)).toEqual({});
    expect(await root.call('deleteUser', data)).toEqual({});
  });

  it('refuses the caller’s account, a missing factor, an unknown user, and callers without the admin role', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    const reset = (person: Person, userId: string) => refusalOf(person.call('resetSecondFactor', { userId }));
    expect(await reset(admin, admin.uid)).toMatch(/^failed-precondition: Remove your own/);
    expect(await reset(admin, bob.uid)).toBe('failed-precondition: This account has no second factor.');
    expect(await reset(admin, 'nobody')).toMatch(/^not-found/);
    expect(await reset(bob, admin.uid)).toMatch(/^permission-denied/);
  });
});

describeFunctions('describeAccounts', () => {
  it('returns account data and updates changed addresses in profiles', async () => {
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

  it('requires the admin role and accepts at most 100 users', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    expect(await refusalOf(bob.call('describeAccounts', { userIds: [] }))).toMatch(/^permission-denied/);
    expect(await admin.call('describeAccounts', { userIds: [] })).toEqual({ accounts: [] });
    const crowd = Array.from({ length: 101 }, (_, index) => `person-${index}`);
    expect(await refusalOf(admin.call('describeAccounts', { userIds: crowd }))).toMatch(/^invalid-argument/);
  });
});

describeFunctions('deleteUser', () => {
  it('deletes account, roles and email, and keeps the name and content', async () => {
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
    expect(await allActions(product)).toContain('deleted');
  });

  it('ends sessions immediately in rules and functions', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await getDoc(doc(bob.firestore, 'pages/any'));
    await admin.call('deleteUser', { userId: bob.uid });
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    await expect(getDoc(doc(bob.firestore, 'pages/any'))).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(bob.auth.currentUser?.getIdToken(true)).rejects.toMatchObject({
      code: expect.stringMatching(/^auth\/(user-not-found|user-token-expired|invalid-refresh-token)$/) as string,
    });
  });

  it('revokes the invites that the user created', async () => {
    const other = await product.signUp({ roles: ['admin'] });
    const { inviteUrl } = await other.call('generateInviteToken', { email: 'new@example.com', role: 'author' });
    await admin.call('deleteUser', { userId: other.uid });
    const token = new URL(inviteUrl).searchParams.get('invite') ?? '';
    expect(await product.visitor.call('verifyInviteToken', { token })).toEqual({ valid: false, data: null });
    const stored = (await product.firestore.collection('invites').get()).docs[0];
    expect(stored?.get('revoked_by')).toBe(admin.uid);
  });

  it('is idempotent, and later changes of the user are refused', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    for (let time = 0; time < 2; time += 1) expect(await admin.call('deleteUser', { userId: bob.uid })).toEqual({});
    const refusals = await Promise.all(
      [
        admin.call('setUserRoles', { userId: bob.uid, roles: ['admin'] }),
        admin.call('setUserActive', { userId: bob.uid, isActive: true }),
      ].map(refusalOf),
    );
    expect(refusals).toEqual(Array(2).fill('not-found: This user does not exist.'));
  });

  it('refuses the caller’s account, unknown users, and callers without the admin role', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    expect(await refusalOf(admin.call('deleteUser', { userId: admin.uid }))).toMatch(
      /^failed-precondition: You cannot delete your own account/,
    );
    expect(await refusalOf(admin.call('deleteUser', { userId: 'nobody' }))).toMatch(/^not-found/);
    expect(await refusalOf(bob.call('deleteUser', { userId: admin.uid }))).toMatch(/^permission-denied/);
  });

  it('keeps one of two administrators that delete each other concurrently', async () => {
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

  it('creates a new link with the same email and role and invalidates the earlier one', async () => {
    const first = await admin.call('generateInviteToken', { email: 'new@example.com', role: 'editor' });
    const { inviteUrl } = await admin.call('renewInvite', { inviteId: await onlyInvite() });
    const verify = (url: string) => product.visitor.call('verifyInviteToken', { token: tokenOf(url) });
    expect(await verify(first.inviteUrl)).toEqual({ valid: false, data: null });
    expect(await verify(inviteUrl)).toEqual({ valid: true, data: { email: 'new@example.com', role: 'editor' } });
  });

  it('refuses a used or unknown invite, and callers without the admin role', async () => {
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
  it('ends earlier sessions and keeps the current one', async () => {
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
