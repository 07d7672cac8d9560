import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Office } from '../office/office.ts';
import { pollSoon } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

const frames = ['Home', 'Page', 'Demo', 'Gallery'].map((name) => `${name} with this branding`);

/** Branding beyond the primary color: its preview, its contrast, and the site. */
export function brandingSuite(office: () => Office): void {
  useKeptContent(office);
  describe('branding', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().signIn(await office().addPerson('brander', { roles: ['admin'] }), {
        viewport: { width: 1440, height: 900 },
        isVisual: true,
      });
      await page.goto('/admin/settings?tab=branding');
      await page.getByLabel('Accent color', { exact: true }).waitFor();
    });
    afterAll(() => page.context().close());

    const describedBy = async (label: string): Promise<string> => {
      const ids = (await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby'))?.split(' ') ?? [];
      return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))).join(' ');
    };
    const frameOf = async (title: string): Promise<Frame> => {
      const frame = await (await page.locator(`iframe[title="${title}"]`).elementHandle())?.contentFrame();
      if (!frame) throw new Error(`No frame ${title}`);
      return frame;
    };
    const styleIn = async (title: string): Promise<string> =>
      (await frameOf(title)).evaluate(() => {
        const root = getComputedStyle(document.documentElement);
        return `${root.getPropertyValue('--radius').trim()} ${root.getPropertyValue('--font-heading').trim()}`;
      });

    it('states the contrast of both colors', async () => {
      await pollSoon(() => describedBy('Primary color')).toMatch(/Text on buttons: \d+\.\d:1, AAA?\./);
      await page.getByLabel('Accent color', { exact: true }).fill('#FFE000');
      await pollSoon(() => describedBy('Accent color')).toMatch(
        /Links on light pages: [45]\.\d:1, AA\. On dark pages: \d+\.\d:1, AAA\./,
      );
      await pollSoon(() => describedBy('Accent color')).toMatch(/Too light for links on light pages: they use #/);
    });

    it('shows home, a page, a demo and the gallery with the entered values before they are saved', async () => {
      await page.getByLabel('Typefaces').selectOption('serif');
      await page.getByLabel('Corners').selectOption('square');
      for (const title of frames)
        expect(
          await eventually(
            () => styleIn(title),
            (style) => style.startsWith('0 ') && style.includes('Source Serif 4'),
          ),
        ).toMatch(/^0 .*Source Serif 4/);
    });

    it('gives the site the chosen typefaces, corners and link color, and no other font', async () => {
      await page.getByRole('button', { name: 'Save Branding', exact: true }).click();
      const address = `${office().stack.site}/page/how-it-works`;
      const published = async (): Promise<string> => {
        const [, path = ''] = /<link[^>]* href="([^"]+\.css)"/.exec(await (await fetch(address)).text()) ?? [];
        return (await fetch(new URL(path, address))).text();
      };
      expect(await eventually(published, (css) => css.includes('Source Serif 4'))).toContain('Source Serif 4');
      // Opened afterwards, because the site requests the former fonts until the new ones are published.
      const site = await office().browser.newPage();
      const requested: string[] = [];
      site.on('request', (request) => void (request.resourceType() === 'font' && requested.push(request.url())));
      await site.goto(address);
      expect(
        await site.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily),
      ).toContain('Source Serif 4');
      const css = await site.evaluate(async () =>
        (await fetch(document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href ?? '')).text(),
      );
      expect(css.match(/font-family: ?['"]?(Jost|Inter|Space Grotesk|Public Sans)\b/)).toBeNull();
      expect(css).toContain('--radius: 0;');
      expect(requested.filter((url) => !/source-(serif|sans)/.test(url))).toEqual([]);
      await site.close();
    });

    it('gives the visual editor the chosen typefaces', { tags: 'full' }, async () => {
      await page.goto(`${office().stack.admin}/admin/pages/how-it-works`);
      await page.locator('.ProseMirror h2').first().waitFor();
      const fonts = () =>
        page.locator('.ProseMirror').evaluate(async (text) => {
          await document.fonts.ready;
          const heading = getComputedStyle(text.querySelector('h2') ?? text).fontFamily;
          const loaded = [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
          return [heading, ...loaded].join();
        });
      expect(
        await eventually(fonts, (names) => /^.?Source Serif 4.*Source Serif 4.*Source Sans 3/.test(names)),
      ).toMatch(/^.?Source Serif 4/);
    });
  });
}
