import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { newDemo, type SiteUnderTest } from './site-under-test.ts';
import { pollSoon } from '../office/screen.ts';

const shownHeadings = (page: Page): Promise<string[]> =>
  page.locator('.card:not([hidden]) h2').evaluateAll((all) => all.map((heading) => heading.textContent ?? ''));

const search = async (page: Page, text: string): Promise<void> => {
  await page.locator('#gallery-search:enabled').fill(text);
};

/** The gallery with the example content. */
export function gallerySuite(site: () => SiteUnderTest): void {
  describe('gallery', () => {
    it('lists published demos, newest first, with all card contents', () =>
      site().visit('/demos', async (page) => {
        await pollSoon(() => page.locator('h1').textContent()).toBe('Explore Our Demos');
        expect(await shownHeadings(page)).toEqual([
          'The Listener',
          'Halo Garden',
          'Echo',
          'Orbit Study',
          'The Concierge',
          'Night Shift',
          'Two Suns',
        ]);
        const card = page.locator('.card', { hasText: 'The Concierge' });
        await pollSoon(() => card.locator('a').getAttribute('href')).toBe('/demo/the-concierge');
        await pollSoon(() => card.innerText()).toContain('Protected');
        await pollSoon(() => card.innerText()).toContain('View Demo →');
        await pollSoon(() => card.locator('img').count()).toBe(1);
        await pollSoon(() => page.getByText('Protected', { exact: true }).count()).toBe(2);
        const lines = await card
          .locator('.card-description')
          .evaluate((text) => text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight));
        expect(lines).toBeLessThanOrEqual(2.05);
      }));

    it('searches headings and descriptions case-insensitively', () =>
      site().visit('/demos', async (page) => {
        await search(page, 'ORBIT');
        expect(await shownHeadings(page)).toEqual(['Orbit Study']);
        await search(page, 'microphone');
        expect(await shownHeadings(page)).toEqual(['Echo']);
        await search(page, '');
        expect(await shownHeadings(page)).toHaveLength(7);
      }));

    it('shows a text when nothing is found', { tags: 'full' }, () =>
      site().visit('/demos', async (page) => {
        const empty = page.locator('#no-demos');
        await pollSoon(() => empty.isVisible()).toBe(false);
        await search(page, 'no such demo');
        expect(await shownHeadings(page)).toEqual([]);
        await pollSoon(() => empty.locator('> *').allInnerTexts()).toEqual([
          'No demos found',
          'Try a different search term',
        ]);
      }),
    );

    it('lists all demos and no search field without scripts', () =>
      site().visit(
        '/demos',
        async (page) => {
          expect(await shownHeadings(page)).toHaveLength(7);
          await pollSoon(() => page.locator('#gallery-search').isVisible()).toBe(false);
        },
        { javaScriptEnabled: false },
      ));
  });
}

/** The gallery with 500 demos. Adds demos. */
export function largeGallerySuite(site: () => SiteUnderTest): void {
  describe('gallery of 500 demos', { tags: 'full' }, () => {
    it('contains each demo once, and finds some', async () => {
      const { firestore, fetchText, visit } = site();
      const countCards = (html: string): number => html.match(/<li [^>]*data-card/g)?.length ?? 0;
      const before = countCards((await fetchText('/demos')).body);
      const slugs = Array.from({ length: 493 }, (_, index) => `many-${index}`);
      for (let start = 0; start < slugs.length; start += 100) {
        const batch = firestore.batch();
        for (const slug of slugs.slice(start, start + 100)) {
          const meta_description = `What ${slug} is about, in the words of its description`;
          batch.set(firestore.doc(`demo_pages/${slug}`), newDemo(slug, { meta_description }));
          batch.set(firestore.doc(`demo_embeds/${slug}`), { iframe_url: 'https://example.com/' });
        }
        await batch.commit();
      }
      const { body } = await eventually(
        () => fetchText('/demos'),
        ({ body: html }) => html.includes('Heading of many-492'),
      );
      expect(countCards(body)).toBe(before + slugs.length);
      for (const slug of ['many-0', 'many-250', 'many-492']) {
        expect(body.split(`Heading of ${slug}<`)).toHaveLength(2);
        expect(body.split(`What ${slug} is about`)).toHaveLength(2);
      }

      await visit('/demos', async (page) => {
        await search(page, 'many-49');
        await pollSoon(async () => (await shownHeadings(page)).toSorted()).toEqual(
          ['many-49', 'many-490', 'many-491', 'many-492'].map((slug) => `Heading of ${slug}`),
        );
      });
    }, 180_000);
  });
}
