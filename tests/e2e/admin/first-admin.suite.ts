import { notices } from '@frontage/model/messages';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import { password, type Office } from '../office/office.ts';
import { expectNotice, where, pollSoon } from '../office/screen.ts';

/** The first account of a new project. Removes the roles of all users. */
export function firstAdminSuite(office: () => Office): void {
  beforeAll(async () => {
    const { firestore } = office();
    const roles = await firestore.collection('user_roles').listDocuments();
    await Promise.all([firestore.doc('system/bootstrap'), ...roles].map((document) => document.delete()));
  });

  describe('the first sign-up', () => {
    it('becomes administrator in setup and continues to the dashboard', async () => {
      const page = await office().open('/auth/signup');
      await page.getByLabel('First name').fill('First');
      await page.getByLabel('Last name').fill('Admin');
      await page.getByLabel('Email').fill('first@example.com');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();

      await page.waitForURL('**/admin/setup');
      await page.getByRole('button', { name: 'Become Administrator' }).waitFor();
      expect(await violations(page)).toEqual([]);
      const clicked = Date.now();
      await page.getByRole('button', { name: 'Become Administrator' }).click();
      await page.getByRole('heading', { name: "You're all set!" }).waitFor();
      await expectNotice(page, notices.becameAdmin);
      await page.waitForURL('**/admin');
      expect(Date.now() - clicked).toBeGreaterThanOrEqual(1_200);

      const { uid } = await office().accounts.getUserByEmail('first@example.com');
      const [roles, profile] = await Promise.all(
        [`user_roles/${uid}`, `profiles/${uid}`].map(async (path) => (await office().firestore.doc(path).get()).data()),
      );
      expect(roles).toMatchObject({ user_id: uid, roles: ['admin'], is_active: true });
      expect(profile).toMatchObject({ email: 'first@example.com', first_name: 'First', last_name: 'Admin' });
      await page.context().close();
    });

    it('redirects an administrator from setup to the dashboard after a second', { tags: 'full' }, async () => {
      const page = await office().signIn({ uid: '', email: 'first@example.com' });
      const opened = Date.now();
      await page.goto('/admin/setup');
      await page.getByRole('heading', { name: "You're all set!" }).waitFor();
      await page.waitForURL((url) => url.pathname === '/admin');
      expect(Date.now() - opened).toBeGreaterThanOrEqual(1_000);
      expect(where(page)).toBe('/admin');
      await page.context().close();
    });

    it('redirects an author from setup to the site', { tags: 'full' }, async () => {
      const page = await office().signIn(await office().addPerson('author', { roles: ['author'] }));
      await page.goto('/admin/setup');
      await page.waitForURL(`${office().stack.site}/`);
      await page.context().close();
    });

    it('redirects a second user without an invite to the site', { tags: 'full' }, async () => {
      const page = await office().open('/auth/signup');
      await page.getByLabel('Email').fill('second@example.com');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL(`${office().stack.site}/`);
      const { uid } = await office().accounts.getUserByEmail('second@example.com');
      const profile = await office().firestore.doc(`profiles/${uid}`).get();
      expect(profile.data()).toMatchObject({ email: 'second@example.com', first_name: null, last_name: null });
      await page.context().close();
    });
  });

  describe('a rejected claim', { tags: 'full' }, () => {
    it('shows the reason and enables the button again', async () => {
      const { firestore } = office();
      const person = await office().addPerson('late');
      const bootstrap = firestore.doc('system/bootstrap');
      const stored = (await bootstrap.get()).data() ?? {};
      await bootstrap.delete();
      const page = await office().open('/auth/login');
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      // A user without a role has no dashboard; setup is open to every signed-in user.
      await page.waitForURL(`${office().stack.site}/`);
      await page.goto(`${office().stack.admin}/admin/setup`);
      await page.getByRole('button', { name: 'Become Administrator' }).click();
      await expectNotice(page, {
        ...notices.becomeAdminFailed,
        description: 'This site already has an administrator.',
      });
      await pollSoon(() => page.getByRole('button', { name: 'Become Administrator' }).isEnabled()).toBe(true);
      await bootstrap.set(stored);
      await page.context().close();
    });
  });
}
