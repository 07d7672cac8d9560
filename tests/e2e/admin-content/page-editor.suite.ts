import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import {
  previewedPage,
  errorOf,
  expectNotice,
  expectRefused,
  field,
  onSave,
  openPreview,
  saveStatus,
  pollSoon,
  visit,
} from '../office/screen.ts';

export function pageEditorSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let uid: string;

  beforeAll(async () => {
    office = opened();
    ({ page, uid } = await office.signIn('editor'));
    await office.addPage('upper', { title: 'Upper page' });
    await office.addPage('middle', { title: 'Middle page', parent_id: 'upper' });
    await office.addPage('lower', { title: 'Lower page', parent_id: 'middle' });
    await office.addPage('unrelated', { title: 'Unrelated page' });
  });

  const open = (path: string) => visit(page, office.admin + path);

  const openNew = async () => {
    await open('/admin/pages/new');
    await field(page, 'Title').waitFor();
  };

  describe('validation in the page editor', () => {
    beforeAll(openNew);

    it.for([
      ['Title', 'Title is required', 'x', ''],
      ['Title', 'Title must be less than 200 characters', 'x', 'x'.repeat(201)],
      ['Title', 'Must not contain the character U+0000', 'x', 'a\u0000b'],
      ['URL slug', 'Slug is required', 'x', ''],
      ['URL slug', 'Slug must be less than 100 characters', 'x', 'x'.repeat(101)],
      ['URL slug', 'Slug must be lowercase with hyphens only', 'x', 'Not--Good'],
      ['URL slug', 'This slug is reserved by the site', 'x', 'admin'],
      ['Meta title', 'Meta title should be under 60 characters', 'x', 'x'.repeat(61)],
      ['Meta description', 'Meta description should be under 160 characters', 'x', 'x'.repeat(161)],
      ['Social image URL', 'Must be a valid URL', 'https://example.com/x.png', 'nonsense'],
      ['Navigation label', 'Navigation label must be less than 50 characters', 'x', 'x'.repeat(51)],
      ['Menu order', 'Order must be a whole number, 0 or more', '1', '-1'],
      ['Menu order', 'Order must be at most 9,007,199,254,740,991', '9007199254740991', '9223372036854775807'],
    ] as const)('%s: %s', async ([label, message, good, bad]) => {
      const submit = () => page.getByRole('button', { name: 'Create Page' }).click();
      await expectRefused(page, { label, good, bad, message, submit });
      await pollSoon(() => saveStatus(page)).toMatch(/Not saved\. Check/);
    });
  });

  describe('the page editor', () => {
    beforeEach(openNew);

    it('derives the slug from the title until it is edited', { tags: 'full' }, async () => {
      await field(page, 'Title').pressSequentially('Our Team & More!');
      await pollSoon(() => field(page, 'URL slug').inputValue()).toBe('our-team-more');
      await field(page, 'URL slug').fill('people');
      await field(page, 'Title').fill('Something else');
      await pollSoon(() => field(page, 'URL slug').inputValue()).toBe('people');
    });

    it('shows one error for a used slug and suggests a free one', { tags: 'full' }, async () => {
      await field(page, 'URL slug').fill('surely-free');
      await page.getByText('This slug is available').waitFor();
      await office.addPage('taken', { title: 'Was here first' });
      await field(page, 'Title').fill('Came second');
      await field(page, 'URL slug').fill('taken');
      await pollSoon(() => errorOf(page, 'URL slug')).toBe('This slug is already in use');
      await pollSoon(() => page.getByText('This slug is already in use').count()).toBe(1);
      await page.getByRole('button', { name: 'Create Page' }).click();
      await expectNotice(page, { title: 'Error saving page', description: 'This slug is already in use' });
      expect(await errorOf(page, 'URL slug')).toBe('This slug is already in use');
      await pollSoon(() => page.locator('form').getByText('This slug is already in use').count()).toBe(1);
      await page.getByRole('button', { name: 'Use taken-2' }).click();
      await pollSoon(() => field(page, 'URL slug').inputValue()).toBe('taken-2');
      await page.getByText('This slug is available').waitFor();
      expect(await errorOf(page, 'URL slug')).toBe(null);
    });

    it('focuses the title of a new document and reports no error before input', { tags: 'full' }, async () => {
      for (const [path, label] of [
        ['pages', 'Title'],
        ['homepage', 'Title'],
        ['demos', 'Heading'],
      ] as const) {
        await open(`/admin/${path}/new`);
        await pollSoon(() => field(page, label).evaluate((input) => input === document.activeElement)).toBe(true);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        expect(await errorOf(page, label)).toBe(null);
      }
      await openNew();
      await openPreview(page);
      await previewedPage(page).locator('main').waitFor();
      expect(await page.getByText('Preview ignores invalid fields').count()).toBe(0);
      await field(page, 'URL slug').fill('typed');
      await page.getByText('Preview ignores invalid fields').waitFor();
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
    });

    it('has defaults, the last menu position, and all parents', { tags: 'full' }, async () => {
      const orders = (await office.firestore.collection('pages').select('menu_order').get()).docs.map(
        (stored) => stored.get('menu_order') as unknown,
      );
      const last = Math.max(...orders.filter((order) => typeof order === 'number'));
      await pollSoon(() => field(page, 'Menu order').inputValue()).toBe(String(last + 1));
      await pollSoon(() => page.getByRole('switch', { name: 'Show in navigation' }).isChecked()).toBe(true);
      await pollSoon(() => page.getByRole('switch', { name: 'Publish' }).isChecked()).toBe(false);
      const options = await page.getByLabel('Parent page').locator('option').allInnerTexts();
      expect(options[0]).toBe('None (Top Level)');
      expect(options).toContain('Middle page');
    });

    it('creates a page and returns to the list, then updates it and stays', async () => {
      await field(page, 'Title').fill('Made Here');
      await page.getByLabel('Parent page').selectOption({ label: 'Upper page' });
      await field(page, 'Menu order').fill('');
      await page.getByRole('textbox', { name: 'Body' }).click();
      await page.keyboard.type('Hello **there**');
      await page.getByRole('button', { name: 'Create Page' }).click();
      await expectNotice(page, { title: 'Page created successfully' });
      await page.waitForURL(`${office.admin}/admin/pages`);
      const [made] = (await office.firestore.collection('pages').where('slug', '==', 'made-here').get()).docs;
      expect(made?.data()).toMatchObject({
        title: 'Made Here',
        body: 'Hello **there**',
        meta_title: null,
        parent_id: 'upper',
        menu_order: 0,
        is_published: false,
        show_in_menu: true,
        created_by: uid,
        rev: 1,
      });

      await page.getByRole('link', { name: 'Edit Made Here' }).click();
      await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
      await field(page, 'Title').fill('Made Better');
      await pollSoon(() => saveStatus(page)).toBe('Unsaved changes');
      await page.keyboard.press('Control+s');
      await expectNotice(page, { title: 'Page updated successfully' });
      expect(page.url()).toContain(`/admin/pages/${made?.id}`);
      await pollSoon(() => saveStatus(page)).toMatch(/^Saved \d+:\d+/);
      expect((await made?.ref.get())?.data()).toMatchObject({ title: 'Made Better', slug: 'made-here', rev: 2 });
    });

    it('prevents a second save while one is pending', { tags: 'full' }, async () => {
      await office.addPage('slow', { title: 'Slow' });
      await open('/admin/pages/slow');
      await field(page, 'Title').fill('Slower');
      const held = Promise.withResolvers<void>();
      await onSave(page, (route) => held.promise.then(() => route.continue()));
      const button = page.getByRole('button', { name: 'Save Changes' });
      await button.click();
      await pollSoon(() => button.isDisabled()).toBe(true);
      held.resolve();
      await expectNotice(page, { title: 'Page updated successfully' });
      await pollSoon(() => button.isDisabled()).toBe(false);
    });

    it('excludes a page’s descendants from its parents', async () => {
      await open('/admin/pages/upper');
      await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
      const parents = page.getByLabel('Parent page').locator('option');
      await pollSoon(() => parents.allInnerTexts()).toContain('Unrelated page');
      const options = await parents.allInnerTexts();
      for (const title of ['Upper page', 'Middle page', 'Lower page']) expect(options).not.toContain(title);
    });

    it('rejects an existing cycle of parents', { tags: 'full' }, async () => {
      await office.addPage('ring-a', { title: 'Ring A', parent_id: 'ring-b' });
      await office.addPage('ring-b', { title: 'Ring B', parent_id: 'ring-a' });
      await page.goto(`${office.admin}/admin/pages/ring-a`);
      await page.getByLabel('Parent page').locator('option', { hasText: 'Ring B' }).waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await pollSoon(() => errorOf(page, 'Parent page')).toBe('A page cannot be placed below itself');
    });

    it('shows an error for a text that is too long', { tags: 'full' }, async () => {
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

    it('shows the search result and social card previews', async () => {
      await field(page, 'Title').fill('A fine page');
      const previews = page.getByRole('group', { name: 'Previews' });
      await pollSoon(() => previews.innerText()).toContain('A fine page');
      await field(page, 'Meta title').fill('Better for engines');
      await field(page, 'Meta description').fill('What it is about');
      await pollSoon(() => previews.innerText()).toContain('Better for engines');
      await pollSoon(() => previews.innerText()).toContain('What it is about');
      await pollSoon(() => page.getByText('18/60').count()).toBe(1);
      await pollSoon(() => page.getByText('16/160').count()).toBe(1);
    });

    it('renders Markdown like the site and has formatting commands', async () => {
      const source = page.getByRole('textbox', { name: 'Body' });
      await openPreview(page);
      await source.click();
      await page.keyboard.type('<script>alert(1)</script>');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.type('strong');
      await page.keyboard.press('Shift+Home');
      await page.keyboard.press('Control+b');
      const preview = previewedPage(page).locator('.prose');
      await pollSoon(() => preview.innerHTML()).toContain('<strong>strong</strong>');
      expect(await preview.innerHTML()).toContain('&lt;script&gt;');
      await page.getByRole('toolbar').getByRole('button', { name: 'Italic' }).click();
      await pollSoon(() => preview.innerHTML()).toContain('<em>');
    });

    it('shows that a page does not exist', { tags: 'full' }, async () => {
      await open('/admin/pages/nothing-here');
      await page.getByText('This no longer exists').waitFor();
    });
  });
}
