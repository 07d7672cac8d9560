import { describe, expect, it } from 'vitest';
import { edit, eventually, newDemo, newPage, type SiteUnderTest } from './site-under-test.ts';

// Each would call `hit()` if it were ever taken for anything but text.
const corpus = [
  '<script>hit()</script>',
  '"><script>hit()</script>',
  '</script><script>hit()</script>',
  '</title><script>hit()</script>',
  '</style><script>hit()</script>',
  '<img src=x onerror=hit()>',
  '" onerror="hit()" x="',
  "' onfocus='hit()' autofocus='",
  '<svg/onload=hit()>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  '<a href="javascript:hit()">x</a>',
  '[x](javascript:hit())',
  '[x](JaVa\tScRiPt:hit())',
  '[x](data:text/html,<script>hit()</script>)',
  '![x](x"onerror="hit())',
  '![x](javascript:hit())',
  '<javascript:hit()>',
  '```\n</code></pre><script>hit()</script>\n```',
  '--><script>hit()</script><!--',
  ']]><script>hit()</script>',
  '\u2028</script><script>hit()</script>',
  '{{hit()}}${hit()}<%= hit() %>',
  '&lt;script&gt;hit()&lt;/script&gt;',
  '<details open ontoggle=hit()>',
];

const short = (text: string, length: number): string => text.slice(0, length);

/** Content that tries to be more than content: writes it everywhere. */
export function injectionSuite(site: () => SiteUnderTest): void {
  /** What ran, on a page whose policy is switched off: the markup alone must hold. */
  const ran = (path: string): Promise<string[]> => {
    const hits: string[] = [];
    return site().visit(
      path,
      async (page) => {
        await page.waitForLoadState('networkidle');
        for (const link of await page.locator('main a').all()) {
          expect(await link.getAttribute('href')).toMatch(/^(https?:\/\/|\/|#)/);
        }
        return hits;
      },
      { bypassCSP: true, prepare: (page) => page.exposeFunction('hit', () => void hits.push(path)) },
    );
  };

  describe('injection', () => {
    it('the trap works', () =>
      site().visit(
        '/privacy',
        async (page) => {
          const caught = page.waitForEvent('console', (message) => message.text() === 'caught');
          await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="hit()">'));
          await caught;
        },
        { bypassCSP: true, prepare: (page) => page.addInitScript('window.hit = () => console.log("caught")') },
      ));

    it('pages, demos and sections execute nothing', async () => {
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
        batch.set(firestore.doc(`demo_embeds/${slug}`), { iframe_url: `<script>/*${payload}*/</script>` });
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
      const paths = [
        '/',
        '/demos',
        ...corpus.flatMap((_, index) => [`/page/attack-${index}`, `/demo/attack-${index}`]),
      ];
      const hits: string[] = [];
      for (const path of paths) hits.push(...(await ran(path)));
      expect(hits).toEqual([]);
    });

    it('structured data stays data', async () => {
      for (const [index, payload] of corpus.entries()) {
        const { body } = await site().fetchText(`/page/attack-${index}`);
        const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
        expect((JSON.parse(json ?? 'null') as { headline: string }).headline).toBe(payload.trim());
      }
    });

    it('settings execute nothing, and addresses that are no addresses are not used', async () => {
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
      expect(await ran('/privacy')).toEqual([]);
      expect(await ran('/')).toEqual([]);

      const before = (await fetchText('/assets/site.css')).body;
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
      expect((await fetchText('/assets/site.css')).body).toBe(before);
      expect((await fetchText('/privacy')).body).not.toContain('javascript:hit()');
    });
  });
}
