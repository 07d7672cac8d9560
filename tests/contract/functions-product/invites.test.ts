import { createHash } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, refusalOf, type Person, type Product } from './product.ts';
import { functionActions, rolesOf } from './audit-entries.ts';

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

describeFunctions('invites', () => {
  const tokenOf = (url: string) => new URL(url).searchParams.get('invite') ?? '';
  const invite = async (email: string) => {
    const { inviteUrl } = await admin.call('generateInviteToken', { email, role: 'author' });
    return tokenOf(inviteUrl);
  };
  const claim = (person: Person, token: string) => person.call('verifyInviteToken', { token, userId: person.uid });
  const refused = 'permission-denied: This invite is not valid';

  it('link to the sign-up page and are stored only as the digest of their token', async () => {
    const { inviteUrl } = await admin.call('generateInviteToken', { email: 'New@Example.com', role: 'editor' });
    expect(inviteUrl).toMatch(new RegExp(`^${parameters.ADMIN_ORIGIN}/auth/signup\\?invite=[A-Za-z0-9_-]{43}$`));
    const stored = (await product.firestore.collection('invites').get()).docs[0];
    expect(stored?.id).toBe(createHash('sha256').update(tokenOf(inviteUrl)).digest('hex'));
    expect(JSON.stringify(stored?.data())).not.toContain(tokenOf(inviteUrl));
    const { created_at: created, expires_at: expires } = stored?.data() as Record<string, Timestamp>;
    expect(Math.round(((expires?.toMillis() ?? 0) - (created?.toMillis() ?? 0)) / 3_600_000)).toBe(7 * 24);
  });

  it('return email and role for the token, and grant the role once to the invited user', async () => {
    const bob = await product.signUp();
    const token = await invite(bob.email.toUpperCase());
    const answer = { valid: true, data: { email: bob.email, role: 'author' } };
    expect(await bob.call('verifyInviteToken', { token })).toEqual(answer);
    expect(await claim(bob, token)).toEqual(answer);
    expect(await rolesOf(product, bob)).toMatchObject({ user_id: bob.uid, roles: ['author'], is_active: true });
    expect((await product.firestore.doc(`profiles/${bob.uid}`).get()).get('email')).toBe(bob.email);
    expect(await functionActions(product)).toEqual([`invited by ${admin.uid}`, `invite claimed by ${bob.uid}`]);
  });

  it('add their role to existing roles', async () => {
    const bob = await product.signUp({ roles: ['viewer'] });
    await claim(bob, await invite(bob.email));
    expect((await rolesOf(product, bob))?.['roles']).toEqual(['viewer', 'author']);
  });

  it('end earlier sessions of an account without a role, but not of a member of staff', async () => {
    // Someone else could have signed up with the address before its owner reset the password.
    const [first, viewer] = [await product.signUp(), await product.signUp({ roles: ['viewer'] })];
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (const [early, answer] of [
      [first, expect.stringMatching(/^permission-denied/)],
      [viewer, 'answered'],
    ] as const) {
      const later = await product.signInElsewhere(early);
      await claim(later, await invite(early.email));
      expect(await refusalOf(later.call('hashDemoPassword', { password: 'password' }))).toBe('answered');
      expect(await refusalOf(early.call('hashDemoPassword', { password: 'password' }))).toEqual(answer);
    }
  });

  const spoilers: [string, (token: string, bob: Person) => unknown][] = [
    ['expired', (token) => change(token, { expires_at: Timestamp.fromMillis(Date.now() - 1) })],
    ['revoked', (token) => admin.call('revokeInvite', { inviteId: createHash('sha256').update(token).digest('hex') })],
    ['used', async (token, bob) => claim(bob, token)],
    ['the inviter is deactivated', () => updateRoles(admin, { is_active: false })],
    ['the inviter is no longer administrator', () => updateRoles(admin, { roles: ['editor'] })],
    [
      'the invited account is deactivated',
      (_token, bob) => updateRoles(bob, { user_id: bob.uid, roles: [], is_active: false }),
    ],
  ];
  const change = (token: string, data: object) =>
    product.firestore.doc(`invites/${createHash('sha256').update(token).digest('hex')}`).update(data);
  const updateRoles = ({ uid }: Person, data: object) =>
    product.firestore.doc(`user_roles/${uid}`).set(data, { merge: true });

  it.each(spoilers)('are refused with the same message: %s', async (_title, spoil) => {
    const bob = await product.signUp();
    const token = await invite(bob.email);
    await spoil(token, bob);
    expect(await refusalOf(claim(bob, token))).toBe(refused);
  });

  it('are refused for another email, another account and forged tokens', async () => {
    const bob = await product.signUp();
    const eve = await product.signUp();
    const token = await invite(bob.email);
    expect(await refusalOf(claim(eve, token))).toBe(refused);
    expect(await refusalOf(eve.call('verifyInviteToken', { token, userId: bob.uid }))).toBe(refused);
    expect(await refusalOf(claim(bob, `${token.slice(0, -1)}_`))).toBe(refused);
    const stored = (await product.firestore.collection('invites').get()).docs[0]?.id ?? '';
    expect(await refusalOf(claim(bob, stored))).toBe(refused);
    expect(await eve.call('verifyInviteToken', { token: 'forged' })).toEqual({ valid: false, data: null });
    expect(await rolesOf(product, eve)).toBeUndefined();
    expect(await claim(bob, token)).toMatchObject({ valid: true });
  });

  it.each(['editor', 'author', 'viewer'] as const)('cannot be created by an %s', async (role) => {
    const bob = await product.signUp({ roles: [role] });
    expect(await refusalOf(bob.call('generateInviteToken', { email: 'a@example.com', role: 'admin' }))).toMatch(
      /^permission-denied/,
    );
  });

  it('require an email address, with the dialog’s error message', async () => {
    const empty = admin.call('generateInviteToken', { email: '', role: 'author' });
    expect(await refusalOf(empty)).toBe('invalid-argument: Please enter an email address');
  });
});
