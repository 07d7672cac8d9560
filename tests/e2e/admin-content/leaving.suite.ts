import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, saveStatus, pollSoon } from '../office/screen.ts';

export function leavingSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let context: BrowserContext;

  beforeAll(async () => {
    office = opened();
    ({ page, context } = await office.signIn('editor'));
  });
  beforeEach(() => office.addPage('leaving', { title: 'Before leaving', body: 'The text before.' }));

  async function openEditor(id: string, target = page): Promise<void> {
    await target.goto(`${office.admin}/admin/pages/${id}`);
    await target.getByRole('textbox', { name: 'Body' }).waitFor();
  }

  const stored = async (id: string) => (await office.firestore.doc(`pages/${id}`).get()).data();

  describe('leaving with unsaved changes', () => {
    it('asks whether to stay, save or discard', async () => {
      await openEditor('leaving');
      await field(page, 'Title').fill('Unsaved');
      const dialog = page.getByRole('dialog');
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await dialog.getByText('Leave without saving?').waitFor();
      await dialog.getByRole('button', { name: 'Keep editing' }).click();
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Unsaved');

      await page.getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('button', { name: 'Save and leave' }).click();
      await page.waitForURL(`${office.admin}/admin/pages`);
      expect(await stored('leaving')).toMatchObject({ title: 'Unsaved', rev: 2 });

      await openEditor('leaving');
      await field(page, 'Title').fill('To be dropped');
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await page.waitForURL(`${office.admin}/admin/pages`);
      expect(await stored('leaving')).toMatchObject({ title: 'Unsaved', rev: 2 });
    });

    it('focuses the safe answer, and Undo restores discarded changes', { tags: 'full' }, async () => {
      await openEditor('leaving');
      await field(page, 'Title').fill('Discarded in haste');
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      const dialog = page.getByRole('dialog');
      const keep = dialog.getByRole('button', { name: 'Keep editing' });
      expect(await keep.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      // The focus is on the link again, which opens the dialog again.
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Discarded in haste');

      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await expectNotice(page, { title: 'Changes discarded' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Discarded in haste');
      await pollSoon(() => saveStatus(page)).toBe('Unsaved changes');

      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await page.waitForURL(`${office.admin}/admin/pages`);
      await openEditor('leaving');
      await page.getByRole('button', { name: 'Restore' }).click();
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Discarded in haste');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectNotice(page, { title: 'Page updated successfully' });
    });

    it('restores discarded changes if Undo is pressed before the next screen loads', { tags: 'full' }, async () => {
      const list = /\/assets\/pages-list/;
      await openEditor('leaving');
      await field(page, 'Title').fill('Hardly discarded');
      const held = Promise.withResolvers<void>();
      await page.route(list, (route) => held.promise.then(() => route.continue()), { times: 1 });
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => saveStatus(page)).toBe('Unsaved changes');
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Hardly discarded');
      held.resolve();
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectNotice(page, { title: 'Page updated successfully' });
      expect(await stored('leaving')).toMatchObject({ title: 'Hardly discarded' });
    });

    it('shows the browser’s confirmation when the tab is closed', { tags: 'full' }, async () => {
      const tab = await context.newPage();
      await openEditor('leaving', tab);
      await field(tab, 'Title').fill('Unsaved');
      const asked = new Promise<string>((resolve) => {
        tab.once('dialog', (dialog) => {
          resolve(dialog.type());
          void dialog.accept();
        });
      });
      await tab.close({ runBeforeUnload: true });
      expect(await asked).toBe('beforeunload');
    });
  });
}
