import { createHash } from 'node:crypto';
import { getAuth } from 'firebase-admin/auth';
import { Timestamp } from 'firebase-admin/firestore';
import { signInWithEmailAndPassword } from 'firebase/auth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, refusalOf, type Person, type Product } from './product.ts';

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

const rolesOf = async ({ uid }: Person) => (await product.firestore.doc(`user_roles/${uid}`).get()).data();
/** What the functions themselves recorded, not what the trigger saw of it. */
const actions = async () => {
  const audit = await product.firestore.collection('audit').orderBy('at').get();
  const own = audit.docs.filter((entry) => !['created', 'updated', 'deleted'].includes(String(entry.get('action'))));
  return own.map((entry) => `${String(entry.get('action'))} by ${String(entry.get('actor'))}`);
};

describeFunctions('claimFirstAdmin', () => {
  beforeEach(() => product.clear());

  it('makes the first who asks the administrator, with profile, security setting and audit entry; nobody after', async () => {
    const ada = await product.signUp();
    const eve = await product.signUp();
    expect(await ada.call('claimFirstAdmin', {})).toEqual({});
    expect(await rolesOf(ada)).toEqual({ user_id: ada.uid, roles: ['admin'], is_active: true });
    expect((await product.firestore.doc(`profiles/${ada.uid}`).get()).data()).toMatchObject({ email: ada.email });
    expect((await product.firestore.doc('site_settings/security').get()).get('value')).toEqual({
      require_second_factor: false,
    });
    expect(await actions()).toEqual([`first admin claimed by ${ada.uid}`]);
    for (const person of [eve, ada]) {
      expect(await refusalOf(person.call('claimFirstAdmin', {}))).toBe(
        'failed-precondition: An administrator exists already.',
      );
    }
  });

  it('refuses where an administrator exists although none ever claimed', async () => {
    await product.signUp({ roles: ['admin'] });
    const eve = await product.signUp();
    expect(await refusalOf(eve.call('claimFirstAdmin', {}))).toMatch(/^failed-precondition/);
  });

  it('never comes back, even when no administrator is left', async () => {
    await product.firestore.doc('system/bootstrap').set({ at: new Date() });
    const eve = await product.signUp();
    expect(await refusalOf(eve.call('claimFirstAdmin', {}))).toMatch(/^failed-precondition/);
  });

  it('asks for the setup code where there is one, ten times from an address at most', async () => {
    process.env['SETUP_CODE'] = 'open sesame';
    const ada = await product.signUp();
    try {
      expect(await refusalOf(ada.call('claimFirstAdmin', {}))).toBe('permission-denied: The setup code is not right.');
      for (let attempt = 2; attempt <= 10; attempt += 1) {
        expect(await refusalOf(ada.call('claimFirstAdmin', { code: `guess ${attempt}` }))).toMatch(
          /^permission-denied/,
        );
      }
      expect(await refusalOf(ada.call('claimFirstAdmin', { code: 'open sesame' }))).toMatch(/^resource-exhausted/);
      await product.clear();
      expect(await ada.call('claimFirstAdmin', { code: 'open sesame' })).toEqual({});
    } finally {
      process.env['SETUP_CODE'] = '';
    }
  });
});

describeFunctions('setUserRoles', () => {
  it('sets the roles held from now on and records both states', async () => {
    const bob = await product.signUp({ roles: ['viewer', 'author'] });
    await admin.call('setUserRoles', { userId: bob.uid, roles: ['editor', 'author', 'author'] });
    expect(await rolesOf(bob)).toEqual({ user_id: bob.uid, roles: ['editor', 'author'], is_active: true });
    const entry = (await product.firestore.collection('audit').where('action', '==', 'roles set').get()).docs[0];
    expect(entry?.data()).toMatchObject({
      action: 'roles set',
      actor: admin.uid,
      document: `user_roles/${bob.uid}`,
      details: { before: { roles: ['viewer', 'author'] }, after: { roles: ['editor', 'author'] } },
    });
  });

  it('gives somebody who never held a role their first', async () => {
    const bob = await product.signUp();
    await product.firestore.doc(`profiles/${bob.uid}`).set({ email: bob.email, is_active: true });
    await admin.call('setUserRoles', { userId: bob.uid, roles: ['viewer'] });
    expect(await rolesOf(bob)).toEqual({ user_id: bob.uid, roles: ['viewer'], is_active: true });
  });

  it.each([
    ['the own admin role', 'failed-precondition: You cannot remove your own admin privileges'],
    ['a user nobody knows', 'not-found: This user does not exist.'],
  ])('refuses %s', async (what, refusal) => {
    const userId = what === 'the own admin role' ? admin.uid : 'nobody';
    await product.signUp({ roles: ['admin'] });
    expect(await refusalOf(admin.call('setUserRoles', { userId, roles: ['editor'] }))).toBe(refusal);
  });

  it.each(['editor', 'author', 'viewer'] as const)('refuses an %s', async (role) => {
    const bob = await product.signUp({ roles: [role] });
    expect(await refusalOf(bob.call('setUserRoles', { userId: bob.uid, roles: ['admin'] }))).toBe(
      'permission-denied: You do not have permission to do this.',
    );
    expect((await rolesOf(bob))?.['roles']).toEqual([role]);
  });

  it('says what is wrong with the input, field by field', async () => {
    const wrong = admin.call('setUserRoles', { userId: '', roles: ['owner' as 'admin'] });
    await expect(wrong).rejects.toMatchObject({
      code: 'functions/invalid-argument',
      details: { fields: { userId: expect.any(String) as string, 'roles.0': expect.any(String) as string } },
    });
  });
});

describeFunctions('setUserActive', () => {
  it('deactivates account, roles and sessions, and brings them back', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await bob.call('publishAllDrafts', {});
    await admin.call('setUserActive', { userId: bob.uid, isActive: false });
    expect(await rolesOf(bob)).toMatchObject({ roles: ['editor'], is_active: false });
    expect((await product.firestore.doc(`profiles/${bob.uid}`).get()).get('is_active')).toBe(false);
    expect((await getAuth().getUser(bob.uid)).disabled).toBe(true);
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    // Disabled, and a second later revoked as well: Firebase names whichever it finds first.
    await expect(bob.auth.currentUser?.getIdToken(true)).rejects.toMatchObject({
      code: expect.stringMatching(/^auth\/user-(disabled|token-expired)$/) as string,
    });

    await admin.call('setUserActive', { userId: bob.uid, isActive: true });
    expect((await getAuth().getUser(bob.uid)).disabled).toBe(false);
    // Sessions of before stay ended: a second passes until a sign-in is newer than the end.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await signInWithEmailAndPassword(bob.auth, bob.email, 'secret-of-mine');
    expect(await bob.call('publishAllDrafts', {})).toEqual({ published: 0 });
  });

  it('is a wish, not a toggle: asked twice it is done once', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    for (let time = 0; time < 2; time += 1) await admin.call('setUserActive', { userId: bob.uid, isActive: false });
    expect(await rolesOf(bob)).toMatchObject({ is_active: false });
  });

  it('refuses the own account, and the last active administrator', async () => {
    const other = await product.signUp({ roles: ['admin'] });
    expect(await refusalOf(admin.call('setUserActive', { userId: admin.uid, isActive: false }))).toBe(
      'failed-precondition: You cannot deactivate your own account.',
    );
    await admin.call('setUserActive', { userId: other.uid, isActive: false });
    expect(await refusalOf(other.call('setUserActive', { userId: admin.uid, isActive: false }))).not.toBe('answered');
    expect(await rolesOf(admin)).toMatchObject({ is_active: true });
  });
});

describeFunctions('second factor', () => {
  it('takes the powers of an administrator who did not use one, where it is required', async () => {
    await product.firestore.doc('site_settings/security').set({ value: { require_second_factor: true }, rev: 1 });
    const bob = await product.signUp({ roles: ['editor', 'admin'] });
    expect(await refusalOf(admin.call('setUserRoles', { userId: bob.uid, roles: [] }))).toBe(
      'permission-denied: Sign in with your second factor to do this.',
    );
    expect(await bob.call('publishAllDrafts', {})).toEqual({ published: 0 });
  });
});

describeFunctions('endSessions', () => {
  it('makes every token of before worthless, at once', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await bob.call('endSessions', {});
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    expect(await rolesOf(bob)).toMatchObject({ valid_after: expect.any(Number) as number });
  });
});

describeFunctions('endSession', () => {
  it('makes the token of a sign-in worthless, and leaves what else is stored', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await bob.call('endSession', {});
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    expect(await rolesOf(bob)).toMatchObject({ roles: ['editor'], is_active: true });
  });

  it('does nothing for somebody without roles', async () => {
    const bob = await product.signUp();
    expect(await bob.call('endSession', {})).toEqual({});
  });
});

describeFunctions('invites', () => {
  const tokenOf = (url: string) => new URL(url).searchParams.get('invite') ?? '';
  const invite = async (email: string) => {
    const { inviteUrl } = await admin.call('generateInviteToken', { email, role: 'author' });
    return tokenOf(inviteUrl);
  };
  const claim = (person: Person, token: string) => person.call('verifyInviteToken', { token, userId: person.uid });
  const refused = 'permission-denied: This invite is not valid';

  it('leads to the sign-up page and is stored only as the digest of its token', async () => {
    const { inviteUrl } = await admin.call('generateInviteToken', { email: 'New@Example.com', role: 'editor' });
    expect(inviteUrl).toMatch(new RegExp(`^${parameters.ADMIN_ORIGIN}/auth/signup\\?invite=[A-Za-z0-9_-]{43}$`));
    const stored = (await product.firestore.collection('invites').get()).docs[0];
    expect(stored?.id).toBe(createHash('sha256').update(tokenOf(inviteUrl)).digest('hex'));
    expect(JSON.stringify(stored?.data())).not.toContain(tokenOf(inviteUrl));
    const { created_at: created, expires_at: expires } = stored?.data() as Record<string, Timestamp>;
    expect(Math.round(((expires?.toMillis() ?? 0) - (created?.toMillis() ?? 0)) / 3_600_000)).toBe(7 * 24);
  });

  it('tells e-mail and role to whoever holds the token, and gives the role once to the invited', async () => {
    const bob = await product.signUp();
    const token = await invite(bob.email.toUpperCase());
    const answer = { valid: true, data: { email: bob.email, role: 'author' } };
    expect(await bob.call('verifyInviteToken', { token })).toEqual(answer);
    expect(await claim(bob, token)).toEqual(answer);
    expect(await rolesOf(bob)).toEqual({ user_id: bob.uid, roles: ['author'], is_active: true });
    expect((await product.firestore.doc(`profiles/${bob.uid}`).get()).get('email')).toBe(bob.email);
    expect(await actions()).toEqual([`invited by ${admin.uid}`, `invite claimed by ${bob.uid}`]);
  });

  it('adds its role to the ones held', async () => {
    const bob = await product.signUp({ roles: ['viewer'] });
    await claim(bob, await invite(bob.email));
    expect((await rolesOf(bob))?.['roles']).toEqual(['viewer', 'author']);
  });

  const spoilers: [string, (token: string, bob: Person) => unknown][] = [
    ['expired', (token) => change(token, { expires_at: Timestamp.fromMillis(Date.now() - 1) })],
    ['revoked', (token) => admin.call('revokeInvite', { inviteId: createHash('sha256').update(token).digest('hex') })],
    ['used', async (token, bob) => claim(bob, token)],
    ['of an inviter deactivated since', () => setStanding(admin, { is_active: false })],
    ['of an inviter no longer administrator', () => setStanding(admin, { roles: ['editor'] })],
    [
      'of an account deactivated since',
      (_token, bob) => setStanding(bob, { user_id: bob.uid, roles: [], is_active: false }),
    ],
  ];
  const change = (token: string, data: object) =>
    product.firestore.doc(`invites/${createHash('sha256').update(token).digest('hex')}`).update(data);
  const setStanding = ({ uid }: Person, data: object) =>
    product.firestore.doc(`user_roles/${uid}`).set(data, { merge: true });

  it.each(spoilers)('is refused when %s, with the one text', async (_what, spoil) => {
    const bob = await product.signUp();
    const token = await invite(bob.email);
    await spoil(token, bob);
    expect(await refusalOf(claim(bob, token))).toBe(refused);
  });

  it('is refused to another e-mail, for another account, to nobody, and when forged', async () => {
    const bob = await product.signUp();
    const eve = await product.signUp();
    const token = await invite(bob.email);
    expect(await refusalOf(claim(eve, token))).toBe(refused);
    expect(await refusalOf(eve.call('verifyInviteToken', { token, userId: bob.uid }))).toBe(refused);
    expect(await refusalOf(claim(bob, `${token.slice(0, -1)}_`))).toBe(refused);
    const stored = (await product.firestore.collection('invites').get()).docs[0]?.id ?? '';
    expect(await refusalOf(claim(bob, stored))).toBe(refused);
    expect(await eve.call('verifyInviteToken', { token: 'forged' })).toEqual({ valid: false, data: null });
    expect(await rolesOf(eve)).toBeUndefined();
    expect(await claim(bob, token)).toMatchObject({ valid: true });
  });

  it.each(['editor', 'author', 'viewer'] as const)('is not made by an %s', async (role) => {
    const bob = await product.signUp({ roles: [role] });
    expect(await refusalOf(bob.call('generateInviteToken', { email: 'a@example.com', role: 'admin' }))).toMatch(
      /^permission-denied/,
    );
  });

  it('asks for an e-mail address in the words of the dialog', async () => {
    const empty = admin.call('generateInviteToken', { email: '', role: 'author' });
    expect(await refusalOf(empty)).toBe('invalid-argument: Please enter an email address');
  });
});
