import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { looksOfScreen, screensIn } from '../looks.ts';
import { violations } from '../office/axe.ts';
import type { Office, Person } from '../office/office.ts';
import { visit } from '../office/screen.ts';

interface Screen {
  name: string;
  path: string;
  /** Brings the screen into the state to test. */
  prepare?: (page: Page) => Promise<void>;
}

const signedOut: readonly Screen[] = [
  { name: 'sign in', path: '/auth/login' },
  {
    name: 'sign in with errors',
    path: '/auth/login',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('Email is required').waitFor();
    },
  },
  { name: 'sign up', path: '/auth/signup' },
  { name: 'forgot password', path: '/auth/forgot' },
  {
    name: 'an invalid action link',
    path: '/auth/action?mode=resetPassword&oobCode=none',
    prepare: (page) => page.getByRole('note').waitFor(),
  },
  { name: 'local mail', path: '/local-mail' },
  {
    name: 'an invalid invite',
    path: '/auth/signup?invite=none',
    prepare: (page) => page.getByRole('note').waitFor(),
  },
  { name: 'not found', path: '/nowhere' },
];

const dialog = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole(/Withdraw|Sign out everywhere/.test(name) ? 'alertdialog' : 'dialog').waitFor();
};

const closeDialog = async (page: Page) => {
  const open = page.locator('[role=dialog], [role=alertdialog]');
  if ((await open.count()) > 0) await page.keyboard.press('Escape');
  await open.first().waitFor({ state: 'hidden' });
};

/** Screens with the same path are adjacent, because the path is opened once. */
const staff: readonly Screen[] = [
  { name: 'dashboard', path: '/admin' },
  {
    name: 'command palette',
    path: '/admin',
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Recently changed' }).getByRole('listitem').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: '/admin',
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Recently changed' }).getByRole('listitem').first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'users', path: '/admin/users', prepare: (page) => page.getByRole('row').nth(1).waitFor() },
  { name: 'roles dialog', path: '/admin/users', prepare: dialog('Manage roles of') },
  { name: 'activity dialog', path: '/admin/users', prepare: dialog('View activity of') },
  { name: 'invite dialog', path: '/admin/users', prepare: dialog('Invite User') },
  {
    name: 'users, none found',
    path: '/admin/users?search=zzz',
    prepare: (page) => page.getByText('No users found').waitFor(),
  },
  ...['analytics', 'social', 'branding', 'seo', 'general'].map((tab) => ({
    name: `settings, ${tab}`,
    path: `/admin/settings?tab=${tab}`,
    // On a phone there is a second tab panel for the preview.
    prepare: (page: Page) => page.getByRole('tabpanel').last().waitFor(),
  })),
  { name: 'account', path: '/admin/account', prepare: (page) => page.getByLabel('First name').waitFor() },
  { name: 'confirm dialog', path: '/admin/account', prepare: dialog('Sign out everywhere') },
];

export function a11ySuite(office: () => Office): void {
  let person: Person;
  beforeAll(async () => {
    person = await office().addPerson('inspector', { roles: ['admin'] });
  });

  describe.each(looksOfScreen)('axe finds no violations, %s at %d px', (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 900 } };

    const inspect = async (page: Page, screens: readonly Screen[]) => {
      const found: Record<string, string[]> = {};
      let opened = '';
      for (const { name, path, prepare } of screensIn(colorScheme, screens)) {
        if (path === opened) await closeDialog(page);
        else await visit(page, path);
        opened = path;
        await page.getByRole('heading', { level: 1 }).waitFor();
        await prepare?.(page);
        const wrong = await violations(page);
        if (wrong.length > 0) found[name] = wrong;
      }
      return found;
    };

    it('on signed-out screens', { tags: 'full' }, async () => {
      const page = await office().open('/auth/login', options);
      expect(await inspect(page, signedOut)).toEqual({});
      await page.context().close();
    });

    it('on signed-in screens', { timeout: 180_000 }, async () => {
      const page = await office().signIn(person, options);
      expect(await inspect(page, staff)).toEqual({});
      await page.context().close();
    });

    if (width !== 390) return;
    it('in the menu drawer', { tags: 'full' }, async () => {
      const page = await office().signIn(person, options);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });
  });
}
