import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { errorOf, expectNotice, field, onSave, refuse, pollSoon, visit } from '../office/screen.ts';

export function addressesSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  /** The status and location with which the site answers an address. */
  const answer = async (address: string): Promise<string> => {
    const response = await fetch(office.site + address, { redirect: 'manual' });
    return [String(response.status), response.headers.get('location')].filter(Boolean).join(' ');
  };

  describe('an old address', () => {
    beforeAll(async () => {
      office = opened();
      ({ page } = await office.signIn('editor'));
      await office.addPage('moving', { title: 'Moving', slug: 'was-here', is_published: true });
    });

    it('redirects to the new one when that is live, and the editor lists it', async () => {
      await pollSoon(() => answer('/was-here')).toBe('200');
      await visit(page, `${office.admin}/admin/pages/moving`);
      await field(page, 'URL slug').fill('is-here');
      await page.keyboard.press('Control+s');
      await pollSoon(() => answer('/is-here')).toBe('200');
      await pollSoon(() => answer('/page/was-here')).toBe('301 /page/is-here');
      expect(await answer('/was-here')).toBe('301 /page/is-here');
      await page.getByText('1 old URL redirects here').click();
      await page.getByText('/page/was-here', { exact: true }).waitFor();
      expect((await office.firestore.doc('slugs/page:is-here').get()).get('id')).toBe('moving');
    });

    it('serves the page again after the change of the slug is taken back, to visitors that followed it', async () => {
      await office.addPage('returning', { title: 'Returning', slug: 'first', is_published: true });
      await pollSoon(() => answer('/first')).toBe('200');
      const rename = (slug: string) => office.firestore.doc('pages/returning').update({ slug });
      const visitor = await page.context().newPage();
      const visited = async (address: string): Promise<string> => {
        await visitor.goto(office.site + address);
        return new URL(visitor.url()).pathname;
      };
      await office.firestore.doc('slugs/page:second').set({ id: 'returning', updated_at: new Date() });
      await rename('second');
      await pollSoon(() => answer('/page/first')).toBe('301 /page/second');
      expect(await visited('/page/first')).toBe('/page/second');
      await rename('first');
      await pollSoon(() => answer('/page/second')).toBe('301 /page/first');
      expect(await visited('/page/first')).toBe('/page/first');
      expect(await visited('/page/second')).toBe('/page/first');
      await visitor.close();
    });

    it('is reused for another document only after confirmation', { tags: 'full' }, async () => {
      await visit(page, `${office.admin}/admin/pages/new`);
      await field(page, 'Title').fill('Taker');
      await field(page, 'URL slug').fill('was-here');
      await page.getByText('This is an old URL of "Moving" and redirects there').waitFor();
      const save = page.getByRole('button', { name: 'Create Page' });
      const question = page.getByRole('alertdialog', { name: 'Take over this URL?' });
      await save.click();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await pollSoon(() => errorOf(page, 'URL slug')).toBe('This slug is an old URL of something else');
      expect((await office.firestore.doc('slugs/page:was-here').get()).get('id')).toBe('moving');
      await save.click();
      await question.getByRole('button', { name: 'Take over' }).click();
      await expectNotice(page, notices.pageCreated);
      await pollSoon(() => answer('/was-here')).toBe('404');
      expect((await office.firestore.doc('slugs/page:was-here').get()).get('id')).not.toBe('moving');
    });
  });

  describe('redirects', () => {
    const dialog = () => page.getByRole('dialog');
    const row = (address: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: address, exact: true }) });
    const add = async (from: string, to: string) => {
      await page.getByRole('button', { name: 'Add redirect' }).click();
      await field(page, 'From').fill(from);
      await field(page, 'To').fill(to);
      await dialog().getByRole('button', { name: 'Save redirect' }).click();
    };

    beforeAll(async () => {
      office = opened();
      ({ page } = await office.signIn('admin'));
      await office.addPage('kept', { title: 'Kept', slug: 'kept-now', is_published: true });
      await office.firestore.doc('slugs/page:kept-before').set({ id: 'kept' });
      await visit(page, `${office.admin}/admin/settings?tab=seo`);
      await page.getByRole('link', { name: 'Manage redirects' }).click();
    });

    it('are listed together with old addresses, which redirect automatically', async () => {
      await pollSoon(() => row('/page/kept-before').innerText()).toMatch(/kept-now[\s\S]*Old URL[\s\S]*Kept/);
      expect(await row('/page/kept-before').getByRole('button').count()).toBe(0);
    });

    it.each([
      ['/admin/x', '/y', 'From', 'Must be a path that is not reserved, such as /old-page'],
      ['/x', 'nonsense', 'To', 'Must be a valid URL or path'],
      ['/x', '/x/', 'To', 'This creates a redirect loop'],
    ])('are rejected from %s to %s', async (...[from, to, label, message]) => {
      await add(from, to);
      await pollSoon(() => errorOf(page, label)).toBe(message);
      await dialog().getByRole('button', { name: 'Cancel' }).click();
    });

    it('show the changed addresses before they are saved', { tags: 'full' }, async () => {
      const listed = () => dialog().getByRole('list', { name: 'Addresses that change' }).innerText();
      await page.getByRole('button', { name: 'Add redirect' }).click();
      await field(page, 'From').fill('/brochure');
      await field(page, 'To').fill('/page/kept-now');
      await dialog().getByText('This changes 1 address').waitFor();
      await pollSoon(listed).toMatch(/\/brochure\s+New\s+redirects to \/page\/kept-now/);
      expect(await violations(page)).toEqual([]);
      await field(page, 'From').fill('/kept-now');
      await dialog().getByText('Visitors see no difference.').waitFor();
      await page.route('**/staff/**', (route) => route.abort());
      await field(page, 'From').fill('/brochure-2');
      await dialog().getByText('Effect on the site unknown').waitFor();
      await page.unroute('**/staff/**');
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Import CSV' }).click();
      await dialog().getByRole('textbox', { name: 'Redirects' }).fill('/flyer,/brochure\n/brochure,/demos');
      await dialog().getByText('This changes 2 addresses').waitFor();
      await pollSoon(listed).toMatch(/\/flyer\s+New\s+redirects to \/demos/);
      await dialog().getByRole('button', { name: 'Close' }).last().click();
    });

    it('lead directly to the final address until they are removed', async () => {
      await add('/shop.php', '/page/kept-before');
      await expectNotice(page, notices.redirectSaved);
      await pollSoon(() => answer('/shop.php')).toBe('301 /page/kept-now');
      await row('/shop.php').getByRole('button', { name: 'Remove' }).click();
      await expectNotice(page, notices.redirectRemoved);
      await pollSoon(() => answer('/shop.php')).toBe('404');
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await pollSoon(() => answer('/shop.php')).toBe('301 /page/kept-now');
      await row('/shop.php').getByRole('button', { name: 'Edit' }).click();
      await onSave(page, (route) => refuse(route, 500));
      await field(page, 'To').fill('/demos');
      await dialog().getByRole('button', { name: 'Save redirect' }).click();
      await expectNotice(page, notices.redirectFailed);
      await dialog().getByRole('button', { name: 'Save redirect' }).click();
      await pollSoon(() => answer('/shop.php')).toBe('301 /demos');
      expect(await violations(page)).toEqual([]);
    });

    it(
      'are imported from CSV with invalid rows kept for correction, and exported as CSV',
      { tags: 'full' },
      async () => {
        await page.getByRole('button', { name: 'Import CSV' }).click();
        const table = '/old1,/page/kept-now\n/old2,/old1\n/l1,/l2\n/l2,/l1\nbad,/x';
        const typed = dialog().getByRole('textbox', { name: 'Redirects' });
        await typed.fill(table);
        await dialog().getByText('Line 3: This creates a redirect loop').waitFor();
        await dialog().getByText('Line 5: Must be a path that is not reserved, such as /old-page').waitFor();
        await dialog().getByRole('button', { name: 'Import 3 redirects' }).click();
        await expectNotice(page, { ...notices.redirectsImported, description: '3 imported, 2 rejected' });
        expect(await typed.inputValue()).toBe('/l1,/l2\nbad,/x');
        await dialog().getByRole('button', { name: 'Close' }).last().click();
        await pollSoon(() => answer('/old2')).toBe('301 /page/kept-now');
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const text = await readFile(await (await download).path(), 'utf8');
        expect(text.split('\n').slice(0, 4)).toEqual([
          'from,to,status',
          '/l2,/l1,301',
          '/old1,/page/kept-now,301',
          '/old2,/page/kept-now,301',
        ]);
      },
    );

    it('are created on deletion of a page and removed by its restoration', { tags: 'full' }, async () => {
      await visit(page, `${office.admin}${adminPaths.redirects}`);
      await add('/printed', '/page/kept-now');
      await expectNotice(page, notices.redirectSaved);
      await pollSoon(() => answer('/printed')).toBe('301 /page/kept-now');
      await visit(page, `${office.admin}/admin/pages?q=kept-now`);
      await page.getByRole('button', { name: /Delete Kept/ }).click();
      await page.getByRole('alertdialog').getByLabel('Redirect /page/kept-now to').fill('/demos');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, notices.pageDeleted);
      await pollSoon(() => answer('/kept-now')).toBe('301 /demos');
      await pollSoon(() => answer('/printed')).toBe('301 /demos');
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await pollSoon(() => answer('/kept-now')).toBe('200');
      await pollSoon(() => answer('/printed')).toBe('301 /page/kept-now');
    });
  });
}
