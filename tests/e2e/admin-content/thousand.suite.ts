import { newPage, pageForm } from '@frontage/model/kinds/page';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { pollSoon, visit } from '../office/screen.ts';

const count = 1_000;
const batchSize = 250;

/** The list of pages with a thousand additional pages. Runs late, because it makes later suites slower. */
export function thousandSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  const cards = () => page.locator('[data-page]');
  const search = () => page.getByPlaceholder('Search pages by title or slug...');

  beforeAll(async () => {
    office = opened();
    const ids = Array.from({ length: count }, (_, index) => `mass-${String(index).padStart(4, '0')}`);
    for (let start = 0; start < count; start += batchSize) await write(ids.slice(start, start + batchSize));
    ({ page } = await office.signIn('editor'));
  });

  async function write(ids: readonly string[]): Promise<void> {
    const batch = office.firestore.batch();
    const by = { rev: 1, created_by: 'somebody', updated_by: 'somebody' };
    const at = { created_at: FieldValue.serverTimestamp(), updated_at: FieldValue.serverTimestamp() };
    for (const id of ids) {
      const body = `Text of ${id}. `.repeat(60);
      const parent_id = id.endsWith('0') ? null : `${id.slice(0, -1)}0`;
      const fields = pageForm.parse({
        ...newPage,
        title: `Mass page ${id}`,
        slug: id,
        body,
        parent_id,
        menu_order: 500,
      });
      batch.set(office.firestore.doc(`pages/${id}`), { ...fields, ...by, ...at });
      batch.set(office.firestore.doc(`slugs/page:${id}`), { id });
    }
    await batch.commit();
  }

  describe('a thousand pages', { tags: 'full' }, () => {
    afterAll(() => page.context().close());

    it('are listed fifty per page, with the page number in the address', async () => {
      await visit(page, `${office.admin}/admin`);
      await visit(page, `${office.admin}/admin/pages`);
      await pollSoon(() => cards().count()).toBe(50);
      await page.getByText(/^1–50 of 1[,.]?\d{3}$/).waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText(/^51–100 of/).waitFor();
      expect(page.url()).toContain('page=2');
      await page.goBack();
      await page.getByText(/^1–50 of/).waitFor();
    });

    it('are searched while typing', async () => {
      await search().fill('mass-0777');
      await pollSoon(() => cards().count()).toBe(1);
      await search().fill('');
      await pollSoon(() => cards().count()).toBe(50);
    });

    it('are available as parents', async () => {
      await visit(page, `${office.admin}/admin/pages/mass-0770`);
      const parent = page.getByLabel('Parent page');
      const options = parent.locator('option');
      await parent.waitFor();
      await pollSoon(() => options.count()).toBe(1);
      await parent.focus();
      await pollSoon(() => options.count()).toBeGreaterThan(count - 10);
      await pollSoon(() => options.filter({ hasText: 'Mass page mass-0771' }).count()).toBe(0);
      await page.getByLabel('Title').first().pressSequentially('abcdefghij');
      await page.getByText('Unsaved changes').waitFor();
      await pollSoon(() => options.count()).toBe(1);
      await pollSoon(() => parent.inputValue()).toBe('');
      await parent.focus();
      await parent.selectOption({ label: 'Mass page mass-0780' });
      await page.getByLabel('Title').first().focus();
      await pollSoon(() => options.allInnerTexts()).toEqual(['Mass page mass-0780']);
    });
  });
}
