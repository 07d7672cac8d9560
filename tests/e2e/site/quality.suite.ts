import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { looksOfScreen, screensIn } from '../looks.ts';
import { narrow, wide, type SiteUnderTest } from './site-under-test.ts';
import { sampled } from '../../full.ts';

const routes = [
  '/',
  '/page/how-it-works',
  '/the-face',
  '/demos',
  '/search',
  '/demo/the-concierge',
  '/demo/the-listener',
  '/demo/halo-garden',
];
const missing = ['/nothing-here', '/demo/nothing-here', '/nothing/at/all'];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const html = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React writes `<input/>`, `autoComplete` and `disabled=""`, which are equivalent HTML.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // Editors write titles. The model limits them to 60 characters.
    'long-title': 'off',
  },
});

// Astro inserts this style element at the first island.
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/** Accessibility, valid HTML, links, console errors, headers and script sizes of every page. */
export function qualitySuite(site: () => SiteUnderTest): void {
  describe('accessibility', { tags: 'ci' }, () => {
    describe.each(looksOfScreen)('%s at %d px', (colorScheme, width) => {
      const appearance = { ...(width === 390 ? narrow : wide), colorScheme };

      it.each(screensIn(colorScheme, [...routes, ...missing]))('%s has no violations', (path) =>
        site().visit(
          path,
          async (page) => {
            await page.waitForLoadState('networkidle');
            await page.evaluate(axe);
            expect(await page.evaluate(runAxe)).toEqual([]);
          },
          { ...appearance, bypassCSP: true },
        ),
      );

      it('an open menu has no violations', () =>
        site().visit(
          '/page/the-face',
          async (page) => {
            await page.getByRole('button', { name: width === 390 ? 'Menu' : 'More under How it works' }).click();
            await page.evaluate(axe);
            expect(await page.evaluate(runAxe)).toEqual([]);
          },
          { ...appearance, bypassCSP: true },
        ));
    });
  });

  it.each([...routes, ...missing])('%s is valid HTML', async (path) => {
    const { body } = await site().fetchText(path);
    const report = await html.validateString(body.replace(islandStyle, ''), path);
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([]);
  });

  it('every internal link and file resolves', async () => {
    const { fetchText, stack } = site();
    const seen = new Map<string, number>();
    const waiting = ['/', '/sitemap.xml'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      const { status, body, headers } = await fetchText(path);
      seen.set(path, status);
      const type = headers.get('content-type') ?? '';
      if (!/html|xml|css/.test(type)) continue;
      const addresses = [
        ...body.matchAll(/(?:href|src)="([^"#]*)/g),
        ...body.matchAll(/<loc>([^<]*)</g),
        ...body.matchAll(/url\((?!["']?data:)["']?([^)"']*)/g),
        ...[...body.matchAll(/srcset="([^"]*)"/g)].flatMap(([, set]) => [...set!.matchAll(/(\S+) \d+w/g)]),
      ].map(([, address]) => address!.replaceAll('&amp;', '&').replace(stack.site, ''));
      waiting.push(...addresses.filter((address) => /^\/(?!\/)/.test(address)));
    }
    expect([...seen].filter(([, status]) => status !== 200)).toEqual([]);
    expect(seen.size).toBeGreaterThan(60);
  });

  it('every fragment link has a target', () =>
    site().visit('/', async (page) => {
      const lost = await page.evaluate(() =>
        [...document.querySelectorAll('a[href^="#"]')]
          .map((link) => link.getAttribute('href')!)
          .filter((href) => !document.getElementById(href.slice(1))),
      );
      expect(lost).toEqual([]);
    }));

  it.each(sampled(routes))('%s causes no console messages and no blocked requests', (path) =>
    site().visit(path, async (page, trouble) => {
      await page.waitForLoadState('networkidle');
      expect(trouble).toEqual([]);
    }),
  );

  it('the policy allows exactly the inline scripts that are used', async () => {
    const used = new Set<string>();
    const named = new Set<string>();
    for (const path of routes) {
      const { body, headers } = await site().fetchText(path);
      const [scripts = ''] = /script-src[^;]*/.exec(headers.get('content-security-policy') ?? '') ?? [];
      expect(scripts).not.toContain("'unsafe");
      for (const [hash] of scripts.matchAll(/sha256-[^']+/g)) named.add(hash);
      const inline = body.matchAll(/<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g);
      for (const [, code] of inline) used.add(`sha256-${createHash('sha256').update(code!).digest('base64')}`);
      expect(body).not.toMatch(/\sstyle="|\son\w+="/);
    }
    expect(named).toEqual(used);
  });

  it.each([
    ['content-security-policy', /frame-ancestors 'none'/],
    ['x-content-type-options', /^nosniff$/],
    ['referrer-policy', /^strict-origin-when-cross-origin$/],
    ['permissions-policy', /geolocation=\(\)/],
    ['cache-control', /^public, max-age=0, must-revalidate$/],
  ])('responses have the header %s', async (name, value) => {
    for (const path of ['/', '/nothing-here', '/demo/the-concierge']) {
      expect((await site().fetchText(path)).headers.get(name)).toMatch(value);
    }
  });

  it.each([
    ['/', 'same-origin'],
    ['/nothing-here', 'same-origin'],
    ['/demos', 'same-origin'],
    ['/demo/the-concierge', 'same-origin-allow-popups'],
    ['/demo/the-listener', 'same-origin-allow-popups'],
  ])('%s has the opener policy %s', async (path, policy) => {
    expect((await site().fetchText(path)).headers.get('cross-origin-opener-policy')).toBe(policy);
  });

  it.each([
    ['/search', 4],
    ['/demos', 75],
    ['/demo/the-concierge', 75],
    ['/demo/the-listener', 3],
  ])('%s loads at most %i kB of scripts, gzipped', { tags: 'full' }, (path, limit) =>
    site().visit(path, async (page) => {
      await page.waitForLoadState('networkidle');
      const scripts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js') && name.startsWith(location.origin)),
      );
      const sizes = await Promise.all(
        scripts.map(async (address) => gzipSync(Buffer.from(await (await fetch(address)).arrayBuffer())).length),
      );
      expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThan(limit);
    }),
  );
}

/** Axe violations. Runs in the page. */
async function runAxe(): Promise<string[]> {
  const { axe: inPage } = window as unknown as {
    axe: { run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
  };
  const { violations } = await inPage.run(document, { iframes: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
