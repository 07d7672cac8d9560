import { Timestamp } from 'firebase-admin/firestore';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { looksOfScreen } from '../looks.ts';
import { violations } from '../office/axe.ts';
import type { Office, Person } from '../office/office.ts';
import { pollSoon, visit, where } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

// Later than every entry that functions write during the test.
const day = Date.UTC(2031, 4, 10, 12);

export function auditSuite(office: () => Office): void {
  useKeptContent(office);
  describe('audit log', () => {
    let page: Page;
    let admin: Person;
    let grace: Person;

    const write = (id: string, data: object) =>
      office()
        .firestore.doc(`audit/${id}`)
        .set({ action: 'updated', actor: grace.uid, fields: [], details: {}, seq: null, ...data });

    beforeAll(async () => {
      admin = await office().addPerson('auditor', { roles: ['admin'] });
      grace = await office().addPerson('audited', { roles: ['editor'] });
      const titled = { title: 'The audited page', slug: 'audited', is_published: false };
      await office()
        .firestore.doc('pages/audited')
        .set({ ...titled, updated_at: Timestamp.now(), rev: 1 });
      const deleted = { title: 'The deleted page' };
      await office()
        .firestore.doc('trash/pages_audited-gone')
        .set({ collection: 'pages', id: 'audited-gone', data: deleted, deleted_at: Timestamp.now() });
      await office()
        .firestore.doc('drafts/pages_audited-draft')
        .set({ collection: 'pages', id: 'audited-draft', data: { title: 'The page without a version' } });
      const at = (minutes: number) => Timestamp.fromMillis(day + minutes * 60_000);
      const chained = { seq: 7, hash: 'a'.repeat(64), previous: '' };
      await write('named', { document: 'pages/audited', fields: ['title'], at: at(9), ...chained });
      await write('published', { document: 'pages/audited', details: { is_published: true }, at: at(8) });
      await write('draft', { action: 'draft created', document: 'pages/audited-draft', at: at(3) });
      await write('gone', { action: 'deleted', document: 'pages/audited-gone', at: at(7) });
      await office().firestore.doc('launches/audited').set({ name: 'The audited launch', created_at: Timestamp.now() });
      await write('launch', { action: 'launch approved', document: 'launches/audited', at: at(4) });
      const roles = { roles: ['author'], submitted_by: admin.uid };
      await write('roles', { action: 'roles set', document: `user_roles/${grace.uid}`, details: roles, at: at(6) });
      await office()
        .firestore.doc('audit/older')
        .set({ action: 'created', actor: null, document: 'redirects/audited', at: at(5), details: { note: '=1+1' } });
      page = await office().signIn(admin, { timezoneId: 'UTC' });
      await visit(page, '/admin/audit');
      await row('Title').waitFor();
    });
    afterAll(() => page.context().close());

    const rows = (): Locator => page.getByRole('table', { name: 'Audit log' }).locator('[data-row]');
    const row = (text: string): Locator => rows().filter({ hasText: text }).first();

    it('shows action, person, document, details and time, with names and links in place of ids', async () => {
      await pollSoon(() => row('Title').innerText()).toMatch(
        /Edited[\s\S]*audited Person[\s\S]*The audited page[\s\S]*Page[\s\S]*Title[\s\S]*2031[\s\S]*No\. 7/,
      );
      const link = row('Title').getByRole('link', { name: 'The audited page' });
      expect(await link.getAttribute('href')).toBe('/admin/pages/audited');
      const launch = row('Launch approved').getByRole('link', { name: 'The audited launch' });
      expect(await launch.getAttribute('href')).toBe('/admin/launches/audited');
      await pollSoon(() => row('The deleted page').innerText()).toContain('Deleted');
      const draft = row('Draft created').getByRole('link', { name: 'The page without a version' });
      expect(await draft.getAttribute('href')).toBe('/admin/pages/audited-draft');
      await pollSoon(() => row('Roles set').innerText()).toMatch(/audited Person[\s\S]*submitted by: auditor Person/);
      await pollSoon(() => row('Redirect').innerText()).toMatch(/Created[\s\S]*System[\s\S]*Unchained/);
      await pollSoon(() => row('Published').innerText()).toContain('Chained within a minute');
    });

    it('filters by person, action, document and day, and keeps the filters in the address', async () => {
      await page.getByLabel('Person', { exact: true }).selectOption({ label: 'audited Person' });
      await pollSoon(() => rows().count()).toBe(6);
      await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Published' });
      await pollSoon(() => rows().count()).toBe(1);
      await page.reload();
      await row('The audited page').waitFor();
      expect(await rows().count()).toBe(1);
      await page.getByLabel('Action', { exact: true }).selectOption('');
      await page
        .getByRole('button', { name: /^Only this\s?: The audited page/ })
        .first()
        .click();
      await pollSoon(() => rows().count()).toBe(2);
      await page.getByRole('button', { name: /^Document: The audited page/ }).click();
      await page.getByLabel('To', { exact: true }).fill('2031-05-09');
      await page.getByText('No entries match').waitFor();
      await page.getByLabel('To', { exact: true }).fill('2031-05-10');
      await page.getByLabel('From', { exact: true }).fill('2031-05-10');
      await pollSoon(() => rows().count()).toBe(6);
      await page.getByLabel('From', { exact: true }).fill('2031-05-11');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await row('Redirect').waitFor();
      expect(where(page)).toBe('/admin/audit');
    });

    it('finds a document by its title', async () => {
      await page.getByRole('button', { name: 'Document', exact: true }).click();
      const input = page.getByLabel('Document', { exact: true });
      await input.fill('audited');
      const option = page.locator('datalist option');
      await pollSoon(() => option.first().getAttribute('value')).toContain('The audited page');
      await input.fill((await option.first().getAttribute('value')) ?? '');
      await page.getByRole('button', { name: /^Document: The audited page/ }).waitFor();
      await pollSoon(() => row('The deleted page').count()).toBe(0);
      await pollSoon(async () =>
        (await rows().allInnerTexts()).every((text) => text.includes('The audited page')),
      ).toBe(true);
      await page.getByRole('button', { name: /^Document: The audited page/ }).click();
    });

    it('exports all entries of the filter as CSV without formulas', async () => {
      await visit(page, '/admin/audit?from=2031-05-10&to=2031-05-10');
      await row('Title').waitFor();
      const downloads = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const download = await downloads;
      expect(download.suggestedFilename()).toBe('audit-2031-05-10.csv');
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines).toHaveLength(8);
      expect(lines[1]).toContain(
        `audited Person,${grace.uid},Edited,pages/audited,Title,No. 7,${'a'.repeat(64)},named`,
      );
      expect(lines.at(-1)).not.toMatch(/,=/);
    });

    it('shows every entry once when many have the same time', { tags: 'full' }, async () => {
      const many = await office().addPerson('writer', { roles: ['author'] });
      const at = Timestamp.fromMillis(day - 86_400_000);
      const batch = office().firestore.batch();
      for (let number = 0; number < 70; number += 1) {
        const entry = { action: 'updated', actor: many.uid, document: 'pages/audited', fields: [], details: {}, at };
        batch.set(office().firestore.doc(`audit/many-${number}`), entry);
      }
      await batch.commit();
      await visit(page, `/admin/audit?person=${many.uid}`);
      await pollSoon(() => rows().count()).toBe(30);
      await page.getByRole('button', { name: 'Show older entries' }).click();
      await pollSoon(() => rows().count()).toBe(60);
      await page.getByRole('button', { name: 'Show older entries' }).click();
      await pollSoon(() => rows().count()).toBe(70);
      await page.getByRole('button', { name: 'Show older entries' }).waitFor({ state: 'hidden' });
      const keys = await rows().evaluateAll((elements) => elements.map((element) => element.getAttribute('data-row')));
      expect(new Set(keys).size).toBe(70);
    });

    it('shows a retry button after a failure', { tags: 'full' }, async () => {
      await page.route(/documents:runQuery/, (route) => route.abort());
      await page.reload();
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor({ timeout: 30_000 });
      await page.unroute(/documents:runQuery/);
      await retry.click();
      await rows().first().waitFor();
    });

    it('is for administrators only', { tags: 'full' }, async () => {
      const editor = await office().signIn(grace);
      await editor.getByRole('link', { name: 'Pages', exact: true }).first().waitFor();
      expect(await editor.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
      await editor.goto('/admin/audit');
      await editor.getByRole('heading', { level: 1 }).waitFor();
      expect(await editor.getByRole('table', { name: 'Audit log' }).count()).toBe(0);
      await editor.context().close();
    });

    it.each(looksOfScreen)(
      'has no violations in axe and fits the screen, %s at %d px',
      { tags: 'full' },
      async (colorScheme, width) => {
        const window = await office().signIn(admin, { colorScheme, viewport: { width, height: 900 } });
        await visit(window, '/admin/audit?from=2031-05-10');
        await window.getByText('The audited page').first().waitFor();
        expect(await violations(window)).toEqual([]);
        expect(await window.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await window.context().close();
      },
    );
  });
}
