import type { BrowserContext, Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import {
  previewedPage,
  errorOf,
  expectNotice,
  field,
  onSave,
  openPreview,
  refuse,
  saveStatus,
  pollSoon,
} from '../office/screen.ts';

export function textRecoverySuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let context: BrowserContext;

  const ids = ['crash', 'busy', 'offline', 'lost-answer', 'never-arrived', 'expired', 'two-windows'];

  beforeAll(async () => {
    office = opened();
    ({ page, context } = await office.signIn('editor'));
  });
  beforeEach(async () => {
    for (const id of ids) await office.addPage(id, { title: `Before ${id}`, body: 'The text before.' });
  });

  async function openEditor(id: string, target = page): Promise<void> {
    await target.goto(`${office.admin}/admin/pages/${id}`);
    await target.getByRole('textbox', { name: 'Body' }).waitFor();
  }

  const stored = async (id: string) => (await office.firestore.doc(`pages/${id}`).get()).data();
  const save = (target = page) => target.getByRole('button', { name: 'Save Changes' }).click();

  describe('typed text', () => {
    it('is offered and restored after the tab crashes', async () => {
      const { page: tab, context: own } = await office.signIn('editor');
      await openEditor('crash', tab);
      await field(tab, 'Title').fill('Typed before the crash');
      await tab.getByRole('textbox', { name: 'Body' }).click();
      await tab.keyboard.type('Words nobody saved. ');
      await tab.waitForTimeout(500);
      // The renderer crashes: the page receives no event, and the command gets no response.
      const devtools = await own.newCDPSession(tab);
      const crashed = tab.waitForEvent('crash');
      devtools.send('Page.crash').catch(() => undefined);
      await crashed;

      const next = await own.newPage();
      await openEditor('crash', next);
      await next.getByText('Unsaved changes found').waitFor();
      await next.getByText(/^“Typed before the crash” was edited in this browser on /).waitFor();
      await next.getByRole('button', { name: 'Restore' }).click();
      await pollSoon(() => field(next, 'Title').inputValue()).toBe('Typed before the crash');
      await pollSoon(() => next.getByRole('textbox', { name: 'Body' }).innerText()).toContain('Words nobody saved.');
      await pollSoon(() => saveStatus(next)).toBe('Unsaved changes');
      await save(next);
      await expectNotice(next, { title: 'Page updated successfully' });
      expect(await stored('crash')).toMatchObject({ title: 'Typed before the crash', rev: 2 });

      await openEditor('crash', next);
      await pollSoon(() => next.getByText('Unsaved changes found').count()).toBe(0);
      await own.close();
    });

    it('of a new page that the server does not have is restored', { tags: 'full' }, async () => {
      const tab = await context.newPage();
      await tab.route(/documents:commit/, (route) => route.abort('connectionreset'));
      await tab.goto(`${office.admin}/admin/pages/new`);
      await field(tab, 'Title').fill('A page of its own');
      await tab.waitForTimeout(500);
      await tab.close();

      await page.goto(`${office.admin}/admin/pages/new`);
      await page.getByRole('button', { name: 'Restore' }).click();
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('A page of its own');
      await pollSoon(() => field(page, 'URL slug').inputValue()).toBe('a-page-of-its-own');
      // From now on the server has it, so that leaving needs no question.
      await pollSoon(() => saveStatus(page)).toMatch(/^Draft saved/);
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await page.waitForURL(`${office.admin}/admin/pages`);
    });

    it('that is offered can be discarded without changing the stored page', { tags: 'full' }, async () => {
      const tab = await context.newPage();
      await openEditor('crash', tab);
      await field(tab, 'Title').fill('Not wanted');
      await tab.waitForTimeout(500);
      await tab.close();
      await openEditor('crash');
      await page.getByRole('button', { name: 'Discard' }).click();
      await pollSoon(() => page.getByText('Unsaved changes found').count()).toBe(0);
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Before crash');
    });

    it('that is restored is merged with a version that another user saved', { tags: 'full' }, async () => {
      const tab = await context.newPage();
      await openEditor('crash', tab);
      await field(tab, 'Title').fill('Typed on the old version');
      await tab.waitForTimeout(500);
      await tab.close();
      await office.firestore.doc('pages/crash').update({ meta_title: 'New meanwhile', rev: 2 });
      await openEditor('crash');
      await page.getByRole('button', { name: 'Restore' }).click();
      await save();
      await expectNotice(page, { title: 'Page updated successfully' });
      expect(await stored('crash')).toMatchObject({
        title: 'Typed on the old version',
        meta_title: 'New meanwhile',
        rev: 3,
      });
    });

    it('keeps its order on a slow machine', { tags: 'full' }, async () => {
      await openEditor('busy');
      const source = page.getByRole('textbox', { name: 'Body' });
      await openPreview(page);
      await source.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
      const text = 'Letters stay in order.';
      await page.keyboard.type(text);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await pollSoon(() => previewedPage(page).locator('.prose').innerText()).toBe(text);
      await pollSoon(() => source.innerText()).toBe(text);
      await devtools.detach();
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
    });

    it('of another open window is not offered', { tags: 'full' }, async () => {
      const other = await context.newPage();
      await openEditor('two-windows', other);
      await field(other, 'Title').fill('Still typing');
      await other.waitForTimeout(500);
      await openEditor('two-windows');
      await page.waitForTimeout(300);
      await pollSoon(() => page.getByText('Unsaved changes found').count()).toBe(0);
      await other.close();
    });

    it('is kept if the network fails during a save, and saved on retry', { tags: 'full' }, async () => {
      await openEditor('offline');
      await field(page, 'Title').fill('Written on a train');
      await context.setOffline(true);
      await page.getByText('You are offline').waitFor();
      await save();
      await expectNotice(page, { title: 'Error saving page', description: 'The server could not be reached' });
      await pollSoon(() => saveStatus(page)).toContain('your text is kept in this browser');
      await field(page, 'Title').fill('Written on a long train');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectNotice(page, { title: 'Page updated successfully' });
      expect(await stored('offline')).toMatchObject({ title: 'Written on a long train', rev: 2 });
    });

    it('is saved once if only the response of a save is lost', { tags: 'full' }, async () => {
      await openEditor('lost-answer');
      await field(page, 'Title').fill('Saved unseen');
      await onSave(page, async (route: Route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await save();
      // The admin queries the server for the result and finds the save.
      await expectNotice(page, { title: 'Page updated successfully' });
      expect(await stored('lost-answer')).toMatchObject({ title: 'Saved unseen', rev: 2 });
    });

    it(
      'is saved again without a conflict if the response of a save and the query for it are lost',
      { tags: 'full' },
      async () => {
        await openEditor('never-arrived');
        await field(page, 'Title').fill('First try');
        await onSave(page, async (route: Route) => {
          await route.fetch();
          await route.abort('connectionreset');
        });
        await page.route(/documents:batchGet/, (route) => route.abort('connectionreset'));
        await save();
        await expectNotice(page, { title: 'Error saving page', description: 'The server could not be reached' });
        expect(await stored('never-arrived')).toMatchObject({ title: 'First try', rev: 2 });

        await page.unroute(/documents:batchGet/);
        await field(page, 'Title').fill('Second try, with more');
        await page
          .getByRole('button', { name: 'Try again' })
          .click()
          .catch(() => save());
        await expectNotice(page, { title: 'Page updated successfully' });
        await pollSoon(() => page.getByRole('dialog').count()).toBe(0);
        expect(await stored('never-arrived')).toMatchObject({ title: 'Second try, with more', rev: 3 });
      },
    );

    it('is kept if the session ends, and saved after signing in again', { tags: 'full' }, async () => {
      await openEditor('expired');
      await field(page, 'Title').fill('Typed before the sign-in ended');
      // The commit and its retry with a new token are both rejected, like after "sign out everywhere".
      await onSave(page, (route) => refuse(route, 401), 2);
      await save();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('Your session has expired. Your changes on this screen are kept.').waitFor();
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Typed before the sign-in ended');
      await dialog.getByLabel('Password').fill('not the password');
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expectNotice(page, { title: 'Sign in failed', description: 'Wrong password' });
      await pollSoon(() => errorOf(page, 'Password')).toBe('Wrong password');
      await office.signInAgain(dialog);
      await expectNotice(page, { title: 'Page updated successfully' });
      expect(await stored('expired')).toMatchObject({ title: 'Typed before the sign-in ended', rev: 2 });
    });

    it('does not overwrite another user’s save without a choice', { tags: 'full' }, async () => {
      await openEditor('crash');
      await field(page, 'Title').fill('Mine');
      await page.waitForTimeout(400);
      await office.firestore.doc('pages/crash').update({ title: 'Theirs', rev: 2, updated_by: 'somebody' });
      await save();
      await page.getByRole('heading', { name: /saved this first/ }).waitFor();
      expect(await stored('crash')).toMatchObject({ title: 'Theirs', rev: 2 });
      await page.getByRole('button', { name: 'Close dialog' }).click();
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Mine');
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
    });
  });
}
