import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { field, saveStatus, pollSoon, visit } from '../office/screen.ts';

/** The editor bar has space for the save status and the impact between its buttons on a laptop. */
export function barSuite(opened: () => ContentOffice): void {
  describe('the editor bar at a width of 1280 px', { tags: 'full' }, () => {
    let office: ContentOffice;
    let page: Page;

    beforeAll(async () => {
      office = opened();
      ({ page } = await office.signIn('admin', { viewport: { width: 1280, height: 900 } }));
    });

    /** The texts in the bar that a button covers (`under`), and the number of lines of the save status. */
    const crowded = () =>
      page.getByRole('region', { name: 'Editor bar' }).evaluate((bar) => {
        const status = bar.querySelector('[data-save-status]');
        const words = [status, ...bar.querySelectorAll('[data-impact] button')].filter((each) => each !== null);
        const buttons = [...bar.querySelectorAll('button, a')].filter((each) => !words.includes(each));
        const under = words.filter((each) => {
          const a = each.getBoundingClientRect();
          return buttons.some((button) => {
            const b = button.getBoundingClientRect();
            return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          });
        });
        return { under: under.map((each) => each.textContent), lines: Math.round((status?.clientHeight ?? 0) / 20) };
      });

    it('shows status and impact of a draft without overlap', { tags: 'full' }, async () => {
      await office.addPage('roomy', { title: 'Roomy' });
      await visit(page, `${office.admin}/admin/pages/roomy`);
      await page.getByRole('button', { name: /^This changes / }).waitFor();
      expect(await crowded()).toEqual({ under: [], lines: 1 });
    });

    it('shows status and impact of an edited published page without overlap', async () => {
      await office.addPage('roomy-too', { title: 'Roomy too', is_published: true });
      await visit(page, `${office.admin}/admin/pages/roomy-too`);
      await field(page, 'Title').fill('Roomy as well');
      await pollSoon(() => saveStatus(page)).toMatch(/^Draft saved/);
      await page.getByRole('button', { name: /^This changes / }).waitFor();
      expect(await crowded()).toEqual({ under: [], lines: 1 });
    });

    it('keeps its height when the first edit is saved', async () => {
      await office.addDemo('still', { heading: 'Still', is_published: true });
      await visit(page, `${office.admin}/admin/demos/still`);
      const height = () => page.getByRole('region', { name: 'Editor bar' }).evaluate((bar) => bar.clientHeight);
      await field(page, 'Embed code').waitFor();
      const before = await height();
      await field(page, 'Embed code').fill('https://example.com/other');
      await pollSoon(() => saveStatus(page)).toMatch(/^Draft saved/);
      await page.getByText('Edited', { exact: true }).waitFor();
      expect(await height()).toBe(before);
    });

    it('shows the status of a tab with two settings without overlap', { tags: 'full' }, async () => {
      await visit(page, `${office.admin}/admin/settings?tab=general`);
      await field(page, 'Site description').fill('A little longer');
      await pollSoon(() => saveStatus(page)).toMatch(/^Draft saved/);
      expect(await crowded()).toEqual({ under: [], lines: 1 });
    });
  });
}
