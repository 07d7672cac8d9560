import { collections } from '@frontage/model/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { Office, Person } from '../office/office.ts';
import { expectNotice, notice, pollSoon, visit } from '../office/screen.ts';

/** Erasure of a user by an administrator. */
export function erasingSuite(office: () => Office): void {
  describe('an erased user', { tags: 'full' }, () => {
    let page: Page;
    let wanda: Person;
    beforeAll(async () => {
      const chief = await office().addPerson('eraser', { roles: ['admin'] });
      wanda = await office().addPerson('wanda', { roles: ['editor'] });
      page = await office().signIn(chief);
      await visit(page, `/admin/users?search=${encodeURIComponent(wanda.email)}`);
      await page.getByRole('button', { name: `Deactivate ${wanda.email}` }).click();
      await expectNotice(page, { title: 'User deactivated' });
    });
    afterAll(() => page.context().close());

    /** The paths of all documents that contain the text. */
    const documentsWith = async (text: string): Promise<string[]> => {
      const { firestore } = office();
      const found = await Promise.all(Object.values(collections).map((name) => firestore.collection(name).get()));
      const all = found.flatMap(({ docs }) => docs);
      return all.filter((document) => JSON.stringify(document.data()).includes(text)).map(({ ref }) => ref.path);
    };

    it('has no name or address on screens and in documents after confirmation, and audit entries keep the uid', async () => {
      await page.getByRole('button', { name: `Delete ${wanda.email}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
      await expectNotice(page, { title: 'User deleted', description: 'wanda Person' });
      // A deleted user cannot be activated again, so that the offer to undo is gone.
      expect(await notice(page, 'User deactivated').count()).toBe(0);
      await visit(page, '/admin/users?status=deleted');
      await page.getByRole('button', { name: 'Erase name of wanda Person' }).click();
      const question = page.getByRole('alertdialog', { name: 'Erase wanda Person?' });
      await question.getByRole('button', { name: 'Erase name' }).click();
      await pollSoon(() => page.getByRole('row').filter({ hasText: 'wanda' }).count()).toBe(0);
      await page.getByRole('row').filter({ hasText: 'Deleted' }).first().waitFor();
      for (const screen of ['/admin/users', '/admin/users?status=deleted', '/admin']) {
        await page.goto(screen);
        await page.locator('h1').waitFor();
        await pollSoon(() => page.locator('main').innerText()).not.toMatch(/wanda/i);
      }
      await pollSoon(() => documentsWith('wanda')).toEqual([]);
      expect(await office().accounts.getUsers([{ uid: wanda.uid }])).toMatchObject({ users: [] });
      const trail = (await documentsWith(wanda.uid)).filter((path) => path.startsWith('audit/'));
      expect(trail.length).toBeGreaterThan(1);
    });
  });
}
