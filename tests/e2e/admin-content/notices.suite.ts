import { notices } from '@frontage/model/messages';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { coveredControls, field, notice, pollSoon, visit } from '../office/screen.ts';

/** The position and duration of notices. */
export function noticesSuite(opened: () => ContentOffice): void {
  const shownOn = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator('[data-toast]:visible');

  it('notices stay while the pointer is over one', { tags: 'full' }, async () => {
    const office = opened();
    const { page } = await office.signIn('editor', { viewport: { width: 1600, height: 1600 } });
    for (const title of ['One notice', 'Another notice']) {
      // By keys, because a page load would remove the first notice, and a click would move the pointer away.
      await page.getByRole('link', { name: 'Pages', exact: true }).first().press('Enter');
      await page.getByRole('link', { name: 'New Page' }).first().press('Enter');
      await field(page, 'Title').fill(title);
      await page.getByRole('button', { name: 'Create Page' }).press('Enter');
      await notice(page, notices.pageCreated.title).filter({ hasText: title }).hover();
    }
    const newest = shownOn(page).last();
    const [before, count] = [await newest.boundingBox(), await shownOn(page).count()];
    expect(count).toBe(2);
    await page.waitForTimeout(7_000);
    expect(await newest.boundingBox()).toEqual(before);
    expect(await shownOn(page).count()).toBe(count);
    await page.mouse.move(0, 0);
    await pollSoon(() => shownOn(page).count()).toBe(0);
  });

  it.each([
    { held: 'focused', hold: (shown: Locator) => shown.getByRole('button', { name: 'Undo' }).focus() },
    { held: 'hovered', hold: (shown: Locator) => shown.hover() },
  ])('a notice that replaces a $held one disappears', async ({ held, hold }) => {
    const office = opened();
    await office.addPage(held, { title: 'Old' });
    const { page } = await office.signIn('editor', { viewport: { width: 1600, height: 900 } });
    await visit(page, `${office.admin}/admin/pages/${held}`);
    for (const title of ['Changed', 'Changed again']) {
      await field(page, 'Title').fill(title);
      if (title === 'Changed again') await hold(shownOn(page));
      await page.keyboard.press('Control+s');
      await notice(page, notices.pageUpdated.title).filter({ hasText: title }).waitFor();
    }
    expect(await shownOn(page).count()).toBe(1);
    await page.mouse.move(800, 0);
    await pollSoon(() => shownOn(page).count()).toBe(0);
  });

  it('a focused notice disappears after a dialog opens', async () => {
    const office = opened();
    await office.addPage('behind', { title: 'Old' });
    const { page } = await office.signIn('editor');
    await visit(page, `${office.admin}/admin/pages/behind`);
    await field(page, 'Title').fill('Changed');
    await page.keyboard.press('Control+s');
    await shownOn(page).getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await pollSoon(() => shownOn(page).count()).toBe(0);
  });

  describe('notices on a phone', () => {
    let page: Page;
    const shown = () => shownOn(page);

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

    it('cover no controls, and the newest is in front', async () => {
      await pollSoon(() => coveredControls(page)).toEqual([]);
      await pollSoon(() => shown().last().innerText()).toContain('Tallest');
    });

    it('are inside a full-screen dialog', async () => {
      await page.getByRole('button', { name: 'History' }).click();
      const dialog = page.getByRole('dialog', { name: 'History' });
      // Undo is clicked first, because the notices may expire before the revisions load.
      await dialog.getByRole('button', { name: 'Undo' }).last().click();
      await notice(page, notices.undone.title).waitFor();
      await dialog.getByRole('listitem').nth(2).waitFor();
      await pollSoon(() => coveredControls(page)).toEqual([]);
      expect(await dialog.getByRole('button', { name: 'Close', exact: true }).isVisible()).toBe(true);
    });
  });
}
