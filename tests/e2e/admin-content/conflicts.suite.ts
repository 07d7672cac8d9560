import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, pollSoon, visit } from '../office/screen.ts';

export function conflictsSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  /** The windows of two users with the same page open. */
  let ada: Page;
  let bob: Page;
  let adaId: string;

  beforeAll(async () => {
    office = opened();
    ({ page: ada, uid: adaId } = await office.signIn('admin'));
    bob = (await office.signIn('editor')).page;
  });

  const stored = async () => (await office.firestore.doc('pages/shared').get()).data();

  async function save(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Save Changes' }).click();
  }

  describe('a conflict of two users', { tags: 'full' }, () => {
    beforeEach(async () => {
      const body = 'First line\nSecond line\nThird line';
      await office.addPage('shared', { title: 'Shared', body, meta_title: 'Old meta', meta_description: 'Old text' });
      for (const page of [ada, bob]) {
        await visit(page, `${office.admin}/admin/pages/shared`);
        await page.getByRole('textbox', { name: 'Body' }).waitFor();
      }
      await field(bob, 'Title').fill('Title by Bob');
      await field(bob, 'Meta title').fill('Meta by Bob');
      await save(bob);
      await expectNotice(bob, { title: 'Page updated successfully' });
      await field(ada, 'Title').fill('Title by Ada');
      await field(ada, 'Meta description').fill('Description by Ada');
      await save(ada);
      await ada.getByRole('dialog').waitFor();
    });

    const dialog = () => ada.getByRole('dialog', { name: 'editor Person saved this first' });
    const title = () => dialog().getByRole('group', { name: 'Title', exact: true });

    it('asks only about the field that both changed and lists the merged changes', { tags: 'full' }, async () => {
      await pollSoon(() => dialog().getByRole('group').count()).toBe(1);
      await pollSoon(() => title().getByRole('radio', { checked: true }).count()).toBe(0);
      await pollSoon(() =>
        dialog().getByRole('region', { name: 'Merged already' }).getByRole('listitem').allInnerTexts(),
      ).toEqual(['Meta title: changed by editor Person', 'Meta description: changed by you']);
    });

    it.each([
      ['theirs', /^From editor Person/, 'Title by Bob'],
      ['mine', /^Mine/, 'Title by Ada'],
    ])('saves %s for the chosen field and merges the other changes', async (_name, radio, kept) => {
      await title().getByRole('radio', { name: radio }).check();
      await dialog().getByRole('button', { name: 'Save my choices' }).click();
      await expectNotice(ada, { title: 'Page updated successfully' });
      expect(await stored()).toMatchObject({
        title: kept,
        meta_title: 'Meta by Bob',
        meta_description: 'Description by Ada',
        rev: 3,
        updated_by: adaId,
      });
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe(kept);
    });
  });

  describe('a document deleted by another user during editing', { tags: 'full' }, () => {
    beforeEach(async () => {
      await office.addPage('shared', { title: 'Shared' });
      await visit(ada, `${office.admin}/admin/pages/shared`);
      await ada.getByRole('textbox', { name: 'Body' }).waitFor();
      await bob.goto(`${office.admin}/admin/pages?q=shared`);
      await bob.getByRole('button', { name: /Delete Shared/ }).click();
      await bob.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(bob, { title: 'Page deleted successfully' });
      await field(ada, 'Title').fill('Still needed');
      await save(ada);
      await ada.getByText('Someone deleted this').waitFor();
    });

    it('can be restored with the typed text', async () => {
      await ada.getByRole('button', { name: 'Save my version' }).click();
      await expectNotice(ada, { title: 'Page created successfully' });
      expect(await stored()).toMatchObject({ title: 'Still needed', slug: 'shared', rev: 2 });
    });

    it('is restored without a password if its protection was turned off before', async () => {
      const demos = `${office.admin}/admin/demos`;
      const secret = office.firestore.doc('demo_secrets/guarded');
      await secret.set({ password_hash: 'of the demo before' });
      await office.addDemo('guarded', { heading: 'Guarded', is_password_protected: true });
      await visit(ada, `${demos}/guarded`);
      await ada.getByRole('switch', { name: 'Password protection' }).uncheck();
      await bob.goto(`${demos}?q=guarded`);
      await bob.getByRole('button', { name: /Delete Guarded/ }).click();
      await bob.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(bob, { title: 'Demo deleted successfully' });
      await ada.getByRole('button', { name: 'Save Changes', exact: true }).click();
      await ada.getByRole('button', { name: 'Save my version' }).click();
      await expectNotice(ada, { title: 'Demo created successfully' });
      expect((await office.firestore.doc('demo_pages/guarded').get()).data()).toMatchObject({
        is_password_protected: false,
      });
      expect((await secret.get()).exists).toBe(false);
    });

    it('can be left deleted', async () => {
      await ada.getByRole('button', { name: 'Leave it deleted' }).click();
      await ada.waitForURL(`${office.admin}/admin/pages`);
      expect(await stored()).toBeUndefined();
    });
  });
}
