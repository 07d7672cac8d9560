import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, notice, refuse, pollSoon, visit, where } from '../office/screen.ts';

export function pagesListSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let uid: string;

  beforeAll(async () => {
    office = opened();
    ({ page, uid } = await office.signIn('editor'));
  });

  const open = (path: string) => visit(page, office.admin + path);
  const card = (id: string) => page.locator(`[data-page="${id}"]`);
  const longText = (length: number) => 'word '.repeat(Math.ceil(length / 5)).slice(0, length);

  describe('the list of pages', () => {
    beforeAll(async () => {
      await office.addPage('parent', { title: 'Parent One', body: longText(400), meta_description: longText(160) });
      await office.addPage('child', { title: 'Child Two', parent_id: 'parent', is_published: true, menu_order: 7 });
      await office.addPage('grandchild', { title: 'Grandchild', parent_id: 'child', show_in_menu: false });
    });
    beforeEach(async () => {
      await open('/admin/pages');
      await card('parent').waitFor();
    });

    it('shows each page with its address, state, menu order and excerpts as a card', { tags: 'full' }, async () => {
      await open('/admin/pages?view=cards');
      // Excerpts are loaded when their rows are visible.
      await pollSoon(() => card('parent').innerText()).toContain(`${longText(150).trim()}…`);
      const text = await card('parent').innerText();
      expect(text).toContain('Parent One');
      expect(text).toContain('/parent');
      expect(text).toContain('Draft');
      expect(text).toContain('In Menu');
      expect(text).toContain('Order: 0');
      expect(text).toContain(`SEO: ${longText(100).trim()}…`);
      await pollSoon(() => card('child').innerText()).toMatch(/Published[\s\S]*Order: 7/);
      await pollSoon(() => card('grandchild').innerText()).not.toContain('In Menu');
    });

    it('indents children under their parent with a tree glyph', { tags: 'full' }, async () => {
      const ids = await page.locator('[data-page]').evaluateAll((cards) => cards.map((each) => each.dataset['page']));
      expect(ids.indexOf('child')).toBe(ids.indexOf('parent') + 1);
      expect(ids.indexOf('grandchild')).toBe(ids.indexOf('child') + 1);
      await pollSoon(() => card('parent').locator('[data-tree-glyph]').count()).toBe(0);
      await pollSoon(() => card('child').locator('[data-tree-glyph]').count()).toBe(1);
      const indents = await Promise.all(
        ['parent', 'child', 'grandchild'].map(
          async (id) => (await card(id).getByRole('link').first().boundingBox())?.x ?? 0,
        ),
      );
      expect(indents).toEqual([...indents].sort((a, b) => a - b));
    });

    it(
      'searches title and slug case-insensitively, and keeps the search in the address',
      { tags: 'full' },
      async () => {
        const search = page.getByPlaceholder('Search pages by title or slug...');
        await search.fill('CHILD tw');
        await pollSoon(() => page.locator('[data-page]').count()).toBe(1);
        expect(page.url()).toContain('q=CHILD+tw');
        await page.reload();
        await card('child').waitFor();
        await pollSoon(() => page.locator('[data-page]').count()).toBe(1);
        await search.fill('Chïld TWÓ');
        await pollSoon(() => page.locator('[data-page]').count()).toBe(1);
        await search.fill('grandch');
        await card('grandchild').waitFor();
        await search.fill('no such page');
        await page.getByText('No pages found matching your search.').waitFor();
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await card('parent').waitFor();
      },
    );

    it('opens only published pages on the site, in a new tab', { tags: 'full' }, async () => {
      const view = card('child').getByRole('link', { name: /View/ });
      await pollSoon(() => view.getAttribute('href')).toBe(`${office.site}/child`);
      await pollSoon(() => view.getAttribute('target')).toBe('_blank');
      await pollSoon(() => card('parent').getByRole('link', { name: /View/ }).count()).toBe(0);
    });

    it('deletes a page after confirmation and restores it completely', async () => {
      await office.addPage('doomed', { title: 'Doomed', body: 'kept' });
      await page.reload();
      await card('doomed')
        .getByRole('button', { name: /Delete/ })
        .click();
      const dialog = page.getByRole('alertdialog');
      await pollSoon(() => dialog.innerText()).toMatch(
        /Are you sure\?\s+The page is removed from the site and moved to the trash\./,
      );
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect((await office.firestore.doc('pages/doomed').get()).exists).toBe(true);

      await card('doomed')
        .getByRole('button', { name: /Delete/ })
        .click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Page deleted successfully' });
      await pollSoon(() => card('doomed').count()).toBe(0);
      await pollSoon(async () => (await office.firestore.doc('pages/doomed').get()).exists).toBe(false);
      expect((await office.firestore.doc('trash/pages_doomed').get()).get('deleted_by')).toBe(uid);

      await notice(page, 'Page deleted successfully').getByRole('button', { name: 'Undo' }).click();
      await card('doomed').waitFor();
      const restored = await office.firestore.doc('pages/doomed').get();
      expect(restored.data()).toMatchObject({ title: 'Doomed', body: 'kept', slug: 'doomed' });
      expect((await office.firestore.doc('slugs/page:doomed').get()).get('id')).toBe('doomed');
    });

    it('explains the effect of a deletion on child pages and focuses the next row', { tags: 'full' }, async () => {
      for (const [id, parent_id] of [
        ['quokka-1', null],
        ['quokka-2', 'quokka-1'],
        ['quokka-3', null],
      ] as const) {
        await office.addPage(id, { title: id.toUpperCase(), parent_id, body: '# Big *news*\n\n- [here](/x)' });
      }
      await open('/admin/pages?q=quokka-&view=cards');
      await pollSoon(() => card('quokka-1').innerText()).toMatch(/Big news – here/);
      await open('/admin/pages?q=quokka-');
      const question = page.getByRole('alertdialog');
      const remove = async (id: string) => {
        await card(id)
          .getByRole('button', { name: /Delete/ })
          .focus();
        await page.keyboard.press('Enter');
        await question.getByRole('button', { name: 'Delete' }).focus();
      };
      await remove('quokka-1');
      const explanation = await question.innerText();
      expect(explanation).toContain('“QUOKKA-1” stays in the trash for 30 days');
      expect(explanation).toContain('The subpage “QUOKKA-2” stays and moves to the top level.');
      await page.keyboard.press('Enter');
      await pollSoon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('QUOKKA-2');
      await remove('quokka-2');
      await page.keyboard.press('Enter');
      await pollSoon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('QUOKKA-3');
      await remove('quokka-3');
      await page.keyboard.press('Enter');
      await pollSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    });

    it('keeps search and sorting when an editor returns to it', { tags: 'full' }, async () => {
      const address = '/admin/pages?q=child&sort=title';
      await open(address);
      await card('child').getByRole('link').first().click();
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await page.getByRole('heading', { name: 'Pages', exact: true }).waitFor();
      expect(where(page)).toBe(address);
    });

    it('closes a confirmation when its screen is left', { tags: 'full' }, async () => {
      await page.getByRole('link', { name: 'Demos', exact: true }).first().click();
      await page.waitForURL('**/admin/demos');
      await page.goBack();
      await card('parent')
        .getByRole('button', { name: /Delete/ })
        .click();
      const question = page.getByRole('alertdialog');
      await question.waitFor();
      await page.goForward();
      await page.waitForURL('**/admin/demos');
      await pollSoon(() => question.count()).toBe(0);
    });

    it('shows why a deletion failed and keeps the page', { tags: 'full' }, async () => {
      await page.route(/documents:commit/, (route) => refuse(route, 403));
      await card('grandchild')
        .getByRole('button', { name: /Delete/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Error deleting page', description: 'You do not have permission to do this.' });
      await card('grandchild').waitFor();
      await page.unroute(/documents:commit/);
    });

    it('shows an invalid document with its validation error', { tags: 'full' }, async () => {
      await office.firestore.doc('pages/broken').set({ title: 'Broken one', slug: 'NOT A SLUG', menu_order: 'first' });
      await page.reload();
      await pollSoon(() => card('broken').innerText()).toContain('URL slug: Slug must be lowercase with hyphens only');
      await office.firestore.doc('pages/broken').delete();
    });
  });
}
