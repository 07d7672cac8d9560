import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackOffice } from '../office/content-office.ts';
import { expectNotice, field, saveStatus, shortly, visit } from '../office/screen.ts';

/** Two people have one page open. */
export function togetherSuite(opened: () => BackOffice): void {
  let office: BackOffice;
  let ada: Page;
  let bob: Page;
  let bobId: string;

  beforeAll(async () => {
    office = opened();
    // Neither of them may read the other's profile.
    ada = (await office.signIn('editor')).page;
    ({ page: bob, uid: bobId } = await office.signIn('author'));
  });

  const stored = async () => (await office.firestore.doc('pages/both').get()).data();
  /** Somebody who is alone with a document looks every ten seconds. */
  const patiently = { timeout: 20_000 };
  const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
  const caretTo = async (page: Page, key: string, text: string) => {
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press(key);
    await page.keyboard.type(text);
  };

  describe('two people in one page', () => {
    beforeEach(async () => {
      await office.addPage('both', { title: 'Both', body: 'First line\nSecond line' });
      await office.firestore.doc('pages/both').update({ created_by: bobId });
      for (const page of [ada, bob]) {
        await visit(page, `${office.admin}/admin/pages/both`);
        await page.getByRole('textbox', { name: 'Body' }).waitFor();
      }
      await bob.getByText('editor Person has this open too').waitFor();
    });

    it('a line before and a line after both survive, and nobody is asked', async () => {
      await caretTo(bob, 'Control+Home', 'Above all\n');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await caretTo(ada, 'Control+End', '\nBelow all');
      await ada.keyboard.press('Control+s');
      await expectNotice(ada, { title: 'Page updated successfully' });
      await shortly(() => ada.getByRole('dialog').count()).toBe(0);
      expect(await stored()).toMatchObject({ body: 'Above all\nFirst line\nSecond line\nBelow all', rev: 3 });
      const description = 'You changed other parts: both changes are here.';
      await expectNotice(ada, { title: 'author Person saved this at', description });
      await shortly(() => ada.getByRole('textbox', { name: 'Body' }).innerText()).toContain('Above all');
      // The caret stayed where it was, behind what was typed.
      await ada.keyboard.type('!');
      await shortly(() => ada.getByRole('textbox', { name: 'Body' }).innerText()).toMatch(/Below all!$/);
    });

    it('who looks on is told that the other saved, and sees it on demand', { tags: 'full' }, async () => {
      await field(bob, 'Title').fill('Both, by Bob');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await ada.getByText(/author Person saved this at/).waitFor(patiently);
      await ada.getByRole('button', { name: 'Show it' }).click();
      await shortly(() => field(ada, 'Title').inputValue()).toBe('Both, by Bob');
      await shortly(() => saveStatus(ada)).toMatch(/^Saved /);
      await shortly(() => ada.getByText(/author Person saved this at/).count()).toBe(0);
    });

    it('who types is told too, and both go together before anything is saved', { tags: 'full' }, async () => {
      await field(ada, 'Meta Title').fill('Meta by Ada');
      await field(bob, 'Title').fill('Title by Bob');
      await save(bob);
      await ada.getByRole('button', { name: 'Merge with mine' }).click(patiently);
      await shortly(() => field(ada, 'Title').inputValue()).toBe('Title by Bob');
      await shortly(() => field(ada, 'Meta Title').inputValue()).toBe('Meta by Ada');
      await shortly(() => saveStatus(ada)).toBe('Unsaved changes');
      await save(ada);
      await expectNotice(ada, { title: 'Page updated successfully' });
      expect(await stored()).toMatchObject({ title: 'Title by Bob', meta_title: 'Meta by Ada', rev: 3 });
    });

    it('what both changed is asked, by name, and theirs can be taken back', async () => {
      await caretTo(bob, 'Control+Home', 'Bob: ');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await caretTo(ada, 'Control+Home', 'Ada: ');
      await save(ada);
      const dialog = ada.getByRole('dialog', { name: 'author Person saved this first' });
      await dialog.getByText(/author Person saved a newer version at/).waitFor();
      const keep = dialog.getByRole('button', { name: 'Keep editing' });
      expect(await keep.evaluate((element) => element === document.activeElement)).toBe(true);
      await shortly(() => dialog.getByRole('radio', { name: /Both, mine first/ }).isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Take theirs' }).click();
      const text = ada.getByRole('textbox', { name: 'Body' });
      await shortly(() => text.innerText()).toContain('Bob: First line');
      await ada.getByRole('button', { name: 'Undo' }).click();
      await shortly(() => text.innerText()).toContain('Ada: First line');
      await ada.getByRole('link', { name: 'Back to Pages' }).click();
      await ada.getByRole('button', { name: 'Discard changes' }).click();
    });

    it('nobody looks on from a tab that is not seen', { tags: 'full' }, async () => {
      const asked: string[] = [];
      ada.on('request', (request) => asked.push(request.url()));
      await ada.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      });
      await shortly(async () => {
        const before = asked.length;
        await bob.waitForResponse(/batchGet/);
        await bob.waitForResponse(/batchGet/);
        return asked.length - before;
      }).toBe(0);
      ada.removeAllListeners('request');
    });
  });
}
