import { invalid, logoUploadFailed, notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Office } from '../office/office.ts';
import { expectNotice, visit } from '../office/screen.ts';
import { sampled } from '../../full.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The images of the settings: logo, favicon and default social image. */
export function settingsPicturesSuite(office: () => Office): void {
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
      const file = { name: 'small.png', mimeType: 'image/png', buffer: png };
      await page.getByLabel(`${label}: choose a file`).setInputFiles(file);
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
        await pick('logo.png', 'image/png', png);
        await expectNotice(page, notices.logoUploaded);
        const url = await page.getByLabel('Logo', { exact: true }).inputValue();
        expect(url).toMatch(/branding-assets\/o\/[0-9a-f-]{36}\.png/);
        await save('Branding');
        await expectNotice(page, notices.settingsSaved);
        expect((await stored('branding'))?.['value']).toMatchObject({ logo_url: url });
      });

      it('shows why an upload failed', { tags: 'full' }, async () => {
        await page.route(/branding-assets/, (route) =>
          route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: {} }),
        );
        await pick('logo.png', 'image/png', png);
        await expectNotice(page, logoUploadFailed('You do not have permission to upload here.'));
        await page.unroute(/branding-assets/);
      });
    });
  });
}
