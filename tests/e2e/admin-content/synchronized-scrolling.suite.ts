import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { sized } from '../../full.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { previewedPage, openPreview, pollSoon, visit } from '../office/screen.ts';

/** Synchronized scrolling of a text and its preview, in both editors. */
export function synchronizedScrollingSuite(opened: () => ContentOffice): void {
  describe.each(['source', 'visual'] as const)('of the %s editor', (mode) => scrolling(opened, mode));
}

// The scroll container and the blocks of each editor.
const elements = {
  source: { scroller: '.cm-scroller', block: '.cm-line', heading: '## Heading' },
  visual: { scroller: null, block: '.ProseMirror > *', heading: 'Heading' },
};

function scrolling(opened: () => ContentOffice, mode: keyof typeof elements): void {
  const { scroller, block, heading } = elements[mode];
  const id = `uneven-${mode}`;
  let office: ContentOffice;
  let page: Page;

  // In the first half, short source lines make a long page; in the second half, long source lines make a short one.
  const headings = Array.from({ length: 60 }, (_, index) => `## Heading ${index}`);
  const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}. ${'Some words of it. '.repeat(60)}`);
  const body = [...headings, ...paragraphs].join('\n\n');

  beforeAll(async () => {
    office = opened();
    await office.addPage(id, { title: 'Uneven', body, is_published: true });
    const options = { viewport: { width: 1440, height: 900 }, isVisual: mode === 'visual' };
    page = (await office.signIn('editor', options)).page;
  });

  const source = () => page.locator('[data-markdown-source]');
  const text = () => page.getByRole('textbox', { name: 'Body' });

  async function open(): Promise<void> {
    await visit(page, `${office.admin}/admin/pages`);
    await visit(page, `${office.admin}/admin/pages/${id}`);
    await openPreview(page);
    await previewedPage(page).getByText('Paragraph 59.').waitFor();
    await text().waitFor();
  }

  /**
   * The top of a source line, and of its block in the preview, relative to the height of their window (0 is the top
   * edge). Null if it is not rendered.
   */
  const inSource = (start: string) =>
    source().evaluate(
      (around, [wanted, blocks]) => {
        const line = [...around.querySelectorAll(blocks)].find((one) => one.textContent.startsWith(wanted));
        if (!line) return null;
        const { top, height } = around.getBoundingClientRect();
        return (line.getBoundingClientRect().top - top) / height;
      },
      [start, block] as const,
    );
  const inPage = (start: string) =>
    previewedPage(page)
      .locator('.prose')
      .evaluate((prose, wanted) => {
        const block = [...prose.children].find((one) => one.textContent.startsWith(wanted));
        return block ? block.getBoundingClientRect().top / innerHeight : null;
      }, start);
  const isInSight = (share: number | null) => share !== null && share > -0.3 && share < 1;

  it.each(sized([0.1, 0.4, 0.9], [0.4]))(
    'scrolls the preview to the source position at a share of %d',
    async (down) => {
      await open();
      const read = () =>
        source().evaluate(
          (around, { share, scrolls, blocks }) => {
            const element = scrolls === null ? around : around.querySelector(scrolls);
            if (!element) return '';
            element.scrollTop = share * (element.scrollHeight - element.clientHeight);
            const { top, height } = around.getBoundingClientRect();
            const lines = [...around.querySelectorAll(blocks)].filter((line) => line.textContent !== '');
            const line = lines.find((one) => one.getBoundingClientRect().bottom - top > share * height);
            return /^(## )?(\w+ \d+)/.exec(line?.textContent ?? '')?.[2] ?? '';
          },
          { share: down, scrolls: scroller, blocks: block },
        );
      // Lines get their final heights when they come into view.
      await pollSoon(async () => (await read()) !== '' && isInSight(await inPage(await read()))).toBe(true);
    },
  );

  it('scrolls the source to the preview position', { tags: 'full' }, async () => {
    await open();
    await previewedPage(page)
      .locator('.prose')
      .evaluate((prose) => {
        const block = [...prose.children].find((one) => one.textContent.startsWith('Heading 45'));
        scrollBy(0, (block?.getBoundingClientRect().top ?? 0) - innerHeight / 2);
      });
    await pollSoon(async () => isInSight(await inSource(`${heading} 45`))).toBe(true);
  });

  it(
    'keeps the edited block visible and moves the caret to a clicked block',
    mode === 'source' ? { tags: 'full' } : {},
    async () => {
      await open();
      const clicked = previewedPage(page).locator('.prose > p', { hasText: 'Paragraph 20.' });
      await clicked.evaluate((block) => block.scrollIntoView());
      await clicked.dispatchEvent('click');
      await pollSoon(() => text().evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.type('Written here. ');
      await pollSoon(async () => isInSight(await inPage('Written here. Paragraph 20.'))).toBe(true);
      await previewedPage(page)
        .locator('html')
        .evaluate(() => scrollTo(0, 0));
      await page.keyboard.press('Home');
      await page.keyboard.type('And ');
      await pollSoon(async () => isInSight(await inPage('And Written here.'))).toBe(true);
    },
  );

  if (mode !== 'source') return;
  it('focuses the text after its editor has loaded if a block was clicked before', { tags: 'full' }, async () => {
    const { context } = await office.signIn('editor', { viewport: { width: 1440, height: 900 } });
    const other = await context.newPage();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await other.route(/markdown-editor/, async (route) => {
      await released;
      await route.continue();
    });
    await other.goto(`${office.admin}/admin/pages/${id}`);
    await openPreview(other);
    await previewedPage(other).locator('.prose').dispatchEvent('click');
    await other.waitForFunction(() => document.activeElement?.localName === 'iframe' || document.hasFocus());
    release(undefined);
    const arrived = other.getByRole('textbox', { name: 'Body' });
    await pollSoon(() => arrived.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });
}
