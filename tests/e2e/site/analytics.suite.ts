import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { edit, type SiteUnderTest } from './site-under-test.ts';
import { shortly } from '../office/screen.ts';

const tag = 'https://www.googletagmanager.com/';

/** Visits are counted with an id, with consent, and where the page allows it: sets an id. */
export function analyticsSuite(site: () => SiteUnderTest): void {
  const setId = async (value: string): Promise<void> => {
    await site().firestore.doc('site_settings/ga4_id').update(edit({ value }));
    await eventually(
      () => site().fetchText('/privacy'),
      ({ body }) => body.includes('data-analytics-id') === /^G-[A-Z0-9]+$/.test(value),
    );
  };

  /** Opens a page with a stand-in for Google's origin and returns its requests. */
  const visit = (path: string, use: (page: Page, asked: string[]) => Promise<void>): Promise<void> => {
    const asked: string[] = [];
    return site().visit(
      path,
      async (page, trouble) => {
        await use(page, asked);
        expect(trouble).toEqual([]);
      },
      {
        prepare: async (page) => {
          await page.route(`${tag}**`, (route) => {
            asked.push(route.request().url());
            return route.fulfill({ contentType: 'text/javascript', body: 'window.tagRan = true' });
          });
        },
      },
    );
  };

  const question = (page: Page) => page.getByRole('region', { name: 'Privacy choices' });

  describe('analytics', () => {
    it('asks, and loads the tag only after a yes, then without asking again', async () => {
      await setId('G-TEST123');
      await visit('/privacy', async (page, asked) => {
        await question(page).waitFor();
        expect(asked).toEqual([]);
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.waitForFunction(() => 'tagRan' in window);
        expect(asked).toEqual([`${tag}gtag/js?id=G-TEST123`]);
        await shortly(() => question(page).isVisible()).toBe(false);
        const calls = await page.evaluate(() =>
          (window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer?.map((call) => Array.from(call)),
        );
        expect(calls?.[1]).toEqual(['config', 'G-TEST123']);
        await page.goto(`${site().stack.site}/`);
        await page.waitForFunction(() => 'tagRan' in window);
        await shortly(() => question(page).isVisible()).toBe(false);
      });
    });

    it('takes no for an answer, which may be changed', () =>
      visit('/privacy', async (page, asked) => {
        await page.getByRole('button', { name: 'Decline' }).click();
        await page.reload();
        await shortly(() => question(page).isVisible()).toBe(false);
        expect(asked).toEqual([]);
        await page.getByRole('button', { name: 'Privacy choices' }).click();
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.waitForFunction(() => 'tagRan' in window);
      }));

    it.each([
      ['/demo/the-listener', 1],
      ['/demo/night-shift', 0],
    ])('on %s follows the demo', (path, count) =>
      visit(path, async (page) => await shortly(() => page.locator('[data-analytics-id]').count()).toBe(count)),
    );

    it('an id of another form is not used', async () => {
      await setId('UA-1');
      await visit('/privacy', async (page) => await shortly(() => page.locator('script[src]').count()).toBe(0));
    });
  });
}
