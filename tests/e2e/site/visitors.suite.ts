import { gzipSync } from 'node:zlib';
import { invalid } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { pollSoon } from '../office/screen.ts';
import { edit, newDemo, newPage, type SiteUnderTest } from './site-under-test.ts';

const status = (page: Page) => page.locator('[data-search-status]').innerText();
const titles = (page: Page) => page.locator('[data-search-results] a').allInnerTexts();

/** The search, the feed and the language of the site. Changes content and settings. */
export function visitorsSuite(site: () => SiteUnderTest): void {
  const set = (visitors: object) =>
    site()
      .firestore.doc('site_settings/visitors')
      .set(edit({ value: { search_enabled: true, feed_enabled: true, language: 'en', ...visitors } }));
  /** Waits until a page contains a text. */
  const untilBody = async (path: string, text: string): Promise<void> => {
    const body = async (): Promise<string> => (await site().fetchText(path)).body;
    expect(await eventually(body, (found) => found.includes(text))).toContain(text);
  };
  const statusOf = async (path: string): Promise<number> => (await site().fetchText(path)).status;

  describe('search', () => {
    it('is reached from the header and finds words of titles and texts while they are typed', () =>
      site().visit('/', async (page, trouble) => {
        await page.getByRole('link', { name: 'Search' }).click();
        await page.waitForURL('**/search');
        await page.keyboard.type('conciêrge');
        await pollSoon(() => titles(page)).toContain('The Concierge');
        await pollSoon(() => status(page)).toMatch(/^\d+ results? for “conciêrge”\.$/);
        expect(new URL(page.url()).search).toBe(`?q=${encodeURIComponent('conciêrge')}`);
        // From the field to its button, then to the first result.
        for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
        await page.waitForURL('**/demo/the-concierge');
        expect(trouble).toEqual([]);
      }));

    it('finds several words in any order and the beginnings of words, and says when nothing is found', () =>
      site().visit('/search?q=WORKS%20ho', async (page) => {
        await pollSoon(() => titles(page)).toContain('How a digital human works');
        const before = await titles(page);
        await page.getByRole('searchbox').fill('how works');
        await pollSoon(() => titles(page)).toContain('How a digital human works');
        expect(before).toContain('How a digital human works');
        await page.getByRole('searchbox').fill('how nothing-at-all-like-this');
        await pollSoon(() => status(page)).toContain('No results for “how nothing-at-all-like-this”.');
        expect(await titles(page)).toEqual([]);
      }));

    it('follows an edit, and never contains unpublished content or embed code', async () => {
      const { firestore, visit, fetchText } = site();
      const batch = firestore.batch();
      batch.set(
        firestore.doc('pages/found'),
        newPage('found', { body: 'A zyzzyva under the [veil](https://x.example/linksecret).' }),
      );
      batch.set(firestore.doc('pages/draft'), newPage('draft-only', { body: 'quokkadraft', is_published: false }));
      batch.set(
        firestore.doc('demo_pages/locked'),
        newDemo('locked-away', { is_password_protected: true, heading: 'Locked wombat' }),
      );
      batch.set(firestore.doc('demo_embeds/locked'), { iframe_url: 'https://demo.example/embedsecret' });
      await batch.commit();
      await visit('/search?q=zyzz', async (page) => {
        await eventually(
          async () => (await page.reload(), await page.waitForLoadState('networkidle'), await titles(page)),
          (found) => found.length > 0,
        );
        expect(await titles(page)).toEqual(['Title of found']);
        await page.getByRole('searchbox').fill('wombat');
        await pollSoon(() => titles(page)).toEqual(['Locked wombat']);
      });
      const [w = '', r = ''] = (await fetchText('/search/starts.txt')).body.split('\n');
      const names = [...w.split(' ').map((start) => `w-${start}`), ...r.split(' ').map((start) => `r-${start}`)];
      const index = (await Promise.all(names.map(async (name) => (await fetchText(`/search/${name}.txt`)).body))).join(
        '\n',
      );
      expect(index).toContain('zyzzyva');
      for (const secret of ['linksecret', 'quokkadraft', 'embedsecret', 'draft-only'])
        expect(index).not.toContain(secret);
    });

    it('loads at most 100 kB for a query, and no other page loads its script', { tags: 'full' }, () =>
      site().visit('/search?q=the%20face', async (page) => {
        await pollSoon(() => titles(page)).not.toEqual([]);
        const loaded = await page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => /\/search\/|\.js/.test(name)),
        );
        const sizes = await Promise.all(
          loaded.map(async (address) => gzipSync(Buffer.from(await (await fetch(address)).arrayBuffer())).length),
        );
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
        expect((await site().fetchText('/page/how-it-works')).body).not.toMatch(/<script (?!type="application\/ld)/);
      }),
    );

    it('says without scripts that it needs them', { tags: 'full' }, () =>
      site().visit(
        '/search',
        async (page) => {
          await pollSoon(() => page.getByText('Search needs JavaScript.').isVisible()).toBe(true);
          expect(await page.getByRole('searchbox').count()).toBe(0);
        },
        { javaScriptEnabled: false },
      ),
    );

    it('reports a failed request and repeats it on Enter', { tags: 'full' }, () =>
      site().visit('/search', async (page) => {
        await page.context().setOffline(true);
        await page.getByRole('searchbox').fill('echo');
        await pollSoon(() => status(page)).toContain('The search could not be loaded.');
        await page.context().setOffline(false);
        await page.getByRole('searchbox').press('Enter');
        await pollSoon(() => titles(page)).toContain('Echo');
      }),
    );

    it('leaves its address to a page that had it before, and reports the page', { tags: 'full' }, async () => {
      const { firestore, fetchText, stack } = site();
      await firestore.doc('pages/old-search').set(newPage('search', { body: 'Our own search tips' }));
      await untilBody('/search', 'Our own search tips');
      expect(await statusOf('/search/starts.txt')).toBe(404);
      expect((await fetchText('/')).body).not.toContain('search-link');
      const { problems } = (await (await fetch(`${stack.pipeline}/status`)).json()) as { problems: number };
      expect([problems > 0, invalid.searchAddressTaken]).toEqual([true, expect.stringContaining('Change its slug')]);
      await firestore.doc('pages/old-search').delete();
      await untilBody('/search', 'data-search-form');
    });
  });

  describe('feed', () => {
    it('lists the newest published pages with absolute URLs, and pages refer to it', async () => {
      const { firestore } = site();
      await firestore.doc('pages/not-in-feed').set(newPage('not-in-feed', { is_published: false }));
      await firestore.doc('pages/in-feed').set(newPage('in-feed'));
      await untilBody('/feed.xml', 'Title of in-feed');
      const { body, headers } = await site().fetchText('/feed.xml');
      expect(headers.get('content-type')).toMatch(/^application\/xml/);
      const { invalidXml, entries } = await site().visit('/', (page) =>
        page.evaluate((xml) => {
          const feed = new DOMParser().parseFromString(xml, 'application/xml');
          const textIn = (entry: Element, name: string) => entry.querySelector(name)?.textContent ?? '';
          return {
            invalidXml: feed.querySelector('parsererror') !== null,
            entries: [...feed.querySelectorAll('entry')].map((entry) => ({
              title: textIn(entry, 'title'),
              id: textIn(entry, 'id'),
              published: textIn(entry, 'published'),
              href: entry.querySelector('link')?.getAttribute('href'),
            })),
          };
        }, body),
      );
      expect(invalidXml).toBe(false);
      expect(entries[0]).toMatchObject({ title: 'Title of in-feed', href: `${site().stack.site}/page/in-feed` });
      const times = entries.map(({ published }) => published);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      expect(body).not.toContain('not-in-feed');
      expect((await site().fetchText('/demos')).body).toContain(
        '<link rel="alternate" type="application/atom+xml" title="Parhelion" href="/feed.xml">',
      );
    });
  });

  it('has the language of the settings', async () => {
    await set({ language: 'pt-BR' });
    await untilBody('/', '<html lang="pt-BR">');
    expect((await site().fetchText('/feed.xml')).body).toContain('xml:lang="pt-BR"');
  });

  it('has neither search nor feed when they are switched off', async () => {
    await set({ search_enabled: false, feed_enabled: false });
    await eventually(
      () => statusOf('/feed.xml'),
      (status) => status === 404,
    );
    expect(await statusOf('/feed.xml')).toBe(404);
    expect([await statusOf('/search'), await statusOf('/search/starts.txt')]).toEqual([404, 404]);
    const { body } = await site().fetchText('/');
    for (const trace of ['search-link', 'atom+xml']) expect(body).not.toContain(trace);
    await set({});
    await eventually(
      () => statusOf('/search'),
      (status) => status === 200,
    );
    expect(await statusOf('/search')).toBe(200);
  });
}
