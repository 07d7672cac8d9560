import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, saveStatus, pollSoon } from '../office/screen.ts';

export function keyboardEditingSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    ({ page } = await office.signIn('editor'));
  });

  /** Presses Tab until an element with the name has focus. Throws after 200 presses. */
  async function tabTo(name: RegExp): Promise<void> {
    const names: string[] = [];
    for (let press = 0; press < 200; press += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const labels =
          element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
        const labelledBy = element?.getAttribute('aria-labelledby');
        const named = labelledBy ? document.getElementById(labelledBy)?.textContent : null;
        return named ?? element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '';
      });
      names.push(focused.trim());
      if (name.test(focused.trim())) return;
    }
    throw new Error(`Tab never reached ${name}. Focused: ${names.join(' · ')}`);
  }

  const htmlOf = async (path: string) => (await fetch(office.site + path)).text();

  describe('a page edited with the keyboard only', () => {
    it('is created, published and live', async () => {
      await page.goto(`${office.admin}/admin/pages`);
      await page.getByRole('link', { name: 'New Page' }).waitFor();
      await tabTo(/^New Page$/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Create New Page' }).waitFor();
      await page.getByRole('textbox', { name: 'Body' }).waitFor();

      await tabTo(/^Title/);
      await page.keyboard.type('Made by Keyboard');
      await tabTo(/^URL slug/);
      await tabTo(/^Heading$/);
      await page.keyboard.press('ArrowRight');
      await pollSoon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Bold');
      await tabTo(/^Body$/);
      await page.keyboard.type('Not a **mouse** in sight.');
      await tabTo(/^Publish$/);
      await page.keyboard.press('Space');
      await page.keyboard.press('Control+s');
      await expectNotice(page, { title: 'Page created successfully' });
      await page.waitForURL(`${office.admin}/admin/pages`);
      const card = page.locator('[data-page]').filter({ hasText: 'Made by Keyboard' });
      await card.getByText(/^Live in \d+\.\d s$/).waitFor();
      expect(await htmlOf('/made-by-keyboard')).toContain('<strong>mouse</strong>');
      expect(await htmlOf('/')).toContain('href="/page/made-by-keyboard"');
    });

    it('is changed and live again according to the bar', { tags: 'full' }, async () => {
      await tabTo(/^Made by Keyboard$/);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Body' }).waitFor();
      await tabTo(/^Title/);
      await page.keyboard.press('End');
      await page.keyboard.type(' Again');
      await tabTo(/^Save Changes/);
      await page.keyboard.press('Enter');
      await pollSoon(() => saveStatus(page)).toMatch(/^Saved .+ · Live in \d+\.\d s$/);
      expect(await htmlOf('/made-by-keyboard')).toContain('Made by Keyboard Again');
    });

    it('leaves the site when it is unpublished', { tags: 'full' }, async () => {
      await tabTo(/^Publish$/);
      await page.keyboard.press('Space');
      await page.keyboard.press('Control+s');
      await pollSoon(() => saveStatus(page)).toMatch(/Unpublished in \d+\.\d s$/);
      expect((await fetch(`${office.site}/made-by-keyboard`)).status).toBe(404);
      expect(await htmlOf('/')).not.toContain('made-by-keyboard');
    });
  });

  describe('a document the pipeline could not publish', () => {
    it('has the validation error in editor and list, and the site keeps the valid page', async () => {
      await office.addPage('first', { title: 'Had it first', slug: 'contested', is_published: true });
      await pollSoon(async () => (await fetch(`${office.site}/contested`)).status).toBe(200);
      // Written with the server library, because the rules reject a used slug.
      await office.addPage('second', { title: 'Came later', slug: 'contested', is_published: true });
      await page.goto(`${office.admin}/admin/pages/second`);
      await page.getByRole('textbox', { name: 'Body' }).waitFor();
      await field(page, 'Title').fill('Came later, and changed');
      await page.keyboard.press('Control+s');
      await pollSoon(() => saveStatus(page)).toMatch(
        /· Failed\s+URL slug: .+ It is not on the site\. Correct it and save again\./,
      );
      expect(await htmlOf('/contested')).toContain('Had it first');
      await pollSoon(() => page.getByRole('link', { name: 'View', exact: true }).count()).toBe(0);

      await page.goto(`${office.admin}/admin/pages?q=contested`);
      const card = (id: string) => page.locator(`[data-page="${id}"]`);
      await card('second').getByText('Failed. URL slug: This slug is already in use. It is not on the site.').waitFor();
      await pollSoon(() => card('second').getByRole('link', { name: /View/ }).count()).toBe(0);
      await pollSoon(() => card('first').getByRole('link', { name: /View/ }).count()).toBe(1);
    });
  });
}
