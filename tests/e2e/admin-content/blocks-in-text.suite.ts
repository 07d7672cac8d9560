import { blocks } from '@frontage/model/blocks';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { button, pollSoon, visit } from '../office/screen.ts';

/** Blocks in both editors of a text: the list of their mistakes, and their insertion in the source editor. */
export function blocksInTextSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  const pages = {} as Record<'source' | 'visual', Page>;
  let count = 0;

  beforeAll(async () => {
    office = opened();
    pages.source = (await office.signIn('editor')).page;
    pages.visual = (await office.signIn('admin', { isVisual: true })).page;
  });

  const body = (page: Page): Locator => page.getByRole('textbox', { name: 'Body' });
  const mistakes = (page: Page): Locator =>
    page.getByRole('list', { name: 'Mistakes in blocks' }).getByRole('listitem');
  const mistake = (page: Page, words: string): Locator => mistakes(page).getByRole('button', { name: words });

  async function openText(page: Page, text: string): Promise<string> {
    const id = `blocks-${(count += 1)}`;
    await office.addPage(id, { title: `Blocks ${id}`, body: text });
    await visit(page, `${office.admin}/admin/pages/${id}`);
    await body(page).waitFor();
    return id;
  }

  async function save(page: Page, id: string): Promise<unknown> {
    await page.keyboard.press('Control+s');
    await pollSoon(async () => (await office.data(`pages/${id}`))?.['rev']).toBe(2);
    return (await office.data(`pages/${id}`))?.['body'];
  }

  const broken = [
    'First paragraph',
    '',
    ':::::columns',
    '::::column',
    'Left',
    '',
    ':::callout[Note]{type="loud"}',
    'Inside',
    ':::',
    '::::',
    '::::column',
    'Right',
    '::::',
    ':::::',
    '',
    'Before',
    '::unknown[a]{b="c"}',
  ].join('\n');
  const listed = [
    'Line 7, Callout: Type must be one of: info, tip, warning.',
    'Line 17, unknown: There is no block with the name "unknown". Visitors see the Markdown of the block.',
  ];

  it('lists mistakes in the source editor, each leading to its line', async () => {
    const page = pages.source;
    const id = await openText(page, broken);
    await pollSoon(() => mistakes(page).allInnerTexts()).toEqual(listed);
    expect(await violations(page)).toEqual([]);
    await mistake(page, 'Line 7').click();
    await page.keyboard.type(':::callout[Note]{type="tip"}');
    await pollSoon(() => mistakes(page).count()).toBe(1);
    await mistake(page, 'Line 17').press('Enter');
    await page.keyboard.type('After');
    await pollSoon(() => mistakes(page).count()).toBe(0);
    const corrected = broken.replace('loud', 'tip').replace('::unknown[a]{b="c"}', 'After');
    expect(await save(page, id)).toBe(corrected);
  });

  it('lists mistakes in the visual editor, each leading to its block', { tags: 'full' }, async () => {
    const page = pages.visual;
    const id = await openText(page, broken);
    await pollSoon(() => mistakes(page).allInnerTexts()).toEqual([
      'Callout “Note”: Type must be one of: info, tip, warning.',
      'unknown “a”: There is no block with the name "unknown". Visitors see the Markdown of the block.',
    ]);
    await mistake(page, 'Callout “Note”').click();
    const form = page.getByRole('dialog', { name: 'Callout' });
    const type = form.getByLabel('Type');
    await pollSoon(() => type.evaluate((select) => select === document.activeElement)).toBe(true);
    await type.selectOption('Tip');
    await form.getByRole('button', { name: 'Done' }).click();
    await pollSoon(() => mistakes(page).count()).toBe(1);
    // The edited block is written again, without blank lines.
    await mistake(page, 'There is no block').press('Enter');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('After');
    await pollSoon(() => mistakes(page).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await save(page, id)).toMatch(
      /^First[^]+:::callout\[Note\]\{type="tip"\}\nInside\n:::[^]+\n\nBefore\nAfter$/,
    );
  });

  describe('the source editor', () => {
    it('inserts a block by keyboard, named by words, with its first value selected', async () => {
      const page = pages.source;
      const id = await openText(page, 'First line\n\nLast line');
      await body(page).click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Control+Alt+b');
      const picker = page.getByRole('dialog', { name: 'Insert a block' });
      const options = picker.getByRole('option');
      await pollSoon(() => options.count()).toBe(blocks.filter(({ within }) => within === undefined).length);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.type('faq');
      await picker.getByRole('status').filter({ hasText: '1 block' }).waitFor();
      await page.keyboard.press('Enter');
      await pollSoon(() => picker.count()).toBe(0);
      await page.keyboard.type('Why?');
      const questions = '::::questions\n:::question[Why?]\nText\n:::\n::::';
      expect(await save(page, id)).toBe(`First line\n\n${questions}\n\n\n\nLast line`);
    });

    it('inserts a block with the pointer and names its missing image', { tags: 'full' }, async () => {
      const page = pages.source;
      await openText(page, 'One');
      await button(page, 'Insert a block').click();
      await page.getByRole('option', { name: 'Image with caption' }).click();
      await mistake(page, 'Line 3, Image with caption: Image is required.').waitFor();
      await page.keyboard.type('/images/a.webp');
      await pollSoon(() => mistakes(page).count()).toBe(0);
      await button(page, 'Insert a block').click();
      const search = page.getByRole('combobox', { name: 'Block' });
      await pollSoon(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await pollSoon(() => body(page).evaluate((text) => text.contains(document.activeElement))).toBe(true);
    });
  });
}
