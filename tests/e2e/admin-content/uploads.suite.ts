import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { createPhoto, type Upload } from '../office/photo.ts';
import { expectNotice, field, pollSoon, visit } from '../office/screen.ts';
import { sampled } from '../../full.ts';

export function uploadsSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let photo: Upload;

  const uploading = /\/v0\/b\/[^/]+\/o/;
  const megabyte = 1024 * 1024;

  beforeAll(async () => {
    office = opened();
    ({ page } = await office.signIn('editor'));
  });
  beforeEach(async () => {
    photo = await createPhoto();
  });

  const open = async (path: string, heading: string) => {
    await visit(page, office.admin + path);
    await page.getByRole('heading', { name: heading }).waitFor();
  };
  const picker = (label: string) => page.getByLabel(`${label}: choose a file`);

  describe('the image of a demo', () => {
    beforeEach(() => open('/admin/demos/new', 'Create Demo'));

    it('must be a JPG, PNG or WEBP of up to 5 MB', { tags: 'full' }, async () => {
      await pollSoon(() => picker('OG image').getAttribute('accept')).toBe('image/jpeg,image/png,image/webp');
      await picker('OG image').setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
      await expectNotice(page, {
        title: 'Invalid file type',
        description: 'Please select an image file (JPG, PNG, or WEBP)',
      });
      const large = { ...photo, name: 'large.png', buffer: Buffer.alloc(5 * megabyte + 1) };
      await picker('OG image').setInputFiles(large);
      await expectNotice(page, { title: 'File too large', description: 'Please select an image smaller than 5MB' });
      await pollSoon(() => field(page, 'OG image').inputValue()).toBe('');
    });

    it.for(
      sampled([
        ['a text', 'notes.png', 'image/png', async () => Buffer.from('only words')],
        ['a truncated image', 'cut.png', 'image/png', async () => photo.buffer.subarray(0, 40)],
        ['an image of another type', 'a.webp', 'image/webp', async () => Buffer.from('GIF89a........................')],
      ] as const),
    )('is rejected if it is %s', async ([, name, mimeType, bytes]) => {
      await picker('OG image').setInputFiles({ name, mimeType, buffer: await bytes() });
      await expectNotice(page, { title: 'Invalid file type' });
      await page.getByText(`${name} was not uploaded`).waitFor();
      await pollSoon(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
      await pollSoon(() => field(page, 'OG image').inputValue()).toBe('');
    });

    it('is stored with its real type, regardless of its name', { tags: 'full' }, async () => {
      await picker('OG image').setInputFiles({ ...photo, name: 'photo.jpg', mimeType: 'image/jpeg' });
      await expectNotice(page, { title: 'Image uploaded' });
      const address = await field(page, 'OG image').inputValue();
      expect(address).toMatch(/\.png\?/);
      await pollSoon(async () => (await fetch(address)).headers.get('content-type')).toBe('image/png');
    });

    it('can be reduced to a smaller, upright copy if it is too large', { tags: 'full' }, async () => {
      const [width, height] = [2800, 2000];
      const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 98 })
        .toBuffer();
      expect(noise.length).toBeGreaterThan(5 * megabyte);
      await picker('OG image').setInputFiles({ name: 'tall.jpg', mimeType: 'image/jpeg', buffer: noise });
      await expectNotice(page, { title: 'File too large', description: 'Please select an image smaller than 5MB' });
      const row = page.getByRole('alert').filter({ hasText: 'tall.jpg was not uploaded' });
      await row.getByText(/A smaller copy would be [\d.]+ MB, at \d+ × \d+ px\./).waitFor();
      const [, side, other] = /at (\d+) × (\d+) px/.exec(await row.innerText()) ?? [];
      expect(Number(side)).toBeLessThan(Number(other));
      await row.getByRole('button', { name: 'Use a smaller copy' }).click();
      await expectNotice(page, { title: 'Image uploaded' });
      const stored = Buffer.from(await (await fetch(await field(page, 'OG image').inputValue())).arrayBuffer());
      expect(stored.length).toBeLessThanOrEqual(5 * megabyte);
      expect(await sharp(stored).metadata()).toMatchObject({ width: Number(side), height: Number(other) });
    });

    it('is uploaded under a random name, shown, and removed', async () => {
      await picker('OG image').setInputFiles(photo);
      await expectNotice(page, { title: 'Image uploaded', description: 'Your image has been uploaded successfully' });
      const image = field(page, 'OG image');
      // A notice of an earlier test may still be shown.
      await pollSoon(() => image.inputValue()).toMatch(/\/b\/demo-images\/o\/[0-9a-f-]{36}\.png\?alt=media&token=/);
      const address = await image.inputValue();
      expect((await fetch(address)).headers.get('content-type')).toBe('image/png');
      const preview = page.getByAltText('Preview of OG image');
      await pollSoon(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
      await page.getByRole('button', { name: 'Remove' }).click();
      await pollSoon(() => field(page, 'OG image').inputValue()).toBe('');
      await pollSoon(() => preview.count()).toBe(0);
    });

    it('shows its progress and can be canceled', { tags: 'full' }, async () => {
      await page.route(uploading, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        await route.continue().catch(() => undefined);
      });
      await picker('OG image').setInputFiles(photo);
      await page.getByText('Uploading... our-team.png').waitFor();
      await pollSoon(() => picker('OG image').isDisabled()).toBe(true);
      await pollSoon(() => page.getByRole('button', { name: 'Uploading...' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Cancel upload' }).click();
      await pollSoon(() => page.getByText('Uploading... our-team.png').count()).toBe(0);
      await pollSoon(() => field(page, 'OG image').inputValue()).toBe('');
      await page.unroute(uploading);
    });

    it('requires confirmation if the screen is left during the upload', { tags: 'full' }, async () => {
      const held = Promise.withResolvers<void>();
      await page.route(uploading, (route) => held.promise.then(() => route.continue()));
      await picker('OG image').setInputFiles(photo);
      await page.getByText('Uploading... our-team.png').waitFor();
      await page.getByRole('link', { name: 'Back to Demos' }).click();
      const question = page.getByRole('dialog').filter({ hasText: 'An image is still uploading' });
      await question.getByRole('button', { name: 'Stay' }).click();
      held.resolve();
      await expectNotice(page, { title: 'Image uploaded' });
      await pollSoon(() => field(page, 'OG image').inputValue()).toContain('/demo-images/');
      await page.unroute(uploading);
    });

    it('does not change an open confirmation when the upload completes', async () => {
      const held = Promise.withResolvers<void>();
      await page.route(uploading, (route) => held.promise.then(() => route.continue()));
      await picker('OG image').setInputFiles(photo);
      await page.getByText('Uploading... our-team.png').waitFor();
      await page.getByRole('link', { name: 'Back to Demos' }).click();
      const question = page.getByRole('dialog');
      const before = await question.innerText();
      expect(before).toContain('An image is still uploading');
      held.resolve();
      await pollSoon(() => page.getByText('Uploading... our-team.png').count()).toBe(0);
      await pollSoon(() => question.innerText()).toContain(before);
      await question.getByRole('button', { name: 'Stay' }).click();
      await page.unroute(uploading);
    });

    it('shows a failed upload and retries on demand', { tags: 'full' }, async () => {
      await page.route(uploading, (route) =>
        route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: { error: { code: 403 } } }),
      );
      await picker('OG image').setInputFiles(photo);
      await expectNotice(page, { title: 'Upload failed', description: 'Failed to upload image. Please try again.' });
      await page.getByText('our-team.png was not uploaded').waitFor();
      await page.unroute(uploading);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expectNotice(page, { title: 'Image uploaded' });
      await pollSoon(() => field(page, 'OG image').inputValue()).toContain('/demo-images/');
    });
  });

  it('the preview of a page without a social image shows the site’s', async () => {
    const general = office.firestore.doc('site_settings/general');
    const before = await general.get();
    const value = { site_description: null, contact_email: null, default_og_image: '/share.svg', site_url: null };
    await general.set({ value, rev: 1, updated_at: new Date(), updated_by: 'somebody' });
    await open('/admin/pages/new', 'Create New Page');
    const card = page.getByRole('group', { name: 'Previews' });
    await card.getByText('Shared link, with the site’s default image').waitFor();
    await pollSoon(() => card.locator('img').getAttribute('src')).toBe(`${office.site}/share.svg`);
    await field(page, 'Social image URL').fill('https://pictures.example/own.png');
    await pollSoon(() => card.locator('img').getAttribute('src')).toBe('https://pictures.example/own.png');
    await (before.exists ? general.set(before.data() ?? {}) : general.delete());
  });

  describe('bytes that the library has', () => {
    it('are offered as the existing image, and uploaded again on demand', async () => {
      await open('/admin/demos/new', 'Create Demo');
      await picker('OG image').setInputFiles({ ...photo, name: 'first name.png' });
      await expectNotice(page, { title: 'Image uploaded' });
      const address = await field(page, 'OG image').inputValue();
      await pollSoon(
        async () => (await office.firestore.collection('media').where('name', '==', 'first name.png').get()).size,
      ).toBe(1);

      // Another field, another screen and another name.
      await open('/admin/homepage/new', 'Create New Section');
      await picker('Hero image').setInputFiles({ ...photo, name: 'second name.png' });
      await page.getByText('Already in the library as “first name.png”.').waitFor();
      await page.getByRole('button', { name: 'Use it' }).click();
      await pollSoon(() => field(page, 'Hero image').inputValue()).toBe(address);
      await pollSoon(() => page.getByText('Already in the library').count()).toBe(0);
      await picker('Hero image').setInputFiles({ ...photo, name: 'third name.png' });
      await page.getByRole('button', { name: 'Upload again' }).click();
      await pollSoon(() => field(page, 'Hero image').inputValue()).toContain('/b/homepage-images/o/');
    });
  });

  describe('the image of a section', () => {
    beforeEach(() => open('/admin/homepage/new', 'Create New Section'));

    it('is stored in the bucket of the homepage', async () => {
      await pollSoon(() => picker('Hero image').getAttribute('accept')).toBe('image/jpeg,image/png,image/webp');
      await picker('Hero image').setInputFiles(photo);
      await expectNotice(page, { title: 'Image uploaded', description: 'Your image has been uploaded successfully.' });
      await pollSoon(() => field(page, 'Hero image').inputValue()).toContain('/b/homepage-images/o/');
    });

    it('shows why an upload failed', { tags: 'full' }, async () => {
      await picker('Hero image').setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
      await expectNotice(page, {
        title: 'Upload failed',
        description: 'Please select an image file (JPG, PNG, or WEBP)',
      });
      await page.route(uploading, (route) =>
        route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: { error: {} } }),
      );
      await picker('Hero image').setInputFiles(photo);
      await expectNotice(page, { title: 'Upload failed', description: 'You do not have permission to upload here.' });
      await page.unroute(uploading);
    });
  });
}
