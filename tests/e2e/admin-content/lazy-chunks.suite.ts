import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field } from '../office/screen.ts';

export function lazyChunksSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let context: BrowserContext;

  beforeAll(async () => {
    office = opened();
    ({ context } = await office.signIn('editor'));
    await office.addPage('late', { title: 'Late', body: 'The text.' });
  });

  async function openEditor(tab: Page): Promise<void> {
    await tab.goto(`${office.admin}/admin/pages/late`);
    await tab.getByRole('textbox', { name: 'Body' }).waitFor();
  }

  describe('failed lazy chunks', () => {
    it('of dialogs show a notice, keep the editor, and load on the next try', { tags: 'full' }, async () => {
      const tab = await context.newPage();
      await openEditor(tab);
      await field(tab, 'Title').fill('Still here');
      await context.setOffline(true);
      for (const open of [
        () => tab.getByRole('button', { name: 'History' }).click(),
        () => tab.keyboard.press('Control+k'),
      ]) {
        await open();
        await expectNotice(tab, { title: 'Part of this screen could not be loaded' });
        await tab.getByRole('button', { name: 'Dismiss' }).first().click();
        expect(await field(tab, 'Title').inputValue()).toBe('Still here');
      }
      await context.setOffline(false);
      await tab.getByRole('button', { name: 'History' }).click();
      await tab.getByRole('dialog', { name: 'History' }).waitFor();
      await tab.close();
    });

    it('of the text editor show an error in its place, keep other fields, and load on retry', async () => {
      const tab = await context.newPage();
      await tab.route(/markdown-editor/, (route) => route.abort());
      await tab.goto(`${office.admin}/admin/pages/late`);
      await tab.getByText('The text editor could not be loaded').waitFor();
      await field(tab, 'Title').fill('Still here too');
      await tab.unroute(/markdown-editor/);
      await tab.getByRole('button', { name: 'Try again' }).click();
      await tab.getByRole('textbox', { name: 'Body' }).waitFor();
      expect(await field(tab, 'Title').inputValue()).toBe('Still here too');
      await tab.close();
    });

    it('of drag and drop leave the buttons that move sections', { tags: 'full' }, async () => {
      for (const [order_index, id] of ['late-a', 'late-b'].entries()) {
        await office.addSection(id, { order_index: 900 + order_index });
      }
      const tab = await context.newPage();
      await tab.route(/sortable-sections/, (route) => route.abort());
      await tab.goto(`${office.admin}/admin/homepage`);
      await tab.getByRole('button', { name: 'Move late-b up' }).click();
      await expectNotice(tab, { title: 'Order saved' });
      expect(await tab.getByRole('button', { name: /^Reorder / }).count()).toBe(0);
      await tab.close();
    });
  });
}
