import { previewPaths } from '@frontage/model/preview';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, pollSoon, visit } from '../office/screen.ts';

/** The impact of publishing, unpublishing and deleting, which editors see before the action. */
export function impactSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    await office.addPage('target', { title: 'Target', body: 'Here.', is_published: true });
    await office.addPage('linking', { title: 'Linking', body: 'See [it](/page/target).', is_published: true });
    await office.addPage('unseen', { title: 'Unseen', body: 'Not yet.' });
    page = (await office.signIn('admin', { viewport: { width: 1440, height: 900 } })).page;
  });

  const line = (): Locator => page.locator('[data-impact]');
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

  async function open(path: string): Promise<void> {
    await visit(page, office.admin + path);
    await page.locator('h1').waitFor();
    await pollSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
  }

  it('lists changed addresses with the reason and compares before and after', async () => {
    await open('/admin/pages/target');
    await pollSoon(() => line().innerText()).toBe('');
    await field(page, 'Title').fill('Another target');
    await pollSoon(() => line().innerText()).toMatch(/^This changes (every page, in|\d+ address)/);
    await line().getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Changes on the site' });
    const address = dialog.getByRole('button', { name: /^\/page\/target/ });
    await address.click();
    expect(await address.innerText()).toMatch(/Changes\s+\S/);
    const heading = (side: string) =>
      dialog.getByRole('region', { name: side, exact: true }).frameLocator('iframe').getByRole('heading', { level: 1 });
    await pollSoon(() => heading('Before').innerText()).toBe('Target');
    await pollSoon(() => heading('After').innerText()).toBe('Another target');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Slider' }).click();
    await pollSoon(() => heading('After').innerText()).toBe('Another target');
    const shown = () =>
      dialog.getByRole('region', { name: 'After', exact: true }).evaluate((side) => {
        const { left, right, top } = side.getBoundingClientRect();
        // Samples four positions: true where the page after the change is visible.
        const places = [0.1, 0.3, 0.7, 0.9].map((share) => left + (right - left) * share);
        return places.map((x) => side.contains(document.elementFromPoint(x, top + 5)));
      });
    expect(await shown()).toEqual([false, false, true, true]);
    const slider = dialog.getByRole('slider');
    await slider.fill('80');
    await pollSoon(shown).toEqual([false, false, false, true]);
    await slider.press('Home');
    await pollSoon(shown).toEqual([true, true, true, true]);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Changed words' }).click();
    await pollSoon(() => dialog.locator('ins').allInnerTexts()).toContain('Another target');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('shows that an address moves and which pages link to it', { tags: 'full' }, async () => {
    await open('/admin/pages/target');
    await field(page, 'Title').fill('Moved target');
    await pollSoon(() => line().innerText()).toMatch(/^This changes (every page, in|\d+ address)/);
    // Delays the response, so that the button is clicked while it shows the previous text.
    await page.route(`**${previewPaths.plan}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.fallback();
    });
    await field(page, 'URL slug').fill('target-moved');
    await pollSoon(() => line().innerText()).toMatch(/^This changes (every page, in|\d+ address)/);
    await line().getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Changes on the site' });
    await dialog
      .getByText('An address changes. 1 page links here; the old address will redirect. Linked from “Linking”.')
      .waitFor();
    await page.unroute(`**${previewPaths.plan}`);
    await dialog.getByRole('button', { name: /^\/page\/target\s*Moves/ }).click();
    await dialog.getByText('Redirects to /page/target-moved.').first().waitFor();
    await dialog.getByRole('button', { name: /^\/sitemap.xml/ }).click();
    await pollSoon(() =>
      dialog.getByRole('region', { name: 'After', exact: true }).frameLocator('iframe').locator('pre').innerText(),
    ).toContain('/page/target-moved');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await field(page, 'URL slug').fill('target');
  });

  it('shows how many addresses a setting changes and the estimated time', { tags: 'full' }, async () => {
    await open('/admin/settings?tab=branding');
    await field(page, 'Site name').fill('Another name');
    await pollSoon(() => line().innerText()).toMatch(/^This changes every page, in (about|under) /);
    await line().getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Changes on the site' });
    await dialog.getByText(/^Every page: \d+ addresses, live in /).waitFor();
    await dialog.getByText('branding is on all pages').first().waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await open('/admin/settings?tab=seo');
    await field(page, 'Sitemap frequency').selectOption({ index: 0 });
    await pollSoon(() => line().innerText()).toBe('This changes 1 address');
  });

  it('lists new addresses', { tags: 'full' }, async () => {
    await open('/admin/pages/unseen');
    await pollSoon(() => line().innerText()).toMatch(/^This changes (every page, in|\d+ address)/);
    await line().getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Changes on the site' });
    await dialog.getByRole('button', { name: /^\/page\/unseen\s*New/ }).waitFor();
    await dialog.getByText('No page exists here yet.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('of the switch is that of Unpublish in the menu', async () => {
    await open('/admin/pages/target');
    await page
      .getByRole('switch', { name: 'Publish', exact: true })
      .or(page.getByLabel('Publish', { exact: true }))
      .first()
      .uncheck();
    await pollSoon(() => line().innerText()).toMatch(/^This changes (every page, in|\d+ address)/);
    await line().getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Changes on the site' });
    await dialog.getByRole('button', { name: /^\/page\/target\s*Removed/ }).waitFor();
    await dialog.getByText('An address is removed. 1 page links here.').waitFor();
    await page.keyboard.press('Escape');
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
  });

  it('lists removed addresses and inbound links before unpublishing or deleting', { tags: 'full' }, async () => {
    await open('/admin/pages/target');
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    const question = page.getByRole('alertdialog');
    await pollSoon(() => question.innerText()).toContain(
      '/page/target is removed. 1 page links here. Linked from “Linking”.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await open('/admin/pages');
    await button('Delete Target').click();
    await pollSoon(() => question.innerText()).toContain(
      '/page/target is removed. 1 page links here. Linked from “Linking”.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  it('appears when the pipeline is reachable again', { tags: 'full' }, async () => {
    await page.route('**/staff/**', (route) => route.abort());
    await open('/admin/pages/linking');
    await field(page, 'Title').fill('Linking as before');
    await pollSoon(() => line().innerText()).toBe('Effect on the site unknown');
    await page.unroute('**/staff/**');
    await expect.poll(() => line().innerText(), { timeout: 20_000 }).toMatch(/^This changes /);
  });

  it('does not block publishing if the pipeline is unreachable', async () => {
    await page.route('**/staff/**', (route) => route.abort());
    await open('/admin/pages/unseen');
    await field(page, 'Title').fill('Unseen, and published');
    await pollSoon(() => line().innerText()).toBe('Effect on the site unknown');
    await button('Publish').click();
    await expectNotice(page, { title: 'Page updated successfully' });
    await page.unroute('**/staff/**');
    expect((await office.firestore.doc('pages/unseen').get()).get('is_published')).toBe(true);
  });
}
