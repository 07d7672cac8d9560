import { counted } from '@frontage/model/dates';
import { newPage, pageForm } from '@frontage/model/kinds/page';
import { pageTree } from '@frontage/model/navigation';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

// More than the parts in which a browser reads a list.
const count = 2_600;
const batchSize = 250;

interface Placed {
  id: string;
  parent_id: string | null;
  menu_order: number;
  is_published: boolean;
}

/** A request that reads pages, from the pipeline or from Firestore. */
interface Held {
  collection?: string;
  known?: string | null;
  structuredQuery?: { from: { collectionId: string }[] };
}

/** The list of pages with thousands of additional pages. */
export function thousandsSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
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

  /** All pages in the order of the list. */
  async function readTree() {
    const { docs } = await office.firestore.collection('pages').select('parent_id', 'menu_order', 'is_published').get();
    return pageTree(docs.map((each) => ({ ...each.data(), id: each.id }) as Placed));
  }
  const idsOf = (pages: readonly Placed[]) => pageTree(pages).map(({ page: { id } }) => id);
  const shownIds = () => cards().evaluateAll((rows) => rows.map((row) => row.dataset['page']));
  const pageNote = () => page.getByRole('navigation', { name: 'Pages of the list' });
  const selectAll = () => page.getByRole('checkbox', { name: 'Select all on this page' });

  /** Opens the list, of which only the first rows arrive until the returned function is called. */
  async function openPart(): Promise<() => Promise<void>> {
    const released = Promise.withResolvers<undefined>();
    const requests = /\/staff\/list$|documents:runQuery/;
    await page.route(requests, async (route) => {
      const body: unknown = JSON.parse(route.request().postData() ?? '{}');
      const { collection, known, structuredQuery } = body as Held;
      const isFirst = collection !== 'pages' || known === null;
      if (!isFirst || structuredQuery?.from[0]?.collectionId === 'pages') await released.promise;
      await route.continue();
    });
    await page.goto(`${office.admin}/admin/pages`);
    return async () => {
      released.resolve(undefined);
      await page.unrouteAll({ behavior: 'wait' });
    };
  }

  describe('a list of thousands of pages', { tags: 'full' }, () => {
    let tree: Awaited<ReturnType<typeof readTree>>;
    let all: string[];

    beforeAll(async () => {
      tree = await readTree();
      all = idsOf(tree.map((row) => row.page));
      await visit(page, `${office.admin}/admin/pages`);
      await pageNote().getByText(`1–50 of ${all.length}`, { exact: true }).waitFor({ timeout: 60_000 });
    });

    it('shows its first rows and the number of all before the others arrive', async () => {
      const arrive = await openPart();
      await pollSoon(shownIds).toEqual(all.slice(0, 50));
      await pageNote().getByText(`1–50 of ${all.length}`, { exact: true }).waitFor();
      expect(await cards().first().getAttribute('aria-setsize')).toBe('-1');
      await pollSoon(() => selectAll().isDisabled()).toBe(true);
      await arrive();
      await pollSoon(() => selectAll().isEnabled()).toBe(true);
      expect(await shownIds()).toEqual(all.slice(0, 50));
      await pollSoon(async () => Number(await cards().first().getAttribute('aria-setsize'))).toBeGreaterThan(50);
      await selectAll().check();
      await page.getByRole('button', { name: `Select all ${counted(all.length, 'match', 'matches')}` }).click();
      await page.getByText(`${all.length} pages selected`).waitFor();
    });

    it.each<[string, () => Promise<unknown>, () => Promise<unknown>, () => string[]]>([
      ['a search', () => search().fill('mass-0777'), () => search().fill(''), () => ['mass-0777']],
      [
        'a filter',
        () => page.getByLabel('Status').selectOption({ label: 'Draft' }),
        () => page.getByLabel('Status').selectOption({ label: 'Any status' }),
        () => idsOf(tree.map((row) => row.page).filter(({ is_published }) => !is_published)).slice(0, 50),
      ],
      [
        'the next page',
        () => page.getByRole('button', { name: 'Next' }).click(),
        () => page.goBack(),
        () => all.slice(50, 100),
      ],
    ])('waits for all pages before it shows %s', async (...[, act, revert, expected]) => {
      const arrive = await openPart();
      await pollSoon(() => cards().count()).toBe(50);
      await act();
      await pollSoon(() => cards().count()).toBe(0);
      expect(await page.getByText(/No pages/).count()).toBe(0);
      await revert();
      await pollSoon(shownIds).toEqual(all.slice(0, 50));
      await act();
      await pollSoon(() => cards().count()).toBe(0);
      await arrive();
      await pollSoon(shownIds).toEqual(expected());
    });

    it('waits for all pages before it moves and deletes pages, and counts closed branches then', async () => {
      const arrive = await openPart();
      const parent = page.locator('[data-page][aria-expanded="true"]').first();
      await parent.waitFor();
      const id = String(await parent.getAttribute('data-page'));
      const row = page.locator(`[data-page="${id}"]`);
      expect(await page.getByRole('button', { name: /^Reorder/ }).count()).toBe(0);
      await row.getByRole('button', { name: /^Close/ }).click();
      await pollSoon(() => row.getAttribute('aria-expanded')).toBe('false');
      await pollSoon(() => pageNote().count()).toBe(0);
      const below = descendants(id);
      expect((await shownIds()).filter((each) => below.includes(String(each)))).toEqual([]);
      await row.getByRole('button', { name: /^Delete/ }).click();
      await arrive();
      await page
        .getByRole('alertdialog')
        .getByText(/subpages? .* moves? to the top level/)
        .waitFor();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('button', { name: /^Reorder/ })
        .first()
        .waitFor();
      await pageNote()
        .getByText(`1–50 of ${all.length - below.length}`, { exact: true })
        .waitFor();
      await row.getByRole('button', { name: /^Open/ }).click();
      await pageNote().getByText(`1–50 of ${all.length}`, { exact: true }).waitFor();
    });

    function descendants(id: string): string[] {
      const start = tree.findIndex(({ page: each }) => each.id === id);
      const rest = tree.slice(start + 1);
      const end = rest.findIndex(({ depth }) => depth <= (tree[start]?.depth ?? 0));
      return rest.slice(0, end < 0 ? rest.length : end).map(({ page: each }) => each.id);
    }
  });

  describe('thousands of pages', { tags: 'full' }, () => {
    afterAll(() => page.context().close());

    it('are listed fifty per page, with the page number in the address', async () => {
      await visit(page, `${office.admin}/admin`);
      await visit(page, `${office.admin}/admin/pages`);
      await pollSoon(() => cards().count()).toBe(50);
      await page.getByText(/^1–50 of \d{4}$/).waitFor();
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
