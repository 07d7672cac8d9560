import { newPage } from '@frontage/model/kinds/page';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, field, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
const aMinuteOrTwo = { timeout: 150_000, interval: 500 };

/** A whole campaign in one launch: twelve pages, a menu entry, a setting and two redirects. */
export function campaignSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    page = (await office.signIn('admin', { viewport: { width: 1440, height: 900 } })).page;
    for (const number of numbers)
      await office.addPage(`lynx-${number}`, { title: `Lynx ${number}`, body: 'Old words', is_published: true });
    await office.addPage('lynx-menu', { title: 'Lynx menu', nav_label: 'Old entry', is_published: true });
    const draft = async (id: string, data: object) => {
      const values = { ...newPage, title: `Lynx ${id.slice(5)}`, slug: id, is_published: true, ...data };
      const stamps = { created_at: new Date(), created_by: 'somebody', updated_at: new Date(), updated_by: 'somebody' };
      await office.firestore.doc(`drafts/pages_${id}`).set({
        collection: 'pages',
        id,
        data: values,
        base_rev: 1,
        review: null,
        note: null,
        rev: 1,
        ...stamps,
      });
    };
    for (const number of numbers) await draft(`lynx-${number}`, { body: 'New words' });
    await draft('lynx-menu', { nav_label: 'New entry' });
  });

  const text = async (path: string) => (await fetch(office.site + path)).text();
  const target = async (path: string) =>
    (await fetch(office.site + path, { redirect: 'manual' })).headers.get('location');

  /** The visible words of the pages, the menu, the footer and the redirects. */
  const seen = async () => {
    const [home, ...pages] = await Promise.all(['/', ...numbers.map((number) => `/page/lynx-${number}`)].map(text));
    return {
      words: [...new Set(pages.map((one) => /(Old|New) words/.exec(one)?.[1]))],
      menu: /(Old|New) entry/.exec(home ?? '')?.[1],
      footer: home?.includes('https://github.com/lynx'),
      redirects: await Promise.all(['/lynx-offer', '/lynx-sale'].map(target)),
    };
  };
  const before = { words: ['Old'], menu: 'Old', footer: false, redirects: [null, null] };
  const after = { words: ['New'], menu: 'New', footer: true, redirects: ['/page/lynx-1', '/page/lynx-2'] };

  const addRedirect = async (from: string, to: string) => {
    await button(page, 'Add redirect').click();
    const dialog = page.getByRole('dialog', { name: 'Add redirect to the launch' });
    await dialog.getByLabel('From').fill(from);
    await dialog.getByLabel('To').fill(to);
    await dialog.getByRole('button', { name: 'Add redirect' }).click();
    await page.getByRole('row', { name: from }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
  };
  const takeBack = async () => {
    await button(page, 'Take back this launch').click();
    await page
      .getByRole('dialog', { name: /^Take back / })
      .getByRole('button', { name: 'Take back' })
      .click();
    await expectNotice(page, { title: 'Launch taken back' });
  };

  describe('a campaign', { tags: 'full' }, () => {
    it('is collected from lists, settings and redirects', async () => {
      await pollSoon(seen).toEqual(before);
      await visit(page, `${office.admin}/admin/launches`);
      await button(page, 'New launch').click();
      await field(page, 'Name').fill('Lynx');
      await button(page, 'Create launch').click();
      await page.getByRole('heading', { level: 1, name: 'Lynx' }).waitFor();
      await addRedirect('/lynx-offer', '/page/lynx-1');
      await addRedirect('/lynx-sale', '/page/lynx-2');
      await visit(page, `${office.admin}/admin/settings?tab=social`);
      await field(page, 'GitHub').fill('https://github.com/lynx');
      await pollSoon(() => office.drafted('site_settings_social_links')).toMatchObject({
        github: 'https://github.com/lynx',
      });
      await page.getByLabel('Add to launch').selectOption('Lynx');
      await expectNotice(page, { title: 'Added to Lynx' });
      await visit(page, `${office.admin}/admin/pages?q=lynx&sort=title`);
      await page.getByLabel('Select Lynx menu').waitFor();
      for (const title of [...numbers.map((number) => `Lynx ${number}`), 'Lynx menu'])
        await page.getByLabel(`Select ${title}`, { exact: true }).check();
      await button(page, 'Add to launch').click();
      const dialog = page.getByRole('dialog', { name: 'Add 13 pages to a launch' });
      await dialog.getByRole('button', { name: 'Add to launch' }).click();
      await expectNotice(page, { title: 'Added to Lynx: 13 documents' });
    });

    it('goes live at its minute', { timeout: 240_000 }, async () => {
      await visit(page, `${office.admin}/admin/launches`);
      await page.getByRole('link', { name: 'Lynx', exact: true }).click();
      await pollSoon(() => page.getByRole('row').count()).toBe(17);
      await button(page, 'Edit').click();
      const minute = new Date(Date.now() + 90_000);
      await page.getByLabel('Time').fill(minute.toISOString().slice(0, 16));
      await button(page, 'Save launch').click();
      await page.getByText('Goes live on').waitFor();
      expect(await seen()).toEqual(before);
      await expect.poll(seen, aMinuteOrTwo).toEqual(after);
      await page.getByText('Published on').waitFor();
    });

    it('is taken back, and goes live again when that is taken back', async () => {
      await takeBack();
      await pollSoon(seen).toEqual(before);
      await page.getByText('It takes back').waitFor();
      await takeBack();
      await pollSoon(seen).toEqual(after);
    });
  });
}
