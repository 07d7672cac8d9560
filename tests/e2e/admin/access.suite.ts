import { texts } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import type { ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import { submitSignIn, type Office, type Person } from '../office/office.ts';
import { where, pollSoon } from '../office/screen.ts';
import { sampled, sized } from '../../full.ts';

const adminOnly = [adminPaths.users, adminPaths.settings];

const staffRoutes = [
  adminPaths.dashboard,
  adminPaths.homepage,
  adminPaths.section('new'),
  adminPaths.pages,
  adminPaths.page('new'),
  adminPaths.demos,
  adminPaths.demo('new'),
  adminPaths.trash,
  adminPaths.health,
  adminPaths.account,
  ...adminOnly,
];

/** Access to each route by role, and redirects of users without access. */
export function accessSuite(office: () => Office): void {
  const people = {} as Record<Role | 'nobody' | 'inactive', Person>;
  beforeAll(async () => {
    for (const role of ['admin', 'editor', 'author', 'viewer'] as const) {
      people[role] = await office().addPerson(`access-${role}`, { roles: [role] });
    }
    people.nobody = await office().addPerson('access-nobody');
    people.inactive = await office().addPerson('access-inactive', { roles: ['admin'], isActive: false });
  });

  describe('signed out', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().open('/auth/login');
    });
    afterAll(() => page.context().close());

    it.each(sampled([...staffRoutes, adminPaths.setup]))('%s redirects to the sign-in', async (route) => {
      await page.goto(route);
      await page.waitForURL('**/auth/login');
    });

    it.each(['/auth/login', '/auth/signup'])('%s is accessible', async (route) => {
      await page.goto(route);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(where(page)).toBe(route);
    });

    it('an unknown address shows the not-found screen', async () => {
      await page.goto('/admin/no-such-place');
      await page.getByRole('heading', { name: texts.routeNotFound.title }).waitFor();
      const home = page.getByRole('link', { name: texts.routeNotFound.action });
      await pollSoon(() => home.getAttribute('href')).toBe(`${office().stack.site}/`);
    });

    it('the sign-in returns to the requested address', async () => {
      await page.goto('/admin/users?status=active');
      await page.waitForURL('**/auth/login');
      await submitSignIn(page, people.admin.email);
      await page.waitForURL('**/admin/users?status=active');
    });
  });

  // Each test uses a separate window and waits for its redirect.
  describe.concurrent('lacking a role', () => {
    it.each(sized(['editor', 'author', 'viewer'] as const, ['editor'] as const))(
      'an %s cannot open users and settings',
      async (role) => {
        const page = await office().signIn(people[role]);
        const menu = page.getByRole('navigation', { name: 'Main' });
        await menu.getByRole('link', { name: 'Pages' }).waitFor();
        await pollSoon(() => menu.getByRole('link', { name: /Users|Settings/ }).count()).toBe(0);
        await page.goto(office().stack.admin + adminPaths.users);
        await page.getByText("You don't have access to this page").waitFor();
        await page.waitForURL(`${office().stack.site}/`);
        await page.goto(office().stack.admin + adminPaths.settings);
        await page.getByRole('link', { name: 'Stay in the admin' }).click();
        await page.waitForURL((url) => url.pathname === adminPaths.dashboard);
        await page.context().close();
      },
    );

    it.each(sampled(['nobody', 'inactive'] as const))(
      'a user of the kind "%s" sees an explanation and is redirected to the site',
      { tags: 'full' },
      async (kind) => {
        const page = await office().open('/auth/login');
        await submitSignIn(page, people[kind].email);
        await page.getByRole('heading', { name: 'No access yet' }).waitFor();
        await page.waitForURL(`${office().stack.site}/`);
        await page.context().close();
      },
    );

    it(
      'a user without a role sees the account and can switch accounts at both addresses',
      { tags: 'full' },
      async () => {
        const page = await office().open('/auth/login');
        await submitSignIn(page, people.nobody.email);
        await page.waitForURL(`${office().stack.site}/`);
        for (const route of ['/admin', '/auth/login']) {
          await page.goto(office().stack.admin + route);
          await page.getByRole('heading', { name: 'No access yet' }).waitFor();
          await page.getByText(`You are signed in as ${people.nobody.email}.`).waitFor();
          await page.getByRole('link', { name: 'Sign out' }).waitFor();
        }
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Use another account' }).click();
        await submitSignIn(page, people.editor.email);
        await page.waitForURL((url) => url.pathname === '/admin');
        await page.context().close();
      },
    );

    it('a user can continue after a role is granted', { tags: 'full' }, async () => {
      const { uid, email } = await office().addPerson('patient');
      const page = await office().open('/auth/login');
      await submitSignIn(page, email);
      await page.waitForURL(`${office().stack.site}/`);
      await page.goto(`${office().stack.admin}/admin`);
      await page.getByRole('button', { name: 'Check again' }).waitFor();
      await office()
        .firestore.doc(`user_roles/${uid}`)
        .set({ user_id: uid, roles: ['viewer'], is_active: true });
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.context().close();
    });
  });

  describe('signed in as an administrator', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().signIn(people.admin);
      await page.addInitScript(() => {
        const breaches: string[] = [];
        Object.assign(window, { breaches });
        document.addEventListener('securitypolicyviolation', (event) => breaches.push(event.violatedDirective));
      });
    });
    afterAll(() => page.context().close());

    it.each(['/auth/login', '/auth/signup', '/'])('%s redirects to the dashboard', async (route) => {
      await page.goto(route);
      await page.waitForURL((url) => url.pathname === '/admin');
    });

    it.each(sampled(staffRoutes))('%s is accessible and violates no content security policy', async (route) => {
      const breaches: string[] = [];
      const note = (message: ConsoleMessage) => void (message.type() === 'error' && breaches.push(message.text()));
      page.on('console', note);
      await page.goto(route);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(where(page)).toBe(route);
      expect(await page.evaluate(() => (window as unknown as { breaches: string[] }).breaches)).toEqual([]);
      expect(breaches).toEqual([]);
      page.off('console', note);
    });
  });
}
