import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import { looks, screensIn } from '../looks.ts';
import type { ContentOffice, Person } from '../office/content-office.ts';
import { field, onSave, refuse, pollSoon, visit } from '../office/screen.ts';

export function accessibleSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;

  beforeAll(async () => {
    office = opened();
    await office.addSection('a-section', { title: 'A section', content: 'Some **text**.' });
    await office.addSection('hidden', { title: 'Hidden one', is_visible: false });
    await office.addPage('a-page', { title: 'A page', body: '# Heading\n\n[a link](https://example.com)' });
    await office.addPage('below', { title: 'Below it', parent_id: 'a-page', is_published: true });
    await office.addDemo('a-demo', {
      heading: 'A demo',
      iframe_url: `${office.site}/demos`,
      is_password_protected: true,
    });
    await office.addPage('trashed', { title: 'Trashed' });
    const longest = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 200);
    await office.addSection('longest', { title: longest });
    await office.addPage('longest', { title: longest, parent_id: 'below' });
    await office.addDemo('longest', { heading: longest, slug: 'a'.repeat(100) });
  });

  const settled = (page: Page) => pollSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);

  /** The texts of links that extend beyond the right edge of the window. */
  const cutLinks = (page: Page) =>
    page
      .locator('main a[href]')
      .evaluateAll((links) =>
        links.filter((link) => link.getBoundingClientRect().right > innerWidth).map((link) => link.textContent),
      );

  /** Screens and dialogs, each with a path and, for dialogs, a function that opens it. */
  const screens: [name: string, path: string, open?: (page: Page) => Promise<unknown>][] = [
    ['sections', '/admin/homepage'],
    ['new section', '/admin/homepage/new'],
    ['section', '/admin/homepage/a-section'],
    ['pages', '/admin/pages'],
    ['pages as cards', '/admin/pages?view=cards'],
    [
      'filters of pages',
      '/admin/pages?menu=in',
      (page) => page.getByRole('group', { name: 'Filters' }).getByLabel('Author').waitFor(),
    ],
    [
      'navigation',
      '/admin/pages?view=navigation',
      (page) => page.getByRole('button', { name: 'Reorder Below it' }).waitFor(),
    ],
    [
      'moving a page',
      '/admin/pages?view=tree',
      async (page) => {
        await page.getByRole('button', { name: 'Move A page' }).click();
        await page.getByRole('dialog').getByLabel('Position').waitFor();
      },
    ],
    ['no pages found', '/admin/pages?q=zzzz'],
    ['page', '/admin/pages/a-page'],
    ['missing page', '/admin/pages/none'],
    ['demos', '/admin/demos'],
    ['new demo', '/admin/demos/new'],
    ['demo', '/admin/demos/a-demo'],
    ['trash', '/admin/trash'],
    ['nothing scheduled', '/admin/schedule'],
    [
      'history',
      '/admin/pages/a-page',
      async (page) => {
        await page.getByRole('button', { name: 'History' }).click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    ],
    ['confirmation', '/admin/pages', (page) => page.getByRole('button', { name: 'Delete Below it' }).click()],
    ['selection', '/admin/pages', (page) => page.getByLabel(/^Select all/).check()],
    [
      'marked fields and a notice',
      '/admin/pages/new',
      async (page) => {
        await field(page, 'Title').fill('x');
        await page.getByRole('textbox', { name: 'Body' }).waitFor();
        await onSave(page, (route) => refuse(route, 403));
        await page.keyboard.press('Control+s');
        await page.locator('[data-kind=failure]').waitFor();
        await pollSoon(() => page.getByRole('button', { name: 'Create Page' }).isEnabled()).toBe(true);
        await field(page, 'Title').fill('');
        await page.keyboard.press('Control+s');
        await page.getByText('Title is required').waitFor();
      },
    ],
    [
      'leaving',
      '/admin/pages/a-page',
      async (page) => {
        await field(page, 'Title').fill('Unsaved');
        await page.getByRole('link', { name: 'Back to Pages' }).click();
        await page.getByText('Leave without saving?').waitFor();
      },
    ],
    [
      'conflict',
      '/admin/pages/a-page',
      async (page) => {
        await office.addPage('clashing', { title: 'Before', body: 'One' });
        await visit(page, `${office.admin}/admin/pages/clashing`);
        await page.getByRole('textbox', { name: 'Body' }).waitFor();
        await field(page, 'Title').fill('Mine');
        await office.firestore.doc('pages/clashing').update({ title: 'Theirs', body: 'One\nTwo', rev: 2 });
        await page.keyboard.press('Control+s');
        await page.getByRole('heading', { name: /saved this first/ }).waitFor();
        await page.getByText('Merged already').waitFor();
      },
    ],
  ];

  describe.each(looks)('has no axe violations and no overflow, %s at %d px', (colorScheme, width) => {
    let person: Person;
    beforeAll(async () => {
      person = await office.signIn('admin', { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    });
    afterAll(() => person.context.close());

    it.each(screensIn(colorScheme, screens))('%s', async (_name, path, open) => {
      const { page } = person;
      await visit(page, office.admin + path);
      await page.locator('h1').waitFor();
      await settled(page);
      await open?.(page);
      expect(await violations(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await cutLinks(page)).toEqual([]);
    });
  });
}
