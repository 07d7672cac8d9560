import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, notice, refuse, pollSoon, visit } from '../office/screen.ts';

/** Bulk actions on pages, and the focus afterwards. */
export function pagesInBulkSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    ({ page } = await office.signIn('editor'));
  });

  const open = (path: string) => visit(page, office.admin + path);
  const card = (id: string) => page.locator(`[data-page="${id}"]`);

  describe('bulk actions on pages', () => {
    it('publish and unpublish, with a result for each page', { tags: 'full' }, async () => {
      for (const id of ['wombat-1', 'wombat-2', 'wombat-3']) await office.addPage(id, { title: `Many ${id}` });
      await open('/admin/pages?q=wombat-');
      await page.getByLabel(/^Select all/).check();
      const selection = page.getByRole('region', { name: 'Selection' });
      await selection.getByText('3 pages selected').waitFor();
      await selection.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      await expectNotice(page, { title: 'Published: 3 pages' });
      for (const id of ['wombat-1', 'wombat-2', 'wombat-3']) {
        expect((await office.firestore.doc(`pages/${id}`).get()).data()).toMatchObject({ is_published: true, rev: 2 });
      }

      // One page cannot be changed. The other is, and the dialog names the failed one with the reason.
      await office.firestore.doc('pages/wombat-2').update({ nav_label: 42 });
      await page.getByLabel('Select Many wombat-1').check();
      await page.getByLabel('Select Many wombat-2').check();
      await selection.getByRole('button', { name: 'Unpublish' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
      const results = page.getByRole('dialog');
      await results.getByText('1 of 2 done').waitFor();
      await pollSoon(() => results.innerText()).toMatch(
        /Many wombat-2\s+You do not have permission[\s\S]*Many wombat-1\s+Unpublished/,
      );
      await office.firestore.doc('pages/wombat-2').update({ nav_label: null });
      await results.getByRole('button', { name: 'Try 1 again' }).click();
      await pollSoon(async () => (await office.firestore.doc('pages/wombat-2').get()).data()).toMatchObject({
        is_published: false,
      });
    });

    it('stay in the recent actions and in the palette, and are undone one after the other', async () => {
      const ids = ['yak-1', 'yak-2'];
      for (const id of ids) await office.addPage(id, { title: id.toUpperCase() });
      const published = async () =>
        Promise.all(ids.map(async (id) => (await office.data(`pages/${id}`))?.['is_published']));
      await open('/admin/pages?q=yak-');
      for (const name of ['Publish', 'Unpublish', 'Publish']) {
        await page.getByLabel(/^Select all/).check();
        await selection().getByRole('button', { name, exact: true }).click();
        await page.getByRole('alertdialog').getByRole('button', { name }).click();
        await expectNotice(page, { title: `${name}ed: 2 pages` });
        await notice(page, `${name}ed: 2 pages`).getByRole('button', { name: 'Dismiss' }).click();
      }
      const menu = page.getByRole('menu', { name: 'Recent actions' });
      const opener = page.getByRole('button', { name: 'Recent actions' });
      await opener.focus();
      await page.keyboard.press('Enter');
      await menu.getByRole('menuitem').first().waitFor();
      await pollSoon(() => menu.getByRole('menuitem').allInnerTexts()).toEqual([
        expect.stringMatching(/^Undo: Published: 2 pages\s+2 documents, \d/),
        expect.stringMatching(/^Undo: Unpublished: 2 pages/),
        expect.stringMatching(/^Undo: Published: 2 pages/),
      ]);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await pollSoon(published).toEqual([false, false]);
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search' });
      await palette.getByRole('combobox').fill('undo unpublished');
      await palette.getByRole('option', { name: /^Undo: Unpublished: 2 pages 2 documents/ }).click();
      await pollSoon(published).toEqual([true, true]);

      // A later change by someone else is kept, and the reason named.
      await office.firestore.doc('pages/yak-2').update({ title: 'Theirs', rev: 9, updated_by: 'somebody' });
      await opener.click();
      await pollSoon(() => menu.getByRole('menuitem').count()).toBe(1);
      await menu.getByRole('menuitem').click();
      await expectNotice(page, { title: "Couldn't undo", description: 'Someone has changed it since.' });
      await pollSoon(published).toEqual([false, true]);
      expect((await office.firestore.doc('pages/yak-2').get()).get('title')).toBe('Theirs');
      await opener.click();
      expect(await menu.getByRole('menuitem').count()).toBe(1);
      await page.keyboard.press('Escape');
    });

    it('count only the pages that they change', { tags: 'full' }, async () => {
      for (const id of ['platypus-1', 'platypus-2', 'platypus-3'])
        await office.addPage(id, { title: `Some ${id}`, is_published: id === 'platypus-1' });
      await open('/admin/pages?q=platypus-');
      await page.getByLabel(/^Select all/).check();
      await selection().getByRole('button', { name: 'Unpublish', exact: true }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('heading', { name: 'Unpublish 1 page?' }).waitFor();
      await question.getByText('Already unpublished: 2 pages.').waitFor();
      await page.route(/documents:commit/, (route) => refuse(route, 403));
      await question.getByRole('button', { name: 'Unpublish' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Not unpublished' }).waitFor();
      await page.unroute(/documents:commit/);
      await page.getByRole('button', { name: 'Try 1 again' }).click();
      await expectNotice(page, { title: 'Unpublished: 1 page' });

      await page.getByLabel(/^Select all/).check();
      await selection().getByRole('button', { name: 'Unpublish', exact: true }).click();
      await expectNotice(page, { title: 'Nothing to change', description: 'Already unpublished: 3 pages.' });
      await pollSoon(() => question.count()).toBe(0);
    });

    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const selection = () => page.getByRole('region', { name: 'Selection' });
    const pressed = async (button: Locator) => {
      await button.focus();
      await page.keyboard.press('Enter');
    };
    const bulk = async (name: string, ...titles: string[]) => {
      for (const title of titles) await page.getByLabel(`Select ${title}`).check();
      await pressed(selection().getByRole('button', { name, exact: true }));
      await pressed(page.getByRole('alertdialog').getByRole('button', { name }));
    };

    it('move the focus to a row after every action and undo', { tags: 'full' }, async () => {
      for (const id of ['row-1', 'row-2', 'row-3', 'row-4']) await office.addPage(id, { title: id.toUpperCase() });
      await open('/admin/pages?q=row-');
      await card('row-4').waitFor();
      await bulk('Publish', 'ROW-2', 'ROW-3');
      await pollSoon(focused).toBe('ROW-2');
      await page.getByLabel('Select ROW-3').check();
      await pressed(selection().getByRole('button', { name: 'Clear selection' }));
      await pollSoon(focused).toBe('ROW-3');
      await bulk('Delete', 'ROW-1', 'ROW-2');
      await pollSoon(focused).toBe('ROW-3');
      await pressed(card('row-3').getByRole('button', { name: /Delete/ }));
      await pressed(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
      await pollSoon(focused).toBe('ROW-4');
      await pressed(notice(page, 'Page deleted successfully').getByRole('button', { name: 'Undo' }));
      await pollSoon(focused).toBe('ROW-3');
      await bulk('Delete', 'ROW-4');
      await pollSoon(focused).toBe('ROW-3');
      await bulk('Delete', 'ROW-3');
      await pollSoon(focused).toBe('Pages');
    });

    it('report failures even if all other rows are gone, and deselect finished pages', { tags: 'full' }, async () => {
      for (const id of ['left-1', 'left-2']) await office.addPage(id, { title: id.toUpperCase() });
      await open('/admin/pages?q=left-');
      await card('left-2').waitFor();
      await page.route(/documents:commit/, (route) =>
        route.request().postData()?.includes('left-2') ? refuse(route, 403) : route.continue(),
      );
      await bulk('Delete', 'LEFT-1', 'LEFT-2');
      const results = page.getByRole('dialog');
      await results.getByText('1 of 2 done').waitFor();
      await page.keyboard.press('Escape');
      await pollSoon(focused).toBe('LEFT-2');
      await selection().getByText('1 page selected').waitFor();
      await page.unroute(/documents:commit/);
    });

    it('explain the effect on child pages before a parent is unpublished', { tags: 'full' }, async () => {
      await office.addPage('over', { title: 'Over', is_published: true });
      await office.addPage('under', { title: 'Under', parent_id: 'over', is_published: true });
      const words = 'The subpage “Under” stays published and moves to the top level of the menu.';
      await open('/admin/pages?q=over');
      await page.getByLabel('Select Over').check();
      await pressed(selection().getByRole('button', { name: 'Unpublish' }));
      const question = page.getByRole('alertdialog');
      await question.getByText(words).waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await open('/admin/pages/over');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Unpublish' }).click();
      await question.getByText(words).waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('switch', { name: 'Publish' }).uncheck();
      await page.getByRole('note').getByText(words).waitFor();
    });
  });
}
