import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { button, chooseAction, field, pollSoon, visit } from '../office/screen.ts';

/** Links by document id: picked in both editors, followed by the site, and checked while writing. */
export function linksSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  const pages = {} as Record<'source' | 'visual', Page>;
  let count = 0;

  beforeAll(async () => {
    office = opened();
    await office.addPage('aims', {
      title: 'Ziele im Überblick',
      slug: 'ziele',
      body: '## Our plan\n\nText',
      is_published: true,
    });
    await office.addPage('secret', { title: 'Not for all', slug: 'not-for-all' });
    await office.addDemo('talk', { heading: 'Talk to Grace', slug: 'talk-to-grace', is_published: true });
    pages.source = (await office.signIn('editor')).page;
    pages.visual = (await office.signIn('admin', { isVisual: true })).page;
  });

  const site = async (path: string): Promise<string> => (await fetch(office.site + path)).text();
  const body = (page: Page): Locator => page.getByRole('textbox', { name: 'Body' });
  const box = (page: Page): Locator => page.getByRole('dialog', { name: 'Link' });
  const problems = (page: Page): Locator => page.getByRole('list', { name: 'Links to check' }).getByRole('listitem');

  /** Opens a published page with this text, and places the caret at its end. */
  async function openText(page: Page, text: string): Promise<string> {
    const id = `link-${(count += 1)}`;
    await office.addPage(id, { title: `Linking ${id}`, body: text, is_published: true });
    await visit(page, `${office.admin}/admin/pages/${id}`);
    await body(page).click();
    await page.keyboard.press('Control+End');
    return id;
  }

  async function save(page: Page, id: string, rev: number): Promise<unknown> {
    await page.keyboard.press('Control+s');
    await pollSoon(async () => (await office.data(`pages/${id}`))?.['rev']).toBe(rev);
    return (await office.data(`pages/${id}`))?.['body'];
  }

  describe.each(['source', 'visual'] as const)('in the %s editor', (mode) => {
    // The editors share these parts: each is tested daily in one of them.
    const daily = (editor: typeof mode) => (editor === mode ? {} : { tags: 'full' });
    let page: Page;
    beforeEach(() => {
      page = pages[mode];
    });

    it('lists recent documents after [[ and inserts the chosen one by id', daily('visual'), async () => {
      const id = await openText(page, 'See');
      await page.keyboard.type(' [[');
      await box(page).getByRole('option').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.type('im uberbl');
      await pollSoon(() => box(page).getByRole('option').count()).toBe(1);
      await page.keyboard.press('Enter');
      await page.keyboard.type(' now');
      expect(await save(page, id, 2)).toBe('See [Ziele im Überblick](page:aims) now');
    });

    it('shows the target of a link and chooses a part of the page', { tags: 'full' }, async () => {
      const id = await openText(page, 'See [this page](page:aims)');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
      // The editor learns of the moved caret by an event that follows the key.
      await page.waitForTimeout(200);
      await page.keyboard.press('Control+k');
      await box(page).getByText('Ziele im Überblick · /page/ziele').waitFor();
      await box(page).getByLabel('Part of the page').selectOption('Our plan');
      expect(await save(page, id, 2)).toBe('See [this page](page:aims#our-plan)');
    });

    it('stores the address of a document by id and refuses incomplete addresses', daily('source'), async () => {
      const id = await openText(page, 'See');
      await page.keyboard.type(' ');
      await page.keyboard.press('Control+k');
      const input = box(page).getByRole('combobox');
      await input.fill('https://');
      await box(page).getByText('Enter a complete address').waitFor();
      await input.fill('/demo/talk-to-grace');
      await page.keyboard.press('Enter');
      expect(await save(page, id, 2)).toBe('See [Talk to Grace](demo:talk)');
    });

    it('marks links to missing and unpublished documents and to missing parts', daily('visual'), async () => {
      await openText(page, 'An [a](page:gone), [b](page:secret), [c](page:aims#nowhere) and [d](page:aims#our-plan).');
      await pollSoon(() => problems(page).allInnerTexts()).toEqual([
        '“a” links to a document that does not exist.',
        '“b” links to “Not for all”, which is not published.',
        '“c” links to the part “nowhere”, which “Ziele im Überblick” does not have.',
      ]);
      const marked = page.locator(mode === 'visual' ? '.broken-link' : '.cm-broken-link');
      await pollSoon(() => marked.count()).toBeGreaterThanOrEqual(3);
      await page.keyboard.type(' More');
      await page.locator('[data-impact]').getByText('3 links to check').waitFor();
      expect(await violations(page)).toEqual([]);
      await button(page, 'Save Changes').waitFor();
    });
  });

  it('follow a changed slug in the release that changes it, and are text without a published target', async () => {
    const page = pages.source;
    const id = await openText(page, 'See [our aims](page:aims#our-plan).');
    const linked = () => site(`/page/${id}`);
    await pollSoon(linked).toContain('See <a href="/page/ziele#our-plan">our aims</a>.');
    expect(await site('/page/ziele')).toContain('<h2 id="our-plan">Our plan</h2>');
    await visit(page, `${office.admin}/admin/pages/aims`);
    await field(page, 'URL slug').fill('neue-ziele');
    await page.keyboard.press('Control+s');
    await pollSoon(async () => (await fetch(`${office.site}/page/neue-ziele`)).status).toBe(200);
    expect(await linked()).toContain('See <a href="/page/neue-ziele#our-plan">our aims</a>.');

    await chooseAction(page, 'Unpublish');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await pollSoon(linked).toContain('See our aims.');
    // The editor has the answer, too: a screen opened before would be left again.
    await page.getByText('Draft', { exact: true }).first().waitFor();
    await visit(page, `${office.admin}/admin/pages/${id}`);
    await pollSoon(() => problems(page).allInnerTexts()).toEqual([
      '“our aims” links to “Ziele im Überblick”, which is not published.',
    ]);
  });
}
