import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../full.ts';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { button, previewedPage, field, openPreview, previewPane, pollSoon } from '../office/screen.ts';

const widths = [390, 1024, 1440, 1920];

/** Preview and impact list at every width and in both color schemes. */
export function previewLooksSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;

  beforeAll(async () => {
    office = opened();
    const body = '## A heading\n\nSome words.\n\n- one\n- two\n\n> impactLine\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
    await office.addPage('looked-at', { title: 'Looked at', body, is_published: true, show_in_menu: true });
  });

  const looks = widths.flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

  describe('preview and impact', { tags: 'full' }, () => {
    it.each(sampled(looks))(
      'have no axe violations and no overflow at $width px, $scheme',
      async ({ width, scheme }) => {
        const { page, context } = await office.signIn('admin', {
          viewport: { width, height: width === 390 ? 844 : 900 },
          colorScheme: scheme,
        });
        const folder = process.env['LOOKS'];
        const keep = async (name: string) =>
          folder && (await page.screenshot({ path: `${folder}/${name}-${String(width)}-${scheme}.png` }));
        await page.goto(`${office.admin}/admin/pages/looked-at`);
        await field(page, 'Title').fill('Looked at, and changed');
        await pollSoon(() => page.locator('[data-impact]').innerText()).toMatch(/^This changes/);
        await openPreview(page);
        await previewedPage(page).getByRole('heading', { name: 'Looked at, and changed', level: 1 }).waitFor();
        await previewPane(page).getByText('/page/looked-at').waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // The impact line is one line high and shows the estimated time for all pages.
        const impactLine = page.locator('[data-impact]');
        expect((await impactLine.boundingBox())?.height).toBeLessThan(25);
        expect(await impactLine.innerText()).toMatch(/every page, (\d+ addresses, )?in (about|under) /);
        const isWhole = await impactLine
          .locator('span')
          .first()
          .evaluate((one) => one.scrollWidth <= one.clientWidth + 1);
        expect(isWhole).toBe(true);
        await keep('pane');
        expect(await violations(page)).toEqual([]);
        await page.locator('[data-impact]').getByRole('button').click();
        const dialog = page.getByRole('dialog', { name: 'Changes on the site' });
        await dialog.getByRole('button', { name: /^\/page\/looked-at/ }).click();
        await dialog.getByRole('region', { name: 'After', exact: true }).frameLocator('iframe').locator('h1').waitFor();
        await keep('impact');
        await button(page, 'Slider').click();
        await dialog.getByRole('region', { name: 'After', exact: true }).frameLocator('iframe').locator('h1').waitFor();
        await keep('slider');
        expect(await violations(page)).toEqual([]);
        await button(page, 'Close').click();
        await context.close();
      },
    );
  });
}
