import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notice, shortly } from '../admin/screen.ts';
import type { BackOffice } from './back-office.ts';
import { expectToast, field, fieldError, refuse, saveStatus } from './screen.ts';

export function pagesSuite(opened: () => BackOffice): void {
  let office: BackOffice;
  let page: Page;
  let uid: string;

  beforeAll(async () => {
    office = opened();
    ({ page, uid } = await office.signIn('editor'));
  });

  const open = (path: string) => page.goto(office.admin + path);
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

    it('shows each page with its address, state, place and previews', async () => {
      const text = await card('parent').innerText();
      expect(text).toContain('Parent One');
      expect(text).toContain('/parent');
      expect(text).toContain('Draft');
      expect(text).toContain('In Menu');
      expect(text).toContain('Order: 0');
      expect(text).toContain(`${longText(150).trim()}…`);
      expect(text).toContain(`SEO: ${longText(100).trim()}…`);
      expect(await card('child').innerText()).toMatch(/Published[\s\S]*Order: 7/);
      expect(await card('grandchild').innerText()).not.toContain('In Menu');
    });

    it('indents children under their parent with a tree glyph', async () => {
      const ids = await page.locator('[data-page]').evaluateAll((cards) => cards.map((each) => each.dataset['page']));
      expect(ids.indexOf('child')).toBe(ids.indexOf('parent') + 1);
      expect(ids.indexOf('grandchild')).toBe(ids.indexOf('child') + 1);
      expect(await card('parent').locator('[data-tree-glyph]').count()).toBe(0);
      expect(await card('child').locator('[data-tree-glyph]').count()).toBe(1);
      const indents = await Promise.all(
        ['parent', 'child', 'grandchild'].map(
          async (id) => (await card(id).getByRole('checkbox').boundingBox())?.x ?? 0,
        ),
      );
      expect(indents).toEqual([...indents].sort((a, b) => a - b));
    });

    it('searches title and slug, whatever the case, and keeps the search in the address', async () => {
      const search = page.getByPlaceholder('Search pages by title or slug...');
      await search.fill('CHILD t');
      await shortly(() => page.locator('[data-page]').count()).toBe(1);
      expect(page.url()).toContain('q=CHILD+t');
      await page.reload();
      await card('child').waitFor();
      expect(await page.locator('[data-page]').count()).toBe(1);
      await search.fill('grandch');
      await card('grandchild').waitFor();
      await search.fill('no such page');
      await page.getByText('No pages found matching your search.').waitFor();
      await page.getByRole('button', { name: 'Clear search' }).click();
      await card('parent').waitFor();
    });

    it('opens only published pages on the site, in a new tab', async () => {
      const view = card('child').getByRole('link', { name: /View/ });
      expect(await view.getAttribute('href')).toBe(`${office.site}/child`);
      expect(await view.getAttribute('target')).toBe('_blank');
      expect(await card('parent').getByRole('link', { name: /View/ }).count()).toBe(0);
    });

    it('deletes after asking, says so, and brings it back whole', async () => {
      await office.addPage('doomed', { title: 'Doomed', body: 'kept' });
      await page.reload();
      await card('doomed')
        .getByRole('button', { name: /Delete/ })
        .click();
      const dialog = page.getByRole('alertdialog');
      expect(await dialog.innerText()).toMatch(
        /Are you sure\?\s+This action cannot be undone\. This will permanently delete the page\./,
      );
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect((await office.firestore.doc('pages/doomed').get()).exists).toBe(true);

      await card('doomed')
        .getByRole('button', { name: /Delete/ })
        .click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'Page deleted successfully');
      expect(await card('doomed').count()).toBe(0);
      await shortly(async () => (await office.firestore.doc('pages/doomed').get()).exists).toBe(false);
      expect((await office.firestore.doc('trash/pages_doomed').get()).get('deleted_by')).toBe(uid);

      await notice(page, 'Page deleted successfully').getByRole('button', { name: 'Undo' }).click();
      await card('doomed').waitFor();
      const restored = await office.firestore.doc('pages/doomed').get();
      expect(restored.data()).toMatchObject({ title: 'Doomed', body: 'kept', slug: 'doomed' });
      expect((await office.firestore.doc('slugs/page:doomed').get()).get('id')).toBe('doomed');
    });

    it('says why a delete failed, and keeps the page', async () => {
      await page.route(/documents:commit/, (route) => refuse(route, 403));
      await card('grandchild')
        .getByRole('button', { name: /Delete/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'Error deleting page', 'You do not have permission to do this.');
      await card('grandchild').waitFor();
      await page.unroute(/documents:commit/);
    });

    it('publishes, unpublishes and deletes many, with a result for each', async () => {
      for (const id of ['many-1', 'many-2', 'many-3']) await office.addPage(id, { title: `Many ${id}` });
      await open('/admin/pages?q=many-');
      await page.getByLabel(/^Select all/).check();
      const selection = page.getByRole('region', { name: 'Selection' });
      await selection.getByText('3 pages selected').waitFor();
      await selection.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      await expectToast(page, 'Published: 3 pages');
      for (const id of ['many-1', 'many-2', 'many-3']) {
        expect((await office.firestore.doc(`pages/${id}`).get()).data()).toMatchObject({ is_published: true, rev: 2 });
      }

      // One of them cannot be changed: the others are, and it is named with the reason.
      await office.firestore.doc('pages/many-2').update({ title: 42 });
      await page.getByLabel('Select Many many-1').check();
      await page.getByLabel('Select Many many-2').check();
      await selection.getByRole('button', { name: 'Unpublish' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
      const results = page.getByRole('dialog');
      await results.getByText('1 of 2 done').waitFor();
      expect(await results.innerText()).toMatch(
        /Many many-2\s+You do not have permission[\s\S]*Many many-1\s+Unpublished/,
      );
      await office.firestore.doc('pages/many-2').update({ title: 'Many two' });
      await results.getByRole('button', { name: 'Try 1 again' }).click();
      await shortly(async () => (await office.firestore.doc('pages/many-2').get()).get('is_published')).toBe(false);
    });

    it('shows a document that breaks the rules instead of failing', async () => {
      await office.firestore.doc('pages/broken').set({ title: 'Broken one', slug: 'NOT A SLUG', menu_order: 'first' });
      await page.reload();
      await shortly(() => card('broken').innerText()).toContain('slug: Slug must be lowercase with hyphens only');
      await office.firestore.doc('pages/broken').delete();
    });
  });

  describe('the page editor', () => {
    beforeEach(async () => {
      await open('/admin/pages/new');
      await field(page, 'Title').waitFor();
    });

    it.each([
      ['Title', 'Title is required', ''],
      ['Title', 'Title must be less than 200 characters', 'x'.repeat(201)],
      ['URL Slug', 'Slug is required', ''],
      ['URL Slug', 'Slug must be less than 100 characters', 'x'.repeat(101)],
      ['URL Slug', 'Slug must be lowercase with hyphens only', 'Not--Good'],
      ['URL Slug', 'This slug is reserved by the site', 'admin'],
      ['Meta Title', 'Meta title should be under 60 characters', 'x'.repeat(61)],
      ['Meta Description', 'Meta description should be under 160 characters', 'x'.repeat(161)],
      ['Social Image URL', 'Must be a valid URL', 'nonsense'],
      ['Navigation Label', 'Navigation label must be less than 50 characters', 'x'.repeat(51)],
      ['Menu Order', 'Order must be a whole number, 0 or more', '-1'],
    ])('%s: %s', async (label, message, value) => {
      await field(page, label).fill(value || 'x');
      await field(page, label).fill(value);
      await page.getByRole('button', { name: 'Create Page' }).click();
      await shortly(() => fieldError(page, label)).toBe(message);
      expect(await saveStatus(page)).toMatch(/Not saved\. Check/);
    });

    it('makes the slug from the title until somebody edits it', async () => {
      await field(page, 'Title').pressSequentially('Our Team & More!');
      expect(await field(page, 'URL Slug').inputValue()).toBe('our-team-more');
      await field(page, 'URL Slug').fill('people');
      await field(page, 'Title').fill('Something else');
      expect(await field(page, 'URL Slug').inputValue()).toBe('people');
    });

    it('says at once whether a slug is free', async () => {
      await field(page, 'URL Slug').fill('surely-free');
      await page.getByText('This slug is free').waitFor();
      await field(page, 'URL Slug').fill('parent');
      await page.getByText('This slug is already in use').waitFor();
      await field(page, 'Title').fill('Second parent');
      await page.getByRole('button', { name: 'Create Page' }).click();
      await expectToast(page, 'Error saving page', 'This slug is already in use');
      expect(await fieldError(page, 'URL Slug')).toBe('This slug is already in use');
    });

    it('starts with the defaults and offers every parent', async () => {
      expect(await field(page, 'Menu Order').inputValue()).toBe('0');
      expect(await page.getByRole('switch', { name: 'Show in Navigation' }).isChecked()).toBe(true);
      expect(await page.getByRole('switch', { name: 'Publish' }).isChecked()).toBe(false);
      const options = await page.getByLabel('Parent Page').locator('option').allInnerTexts();
      expect(options[0]).toBe('None (Top Level)');
      expect(options).toContain('Child Two');
    });

    it('creates a page and returns to the list, then updates it and stays', async () => {
      await field(page, 'Title').fill('Made Here');
      await page.getByLabel('Parent Page').selectOption({ label: 'Parent One' });
      await field(page, 'Menu Order').fill('');
      await page.getByRole('textbox', { name: 'Body' }).click();
      await page.keyboard.type('Hello **there**');
      await page.getByRole('button', { name: 'Create Page' }).click();
      await expectToast(page, 'Page created successfully');
      await page.waitForURL(`${office.admin}/admin/pages`);
      const [made] = (await office.firestore.collection('pages').where('slug', '==', 'made-here').get()).docs;
      expect(made?.data()).toMatchObject({
        title: 'Made Here',
        body: 'Hello **there**',
        meta_title: null,
        parent_id: 'parent',
        menu_order: 0,
        is_published: false,
        show_in_menu: true,
        created_by: uid,
        rev: 1,
      });

      await page.getByRole('link', { name: 'Edit Made Here' }).click();
      await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
      await field(page, 'Title').fill('Made Better');
      expect(await saveStatus(page)).toBe('Unsaved changes');
      await page.keyboard.press('Control+s');
      await expectToast(page, 'Page updated successfully');
      expect(page.url()).toContain(`/admin/pages/${made?.id}`);
      expect(await saveStatus(page)).toMatch(/^Saved at .+ · Not published$/);
      expect((await made?.ref.get())?.data()).toMatchObject({ title: 'Made Better', slug: 'made-here', rev: 2 });
    });

    it('lets nobody save twice while a save is under way', async () => {
      await office.addPage('slow', { title: 'Slow' });
      await open('/admin/pages/slow');
      await field(page, 'Title').fill('Slower');
      const held = Promise.withResolvers<void>();
      await page.route(/documents:commit/, (route) => held.promise.then(() => route.continue()), { times: 1 });
      const button = page.getByRole('button', { name: 'Save Changes' });
      await button.click();
      await shortly(() => button.isDisabled()).toBe(true);
      held.resolve();
      await expectToast(page, 'Page updated successfully');
      await shortly(() => button.isDisabled()).toBe(false);
    });

    it('keeps a page out of its own descendants', async () => {
      await open('/admin/pages/parent');
      await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
      const parents = page.getByLabel('Parent Page').locator('option');
      await shortly(() => parents.allInnerTexts()).toContain('Doomed');
      const options = await parents.allInnerTexts();
      for (const title of ['Parent One', 'Child Two', 'Grandchild']) expect(options).not.toContain(title);
    });

    it('refuses a circle of parents that was made past the form', async () => {
      await office.addPage('ring-a', { title: 'Ring A', parent_id: 'ring-b' });
      await office.addPage('ring-b', { title: 'Ring B', parent_id: 'ring-a' });
      await open('/admin/pages/ring-a');
      await page.getByLabel('Parent Page').locator('option', { hasText: 'Ring B' }).waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await shortly(() => fieldError(page, 'Parent Page')).toBe('A page cannot be placed below itself');
    });

    it('says when a text is too long', async () => {
      await field(page, 'Title').fill('Long');
      await page.getByRole('textbox', { name: 'Body' }).evaluate(
        (target, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        `${'word '.repeat(16)}\n`.repeat(2_500),
      );
      await page.getByRole('button', { name: 'Create Page' }).click();
      await page.getByText('Body must be less than 200,000 characters').waitFor();
    });

    it('shows what search engines and social networks will show', async () => {
      await field(page, 'Title').fill('A fine page');
      const previews = page.getByRole('group', { name: 'Previews' });
      await shortly(() => previews.innerText()).toContain('A fine page');
      await field(page, 'Meta Title').fill('Better for engines');
      await field(page, 'Meta Description').fill('What it is about');
      await shortly(() => previews.innerText()).toContain('Better for engines');
      expect(await previews.innerText()).toContain('What it is about');
      expect(await page.getByText('18/60').count()).toBe(1);
      expect(await page.getByText('16/160').count()).toBe(1);
    });

    it('draws markdown as the site does, and offers its commands', async () => {
      const source = page.getByRole('textbox', { name: 'Body' });
      await source.click();
      await page.keyboard.type('<script>alert(1)</script>');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.type('strong');
      await page.keyboard.press('Shift+Home');
      await page.keyboard.press('Control+b');
      const preview = page.locator('[data-preview]');
      await shortly(() => preview.innerHTML()).toContain('<strong>strong</strong>');
      expect(await preview.innerHTML()).toContain('&lt;script&gt;');
      await page.getByRole('toolbar').getByRole('button', { name: 'Italic' }).click();
      await shortly(() => preview.innerHTML()).toContain('<em>');
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      expect(await source.isVisible()).toBe(false);
    });

    it('says so when there is no such page', async () => {
      await open('/admin/pages/nothing-here');
      await page.getByText('This no longer exists').waitFor();
    });
  });
}
