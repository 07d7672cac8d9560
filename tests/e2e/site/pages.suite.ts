import { describe, expect, it } from 'vitest';
import { texts } from '@frontage/model/messages';
import { sampled } from '../../full.ts';
import { pollSoon } from '../office/screen.ts';
import { narrow, wide, type SiteUnderTest } from './site-under-test.ts';

/** Home, content pages, navigation, footer and missing pages. */
export function pagesSuite(site: () => SiteUnderTest): void {
  describe('home', () => {
    it('shows the hero and six blocks in order, with images on alternating sides', () =>
      site().visit('/', async (page) => {
        await pollSoon(() => page.locator('h1').allTextContents()).toEqual(['Meet digital humans, face to face.']);
        const hero = page.locator('.hero');
        await pollSoon(() => hero.getByRole('link', { name: 'Meet the demos' }).getAttribute('href')).toBe('/demos');
        await pollSoon(() => hero.getByRole('link', { name: 'Learn More' }).getAttribute('href')).toBe('#section-1');
        await pollSoon(() => page.locator('.block h2').allTextContents()).toEqual([
          'A friendlier way to use AI.',
          'Experiment safely.',
          'Three things to try today.',
          'Built for experimenters.',
          'Why it matters.',
          'Start your experiment.',
        ]);
        expect(
          await page.locator('.block').evaluateAll((all) => all.map((block) => block.getAttribute('class'))),
        ).toEqual([
          'block image-left alternate',
          'block image-right',
          'block image-left alternate is-wide',
          'block image-right is-wide',
          'block image-left alternate',
          'block image-right closing',
        ]);
        const sides = await page.locator('.block').evaluateAll((all) =>
          all.map((block) => {
            const left = (part: string) => block.querySelector(part)?.getBoundingClientRect().left ?? NaN;
            return left('.block-image') < left('.block-text');
          }),
        );
        expect(sides.slice(0, 5)).toEqual([true, false, true, false, true]);
      }));

    it('has images with sizes and in modern formats', () =>
      site().visit('/', async (page) => {
        const hero = page.locator('.hero img');
        await pollSoon(() => hero.getAttribute('src')).toMatch(/^\/assets\/images\//);
        await pollSoon(() => hero.getAttribute('fetchpriority')).toBe('high');
        expect(
          await page.locator('.hero source').evaluateAll((all) => all.map((each) => each.getAttribute('type'))),
        ).toEqual(['image/avif', 'image/webp']);
        const images = await page
          .locator('main img')
          .evaluateAll((all) =>
            all.map((image) => [
              image.hasAttribute('width'),
              image.hasAttribute('height'),
              image.getAttribute('loading'),
            ]),
          );
        expect(images).toEqual(Array.from({ length: 7 }, () => [true, true, 'eager']));
      }));
  });

  describe('content page', () => {
    it('has the same bytes at both addresses', async () => {
      const [long, short] = await Promise.all([site().fetchText('/page/privacy'), site().fetchText('/privacy')]);
      expect([long.status, short.status]).toEqual([200, 200]);
      expect(short.body).toBe(long.body);
    });

    it('shows title, body with line breaks, date and a link back', () =>
      site().visit('/page/the-voice', async (page) => {
        await pollSoon(() => page.locator('h1').textContent()).toBe('The voice');
        expect(await page.locator('.prose').innerHTML()).toContain('and you seem distracted.<br>');
        await pollSoon(() => page.locator('.article-footer p').first().innerText()).toBe(
          'Last updated: January 7, 2026',
        );
        const back = page.getByRole('link', { name: 'Back to Home' });
        await pollSoon(() => back.getAttribute('href')).toBe('/');
      }));

    it('loads no scripts', () =>
      site().visit('/page/how-it-works', async (page) => {
        await page.waitForLoadState('networkidle');
        const loaded = await page.evaluate(() =>
          performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
        );
        expect(loaded.filter((path) => path.endsWith('.js'))).toEqual([]);
        await pollSoon(() => page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
      }));
  });

  describe('missing pages', () => {
    const { pageNotFound, demoNotFound, routeNotFound } = texts;
    it.each(
      sampled([
        { path: '/page/the-memory', ...pageNotFound },
        { path: '/nothing-here', ...pageNotFound },
        { path: '/demo/nothing-here', ...demoNotFound, action: 'Back to Home' },
        { path: '/demo/the-understudy', ...demoNotFound, action: 'Back to Home' },
        { path: '/nothing/at/all', ...routeNotFound, description: '' },
      ]),
    )('$path answers 404 with a message', async ({ path, title, description, action }) => {
      expect((await site().fetchText(path)).status).toBe(404);
      await site().visit(path, async (page) => {
        const main = page.locator('main');
        await pollSoon(() => main.getByRole('heading').allTextContents()).toEqual([title]);
        expect(await page.title()).toBe(`${title} · Parhelion`);
        await pollSoon(() => main.innerText()).toContain(description);
        await pollSoon(() => main.getByRole('link', { name: action }).getAttribute('href')).toBe('/');
        await pollSoon(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      });
    });

    it('have a general message without scripts', () =>
      site().visit(
        '/nothing-here',
        async (page) => await pollSoon(() => page.locator('main').innerText()).toContain('Oops! Page not found'),
        { javaScriptEnabled: false },
      ));
  });

  it.each([
    ['/auth/login', '/auth/login'],
    ['/auth/signup?invite=abc', '/auth/signup?invite=abc'],
    ['/admin', '/admin'],
    ['/admin/pages/new?x=1', '/admin/pages/new?x=1'],
  ])('%s redirects to the admin origin', async (path, target) => {
    const { status, headers } = await site().fetchText(path);
    expect([status, headers.get('location')]).toEqual([302, site().stack.admin + target]);
  });

  it('an address with a trailing slash redirects to the one without', async () => {
    const { status, headers } = await site().fetchText('/page/privacy/');
    expect([status, headers.get('location')]).toEqual([301, '/page/privacy']);
  });

  describe('navigation', () => {
    it('lists pages in order with their labels, then Demos and Admin', () =>
      site().visit('/', async (page) => {
        const top = await page.locator('.menu > li > a').allTextContents();
        expect(top).toEqual(['How it works', 'Use cases', 'About', 'Demos']);
        const admin = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' });
        await pollSoon(() => admin.getAttribute('href')).toBe(`${site().stack.admin}/auth/login`);
      }));

    it('opens a submenu with the keyboard, closes it with Escape, and marks the current page', () =>
      site().visit('/page/the-face', async (page) => {
        const child = page.getByRole('link', { name: 'The face' });
        await pollSoon(() => child.isVisible()).toBe(false);
        await page.getByRole('button', { name: 'More under How it works' }).focus();
        await page.keyboard.press('Enter');
        await pollSoon(() => child.isVisible()).toBe(true);
        await pollSoon(() => child.getAttribute('aria-current')).toBe('page');
        await page.keyboard.press('Tab');
        expect(await child.evaluate((link) => link === document.activeElement)).toBe(true);
        await page.keyboard.press('Escape');
        await pollSoon(() => child.isVisible()).toBe(false);
      }));

    it('is a touch menu on a phone, without scripts', () =>
      site().visit(
        '/',
        async (page) => {
          const link = page.getByRole('link', { name: 'In museums' });
          await pollSoon(() => link.isVisible()).toBe(false);
          await page.getByRole('button', { name: 'Menu' }).tap();
          await pollSoon(() => link.isVisible()).toBe(true);
          await link.tap();
          await page.waitForURL('**/page/in-museums');
        },
        { ...narrow, hasTouch: true, javaScriptEnabled: false },
      ));
  });

  it('plays a video on the embed origin, without requests to its provider before a click', () =>
    site().visit('/page/use-cases', async (page) => {
      const { origin } = new URL(site().stack.site);
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== origin) foreign.push(request.url());
      });
      await page.reload();
      const video = page.getByRole('link', { name: 'Big Buck Bunny' });
      await video.scrollIntoViewIfNeeded();
      await pollSoon(() => page.locator('.b-video img').evaluate((image: HTMLImageElement) => image.complete)).toBe(
        true,
      );
      expect(foreign).toEqual([]);
      await page.route('https://**', (route) => route.abort());
      await video.click();
      await page.waitForURL(`${site().stack.embed}/video?youtube=aqz-KE-bpKQ&**`);
      await pollSoon(() => page.locator('iframe').getAttribute('src')).toMatch(
        /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/,
      );
      expect(await page.title()).toBe('Big Buck Bunny, an open film by the Blender Foundation');
      await page.goto(`${site().stack.embed}/video?youtube=../../x&title=y`);
      await pollSoon(() => page.locator('body').innerText()).toContain('Video not found');
    }));

  it.each([narrow, wide])('shows every block without horizontal scrolling at %j', (size) =>
    site().visit(
      '/page/use-cases',
      async (page) => {
        const tooWide = await page
          .locator('.prose *')
          .evaluateAll((all) =>
            all
              .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
              .map(({ outerHTML }) => outerHTML.slice(0, 100)),
          );
        expect(tooWide).toEqual([]);
        await page.getByText('Which languages does it speak?').click();
        await pollSoon(() => page.getByText('The demos on this site speak English.').isVisible()).toBe(true);
        expect(await page.getByRole('link', { name: 'At the front desk' }).getAttribute('href')).toBe(
          '/demo/the-concierge',
        );
        expect(await page.getByRole('link', { name: 'Halo Garden' }).getAttribute('href')).toBe('/demo/halo-garden');
      },
      size,
    ),
  );

  it('the footer has logo, tagline, social links and the copyright line', () =>
    site().visit('/', async (page) => {
      const footer = page.getByRole('contentinfo');
      await pollSoon(() => footer.locator('img').count()).toBe(1);
      await pollSoon(() => footer.innerText()).toContain('Exploring digital humans powered by AI.');
      expect(
        await footer.locator('.social a').evaluateAll((all) => all.map((a) => a.getAttribute('aria-label'))),
      ).toEqual(['Facebook', 'Twitter', 'LinkedIn', 'Instagram', 'YouTube', 'GitHub']);
      await pollSoon(() => footer.innerText()).toMatch(/© \d{4} Parhelion\. All rights reserved\./);
    }));
}
