import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, saveStatus, pollSoon, visit } from '../office/screen.ts';

/** Two users with the same page open. */
export function concurrentEditingSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let ada: Page;
  let bob: Page;
  let bobId: string;

  beforeAll(async () => {
    office = opened();
    // Neither user may read the other's profile.
    ada = (await office.signIn('editor')).page;
    ({ page: bob, uid: bobId } = await office.signIn('author'));
  });

  const stored = async () => (await office.firestore.doc('pages/both').get()).data();
  /** An editor polls every ten seconds if no other user is present. */
  const pollTimeout = { timeout: 20_000 };
  const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
  const caretTo = async (page: Page, key: string, text: string) => {
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press(key);
    await page.keyboard.type(text);
  };

  describe('two users of one page', () => {
    beforeEach(async () => {
      await office.addPage('both', { title: 'Both', body: 'First line\nSecond line' });
      await office.firestore.doc('pages/both').update({ created_by: bobId });
      for (const page of [ada, bob]) {
        await visit(page, `${office.admin}/admin/pages/both`);
        await page.getByRole('textbox', { name: 'Body' }).waitFor();
      }
      await bob.getByText('editor Person has this open too').waitFor();
    });

    it('merge changes of different lines without a dialog', { tags: 'full' }, async () => {
      await caretTo(bob, 'Control+Home', 'Above all\n');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await caretTo(ada, 'Control+End', '\nBelow all');
      await ada.keyboard.press('Control+s');
      await expectNotice(ada, { title: 'Page updated successfully' });
      await pollSoon(() => ada.getByRole('dialog').count()).toBe(0);
      expect(await stored()).toMatchObject({ body: 'Above all\nFirst line\nSecond line\nBelow all', rev: 3 });
      const description = 'You changed other parts. The form contains both.';
      await expectNotice(ada, { title: 'author Person saved this at', description });
      await pollSoon(() => ada.getByRole('textbox', { name: 'Body' }).innerText()).toContain('Above all');
      // The caret is still after the typed text.
      await ada.keyboard.type('!');
      await pollSoon(() => ada.getByRole('textbox', { name: 'Body' }).innerText()).toMatch(/Below all!$/);
    });

    it('see the other’s save and load it on demand', { tags: 'full' }, async () => {
      await field(bob, 'Title').fill('Both, by Bob');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await ada.getByText(/author Person saved this at/).waitFor(pollTimeout);
      await ada.getByRole('button', { name: 'Show it' }).click();
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Both, by Bob');
      await pollSoon(() => saveStatus(ada)).toMatch(/^Saved /);
      await pollSoon(() => ada.getByText(/author Person saved this at/).count()).toBe(0);
    });

    it('see the other’s save while typing and merge it before saving', { tags: 'full' }, async () => {
      await field(ada, 'Meta title').fill('Meta by Ada');
      await field(bob, 'Title').fill('Title by Bob');
      await save(bob);
      await ada.getByRole('button', { name: 'Merge with mine' }).click(pollTimeout);
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Title by Bob');
      await pollSoon(() => field(ada, 'Meta title').inputValue()).toBe('Meta by Ada');
      await pollSoon(() => saveStatus(ada)).toBe('Unsaved changes');
      await save(ada);
      await expectNotice(ada, { title: 'Page updated successfully' });
      expect(await stored()).toMatchObject({ title: 'Title by Bob', meta_title: 'Meta by Ada', rev: 3 });
    });

    it('choose between conflicting changes of a field', async () => {
      await caretTo(bob, 'Control+Home', 'Bob: ');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await caretTo(ada, 'Control+Home', 'Ada: ');
      await save(ada);
      const dialog = ada.getByRole('dialog', { name: 'author Person saved this first' });
      await dialog.getByText(/author Person saved a newer version at/).waitFor();
      const keep = dialog.getByRole('button', { name: 'Keep editing' });
      expect(await keep.evaluate((element) => element === document.activeElement)).toBe(true);
      // There is one choice for the conflict, and none is preselected, because both changed the same words.
      const text = ada.getByRole('textbox', { name: 'Body' });
      const place = dialog.getByRole('group', { name: 'Body', exact: true });
      await pollSoon(() => place.getByRole('radio').count()).toBe(3);
      await pollSoon(() => place.getByRole('radio', { checked: true }).count()).toBe(0);
      await pollSoon(() => dialog.getByRole('button').allInnerTexts()).toEqual(['Keep editing', 'Save my choices', '']);
      await dialog.getByRole('button', { name: 'Save my choices' }).click();
      await place.getByText('Choose one.').waitFor();
      expect(await stored()).toMatchObject({ body: 'Bob: First line\nSecond line', rev: 2 });
      await place.getByRole('radio', { name: /^From author Person/ }).check();
      await dialog.getByRole('button', { name: 'Save my choices' }).click();
      await pollSoon(() => text.innerText()).toContain('Bob: First line');
      await pollSoon(stored).toMatchObject({ body: 'Bob: First line\nSecond line', rev: 3 });
    });

    it('get both changes preselected for different words of one line', { tags: 'full' }, async () => {
      await field(bob, 'Title').fill('Both of us');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await field(ada, 'Title').fill('All Both');
      await save(ada);
      const dialog = ada.getByRole('dialog', { name: 'author Person saved this first' });
      await pollSoon(() => dialog.getByRole('radio', { name: /^Both changes/ }).isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Save my choices' }).click();
      await pollSoon(stored).toMatchObject({ title: 'All Both of us', rev: 3 });
    });

    it('do not poll in a hidden tab', { tags: 'full' }, async () => {
      const requests: string[] = [];
      ada.on('request', (request) => requests.push(request.url()));
      await ada.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      });
      await pollSoon(async () => {
        const before = requests.length;
        await bob.waitForResponse(/batchGet/);
        await bob.waitForResponse(/batchGet/);
        return requests.length - before;
      }).toBe(0);
      ada.removeAllListeners('request');
    });
  });
}
