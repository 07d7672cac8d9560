import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { edit, type SiteUnderTest } from './site-under-test.ts';
import { pollSoon } from '../office/screen.ts';

const tag = 'https://www.googletagmanager.com/';

/** Analytics need a measurement id, consent, and permission of the page. Changes the measurement id. */
export function analyticsSuite(site: () => SiteUnderTest): void {
  const setId = async (value: string): Promise<void> => {
    await site().firestore.doc('site_settings/ga4_id').update(edit({ value }));
    await eventually(
      () => site().fetchText('/privacy'),
      ({ body }) => body.includes('data-analytics-id') === /^G-[A-Z0-9]+$/.test(value),
    );
  };

  /** Opens a page with Google's origin mocked. Passes the requested URLs to `use`. */
  const visit = (path: string, use: (page: Page, requested: string[]) => Promise<void>): Promise<void> => {
    const requested: string[] = [];
    return site().visit(
      path,
      async (page, trouble) => {
        await use(page, requested);
        expect(trouble).toEqual([]);
      },
      {
        prepare: async (page) => {
          await page.route(`${tag}**`, (route) => {
            requested.push(route.request().url());
            return route.fulfill({ contentType: 'text/javascript', body: 'window.tagRan = true' });
          });
        },
      },
    );
  };

  const question = (page: Page) => page.getByRole('region', { name: 'Privacy choices' });

  const isStopped = (page: Page) => page.evaluate(() => Reflect.get(window, 'ga-disable-G-TEST123') === true);

  describe('analytics', () => {
    beforeAll(() => setId('G-TEST123'));

    it('loads the tag after consent and does not ask again', async () => {
      await visit('/privacy', async (page, requested) => {
        await question(page).waitFor();
        expect(requested).toEqual([]);
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.waitForFunction(() => 'tagRan' in window);
        expect(requested).toEqual([`${tag}gtag/js?id=G-TEST123`]);
        await pollSoon(() => question(page).isVisible()).toBe(false);
        const calls = await page.evaluate(() =>
          (window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer?.map((call) => Array.from(call)),
        );
        expect(calls?.[1]).toEqual(['config', 'G-TEST123']);
        await page.goto(`${site().stack.site}/`);
        await page.waitForFunction(() => 'tagRan' in window);
        await pollSoon(() => question(page).isVisible()).toBe(false);
      });
    });

    it('does not load the tag after a refusal, which can be changed', { tags: 'full' }, () =>
      visit('/privacy', async (page, requested) => {
        await page.getByRole('button', { name: 'Decline' }).click();
        await page.reload();
        await pollSoon(() => question(page).isVisible()).toBe(false);
        expect(requested).toEqual([]);
        await page.getByRole('button', { name: 'Privacy choices' }).click();
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.waitForFunction(() => 'tagRan' in window);
      }),
    );

    it('stops the tag in every tab and removes its cookies when consent is withdrawn', () =>
      visit('/privacy', async (page, requested) => {
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.waitForFunction(() => 'tagRan' in window);
        const second = await page.context().newPage();
        await second.route(`${tag}**`, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'window.tagRan = true' }),
        );
        await second.goto(`${site().stack.site}/`);
        await second.waitForFunction(() => 'tagRan' in window);
        expect(await isStopped(second)).toBe(false);
        const setCookies = () =>
          page.evaluate(() => {
            const own = ['_ga', '_ga_TEST123', '_gac_UA-1', '_gac_gb_TEST123', '_gcl_au', '_gid', '_gat_gtag_UA_1'];
            for (const name of [...own, '_game', 'other']) document.cookie = `${name}=1; path=/`;
          });
        await setCookies();
        await page.getByRole('button', { name: 'Privacy choices' }).click();
        await page.getByRole('button', { name: 'Decline' }).click();
        expect(await page.evaluate(() => document.cookie)).toBe('_game=1; other=1');
        expect(await isStopped(page)).toBe(true);
        await pollSoon(() => isStopped(second)).toBe(true);
        await second.close();

        // Cookies that a tag still set while it was stopped are removed by the next page.
        const loads = requested.length;
        for (const open of [() => page.reload(), () => page.goto(`${site().stack.site}/`)]) {
          await setCookies();
          await open();
          await pollSoon(() => page.evaluate(() => document.cookie)).toBe('_game=1; other=1');
          expect(await isStopped(page)).toBe(true);
        }
        expect(requested).toHaveLength(loads);
      }));

    it.each([
      {
        name: 'a page that the back button restores after consent was withdrawn',
        withdraw: (page: Page) =>
          // A restored page has missed the change. Playwright's browser restores none.
          page.evaluate(() => {
            localStorage.setItem('frontage:analytics', 'denied');
            dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
          }),
      },
      {
        name: 'a tab while another one removes the choice',
        withdraw: async (page: Page) => {
          const other = await page.context().newPage();
          await other.goto(`${site().stack.site}/robots.txt`);
          await other.evaluate(() => localStorage.clear());
          await other.close();
        },
      },
    ])('stops the tag in $name', { tags: 'full' }, ({ withdraw }) =>
      visit('/privacy', async (page) => {
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.waitForFunction(() => 'tagRan' in window);
        await withdraw(page);
        await pollSoon(() => isStopped(page)).toBe(true);
      }),
    );

    it.each([
      ['/demo/the-listener', 1],
      ['/demo/night-shift', 0],
    ])('on %s depends on the demo’s setting', (path, count) =>
      visit(path, async (page) => await pollSoon(() => page.locator('[data-analytics-id]').count()).toBe(count)),
    );

    it('ignores an invalid measurement id', { tags: 'full' }, async () => {
      await setId('UA-1');
      await visit('/privacy', async (page) => await pollSoon(() => page.locator('script[src]').count()).toBe(0));
    });
  });
}
