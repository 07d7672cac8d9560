import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { previewedPage, field, openPreview, previewPane, pollSoon, visit, where } from '../office/screen.ts';

/** The live preview: the page with its real template next to the form. */
export function previewSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let wide: Page;
  let phone: Page;

  beforeAll(async () => {
    office = opened();
    await office.addPage('shown', { title: 'Shown', body: 'First words.', is_published: true, show_in_menu: true });
    await office.addPage('other', { title: 'Other', body: 'Elsewhere.', is_published: true, show_in_menu: true });
    await office.addPage('long', {
      title: 'Long',
      body: 'A paragraph of some words.\n\n'.repeat(200),
      is_published: true,
    });
    await office.addSection('top', { title: 'The top', content: 'Hello', is_published: true });
    await office.addDemo('played', { heading: 'Played', is_published: true });
    wide = (await office.signIn('admin', { viewport: { width: 1440, height: 900 } })).page;
    phone = (await office.signIn('editor', { viewport: { width: 390, height: 844 } })).page;
  });

  const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
  const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
  // Playwright's pointer ignores the CSS scale of the frame, so clicks are dispatched as events.
  const click = (selector: string) => previewedPage(wide).locator(selector).first().dispatchEvent('click');
  const outlined = (page: Page) =>
    previewedPage(page)
      .locator('[data-outlined]')
      .evaluateAll((marked) => marked.map((one) => one.getAttribute('data-edit')));

  async function open(page: Page, path: string): Promise<void> {
    await visit(page, office.admin + path);
    await page.locator('h1').waitFor();
    await pollSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
  }

  async function openWithPreview(path: string): Promise<void> {
    await open(wide, path);
    await openPreview(wide);
  }

  it(
    'opens with its button and shortcut, fills the height, and stays open on other screens',
    { tags: 'full' },
    async () => {
      await open(wide, '/admin/pages/shown');
      await field(wide, 'Title').focus();
      await wide.keyboard.press('Control+Shift+P');
      await previewedPage(wide).getByRole('heading', { name: 'Shown', level: 1 }).waitFor();
      expect(await isFocused(field(wide, 'Title'))).toBe(true);
      const box = await previewPane(wide).boundingBox();
      const form = await field(wide, 'Title').boundingBox();
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(900);
      expect(box?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
      expect(await wide.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
      await open(wide, '/admin/pages');
      await open(wide, '/admin/pages/shown');
      await previewedPage(wide).getByRole('heading', { name: 'Shown', level: 1 }).waitFor();
      await button(wide, 'Preview').click();
      await pollSoon(() => previewPane(wide).count()).toBe(0);
      await wide.keyboard.press('Control+Shift+P');
      await previewPane(wide).waitFor();
    },
  );

  it('renders typed text without losing keystrokes', async () => {
    await openWithPreview('/admin/pages/shown');
    await previewedPage(wide).getByRole('heading', { name: 'Shown', level: 1 }).waitFor();
    await field(wide, 'Title').focus();
    await wide.keyboard.press('End');
    await wide.keyboard.type(' and typed while it is drawn', { delay: 20 });
    await previewedPage(wide).getByRole('heading', { name: 'Shown and typed while it is drawn', level: 1 }).waitFor();
    expect(await field(wide, 'Title').inputValue()).toBe('Shown and typed while it is drawn');
    expect(await isFocused(field(wide, 'Title'))).toBe(true);
    await wide.getByRole('textbox', { name: 'Body' }).click();
    await wide.keyboard.press('Control+End');
    await wide.keyboard.type(' **Loud** words.');
    await previewedPage(wide).locator('strong').getByText('Loud').waitFor();
  });

  it('renders an unsaved document, which can be shared after it is saved', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/new');
    await field(wide, 'Title').fill('Never saved');
    await previewedPage(wide).getByRole('heading', { name: 'Never saved', level: 1 }).waitFor();
    await previewPane(wide).getByText('/page/never-saved').waitFor();
    expect(await button(previewPane(wide), 'Share a preview').isDisabled()).toBe(true);
    await button(wide, 'Create Page').click();
    await pollSoon(() => button(previewPane(wide), 'Share a preview').isDisabled()).toBe(false);
  });

  it('renders the live value of an invalid field with a hint', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/shown');
    await field(wide, 'Title').fill('');
    await previewPane(wide).getByText('Preview ignores invalid fields: Title').waitFor();
    await previewedPage(wide).getByRole('heading', { name: 'Shown', level: 1 }).waitFor();
    await field(wide, 'Title').fill('Shown');
    await pollSoon(() => previewPane(wide).getByText('Preview ignores invalid fields').count()).toBe(0);
  });

  it(
    'outlines the focused field and focuses the field of a clicked text, even in another tab',
    { tags: 'full' },
    async () => {
      await openWithPreview('/admin/pages/shown');
      await previewedPage(wide).getByRole('heading', { level: 1 }).waitFor();
      await field(wide, 'Title').focus();
      await pollSoon(() => outlined(wide)).toEqual(['pages/shown/title']);
      await click('.prose');
      await pollSoon(() => isFocused(wide.getByRole('textbox', { name: 'Body' }))).toBe(true);
      await pollSoon(() => outlined(wide)).toEqual(['pages/shown/body']);
      await click('[data-edit="pages/shown/nav_label"]');
      await pollSoon(() => isFocused(field(wide, 'Navigation label'))).toBe(true);
      await pollSoon(() => wide.getByRole('tab', { name: 'Navigation' }).getAttribute('aria-selected')).toBe('true');
    },
  );

  it('offers a link to another document’s editor', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/shown');
    await click('[data-edit="pages/other/nav_label"]');
    await previewPane(wide).getByText('This belongs to another page.').waitFor();
    await button(wide, 'Stay here').click();
    await pollSoon(() => previewPane(wide).getByText('This belongs to another page.').count()).toBe(0);
    await click('header [data-edit="settings/branding/site_name"]');
    await previewPane(wide).getByText('This belongs to the settings.').waitFor();
    await previewPane(wide).getByRole('link', { name: 'Edit it there' }).click();
    await pollSoon(() => where(wide)).toBe('/admin/settings?tab=branding');
    await pollSoon(() => isFocused(field(wide, 'Site name'))).toBe(true);
  });

  it('updates the colors while a color is chosen', { tags: 'full' }, async () => {
    await openWithPreview('/admin/settings?tab=branding');
    await field(wide, 'Primary color').fill('#7A1F1F');
    const color = () => previewedPage(wide).locator('link[rel=stylesheet]').last().getAttribute('href');
    await previewedPage(wide).locator('h1, h2').first().waitFor();
    const before = await color();
    await wide.getByLabel('Choose the primary color').fill('#1f7a3a');
    await pollSoon(color).not.toBe(before);
    await pollSoon(() => outlined(wide)).toEqual([]);
    await field(wide, 'Site name').fill('Another name');
    await previewedPage(wide).locator('header').getByText('Another name').waitFor();
    await click('[data-edit^="settings/general/"]');
    await pollSoon(() => where(wide)).toBe('/admin/settings?tab=general');
  });

  it.each([
    { path: '/admin/homepage/top', label: 'Title', typed: 'The new top' },
    { path: '/admin/demos/played', label: 'Heading', typed: 'Played again' },
  ])('updates while typing in $path', async ({ path, label, typed }) => {
    await openWithPreview(path);
    await field(wide, label).fill(typed);
    await pollSoon(() => previewedPage(wide).locator('h1, h2').allTextContents()).toContain(typed);
  });

  it('synchronizes scrolling with the text', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/long');
    await previewedPage(wide).getByRole('heading', { name: 'Long', level: 1 }).waitFor();
    const down = () =>
      previewedPage(wide)
        .locator('html')
        .evaluate((html) => html.scrollTop / (html.scrollHeight - html.clientHeight));
    await wide.getByRole('textbox', { name: 'Body' }).click();
    await wide.keyboard.press('Control+End');
    await pollSoon(down).toBeGreaterThan(0.9);
    const text = wide.locator('[data-markdown-source] .cm-scroller');
    // Repeats, because the text may still scroll to its caret.
    await pollSoon(async () => {
      await previewedPage(wide)
        .locator('html')
        .evaluate((html) => {
          html.scrollTo(0, 100);
          html.scrollTo(0, 0);
        });
      return text.evaluate((element) => element.scrollTop);
    }).toBe(0);
  });

  it('shows three widths, scaled to fit', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/shown');
    const width = () =>
      previewedPage(wide)
        .locator('html')
        .evaluate(() => innerWidth);
    for (const [name, wanted] of [
      ['Tablet', 820],
      ['Phone', 390],
      ['Desktop', 1280],
    ] as const) {
      await button(previewPane(wide), name).click();
      await pollSoon(width).toBe(wanted);
    }
  });

  it('is sandboxed on another origin than the admin', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/shown');
    const frame = previewPane(wide).locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
    expect(new URL((await frame.getAttribute('src')) ?? '').origin).not.toBe(new URL(office.admin).origin);
    expect(await violations(wide)).toEqual([]);
  });

  it('opens as a complete page in a tab', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/shown');
    await field(wide, 'Title').fill('Shown in a tab');
    const opening = wide.context().waitForEvent('page');
    await button(previewPane(wide), 'Open the preview in a new tab').click();
    const tab = await opening;
    await tab.getByRole('heading', { name: 'Shown in a tab', level: 1 }).waitFor();
    expect(new URL(tab.url()).pathname).toMatch(/^\/preview\/open\//);
    expect(await tab.locator('[data-edit]').count()).toBe(0);
    await tab.close();
  });

  it('creates links to the draft, counts their visits, and revokes them', { tags: 'full' }, async () => {
    await openWithPreview('/admin/pages/other');
    await button(previewPane(wide), 'Share a preview').click();
    const dialog = wide.getByRole('dialog', { name: 'Share a preview' });
    await dialog.getByText('No preview links yet.').waitFor();
    await button(dialog, 'Create a link').click();
    expect(await dialog.getByLabel('Preview link').inputValue()).toContain('/preview/link/');
    const links = dialog.getByRole('list', { name: 'Active links' }).getByRole('listitem');
    await pollSoon(() => links.allInnerTexts()).toEqual([expect.stringContaining('not opened yet')]);
    const visitor = await wide.context().newPage();
    await visitor.goto(await dialog.getByLabel('Preview link').inputValue());
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    await visitor.close();
    await button(dialog, 'Close').click();
    await button(previewPane(wide), 'Share a preview').click();
    await pollSoon(() => links.allInnerTexts()).toEqual([expect.stringContaining('opened once')]);
    expect(await violations(wide)).toEqual([]);
    await links.getByRole('button', { name: /^Revoke the link/ }).click();
    await dialog.getByText('No preview links yet.').waitFor();
    await button(dialog, 'Close').click();
  });

  describe('the preview on a phone', () => {
    it('replaces the form and shows the field of a clicked text', { tags: 'full' }, async () => {
      await open(phone, '/admin/pages/shown');
      await openPreview(phone);
      await previewedPage(phone).getByRole('heading', { level: 1 }).waitFor();
      expect(await field(phone, 'Title').isVisible()).toBe(false);
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(await violations(phone)).toEqual([]);
      await previewedPage(phone).getByRole('heading', { level: 1 }).click();
      await pollSoon(() => isFocused(field(phone, 'Title'))).toBe(true);
      await pollSoon(() => button(phone, 'Preview').getAttribute('aria-pressed')).toBe('false');
    });
  });
}
