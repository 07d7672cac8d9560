import { getAuth } from 'firebase-admin/auth';
import { signInWithEmailAndPassword } from 'firebase/auth';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';
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

describeFunctions('claimFirstAdmin', () => {
  beforeEach(() => product.clear());

  it('makes only the first caller administrator, with profile, security setting and audit entry', async () => {
    const ada = await product.signUp();
    const eve = await product.signUp();
    expect(await ada.call('claimFirstAdmin', {})).toEqual({});
    expect(await rolesOf(product, ada)).toEqual({ user_id: ada.uid, roles: ['admin'], is_active: true });
    expect((await product.firestore.doc(`profiles/${ada.uid}`).get()).data()).toMatchObject({ email: ada.email });
    expect((await product.firestore.doc('site_settings/security').get()).get('value')).toEqual({
      require_second_factor: false,
    });
    expect(await functionActions(product)).toEqual([`first admin claimed by ${ada.uid}`]);
    for (const person of [eve, ada]) {
      expect(await refusalOf(person.call('claimFirstAdmin', {}))).toBe(
        'failed-precondition: This site already has an administrator.',
      );
    }
  });

  it('refuses if an administrator exists without an earlier claim', async () => {
    await product.signUp({ roles: ['admin'] });
    const eve = await product.signUp();
    expect(await refusalOf(eve.call('claimFirstAdmin', {}))).toMatch(/^failed-precondition/);
  });

  it('refuses after the first claim even if no administrator is left', async () => {
    await product.firestore.doc('system/bootstrap').set({ at: new Date() });
    const eve = await product.signUp();
    expect(await refusalOf(eve.call('claimFirstAdmin', {}))).toMatch(/^failed-precondition/);
  });

  it('requires the configured setup code and allows ten attempts per address', async () => {
    process.env['SETUP_CODE'] = 'open sesame';
    const ada = await product.signUp();
    try {
      expect(await refusalOf(ada.call('claimFirstAdmin', {}))).toBe('permission-denied: The setup code is wrong.');
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
  it('replaces the roles and records the old and new ones', async () => {
    const bob = await product.signUp({ roles: ['viewer', 'author'] });
    await admin.call('setUserRoles', { userId: bob.uid, roles: ['editor', 'author', 'author'] });
    expect(await rolesOf(product, bob)).toEqual({ user_id: bob.uid, roles: ['editor', 'author'], is_active: true });
    const entry = (await product.firestore.collection('audit').where('action', '==', 'roles set').get()).docs[0];
    expect(entry?.data()).toMatchObject({
      action: 'roles set',
      actor: admin.uid,
      document: `user_roles/${bob.uid}`,
      details: { before: { roles: ['viewer', 'author'] }, after: { roles: ['editor', 'author'] } },
    });
  });

  it('grants a first role to a user without any', async () => {
    const bob = await product.signUp();
    await product.firestore.doc(`profiles/${bob.uid}`).set({ email: bob.email, is_active: true });
    await admin.call('setUserRoles', { userId: bob.uid, roles: ['viewer'] });
    expect(await rolesOf(product, bob)).toEqual({ user_id: bob.uid, roles: ['viewer'], is_active: true });
  });

  it.each([
    ['removal of the caller’s admin role', 'failed-precondition: You cannot remove your own admin privileges'],
    ['an unknown user', 'not-found: This user does not exist.'],
  ])('refuses %s', async (title, refusal) => {
    const userId = title === 'removal of the caller’s admin role' ? admin.uid : 'nobody';
    await product.signUp({ roles: ['admin'] });
    expect(await refusalOf(admin.call('setUserRoles', { userId, roles: ['editor'] }))).toBe(refusal);
  });

  it.each(['editor', 'author', 'viewer'] as const)('refuses an %s', async (role) => {
    const bob = await product.signUp({ roles: [role] });
    expect(await refusalOf(bob.call('setUserRoles', { userId: bob.uid, roles: ['admin'] }))).toBe(
      'permission-denied: You do not have permission to do this. Ask an administrator.',
    );
    expect((await rolesOf(product, bob))?.['roles']).toEqual([role]);
  });

  it('reports input errors by field', async () => {
    const wrong = admin.call('setUserRoles', { userId: '', roles: ['owner' as 'admin'] });
    await expect(wrong).rejects.toMatchObject({
      code: 'functions/invalid-argument',
      details: { fields: { userId: expect.any(String) as string, 'roles.0': expect.any(String) as string } },
    });
  });
});

describeFunctions('setUserActive', () => {
  it('deactivates and reactivates account and roles, and ends sessions', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await bob.call('publishAllDrafts', {});
    await admin.call('setUserActive', { userId: bob.uid, isActive: false });
    expect(await rolesOf(product, bob)).toMatchObject({ roles: ['editor'], is_active: false });
    expect((await product.firestore.doc(`profiles/${bob.uid}`).get()).get('is_active')).toBe(false);
    expect((await getAuth().getUser(bob.uid)).disabled).toBe(true);
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    // The account is disabled and its tokens are revoked. Firebase reports either error.
    await expect(bob.auth.currentUser?.getIdToken(true)).rejects.toMatchObject({
      code: expect.stringMatching(/^auth\/user-(disabled|token-expired)$/) as string,
    });

    await admin.call('setUserActive', { userId: bob.uid, isActive: true });
    expect((await getAuth().getUser(bob.uid)).disabled).toBe(false);
    // Earlier sessions stay ended. A new sign-in must be in a later second than the end.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await signInWithEmailAndPassword(bob.auth, bob.email, 'secret-of-mine');
    expect(await bob.call('publishAllDrafts', {})).toEqual({ published: 0 });
  });

  it('is idempotent', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    for (let time = 0; time < 2; time += 1) await admin.call('setUserActive', { userId: bob.uid, isActive: false });
    expect(await rolesOf(product, bob)).toMatchObject({ is_active: false });
  });

  it('refuses the caller’s account and the last active administrator', async () => {
    const other = await product.signUp({ roles: ['admin'] });
    expect(await refusalOf(admin.call('setUserActive', { userId: admin.uid, isActive: false }))).toBe(
      'failed-precondition: You cannot deactivate your own account.',
    );
    await admin.call('setUserActive', { userId: other.uid, isActive: false });
    expect(await refusalOf(other.call('setUserActive', { userId: admin.uid, isActive: false }))).not.toBe('answered');
    expect(await rolesOf(product, admin)).toMatchObject({ is_active: true });
  });
});

describeFunctions('second factor', () => {
  it('is needed for admin permissions if it is required', async () => {
    await product.firestore.doc('site_settings/security').set({ value: { require_second_factor: true }, rev: 1 });
    const bob = await product.signUp({ roles: ['editor', 'admin'] });
    expect(await refusalOf(admin.call('setUserRoles', { userId: bob.uid, roles: [] }))).toBe(
      'permission-denied: Sign in with your second factor to do this.',
    );
    expect(await bob.call('publishAllDrafts', {})).toEqual({ published: 0 });
  });
});

describeFunctions('endSessions', () => {
  it('invalidates all earlier tokens immediately', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await bob.call('endSessions', {});
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    expect(await rolesOf(product, bob)).toMatchObject({ valid_after: expect.any(Number) as number });
  });
});

describeFunctions('endSession', () => {
  it('invalidates the session’s token and keeps roles', async () => {
    const bob = await product.signUp({ roles: ['editor'] });
    await bob.call('endSession', {});
    expect(await refusalOf(bob.call('publishAllDrafts', {}))).not.toBe('answered');
    expect(await rolesOf(product, bob)).toMatchObject({ roles: ['editor'], is_active: true });
  });

  it('does nothing for a user without roles', async () => {
    const bob = await product.signUp();
    expect(await bob.call('endSession', {})).toEqual({});
  });
});
