import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { narrow, newPage, type SiteUnderTest } from './site-under-test.ts';
import { pollSoon } from '../office/screen.ts';
import { sampled } from '../../full.ts';

const labels = [
  'Research',
  'Press & Médias',
  'Careers',
  'Newsroom',
  'A label that goes on for fifty letters, or nearly so',
  'Contact',
];

/** A menu with more pages than fit. Adds pages. */
export function menuSuite(site: () => SiteUnderTest): void {
  describe('an overflowing menu', { tags: 'full' }, () => {
    beforeAll(async () => {
      const { firestore, fetchText } = site();
      const batch = firestore.batch();
      labels.forEach((label, index) =>
        batch.set(
          firestore.doc(`pages/menu-${index}`),
          newPage(`menu-${index}`, {
            title: label,
            nav_label: label.slice(0, 50),
            show_in_menu: true,
            menu_order: 50 + index,
          }),
        ),
      );
      const child = { title: 'Archive', show_in_menu: true, parent_id: 'menu-3' };
      batch.set(firestore.doc('pages/menu-child'), newPage('menu-child', child));
      await batch.commit();
      await eventually(
        () => fetchText('/'),
        ({ body }) => body.includes('>Contact<') || body.includes('Contact\n'),
      );
    });

    it.each(sampled([960, 1024, 1280, 1152, 1440, 1366, 2560, 1920]))(
      'has one line with each item once in a window of %d px',
      (width) =>
        site().visit(
          '/privacy',
          async (page) => {
            const { header, tops, cut, overflow, shown, listed, all } = await measureMenu(page);
            expect(header).toBe(81);
            expect(new Set(tops).size).toBe(1);
            expect(cut.filter((label) => !label.startsWith('A label'))).toEqual([]);
            expect(overflow).toBe(0);
            expect([...shown, ...listed].toSorted()).toEqual(all.toSorted());
            expect(shown.length).toBeGreaterThan(width < 1200 ? 0 : 3);
          },
          { viewport: { width, height: 800 } },
        ),
    );

    it('has a More menu with submenus that opens with the keyboard and without scripts', () =>
      site().visit(
        '/privacy',
        async (page) => {
          const more = page.getByRole('button', { name: 'More', exact: true });
          const archive = page.locator('#more').getByRole('link', { name: 'Archive' });
          await pollSoon(() => archive.isVisible()).toBe(false);
          await more.focus();
          await page.keyboard.press('Enter');
          await archive.waitFor();
          const list = await page.locator('#more').boundingBox();
          const button = await more.boundingBox();
          expect(list!.y).toBeGreaterThanOrEqual(button!.y + button!.height - 1);
          expect(list!.x).toBeGreaterThanOrEqual(0);
          expect(list!.x + list!.width).toBeLessThanOrEqual(1024);
          await page.keyboard.press('Escape');
          await archive.waitFor({ state: 'hidden' });
          await more.click();
          await archive.click();
          expect(new URL(page.url()).pathname).toBe('/page/menu-child');
        },
        { viewport: { width: 1024, height: 800 }, javaScriptEnabled: false },
      ));

    it('is a single list on a phone', () =>
      site().visit(
        '/privacy',
        async (page) => {
          await page.getByRole('button', { name: 'Menu' }).click();
          for (const label of ['About', 'Research', 'Contact', 'Archive', 'Demos']) {
            await pollSoon(() => page.locator('#menu').getByRole('link', { name: label, exact: true }).count()).toBe(1);
          }
          await pollSoon(() => page.getByRole('button', { name: 'More', exact: true }).count()).toBe(0);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        },
        narrow,
      ));
  });
}

interface Menu {
  header: number;
  /** The vertical positions of the items in the header. */
  tops: number[];
  cut: string[];
  /** The number of pixels by which the page is wider than the window. */
  overflow: number;
  shown: string[];
  listed: string[];
  all: string[];
}

const measureMenu = (page: Page): Promise<Menu> =>
  page.evaluate(() => {
    const isShown = (element: Element): boolean => getComputedStyle(element).display !== 'none';
    const labelOf = (item: Element): string => item.querySelector('a')?.textContent.trim() ?? '';
    const items = [...document.querySelectorAll('.menu > li:not(.more)')];
    const more = document.querySelector('.menu > .more');
    const inMore = more && isShown(more) ? [...more.querySelectorAll('#more > li')].filter(isShown) : [];
    const shown = items.filter(isShown);
    const links = shown.map((item) => item.querySelector('a')!);
    return {
      header: document.querySelector('.site-header')!.getBoundingClientRect().height,
      tops: links.map((link) => Math.round(link.getBoundingClientRect().top)),
      cut: links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent.trim()),
      overflow: document.documentElement.scrollWidth - innerWidth,
      shown: shown.map(labelOf),
      listed: inMore.map(labelOf),
      all: items.map(labelOf),
    };
  });
