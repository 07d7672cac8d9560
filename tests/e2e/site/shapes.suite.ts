import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { isHttpUrl, webAddressPattern } from '@frontage/model/url';
import { badAddresses, goodAddresses } from '@frontage/model/url.fixture';
import { sized } from '../../full.ts';
import { eventually } from '../eventually.ts';
import { edit, type SiteUnderTest } from './site-under-test.ts';
import { pollSoon } from '../office/screen.ts';

/** Unusual logos, colors, embeds and addresses. Changes the branding and embed codes. */
export function shapesSuite(site: () => SiteUnderTest): void {
  const setEmbed = async (demo: string, code: string): Promise<void> => {
    const { firestore } = site();
    const { docs } = await firestore.collection('demo_pages').where('slug', '==', demo).get();
    await firestore.doc(`demo_embeds/${docs[0]?.id ?? demo}`).set({ iframe_url: code });
  };

  describe('URL validation', () => {
    it('has the same result in the browser and in Node.js', () =>
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

  describe('layout', { tags: 'full' }, () => {
    it.each([1280, 1440, 1920])('the home page is left-aligned in a window of %d px', (width) =>
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

    it('the images of all blocks of the home page load without scrolling', () =>
      site().visit('/', async (page) => {
        await page.waitForLoadState('load');
        const pictures = await page
          .locator('.block')
          .evaluateAll((blocks) => blocks.map((block) => block.querySelector('img')?.naturalWidth ?? 0));
        expect(pictures.length).toBeGreaterThan(5);
        expect(pictures.filter((width) => width === 0)).toEqual([]);
      }));

    it.each([390, 1440])('blocks without an image use the full width in a window of %d px', async (width) => {
      const { firestore, fetchText } = site();
      const path = 'homepage_sections/experiment-safely';
      const { image_url } = (await firestore.doc(path).get()).data() as { image_url: string };
      await firestore.doc(path).update(edit({ image_url: null }));
      await eventually(
        () => fetchText('/'),
        ({ body }) => body.includes('text-only'),
      );
      await site().visit(
        '/',
        async (page) => {
          const block = page.locator('.block.text-only');
          const [inner, list] = [
            await block.locator('.block-inner').boundingBox(),
            await block.locator('.prose').boundingBox(),
          ];
          expect(list!.width).toBeGreaterThan(inner!.width * 0.9);
          const items = await block
            .locator('li')
            .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
          expect(Math.max(...items)).toBeGreaterThan(inner!.x + inner!.width * 0.9);
        },
        { viewport: { width, height: 900 } },
      );
      await firestore.doc(path).update(edit({ image_url }));
      await eventually(
        () => fetchText('/'),
        ({ body }) => !body.includes('text-only'),
      );
    });

    it(
      'a wide dark logo without a size keeps its aspect ratio and has an outline in dark mode',
      { tags: 'full' },
      async () => {
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
            await page.emulateMedia({ colorScheme: 'dark' });
            const box = await page.locator('.site-header .brand img').boundingBox();
            const edge = await page.screenshot({ clip: { x: box!.x - 4, y: box!.y + 10, width: 8, height: 20 } });
            expect((await sharp(edge).stats()).channels[0]?.max).toBeGreaterThan(100);
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
      },
    );

    const purple = ['#7A1FA2', 'rgb(122, 31, 162)', 'rgb(255, 255, 255)'] as const;
    it.each(sized([purple, ['#FFE000', 'rgb(255, 224, 0)', null] as const], [purple]))(
      'primary buttons have the primary color %s in light and dark',
      async (entered, fill, text) => {
        const { firestore, fetchText, stack } = site();
        const stylesheetOf = async () => /\/assets\/site\.[0-9a-f]+\.css/.exec((await fetchText('/')).body)?.[0] ?? '';
        const { value } = (await firestore.doc('site_settings/branding').get()).data() as { value: object };
        const before = await stylesheetOf();
        await firestore.doc('site_settings/branding').update(edit({ value: { ...value, primary_color: entered } }));
        await eventually(stylesheetOf, (address) => address !== before);
        for (const colorScheme of ['light', 'dark'] as const) {
          await site().visit(
            '/',
            async (page) => {
              const buttons = await page.locator('main .button:not(.button-quiet)').evaluateAll((all) =>
                all.map((each) => {
                  const { backgroundColor, color } = getComputedStyle(each);
                  return { backgroundColor, color };
                }),
              );
              expect(buttons.length).toBeGreaterThan(3);
              for (const { backgroundColor, color } of buttons) {
                expect(backgroundColor).toBe(fill);
                if (text !== null) expect(color).toBe(text);
              }
              await page.goto(`${stack.site}/page/privacy`);
              const link = await page
                .locator('.article a')
                .first()
                .evaluate((each) => getComputedStyle(each).color);
              // Purple is readable on light pages and yellow on dark ones. Otherwise links have another shade.
              expect(link === fill).toBe((entered === '#7A1FA2') === (colorScheme === 'light'));
            },
            { colorScheme },
          );
        }
        await firestore.doc('site_settings/branding').update(edit({ value }));
        await eventually(stylesheetOf, (address) => address === before);
      },
    );

    it.each(['light', 'dark'] as const)('a script demo without colors is readable in %s', async (colorScheme) => {
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
          const background = async (): Promise<number> => {
            const corner = sharp(await page.screenshot()).extract({ left: 900, top: 600, width: 20, height: 20 });
            return Math.min(...(await corner.raw().toBuffer()));
          };
          expect(ink).toBe('rgb(0, 0, 0)');
          expect(await eventually(background, (lightness) => lightness > 240)).toBeGreaterThan(240);
        },
        { colorScheme },
      );
    });

    it("the gate's error has an icon and an error border", () =>
      site().visit('/demo/the-concierge', async (page) => {
        const input = page.locator('#demo-password');
        await page.locator('#demo-password:enabled').fill('not the password');
        const before = await input.evaluate((each) => getComputedStyle(each).borderColor);
        await page.getByRole('button', { name: 'Access Demo' }).click();
        const problem = page.getByRole('alert').filter({ hasText: 'Incorrect password' });
        await problem.waitFor();
        await pollSoon(() => problem.locator('svg').count()).toBe(1);
        await pollSoon(() => input.getAttribute('aria-invalid')).toBe('true');
        expect(await input.evaluate((each) => getComputedStyle(each).borderColor)).not.toBe(before);
      }));
  });

  describe('iframe markup', { tags: 'full' }, () => {
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

    it('keeps the allowed attributes of its frame only', async () => {
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

    it('keeps the same attributes in a protected demo', { tags: 'full' }, async () => {
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

  describe('the text of a script demo without colors', { tags: 'full' }, () => {
    beforeAll(async () => {
      await setEmbed('the-listener', '<p id="plain">Plain words</p><script>document.title = "plain"</script>');
      await eventually(
        () => site().fetchText('/demo/the-listener'),
        ({ body }) => body.includes('Plain%20words'),
      );
    });

    it.each(['light', 'dark'] as const)('has contrast in %s', (colorScheme) =>
      site().visit(
        '/demo/the-listener',
        async (page) => {
          const words = page.frameLocator('iframe').locator('#plain');
          await words.waitFor();
          await page.locator('.demo-viewer.is-loaded').waitFor();
          const { channels } = await sharp(await words.screenshot()).stats();
          // Text and background differ strongly.
          expect(channels.slice(0, 3).every(({ min, max }) => max - min > 180)).toBe(true);
        },
        { colorScheme },
      ),
    );
  });
}
