import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { blockAttacks } from '../block-attacks.ts';
import { corpus } from '../injection-corpus.ts';
import { sampled } from '../../full.ts';
import { eventually } from '../eventually.ts';
import { edit, newDemo, newPage, type SiteUnderTest } from './site-under-test.ts';

const short = (text: string, length: number): string => text.slice(0, length);

/** Content with script injections on every page. Writes it to all kinds of content and settings. */
export function injectionSuite(site: () => SiteUnderTest): void {
  /**
   * Opens pages without their content security policy, so that the markup alone must be safe. Returns executed scripts.
   */
  const executedScripts = async (
    paths: readonly string[],
    check?: (page: Page) => Promise<void>,
  ): Promise<string[]> => {
    const hits: string[] = [];
    return site().visit(
      '/robots.txt',
      async (page) => {
        for (const path of paths) {
          await page.goto(site().stack.site + path);
          await page.waitForTimeout(50);
          const links = await page
            .locator('a')
            .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
          expect(links.filter((href) => !/^(https?:\/\/|mailto:|\/(?!\/)|#)/.test(href))).toEqual([]);
          await check?.(page);
        }
        return hits;
      },
      {
        bypassCSP: true,
        prepare: (page) => page.exposeFunction('hit', (origin = '') => void hits.push(page.url(), String(origin))),
      },
    );
  };

  describe('injection', { tags: 'ci' }, () => {
    beforeAll(async () => {
      const { firestore, fetchText } = site();
      const batch = firestore.batch();
      corpus.forEach((payload, index) => {
        const slug = `attack-${index}`;
        batch.set(
          firestore.doc(`pages/${slug}`),
          newPage(slug, {
            title: payload,
            body: `${payload}\n\n${corpus.join('\n\n')}`,
            meta_title: short(payload, 60),
            meta_description: payload,
            nav_label: short(payload, 50),
            show_in_menu: index % 4 === 0,
            og_image_url: `https://pictures.example/x.png?${encodeURI(payload)}`,
          }),
        );
        batch.set(
          firestore.doc(`demo_pages/${slug}`),
          newDemo(slug, { heading: payload, meta_title: short(payload, 60), meta_description: payload }),
        );
        batch.set(firestore.doc(`demo_embeds/${slug}`), { iframe_url: `${site().stack.embed}/examples/halo` });
        batch.set(firestore.doc(`homepage_sections/${slug}`), {
          ...newPage(slug),
          section_key: 'why-it-matters',
          title: payload,
          content: payload,
          cta_text: payload,
          cta_url: `/demos?${encodeURI(payload)}`,
          image_url: null,
          order_index: 90 + index,
          is_visible: true,
        });
      });
      await batch.commit();
      const last = corpus.length - 1;
      await eventually(
        () => fetchText(`/page/attack-${last}`),
        ({ status }) => status === 200,
      );
      await eventually(
        () => fetchText('/'),
        ({ body }) => body.includes('ontoggle'),
      );
    }, 300_000);

    it('is detected by the `hit` function', () =>
      site().visit(
        '/privacy',
        async (page) => {
          const caught = page.waitForEvent('console', (message) => message.text() === 'caught');
          await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="hit()">'));
          await caught;
        },
        { bypassCSP: true, prepare: (page) => page.addInitScript('window.hit = () => console.log("caught")') },
      ));

    it('runs no script of pages, demos and sections', async () => {
      const paths = [
        '/',
        '/demos',
        // The text of each page contains the whole corpus.
        ...sampled([...corpus.keys()]).flatMap((index) => [`/page/attack-${index}`, `/demo/attack-${index}`]),
      ];
      expect(await executedScripts(paths)).toEqual([]);
    }, 300_000);

    it('runs no script of blocks, in any attribute', async () => {
      const { firestore, fetchText } = site();
      const attacks = sampled(blockAttacks());
      const batch = firestore.batch();
      for (const [name, body] of attacks)
        batch.set(firestore.doc(`pages/block-${name}`), newPage(`block-${name}`, { body }));
      await batch.commit();
      const paths = attacks.map(([name]) => `/page/block-${name}`);
      for (const path of paths) {
        await eventually(
          () => fetchText(path),
          ({ status }) => status === 200,
        );
      }
      const forbidden: string[] = [];
      const collectForbidden = async (page: Page): Promise<void> => {
        const found = await page
          .locator('.prose *')
          .evaluateAll((all) =>
            all
              .filter(
                ({ localName, attributes }) =>
                  /^(script|style|link|iframe|object|embed|form|base|meta|svg)$/.test(localName) ||
                  [...attributes].some(({ name }) => /^(on|style|srcdoc|form|target)/.test(name)),
              )
              .map(({ outerHTML }) => outerHTML),
          );
        forbidden.push(...found);
      };
      expect(await executedScripts(paths, collectForbidden)).toEqual([]);
      expect(forbidden).toEqual([]);
    }, 300_000);

    it('runs embed code only on the embed origin', async () => {
      const { firestore, fetchText, stack, visit } = site();
      const code = `"'><script>hit(location.origin)</script></iframe></div><script>hit(location.origin)</script>`;
      await firestore.doc('demo_embeds/attack-0').set({ iframe_url: code });
      await eventually(
        () => fetchText('/demo/attack-0'),
        ({ body }) => body.includes('data-code'),
      );
      const origins: string[] = [];
      await visit(
        '/demo/attack-0',
        async () =>
          expect(
            await eventually(
              async () => origins.length,
              (count) => count >= 2,
            ),
          ).toBe(2),
        {
          bypassCSP: true,
          prepare: (page) => page.exposeFunction('hit', (origin: string) => void origins.push(origin)),
        },
      );
      expect(new Set(origins)).toEqual(new Set([stack.embed]));
    });

    it('runs no script of document ids', { tags: 'full' }, async () => {
      const { firestore, fetchText, stack } = site();
      const id = `"'><svg onload=hit()>`;
      await firestore
        .collection('demo_pages')
        .doc(id)
        .set(newDemo('odd-id', { is_password_protected: true }));
      await firestore
        .collection('demo_embeds')
        .doc(id)
        .set({ iframe_url: `${stack.embed}/examples/halo` });
      await firestore
        .collection('pages')
        .doc(id)
        .set(newPage('odd-id', { show_in_menu: true }));
      await firestore
        .collection('pages')
        .doc('below-odd-id')
        .set(newPage('below-odd-id', { show_in_menu: true, parent_id: id }));
      const { status } = await eventually(
        () => fetchText('/page/below-odd-id'),
        (answer) => answer.status === 200,
      );
      expect(status).toBe(200);
      expect(await executedScripts(['/demo/odd-id', '/page/odd-id', '/page/below-odd-id', '/demos'])).toEqual([]);
    });

    it('keeps structured data valid JSON', async () => {
      for (const [index, payload] of corpus.entries()) {
        const { body } = await site().fetchText(`/page/attack-${index}`);
        const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
        expect((JSON.parse(json ?? 'null') as { headline: string }).headline).toBe(payload.trim());
      }
    });

    it('runs no script of settings and ignores invalid URLs and colors', { tags: 'full' }, async () => {
      const { firestore, fetchText } = site();
      const [script, quoted] = [corpus[0]!, corpus[1]!];
      await firestore.doc('site_settings/ga4_id').update(edit({ value: `G-1"><script>hit()</script>` }));
      await firestore.doc('site_settings/seo').update(
        edit({
          value: {
            sitemap_frequency: 'weekly',
            google_site_verification: quoted,
            bing_site_verification: script,
            robots_custom_rules: script,
          },
        }),
      );
      await firestore.doc('site_settings/branding').update(
        edit({
          value: { site_name: `Brand ${quoted}`, logo_url: null, favicon_url: null, primary_color: '#0F284C' },
        }),
      );
      await eventually(
        () => fetchText('/privacy'),
        ({ body }) => body.includes('Brand &quot;') || body.includes('Brand "'),
      );
      expect(await executedScripts(['/privacy', '/'])).toEqual([]);

      const stylesheet = async () => /href="(\/assets\/site\.[^"]+)"/.exec((await fetchText('/privacy')).body)?.[1];
      const before = await stylesheet();
      expect(before).toBeDefined();
      await firestore.doc('site_settings/branding').update(
        edit({
          value: {
            site_name: 'Brand',
            logo_url: 'javascript:hit()',
            favicon_url: null,
            primary_color: 'red;}*{display:none',
          },
        }),
      );
      await firestore.doc('site_settings/social_links').update(edit({ value: { facebook: 'javascript:hit()' } }));
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      expect(await stylesheet()).toBe(before);
      expect(await executedScripts(['/privacy'])).toEqual([]);
    });
  });
}
