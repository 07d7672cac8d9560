import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, notice, onSave, refuse, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

export function demosListSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
    ({ page } = await office.signIn('editor', clipboard));
  });

  const stored = async (id: string) => (await office.firestore.doc(`demo_pages/${id}`).get()).data();
  const embedOf = async (id: string) =>
    (await office.firestore.doc(`demo_embeds/${id}`).get()).get('iframe_url') as unknown;
  const row = (heading: string) => page.getByRole('row').filter({ hasText: heading });

  describe('the list of demos', () => {
    beforeEach(async () => {
      for (const demo of (await office.firestore.collection('demo_pages').get()).docs) await demo.ref.delete();
      await office.addDemo('alpha', { heading: 'Alpha Voice', is_published: true });
      await office.addDemo('beta', { heading: 'Beta Face', is_password_protected: true, ga_tracking_enabled: false });
      await visit(page, `${office.admin}/admin/demos`);
      await row('Alpha Voice').waitFor();
    });

    it('shows counts and all demos', async () => {
      const stats = await page.locator('main dl').innerText();
      expect(stats.replace(/\s+/g, ' ')).toMatch(/Total Demos.*Published.*Password Protected.*Drafts/);
      // Deletions by the server take a moment to appear in lists.
      await pollSoon(() => page.locator('main dl dd').allInnerTexts()).toEqual(['2', '1', '1', '1']);
      await pollSoon(() => page.getByRole('columnheader').allInnerTexts()).toEqual([
        'Heading',
        'Slug',
        'Status',
        'Features',
        'Created',
        'Actions',
      ]);
      await pollSoon(() => row('Alpha Voice').innerText()).toMatch(/alpha[\s\S]*Published[\s\S]*GA/);
      await pollSoon(() => row('Beta Face').innerText()).toMatch(/beta[\s\S]*Draft[\s\S]*Protected/);
      await pollSoon(() => row('Beta Face').getByText('GA', { exact: true }).count()).toBe(0);
    });

    it('publishes and deletes several demos', { tags: 'full' }, async () => {
      await office.firestore.doc('demo_secrets/beta').set({ password_hash: 'of a password' });
      await page.getByLabel('Select all').check();
      const selection = page.getByRole('region', { name: 'Selection' });
      await selection.getByText('2 demos selected').waitFor();
      await selection.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      // The other one was published before.
      await expectNotice(page, { title: 'Published: 1 demo' });
      expect(await stored('alpha')).toMatchObject({ rev: 1 });
      expect(await stored('beta')).toMatchObject({ is_published: true, rev: 2 });

      await page.getByLabel('Select Alpha Voice').check();
      await selection.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Deleted: 1 demo' });
      expect(await stored('alpha')).toBeUndefined();
      await row('Beta Face').waitFor();
    });

    it('searches heading and slug', { tags: 'full' }, async () => {
      const search = page.getByRole('searchbox', { name: 'Search demos' });
      await search.fill('FACE');
      await pollSoon(() => page.getByRole('row').count()).toBe(2);
      await search.fill('alph');
      await row('Alpha Voice').waitFor();
      await search.fill('zzz');
      await page.getByText('No demos found').waitFor();
    });

    it('has a different icon of the same color for each action', { tags: 'full' }, async () => {
      const actions = row('Alpha Voice').locator('a:has(svg), button:has(svg)');
      await pollSoon(() => actions.count()).toBe(5);
      const looks = await actions.evaluateAll((all) =>
        all.map((one) => ({ icon: one.querySelector('svg')?.innerHTML, color: getComputedStyle(one).color })),
      );
      expect(new Set(looks.map(({ icon }) => icon)).size).toBe(looks.length);
      expect(new Set(looks.map(({ color }) => color)).size).toBe(1);
    });

    it('shows unchecked checkboxes in dark mode without a fill', { tags: 'full' }, async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      const box = page.getByLabel('Select Alpha Voice');
      await pollSoon(() => box.evaluate((input) => getComputedStyle(input).appearance)).toBe('none');
      await box.check();
      await pollSoon(() => box.evaluate((input) => getComputedStyle(input).appearance)).not.toBe('none');
      await box.uncheck();
      await page.emulateMedia({ colorScheme: null });
    });

    it.each([
      [390, 844],
      [1440, 900],
    ])('shows notices that cover no figures in a window of %d by %d px', { tags: 'full' }, async (width, height) => {
      await page.setViewportSize({ width, height });
      await row('Beta Face').getByRole('button', { name: /Copy/ }).click();
      const copied = notice(page, 'Slug copied to clipboard');
      await copied.waitFor();
      const figures = page.locator('main dl > *');
      await pollSoon(async () => {
        const [above, ...cards] = await Promise.all(
          [copied, ...(await figures.all())].map((each) => each.boundingBox()),
        );
        return cards.filter(
          (card) =>
            card!.x < above!.x + above!.width &&
            above!.x < card!.x + card!.width &&
            card!.y < above!.y + above!.height &&
            above!.y < card!.y + card!.height,
        );
      }).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    it('copies the address of a demo', { tags: 'full' }, async () => {
      await row('Beta Face').getByRole('button', { name: /Copy/ }).click();
      await expectNotice(page, { title: 'Slug copied to clipboard' });
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/demo/beta');
    });

    it('opens only published demos on the site', { tags: 'full' }, async () => {
      const live = row('Alpha Voice').getByRole('link', { name: /Open live page/ });
      await pollSoon(() => live.getAttribute('href')).toBe(`${office.site}/demo/alpha`);
      await pollSoon(() => live.getAttribute('target')).toBe('_blank');
      expect(
        await row('Beta Face')
          .getByRole('link', { name: /Open live page/ })
          .count(),
      ).toBe(0);
    });

    it('deletes a demo after confirmation and restores it with its embed', async () => {
      await row('Alpha Voice')
        .getByRole('button', { name: /Delete/ })
        .click();
      const dialog = page.getByRole('alertdialog');
      await dialog
        .getByText('Are you sure you want to delete "Alpha Voice"? It is removed from the site and moved to the trash.')
        .waitFor();
      await dialog.getByText('“Alpha Voice” stays in the trash for 30 days').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Demo deleted successfully' });
      await pollSoon(() => stored('alpha')).toBeUndefined();
      expect(await embedOf('alpha')).toBeUndefined();
      await notice(page, 'Demo deleted').getByRole('button', { name: 'Undo' }).click();
      await row('Alpha Voice').waitFor();
      expect(await embedOf('alpha')).toBe('https://example.com/');
    });

    it('shows that a deletion failed', { tags: 'full' }, async () => {
      await onSave(page, (route) => refuse(route, 403));
      await row('Alpha Voice')
        .getByRole('button', { name: /Delete/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Failed to delete demo' });
      await row('Alpha Voice').waitFor();
    });

    it('shows a loading text, and a create link if empty', { tags: 'full' }, async () => {
      for (const id of ['alpha', 'beta']) await office.firestore.doc(`demo_pages/${id}`).delete();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(/runQuery|\/staff\/list/, async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      await page.reload();
      await page.getByText('Loading demos...').waitFor();
      release();
      await page.getByText('No demos found').waitFor();
      await page.unroute(/runQuery|\/staff\/list/);
      await page.getByRole('link', { name: 'Create Your First Demo' }).click();
      await page.getByRole('heading', { name: 'Create Demo' }).waitFor();
    });
  });
}
