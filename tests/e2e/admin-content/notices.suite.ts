import { notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BackOffice } from '../office/content-office.ts';
import { coveredControls, field, notice, shortly, visit } from '../office/screen.ts';

/** Notices, where there is little room. */
export function noticesSuite(opened: () => BackOffice): void {
  describe('on a phone', () => {
    let page: Page;
    const shown = () => page.getByRole('region', { name: 'Notifications' }).locator('[data-toast]:visible');

    beforeAll(async () => {
      const office = opened();
      await office.addPage('tall', { title: 'Tall', body: 'One line\n'.repeat(40) });
      ({ page } = await office.signIn('editor', { viewport: { width: 390, height: 844 } }));
      await visit(page, `${office.admin}/admin/pages/tall`);
      for (const title of ['Taller', 'Tallest']) {
        await field(page, 'Title').fill(title);
        await page.getByRole('button', { name: 'Save Changes' }).click();
        await notice(page, notices.pageUpdated.title).filter({ hasText: title }).waitFor();
      }
    });

    it('cover no control of a screen, the newest before the others', async () => {
      await shortly(() => coveredControls(page)).toEqual([]);
      await shortly(() => shown().last().innerText()).toContain('Tallest');
    });

    it('are part of a dialog that fills it', async () => {
      await page.getByRole('button', { name: 'History' }).click();
      const dialog = page.getByRole('dialog', { name: 'History' });
      await dialog.getByRole('listitem').nth(2).waitFor();
      await shortly(() => coveredControls(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Undo' }).last().click();
      await notice(page, notices.undone.title).waitFor();
      await shortly(() => coveredControls(page)).toEqual([]);
      expect(await dialog.getByRole('button', { name: 'Close', exact: true }).isVisible()).toBe(true);
    });
  });
}
