import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { looks } from '../looks.ts';
import { violations } from '../office/axe.ts';
import { newDemo, newPage, newSection, type SiteUnderTest } from './site-under-test.ts';

/** The edge of its box to which the first line of an element is closer. */
const alignmentOf = (element: Locator): Promise<'left' | 'right'> =>
  element.evaluate((box) => {
    const words = document.createRange();
    words.selectNodeContents(box);
    const [{ left, right } = new DOMRect()] = words.getClientRects();
    const edges = box.getBoundingClientRect();
    return left - edges.left < edges.right - right ? 'left' : 'right';
  });

/** Right-to-left texts and very long words. */
export function unusualTextSuite(site: () => SiteUnderTest): void {
  describe('right-to-left text', { tags: 'full' }, () => {
    it('is aligned right with its list markers, and other text left', async () => {
      const body = 'שלום, עולם!\n\n- פריט\n\n> ציטוט\n\nPlain words.\n\n- item';
      await site()
        .firestore.doc('pages/shalom')
        .set(newPage('shalom', { title: 'שלום 2.0!', body }));
      await eventually(
        () => site().fetchText('/page/shalom'),
        ({ status }) => status === 200,
      );
      await site().visit('/page/shalom', async (page) => {
        const main = page.locator('main');
        expect(await alignmentOf(main.locator('h1'))).toBe('right');
        const paragraphs = main.locator('.prose > p');
        expect(await alignmentOf(paragraphs.first())).toBe('right');
        expect(await alignmentOf(paragraphs.last())).toBe('left');
        const directions = (selector: string) =>
          main.locator(selector).evaluateAll((all) => all.map((each) => getComputedStyle(each).direction));
        expect(await directions('.prose > ul')).toEqual(['rtl', 'ltr']);
        expect(await directions('.prose > blockquote')).toEqual(['rtl']);
      });
    });
  });

  describe('very long words', { tags: 'full' }, () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);

    beforeAll(async () => {
      const body = `# ${word}\n\n\`${word}\`\n\n    ${word}\n\n| ${word} | b |\n| - | - |\n| c | ${word} |`;
      const batch = site().firestore.batch();
      batch.set(site().firestore.doc('pages/endless'), newPage('endless', { title: word, body }));
      const section = newSection({
        title: word,
        content: `${word}\n\n- ${word}`,
        cta_text: word.slice(0, 50),
        cta_url: '/demos',
      });
      batch.set(site().firestore.doc('homepage_sections/endless'), section);
      batch.set(site().firestore.doc('demo_pages/endless'), newDemo('endless', { heading: word, description: word }));
      batch.set(site().firestore.doc('demo_embeds/endless'), { iframe_url: 'https://demos.example/' });
      await batch.commit();
      await eventually(
        () => site().fetchText('/'),
        ({ body: html }) => html.includes(word),
      );
    });

    it.each(looks)('do not overflow the window, %s at %d px', async (colorScheme, width) => {
      for (const path of ['/', '/page/endless', '/demos']) {
        await site().visit(
          path,
          async (page) => {
            expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
            expect(await violations(page)).toEqual([]);
          },
          { colorScheme, viewport: { width, height: 900 } },
        );
      }
    });
  });
}
