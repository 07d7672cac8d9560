import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { isHttpUrl, webAddressPattern } from '@frontage/model/url';
import { badAddresses, goodAddresses } from '@frontage/model/url.fixture';
import { eventually } from '../eventually.ts';
import { edit, type SiteUnderTest } from './site-under-test.ts';
import { shortly } from '../office/screen.ts';

/** Logos, embeds and addresses of every shape: changes the logo and embed codes. */
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
        await shortly(() => problem.locator('svg').count()).toBe(1);
        await shortly(() => input.getAttribute('aria-invalid')).toBe('true');
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

    it('behind a gate just the same', { tags: 'full' }, async () => {
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
