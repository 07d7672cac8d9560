import { readFile } from 'node:fs/promises';
import { invalid, logoUploadFailed, notices } from '@frontage/model/messages';
import { svgProblem } from '@frontage/model/svg';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Office } from '../office/office.ts';
import { createPhoto } from '../office/photo.ts';
import { expectNotice, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';
import { sampled } from '../../full.ts';

/** The images of the settings: logo, favicon and default social image. */
export function settingsPicturesSuite(office: () => Office): void {
  useKeptContent(office);
  describe('images of settings', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().signIn(await office().addPerson('painter', { roles: ['admin'] }));
    });
    afterAll(() => page.context().close());

    const save = (title: string) => page.getByRole('button', { name: `Save ${title}`, exact: true }).click();
    const stored = async (key: string): Promise<Record<string, unknown> | undefined> =>
      (await office().firestore.doc(`site_settings/${key}`).get()).data();

    it.each(
      sampled([
        {
          tab: 'Branding',
          label: 'Favicon URL',
          title: 'Favicon uploaded successfully',
          place: 'branding/favicon_url',
        },
        {
          tab: 'General',
          label: 'Default social image URL',
          title: 'Image uploaded',
          place: 'general/default_og_image',
        },
      ]),
    )('$tab uploads an image for $label', async ({ tab, label, title, place }) => {
      await visit(page, `/admin/settings?tab=${tab.toLowerCase()}`);
      await page.getByLabel(`${label}: choose a file`).setInputFiles(await createPhoto());
      await expectNotice(page, { title });
      const address = await page.getByLabel(label, { exact: true }).inputValue();
      expect(address).toMatch(/\/o\/[0-9a-f-]{36}\.png/);
      await save(tab);
      await expectNotice(page, notices.settingsSaved);
      const [key = '', field = ''] = place.split('/');
      expect((await stored(key))?.['value']).toMatchObject({ [field]: address });
    });

    describe('logo', () => {
      const pick = (name: string, mimeType: string, buffer: Buffer) =>
        page.getByLabel('Logo: choose a file').setInputFiles({ name, mimeType, buffer });
      beforeAll(async () => {
        await visit(page, '/admin/settings?tab=branding');
        await page.getByLabel('Site name').waitFor();
      });

      it.each([
        { reason: 'wrong type', name: 'logo.gif', type: 'image/gif', size: 10, title: invalid.logoType },
        { reason: 'too large', name: 'logo.png', type: 'image/png', size: 500 * 1024 + 1, title: invalid.logoTooLarge },
      ])('rejects an upload: $reason', async ({ name, type, size, title }) => {
        await pick(name, type, Buffer.alloc(size));
        await expectNotice(page, { title });
      });

      it('is uploaded under a random name', async () => {
        await pick('logo.png', 'image/png', (await createPhoto()).buffer);
        await expectNotice(page, notices.logoUploaded);
        const url = await page.getByLabel('Logo', { exact: true }).inputValue();
        expect(url).toMatch(/branding-assets\/o\/[0-9a-f-]{36}\.png/);
        await save('Branding');
        await expectNotice(page, notices.settingsSaved);
        expect((await stored('branding'))?.['value']).toMatchObject({ logo_url: url });
      });

      describe('saved by a drawing program', () => {
        const uploadedText = async (): Promise<string> =>
          (await fetch(await page.getByLabel('Logo', { exact: true }).inputValue())).text();
        // The same bytes as in an earlier run are in the library.
        const fresh = (svg: string) =>
          svg.replace(/<\/(?:svg:)?svg>\s*$/, (end) => `<desc>${crypto.randomUUID()}</desc>${end}`);
        const readDrawing = (name: string) => readFile(new URL(`./drawings/${name}.svg`, import.meta.url));
        const pixels = (svg: Buffer | string) =>
          sharp(Buffer.from(svg)).resize(128, 64, { fit: 'fill' }).raw().toBuffer();

        it.each(
          sampled([
            ['illustrator', null],
            ['inkscape', null],
            ['inkscape-prefixed', null],
            ['figma', 'an embedded image'],
            ['sketch', null],
            ['coreldraw', null],
            ['affinity', null],
            ['boxy', 'a stylesheet or font of another website'],
            ['linearity', null],
            ['visio', 'a link'],
            ['canva', 'an embedded image'],
            ['xd', 'an embedded font'],
          ] as const),
        )('%s is cleaned and looks the same, without %s', async (name, removed) => {
          const original = await readDrawing(name);
          const logo = page.getByLabel('Logo', { exact: true });
          await logo.fill('');
          await pick(`${name}.svg`, 'image/svg+xml', original);
          await expect.poll(() => logo.inputValue(), { timeout: 20_000 }).toMatch(/\.svg/);
          const notice = page.getByText(`${name}.svg contained ${removed ?? ''}, which`);
          if (removed === null) expect(await notice.count()).toBe(0);
          else await notice.waitFor();
          const text = await uploadedText();
          expect(svgProblem(text)).toBeNull();
          expect(text).not.toMatch(/inkscape|sodipodi|adobe|secret|metadata|data-name|Ada Lovelace|CDATA|DOCTYPE/i);
          // librsvg reads UTF-8 only.
          const isWide = original[0] === 0xff;
          const source = isWide ? original.toString('utf16le').replace(/^\ufeff<\?xml[^>]*>/, '') : original;
          if (!/image/.test(removed ?? '')) expect(await pixels(text)).toEqual(await pixels(source));
        });

        it.each([
          ['<script>alert(1)</script>', 'It contains <script>.'],
          ['<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>', 'It contains <script>.'],
          ['<rect width="1" height="1" onload="alert(1)"/>', 'It contains the event handler onload.'],
          ['<a href=" javascript:alert(1)"><rect width="1" height="1"/></a>', 'href contains a script.'],
          ['<image href="data:image/png;base64,AAAA"/>', 'It contains only an embedded image.'],
          ['<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Hi</p></foreignObject>', 'It draws nothing.'],
          ['<rect', 'It is not a complete SVG.'],
        ])('is refused with %s', { tags: 'full' }, async (part, reason) => {
          await pick('bad.svg', 'image/svg+xml', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${part}</svg>`));
          await page.getByText(`This SVG is not accepted. ${reason}`).waitFor();
          const row = page.getByRole('alert').filter({ hasText: 'bad.svg was not uploaded' });
          await row.getByRole('button', { name: 'Dismiss' }).click();
        });

        it('loses references to other files and animations, and says so', async () => {
          const drawing =
            fresh(`<svg xmlns="http://www.w3.org/2000/svg"><style>rect { fill: url(https://a.example/x.svg#a); stroke: red }</style>
            <rect width="9" height="9" style="filter: url('https://a.example/f.svg#f')" mask="url(#m)"/><use href="https://a.example/s.svg#s"/>
            <circle r="4"><animate attributeName="r" to="9" dur="1s"/></circle></svg>`);
          await pick('linked.svg', 'image/svg+xml', Buffer.from(drawing));
          await page.getByText('linked.svg contained a reference to another file and an animation, which').waitFor();
          await expect.poll(uploadedText, { timeout: 20_000 }).toContain('<circle r="4"');
          const text = await uploadedText();
          expect(text).toContain('mask="url(#m)"');
          expect(text).not.toMatch(/a\.example|animate/);
        });
      });

      it('shows why an upload failed', { tags: 'full' }, async () => {
        await page.route(/branding-assets/, (route) =>
          route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: {} }),
        );
        await pick('logo.png', 'image/png', (await createPhoto()).buffer);
        await expectNotice(page, logoUploadFailed('You do not have permission to upload here.'));
        await page.unroute(/branding-assets/);
      });
    });
  });
}
