import { notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, notice, onSave, refuse, saveStatus, pollSoon, visit } from '../office/screen.ts';

/** Revisions, duplicates and undo. */
export function historySuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    await office.addPage('past', { title: 'Past', body: 'One two three' });
    ({ page } = await office.signIn('editor'));
  });

  const stored = async (path: string) => (await office.firestore.doc(path).get()).data();
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
  const undo = (title: string) => notice(page, title).getByRole('button', { name: 'Undo' }).click();
  const changeSince = (path: string, rev: number) =>
    office.firestore.doc(path).update({ rev, updated_at: new Date(), updated_by: 'somebody' });

  describe('the history of a page', () => {
    const dialog = () => page.getByRole('dialog', { name: 'History' });
    const versions = () => dialog().getByRole('region', { name: 'Revisions' }).getByRole('listitem');
    const pane = () => dialog().getByRole('region', { name: 'Chosen revision' });

    beforeAll(async () => {
      await visit(page, '/admin/pages/past');
      await field(page, 'Title').fill('Past and gone');
      const body = page.getByRole('textbox', { name: 'Body' });
      await body.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' four');
      await save();
      await page
        .locator('[data-save-status]')
        .getByText(/^Saved/)
        .waitFor();
      await field(page, 'Meta title').fill('Meta');
      await save();
      await page
        .locator('[data-save-status]')
        .getByText(/^Saved/)
        .waitFor();
    });

    it('lists changes with author and time, and shows word differences', async () => {
      await page.getByRole('button', { name: 'History' }).click();
      await pollSoon(() => versions().allInnerTexts()).toEqual([
        expect.stringMatching(/Meta title\s+You/),
        expect.stringMatching(/Title, body \(\+1 word\)\s+You/),
        expect.stringMatching(/Created/),
      ]);
      await versions().getByText('Title, body').click();
      const fields = pane().getByRole('region', { name: /^(Title|Body)$/ });
      await pollSoon(() => fields.locator('ins').allInnerTexts()).toEqual([' and gone', ' four']);
    });

    it('compares any two versions and shows a single one', { tags: 'full' }, async () => {
      await pane().getByLabel('Compare with').selectOption({ index: 2 });
      const changes = pane().getByRole('region', { name: 'Changes' });
      await pollSoon(() => changes.getByRole('region').allInnerTexts()).toEqual([
        expect.stringMatching(/^Meta title\s+Meta$/),
      ]);
      await pane().getByLabel('Compare with').selectOption('nothing');
      await pollSoon(() => pane().getByRole('region', { name: 'Body' }).innerText()).toContain('One two three four');
      expect(await violations(page)).toEqual([]);
    });

    it('restores a version into the form, where it is saved like an edit', async () => {
      await versions().getByText('Created').click();
      await pane().getByRole('button', { name: 'Restore' }).click();
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Past');
      await pollSoon(() => saveStatus(page)).toBe('Unsaved changes');
      await undo('The form now shows the revision of');
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Past and gone');
      await page.getByRole('button', { name: 'History' }).click();
      await versions().getByText('Created').click();
      await pane().getByRole('button', { name: 'Restore' }).click();
      await save();
      await pollSoon(() => stored('pages/past')).toMatchObject({
        title: 'Past',
        body: 'One two three',
        meta_title: null,
        rev: 4,
      });
    });

    it('is available to viewers with the keyboard and on a phone', { tags: 'full' }, async () => {
      const reader = await office.signIn('viewer', { viewport: { width: 360, height: 740 } });
      await visit(reader.page, '/admin/pages/past');
      await reader.page.getByRole('button', { name: 'History' }).press('Enter');
      const shown = reader.page.getByRole('dialog', { name: 'History' });
      await shown.getByRole('listitem').nth(3).waitFor();
      expect(await shown.getByRole('button', { name: 'Restore' }).count()).toBe(0);
      const wider = await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
      await reader.page.keyboard.press('Escape');
      await pollSoon(() => shown.count()).toBe(0);
      await reader.context.close();
    });
  });

  describe('a save', () => {
    const revNow = async () => Number((await stored('pages/past'))?.['rev']);
    const saved = async (title: string): Promise<number> => {
      const rev = (await revNow()) + 1;
      await field(page, 'Title').fill(title);
      await save();
      await pollSoon(() => stored('pages/past')).toMatchObject({ title, rev });
      // The notice appears together with this status.
      await pollSoon(() => saveStatus(page)).toMatch(/^Saved/);
      return rev;
    };

    it('can be undone with its notice, which also resets the form', async () => {
      const rev = await saved('In haste');
      await undo('Page updated successfully');
      await expectNotice(page, { title: notices.undone.title });
      expect(await stored('pages/past')).toMatchObject({ title: 'Past', rev: rev + 1 });
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Past');
      await pollSoon(() => saveStatus(page)).not.toBe('Unsaved changes');
    });

    it('cannot be undone after another user’s save', { tags: 'full' }, async () => {
      const rev = await saved('In haste again');
      await changeSince('pages/past', rev + 1);
      await undo('Page updated successfully');
      await expectNotice(page, { title: notices.notUndone.title, description: 'Someone has changed it since' });
      expect(await stored('pages/past')).toMatchObject({ title: 'In haste again', rev: rev + 1 });
    });
  });

  describe('bulk actions', () => {
    it('are undone together, except documents changed since', { tags: 'full' }, async () => {
      await office.addPage('one', { title: 'Bulk one' });
      await office.addPage('two', { title: 'Bulk two' });
      // Reloads the list, because a cached one would not contain the new pages.
      await page.goto('/admin/pages?q=Bulk');
      const publish = async () => {
        await page.getByLabel('Select Bulk one').check();
        await page.getByLabel('Select Bulk two').check();
        await page.getByRole('button', { name: 'Publish', exact: true }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      };
      await publish();
      await undo('Published: 2 pages');
      // In list order, most recently written first.
      for (const title of ['Bulk one', 'Bulk two']) {
        await expectNotice(page, { title: notices.undone.title, description: title });
      }
      expect(await stored('pages/one')).toMatchObject({ is_published: false, rev: 3 });
      await publish();
      await notice(page, 'Published: 2 pages').waitFor();
      await changeSince('pages/two', 5);
      await undo('Published: 2 pages');
      await expectNotice(page, { title: notices.notUndone.title, description: 'Bulk two' });
      expect(await stored('pages/one')).toMatchObject({ is_published: false, rev: 5 });
      expect(await stored('pages/two')).toMatchObject({ is_published: true, rev: 5 });
    });
  });

  describe('a copy', () => {
    it('of a page is an unpublished page with a free slug, opened in its editor', { tags: 'full' }, async () => {
      const duplicate = page.getByRole('button', { name: 'Duplicate Bulk two' });
      await onSave(page, (route) => refuse(route, 403));
      await duplicate.click();
      await expectNotice(page, { title: notices.notDuplicated.title, description: 'Bulk two' });
      await duplicate.click();
      await expectNotice(page, { ...notices.copied });
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Bulk two (copy)');
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      expect(await stored(`pages/${id}`)).toMatchObject({ slug: 'two-copy', is_published: false, rev: 1 });
    });

    it('of a protected demo requires a new password', { tags: 'full' }, async () => {
      await office.addDemo('guarded', { heading: 'Guarded', is_password_protected: true });
      await office.firestore.doc('demo_secrets/guarded').set({ password_hash: 'hash' });
      await visit(page, '/admin/demos/guarded');
      await page.getByRole('button', { name: 'Duplicate Guarded' }).click();
      await expectNotice(page, { title: notices.copyNeedsPassword.title });
      await pollSoon(() => field(page, 'Heading').inputValue()).toBe('Guarded (copy)');
      await pollSoon(() => field(page, 'Embed code').inputValue()).toBe('https://example.com/');
      await page.getByRole('button', { name: 'Create Demo', exact: true }).click();
      await pollSoon(() => saveStatus(page)).toBe('Not saved. Check the marked field.');
      await field(page, 'Password').fill('longer than eight');
      await page.getByRole('button', { name: 'Create Demo', exact: true }).click();
      await expectNotice(page, { title: 'Demo created successfully' });
      const copies = await office.firestore.collection('demo_pages').where('slug', '==', 'guarded-copy').get();
      expect(copies.docs[0]?.data()).toMatchObject({ is_password_protected: true, is_published: false });
    });
  });
}
