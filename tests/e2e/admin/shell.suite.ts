import { notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Office, Person } from '../office/office.ts';
import { coveredControls, expectNotice, notice, refuse, pollSoon, where, visit } from '../office/screen.ts';
import { sampled } from '../../full.ts';

/** The frame around every staff screen. */
export function shellSuite(office: () => Office): void {
  let person: Person;
  beforeAll(async () => {
    person = await office().addPerson('keyboard', { roles: ['admin'] });
  });

  it(
    'shows notices that cover no controls on a phone, and removes a failure after a successful retry',
    { tags: 'full' },
    async () => {
      const page = await office().signIn(person, { viewport: { width: 390, height: 844 } });
      await visit(page, '/admin/pages/new');
      await page.getByLabel('Title').first().fill('Told once');
      await page.route(/documents:commit/, (route) => refuse(route, 403));
      const save = page.getByRole('button', { name: 'Create Page' }).first();
      await save.click();
      await expectNotice(page, notices.pageSaveFailed);
      expect(await coveredControls(page)).toEqual([]);
      await page.unroute(/documents:commit/);
      await save.click();
      await expectNotice(page, notices.pageCreated);
      await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
      await pollSoon(() => notice(page, notices.pageSaveFailed.title).count()).toBe(0);
      await pollSoon(() => coveredControls(page)).toEqual([]);
      await page.context().close();
    },
  );

  it('has menu, header and skeleton in the HTML of staff screens before scripts run', { tags: 'full' }, async () => {
    const page = await office().signIn(person);
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.reload();
    const shell = page.locator('#shell');
    await pollSoon(() => shell.isVisible()).toBe(true);
    await pollSoon(() => shell.getByText('Pages', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('Pages').count()).toBe(1);
    expect(await page.getByRole('listitem').count()).toBe(0);
    const before = await shell.getByText('Pages', { exact: true }).boundingBox();
    await page.unroute(/\/assets\/.*\.js$/);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await shell.isVisible()).toBe(false);
    // The application renders the menu at the same position as the HTML.
    const menu = page.getByRole('navigation', { name: 'Main' });
    const after = await menu.getByRole('link', { name: 'Pages', exact: true }).boundingBox();
    expect(Math.abs(after!.x - before!.x)).toBeLessThan(2);
    expect(Math.abs(after!.y - before!.y)).toBeLessThan(2);
    await page.context().close();
  });

  it('shows no menu before sign-in', { tags: 'full' }, async () => {
    const page = await office().open('/admin/pages');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.locator('#shell').isVisible()).toBe(false);
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.reload();
    await page.locator('#shell').waitFor({ state: 'attached' });
    expect(await page.locator('#shell').isVisible()).toBe(false);
    await page.context().close();
  });

  describe('keyboard navigation', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().signIn(person);
    });
    afterAll(() => page.context().close());
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

    it('skips to the content', async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    });

    it('moves focus to the title of a new screen', async () => {
      await page.getByRole('link', { name: 'Settings', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/settings');
      await pollSoon(focused).toBe('Site Settings');
      expect(await page.title()).toBe('Site Settings · Frontage');
    });

    it.each([
      ['d', '/admin'],
      ['h', '/admin/homepage'],
      ['p', '/admin/pages'],
      ['m', '/admin/demos'],
      ['u', '/admin/users'],
      ['s', '/admin/settings'],
      ['t', '/admin/trash'],
      ['a', '/admin/account'],
    ])('g %s opens %s', async (key, path) => {
      await page.locator('h1').focus();
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await pollSoon(() => where(page)).toBe(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    });

    it('finds and runs commands', async () => {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search' });
      await palette.getByRole('combobox').fill('new pag');
      await pollSoon(() => palette.getByRole('option').first().innerText()).toBe('New page');
      await page.keyboard.press('Enter');
      await pollSoon(() => where(page)).toBe('/admin/pages/new');
      await page.keyboard.press('Control+k');
      await palette.getByRole('combobox').fill('zzz');
      await palette.getByText('Nothing found.').waitFor();
      await page.keyboard.press('Escape');
      await pollSoon(() => palette.count()).toBe(0);
    });

    it('finds and opens documents', async () => {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search' });
      await palette.getByRole('combobox').fill('site this');
      const found = palette.getByRole('option', { name: 'About this site Page' });
      await found.click();
      await pollSoon(() => where(page)).toBe('/admin/pages/about-this-site');
      await page.keyboard.press('Escape');
      await pollSoon(() => palette.count()).toBe(0);
    });

    it('selects a command with the arrow keys', { tags: 'full' }, async () => {
      await visit(page, '/admin');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search' });
      const box = palette.getByRole('combobox');
      await box.fill('go to');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const active = await box.getAttribute('aria-activedescendant');
      await pollSoon(() => palette.locator(`[id="${active}"]`).innerText()).toContain('Go to Pages');
      await page.keyboard.press('Enter');
      await pollSoon(() => where(page)).toBe('/admin/pages');
    });

    it('lists the shortcuts on ? and disables single-key shortcuts', { tags: 'full' }, async () => {
      await visit(page, '/admin');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
      await page.keyboard.press('Escape');
      await pollSoon(() => sheet.count()).toBe(0);
      await page.keyboard.press('?');
      await pollSoon(() => sheet.count()).toBe(0);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('keyboard');
      await page.keyboard.press('Enter');
      await sheet.getByRole('switch').check();
      await page.keyboard.press('Escape');
    });

    it('focuses the search of a list on /', async () => {
      await visit(page, '/admin/users');
      await page.getByPlaceholder('Search by name or email...').waitFor();
      await page.locator('h1').focus();
      await page.keyboard.press('/');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toBe(
        'Search by name or email...',
      );
    });

    it('returns focus to the button that opened a dialog', async () => {
      const button = page.getByRole('button', { name: `Manage roles of ${person.email}` });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await pollSoon(() => page.getByRole('dialog').count()).toBe(0);
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });

  it('shows the menu in a drawer on a phone', { tags: 'full' }, async () => {
    const page = await office().signIn(person, { viewport: { width: 390, height: 844 } });
    await pollSoon(() => page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await pollSoon(() => drawer.getByRole('link').allInnerTexts()).toEqual([
      'Dashboard',
      'Homepage',
      'Pages',
      'Demos',
      'Media',
      'Schedule',
      'Launches',
      'Health',
      'Users',
      'Settings',
      'Trash',
      'Audit log',
      'View site',
      'Account security',
      'Sign out',
    ]);
    await pollSoon(() => drawer.getByText(person.email).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await pollSoon(() => drawer.count()).toBe(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await drawer.getByRole('link', { name: 'Users' }).click();
    await pollSoon(() => where(page)).toBe('/admin/users');
    await pollSoon(() => drawer.count()).toBe(0);

    // The table has a card layout, which is not wider than the screen.
    await page.getByRole('row').filter({ hasText: person.email }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.context().close();
  });

  it.each(sampled(['dark', 'light'] as const))(
    'starts with the system’s %s scheme before the application loads',
    async (scheme) => {
      const page = await office().open('/auth/login', { colorScheme: scheme });
      // Only scripts in the head run: the application is blocked.
      await page.route('**/assets/**', (route) => route.abort());
      await page.reload();
      const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(ground).toBe(scheme === 'dark' ? 'rgb(20, 19, 16)' : 'rgb(250, 248, 245)');
      await page.context().close();
    },
  );

  it('remembers the chosen color scheme', { tags: 'full' }, async () => {
    const page = await office().signIn(person, { colorScheme: 'light' });
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await isDark()).toBe(true);
    await page.reload();
    expect(await isDark()).toBe(true);
    await page.context().close();
  });

  it(
    'shows a visible offline notice at any scroll position and reloads data when it is online again',
    { tags: 'full' },
    async () => {
      const page = await office().signIn(person, { viewport: { width: 390, height: 400 } });
      await visit(page, '/admin/users');
      await page.getByRole('row').filter({ hasText: person.email }).waitFor();
      await page.context().setOffline(true);
      const notice = page.getByText('You are offline.');
      await notice.waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const { top, bottom } = await notice.evaluate((element) => {
        const box = element.getBoundingClientRect();
        return { top: box.top, bottom: box.bottom };
      });
      expect([top >= 0, bottom <= 400]).toEqual([true, true]);
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Pages' }).click();
      await page.getByText(/could not be (loaded|shown)/).waitFor();
      await page.context().setOffline(false);
      await page.locator('[data-page]').first().waitFor();
      await pollSoon(() => page.getByText('You are offline.').count()).toBe(0);
      await page.context().close();
    },
  );
}
