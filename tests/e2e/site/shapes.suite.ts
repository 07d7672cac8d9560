import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { isHttpUrl, webAddressPattern } from '@frontage/model/url';
import { badAddresses, goodAddresses } from '@frontage/model/url.fixture';
import { eventually } from '../eventually.ts';
import { edit, narrow, newPage, type SiteUnderTest } from './site-under-test.ts';

const labels = [
  'Research',
  'Press & Médias',
  'Careers',
  'Newsroom',
  'A label that goes on for fifty letters, or nearly so',
  'Contact',
];

/** Menus, logos and embeds of every shape: adds pages to the menu, changes the logo and embed codes. */
export function shapesSuite(site: () => SiteUnderTest): void {
  const setEmbed = async (demo: string, code: string): Promise<void> => {
    const { firestore } = site();
    const { docs } = await firestore.collection('demo_pages').where('slug', '==', demo).get();
    await firestore.doc(`demo_embeds/${docs[0]?.id ?? demo}`).set({ iframe_url: code });
  };

  describe('addresses', () => {
    it('mean the same to a browser as here', () =>
      site().visit('/privacy', async (page) => {
        const addresses = [...goodAddresses, ...badAddresses];
        const judged = await page.evaluate(
          ([pattern, all]) => {
            const expression = new RegExp(`^${pattern}$`, 'u');
            return all.map((address) => expression.test(address));
          },
          [webAddressPattern, addresses] as const,
        );
        expect(judged).toEqual(addresses.map(isHttpUrl));
        const read = await page.evaluate((all) => all.filter((address) => URL.canParse(address)), goodAddresses);
        expect(read).toEqual(goodAddresses);
      }));
  });

  describe('a menu that does not fit', () => {
    it('is set up', async () => {
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
      const { body } = await eventually(
        () => fetchText('/'),
        ({ body: html }) => html.includes('>Contact<') || html.includes('Contact\n'),
      );
      expect(body).toContain('Contact');
    });

    it.each([960, 1024, 1152, 1280, 1366, 1440, 1920, 2560])(
      'stands in one line in a window of %d px, each item once',
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

    it('opens what is under More by keyboard and without scripts, families included', () =>
      site().visit(
        '/privacy',
        async (page) => {
          const more = page.getByRole('button', { name: 'More', exact: true });
          const archive = page.locator('#more').getByRole('link', { name: 'Archive' });
          expect(await archive.isVisible()).toBe(false);
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

    it('is one list on a phone', () =>
      site().visit(
        '/privacy',
        async (page) => {
          await page.getByRole('button', { name: 'Menu' }).click();
          for (const label of ['About', 'Research', 'Contact', 'Archive', 'Demos']) {
            expect(await page.locator('#menu').getByRole('link', { name: label, exact: true }).count()).toBe(1);
          }
          expect(await page.getByRole('button', { name: 'More', exact: true }).count()).toBe(0);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        },
        narrow,
      ));
  });

  describe('looks', () => {
    it.each([1280, 1440, 1920])('everything on the home page begins at one edge in a window of %d px', (width) =>
      site().visit(
        '/',
        async (page) => {
          const lefts = await page
            .locator('.site-header .brand, .hero h1, .image-right .block-text, .image-left .block-image, .tagline')
            .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
          expect(lefts.length).toBeGreaterThan(5);
          expect(new Set(lefts).size).toBe(1);
        },
        { viewport: { width, height: 900 } },
      ),
    );

    it('a wide logo without a size keeps its shape, above and below', async () => {
      const { firestore, fetchText } = site();
      const address = 'https://pictures.example/wide.svg';
      const { value } = (await firestore.doc('site_settings/branding').get()).data() as { value: object };
      await firestore.doc('site_settings/branding').update(edit({ value: { ...value, logo_url: address } }));
      await eventually(
        () => fetchText('/privacy'),
        ({ body }) => body.includes(address),
      );
      await site().visit(
        '/privacy',
        async (page) => {
          await page.locator('.site-footer .brand img').scrollIntoViewIfNeeded();
          await page.waitForFunction(() => [...document.querySelectorAll('img')].every((image) => image.complete));
          const sizes = await page
            .locator('.brand img')
            .evaluateAll((all) => all.map((image) => [image.clientWidth, image.clientHeight]));
          expect(sizes).toEqual([
            [162, 41],
            [162, 41],
          ]);
        },
        {
          prepare: (page) =>
            page.route(address, (route) =>
              route.fulfill({
                contentType: 'image/svg+xml',
                body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="400" height="100"/></svg>',
              }),
            ),
        },
      );
      await firestore.doc('site_settings/branding').update(edit({ value }));
    });

    it.each(['light', 'dark'] as const)(
      'a script demo without colours of its own is readable in %s',
      async (colorScheme) => {
        await setEmbed('the-listener', '<p>Plain words</p><script>document.title = "ran"</script>');
        await eventually(
          () => site().fetchText('/demo/the-listener'),
          ({ body }) => body.includes('Plain%20words'),
        );
        await site().visit(
          '/demo/the-listener',
          async (page) => {
            await page.frameLocator('iframe').getByText('Plain words').waitFor();
            await page.locator('.is-loaded').waitFor();
            const ink = await page
              .frameLocator('iframe')
              .locator('p')
              .evaluate((text) => getComputedStyle(text).color);
            const ground = async (): Promise<number> => {
              const corner = sharp(await page.screenshot()).extract({ left: 900, top: 600, width: 20, height: 20 });
              return Math.min(...(await corner.raw().toBuffer()));
            };
            expect(ink).toBe('rgb(0, 0, 0)');
            expect(await eventually(ground, (lightness) => lightness > 240)).toBeGreaterThan(240);
          },
          { colorScheme },
        );
      },
    );

    it("the gate's error looks like one", () =>
      site().visit('/demo/the-concierge', async (page) => {
        const input = page.locator('#demo-password');
        await page.locator('#demo-password:enabled').fill('not the password');
        const before = await input.evaluate((each) => getComputedStyle(each).borderColor);
        await page.getByRole('button', { name: 'Access Demo' }).click();
        const problem = page.getByRole('alert').filter({ hasText: 'Incorrect password' });
        await problem.waitFor();
        expect(await problem.locator('svg').count()).toBe(1);
        expect(await input.getAttribute('aria-invalid')).toBe('true');
        expect(await input.evaluate((each) => getComputedStyle(each).borderColor)).not.toBe(before);
      }));
  });

  describe('iframe markup', () => {
    const code = `<p>x</p><iframe onload="hit()" src="//frames.example/a?b=1&amp;c=2" title="A &quot;title&quot;" allow="camera; payment" allowfullscreen loading="eager" referrerpolicy="no-referrer" width="560" height="315" style="position:fixed" srcdoc="<b>b</b>"></iframe>`;

    const expectFrame = async (page: Page): Promise<void> => {
      const frame = page.locator('iframe');
      await frame.waitFor();
      const attributes = await frame.evaluate((each) =>
        Object.fromEntries([...each.attributes].map(({ name, value }) => [name, value])),
      );
      expect(attributes).toEqual({
        src: 'https://frames.example/a?b=1&c=2',
        title: 'A "title"',
        allow: 'camera',
        allowfullscreen: '',
        loading: 'eager',
        referrerpolicy: 'no-referrer',
        width: '560',
        height: '315',
      });
      const { width } = (await frame.boundingBox())!;
      expect(width).toBe(page.viewportSize()!.width);
    };

    const prepare = (page: Page) =>
      page.route('https://frames.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'framed' }));

    it('keeps what it says of its frame, and nothing else', async () => {
      await setEmbed('orbit-study', code);
      await eventually(
        () => site().fetchText('/demo/orbit-study'),
        ({ body }) => body.includes('frames.example'),
      );
      await site().visit(
        '/demo/orbit-study',
        async (page, trouble) => {
          await expectFrame(page);
          await page.frameLocator('iframe').getByText('framed').waitFor();
          expect(trouble).toEqual([]);
        },
        { prepare },
      );
    });

    it('behind a gate just the same', async () => {
      await setEmbed('night-shift', code);
      await site().visit(
        '/demo/night-shift',
        async (page) => {
          await page.locator('#demo-password:enabled').fill('moonlight');
          await page.getByRole('button', { name: 'Access Demo' }).click();
          await expectFrame(page);
        },
        { prepare },
      );
    });
  });

  describe('a script demo that says nothing of colours', () => {
    it('is set up', async () => {
      await setEmbed('the-listener', '<p id="plain">Plain words</p><script>document.title = "plain"</script>');
      await eventually(
        () => site().fetchText('/demo/the-listener'),
        ({ body }) => body.includes('Plain%20words'),
      );
    });

    it.each(['light', 'dark'] as const)('is read in %s', (colorScheme) =>
      site().visit(
        '/demo/the-listener',
        async (page) => {
          const words = page.frameLocator('iframe').locator('#plain');
          await words.waitFor();
          await page.locator('.demo-viewer.is-loaded').waitFor();
          const { channels } = await sharp(await words.screenshot()).stats();
          // Text and ground are far apart.
          expect(channels.slice(0, 3).every(({ min, max }) => max - min > 180)).toBe(true);
        },
        { colorScheme },
      ),
    );
  });
}

interface Menu {
  header: number;
  /** Of what stands in the header. */
  tops: number[];
  cut: string[];
  /** By how much the page is wider than its window. */
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
