import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { violations } from '../office/axe.ts';
import { button, expectNotice, field, notice, pollSoon, refuse, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

const picture = async (name: string, width = 60, height = 40) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer(),
});

/** The library: finding, describing, uploading, choosing and deleting images. */
export function mediaSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    ({ page } = await office.signIn('editor'));
  });
  afterAll(() => page.setViewportSize({ width: 1440, height: 900 }));

  const open = async (query = '') => {
    await visit(page, `${office.admin}/admin/media${query}`);
    await page.getByRole('heading', { name: 'Media', exact: true }).waitFor();
  };
  const images = () => page.getByRole('list', { name: 'Images' }).getByRole('listitem');
  const image = (name: string) => images().filter({ hasText: name });
  const details = () => page.getByRole('region', { name: 'Details' });
  const files = () => page.getByLabel('Image files to upload');
  const undo = (title: string) => notice(page, title).getByRole('button', { name: 'Undo' }).click();
  const search = (text: string) => page.getByLabel('Search images').fill(text);
  const documentOf = async (name: string) => {
    const found = await office.firestore.collection('media').where('name', '==', name).get();
    return found.docs[0];
  };

  describe('uploads', () => {
    it('of several files appear in the library, with name and size', async () => {
      await open();
      await files().setInputFiles([await picture('harbor at dawn.png'), await picture('lighthouse.png', 30, 90)]);
      await image('harbor at dawn.png').waitFor();
      await image('lighthouse.png').click();
      await details().getByText('30 × 90 px').waitFor();
      await button(page, 'Close details').click();
    });

    it('of bytes that the library has lead to the existing image', { tags: 'full' }, async () => {
      const { buffer, mimeType } = await picture('pier.png');
      await files().setInputFiles({ name: 'pier.png', mimeType, buffer });
      await image('pier.png').waitFor();
      await files().setInputFiles({ name: 'copy of pier.png', mimeType, buffer });
      const row = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
      await row.getByText('Already in the library as “pier.png”.').waitFor();
      expect(await violations(page)).toEqual([]);
      await row.getByRole('button', { name: 'Show it' }).click();
      await details().getByRole('heading', { name: 'pier.png' }).waitFor();
      await button(page, 'Close details').click();
      expect(await documentOf('copy of pier.png')).toBeUndefined();
    });

    it('are retried after a failure, without losing the file', async () => {
      let isRefused = false;
      await page.route(/\/v0\/b\/[^/]+\/o/, async (route) => {
        if (isRefused || route.request().method() !== 'POST') return route.fallback();
        isRefused = true;
        await refuse(route, 403);
      });
      await files().setInputFiles(await picture('retried.png'));
      await page.getByText('retried.png was not uploaded').waitFor();
      await button(page, 'Retry').click();
      await image('retried.png').waitFor();
    });

    it('of other files name the accepted ones', { tags: 'full' }, async () => {
      await open();
      await files().setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.getByText('Only images can be uploaded: JPG, PNG, WEBP.').waitFor();
      expect(await violations(page)).toEqual([]);
      await button(page, 'Dismiss').click();
    });

    it('of photos above the limit are reduced, upright', { tags: 'full' }, async () => {
      await open();
      const [width, height] = [2800, 2000];
      const buffer = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 98 })
        .toBuffer();
      expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
      await files().setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer });
      await image('phone.jpg').waitFor({ timeout: 60_000 });
      const stored = (await documentOf('phone.jpg'))?.data();
      expect(stored?.['bytes']).toBeLessThan(5 * 1024 * 1024);
      expect(stored?.['width']).toBeLessThan(Number(stored?.['height']));
    });

    it('that are damaged name the file', async () => {
      const cut = (await picture('cut.png')).buffer.subarray(0, 40);
      await files().setInputFiles({ name: 'cut.png', mimeType: 'image/png', buffer: cut });
      await page.getByText('cut.png was not uploaded').waitFor();
      await button(page, 'Dismiss').click();
    });
  });

  describe('an image', () => {
    it('is found by words of its name, title or alt text', async () => {
      await open();
      await search('dawn HARB');
      await pollSoon(() => images().count()).toBe(1);
      await search('nothing like this');
      await page.getByText('No images found').waitFor();
      await button(page, 'Clear filters').click();
      await pollSoon(() => images().count()).toBeGreaterThan(1);
    });

    it('keeps title, alt text and focal point, set by click and keyboard', async () => {
      await image('harbor at dawn.png').click();
      await field(page, 'Title').fill('Hafen');
      await field(page, 'Alt text').fill('A harbor at dawn');
      const point = page.getByRole('slider', { name: 'Focal point' });
      const box = await point.boundingBox();
      if (!box) throw new Error('The preview has no size');
      await point.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
      await point.press('ArrowLeft');
      await button(page, 'Save').click();
      await expectNotice(page, { title: 'Image saved' });
      const stored = (await documentOf('harbor at dawn.png'))?.data();
      expect(stored).toMatchObject({ title: 'Hafen', alt: 'A harbor at dawn', is_decorative: false, rev: 2 });
      const { x, y } = stored?.['focal'] as { x: number; y: number };
      expect([x, y].map((part) => Math.round(part * 10) / 10)).toEqual([0.2, 0.8]);
    });

    it('is decorative only by an explicit choice, without an alt text', async () => {
      await image('lighthouse.png').click();
      await image('lighthouse.png').getByText('No alt text').waitFor();
      await page.getByText('Decorative', { exact: true }).click();
      await button(page, 'Save').click();
      await expectNotice(page, { title: 'Image saved' });
      // The notice of an earlier save may still be visible.
      await pollSoon(async () => (await documentOf('lighthouse.png'))?.data()).toMatchObject({
        is_decorative: true,
        alt: null,
      });
      await pollSoon(() => image('lighthouse.png').getByText('No alt text').count()).toBe(0);
    });

    it('is filtered by place, missing alt text, use and uploader', async () => {
      await page.getByLabel('Status').selectOption('no-alt');
      await pollSoon(() => image('retried.png').count()).toBe(1);
      await pollSoon(() => image('lighthouse.png').count()).toBe(0);
      await page.getByLabel('Status').selectOption('mine');
      await pollSoon(() => image('lighthouse.png').count()).toBe(1);
      await page.getByLabel('Place').selectOption('branding-assets');
      await pollSoon(() => image('lighthouse.png').count()).toBe(0);
      await page.getByLabel('Place').selectOption('all');
      await page.getByLabel('Status').selectOption('unused');
      await pollSoon(() => image('lighthouse.png').count()).toBe(1);
      await page.getByLabel('Status').selectOption('all');
    });
  });

  describe('the dialog of an editor', () => {
    it('fills an image field', async () => {
      await office.addDemo('picked', { heading: 'Picked' });
      await visit(page, `${office.admin}/admin/demos/picked`);
      await button(page, 'Choose from library').click();
      const dialog = page.getByRole('dialog', { name: 'Choose an image' });
      await dialog.getByLabel('Search images').fill('hafen');
      await dialog.getByLabel('Search images').press('Enter');
      await dialog.getByRole('button', { name: 'Hafen' }).click();
      await button(page, 'Use image').click();
      const { url } = (await documentOf('harbor at dawn.png'))?.data() ?? {};
      await pollSoon(() => field(page, 'OG image').inputValue()).toBe(String(url));
      await button(page, 'Save Changes').click();
      await page.waitForURL(`${office.admin}/admin/demos`);
    });

    it('inserts an image with its alt text into a text', async () => {
      await office.addPage('gallery-of-lights', { title: 'Lights', body: 'Before', is_published: true });
      await visit(page, `${office.admin}/admin/pages/gallery-of-lights`);
      await button(page, 'Image from library').click();
      const dialog = page.getByRole('dialog', { name: 'Choose an image' });
      await dialog.getByRole('button', { name: 'Hafen' }).click();
      expect(await violations(page)).toEqual([]);
      await button(page, 'Use image').click();
      await pollSoon(async () => (await office.drafted('pages_gallery-of-lights'))?.['body']).toMatch(
        /!\[A harbor at dawn\]\(http/,
      );
    });
  });

  describe('uses', () => {
    it('of documents and drafts are listed with links', async () => {
      await open();
      await image('Hafen').click();
      await details().getByRole('link', { name: 'Picked' }).waitFor();
      await details().getByRole('listitem').filter({ hasText: 'Lights (draft)' }).waitFor();
    });

    it('are named before an image moves to the trash, and the file stays', async () => {
      await button(page, 'Delete').click();
      const question = page.getByRole('alertdialog');
      await question.getByText(/It is used in .*Picked/).waitFor();
      await question.getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Image moved to the trash' });
      await pollSoon(() => image('Hafen').count()).toBe(0);
      expect(await documentOf('harbor at dawn.png')).toBeUndefined();
      await undo('Image moved to the trash');
      await expectNotice(page, { title: 'Restored' });
      await image('Hafen').waitFor();
      expect((await documentOf('harbor at dawn.png'))?.data()).toMatchObject({ alt: 'A harbor at dawn' });
    });
  });

  it('shows a replaced file at the same address, and the earlier one after an undo', async () => {
    await image('Hafen').click();
    const before = (await documentOf('harbor at dawn.png'))?.data();
    const url = String(before?.['url']);
    await office.addSection('harbor', {
      title: 'At the harbor',
      content: `![](${url})`,
      image_url: url,
      is_published: true,
    });
    const question = page.getByRole('alertdialog', { name: 'Replace “Hafen” everywhere?' });
    await page.getByLabel('New file').setInputFiles(await picture('new harbor.png', 90, 20));
    await question.getByRole('img', { name: 'Before: Hafen' }).waitFor();
    await pollSoon(() =>
      question
        .getByRole('img', { name: 'After: new harbor.png' })
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    ).toBe(90);
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await pollSoon(() => question.count()).toBe(0);
    expect(await documentOf('new harbor.png')).toBeUndefined();

    // The browser has the earlier file in its cache.
    await visit(page, `${office.admin}/admin/homepage/harbor`);
    await button(page, 'Visual').click();
    const widths = () =>
      page
        .locator('main img')
        .evaluateAll((all: HTMLImageElement[]) =>
          all.flatMap(({ src, naturalWidth }) => (src.includes('/o/') ? [naturalWidth] : [])),
        );
    await pollSoon(widths).toEqual([60, 60]);
    await visit(page, `${office.admin}/admin/media`);
    await image('Hafen').click();
    await page.getByLabel('New file').setInputFiles(await picture('new harbor.png', 90, 20));
    await question.getByRole('button', { name: 'Replace file' }).click();
    await expectNotice(page, { title: 'File replaced' });
    await details().getByText('90 × 20 px').waitFor();
    expect((await documentOf('new harbor.png'))?.data()).toMatchObject({
      url: String(before?.['url']),
      alt: 'A harbor at dawn',
    });
    // The list of sections, which names it, was read before it existed.
    await details().getByRole('link', { name: 'At the harbor' }).click();
    await pollSoon(widths).toEqual([90, 90]);
    await page.getByRole('button', { name: 'Recent actions' }).click();
    await page.getByRole('menuitem', { name: /^Undo: File replaced – Hafen 1 image/ }).click();
    await expectNotice(page, { title: 'The earlier file is back' });
    await pollSoon(widths).toEqual([60, 60]);
    await open();
    await image('Hafen').click();
    await details().getByText('60 × 40 px').waitFor();
  });

  it('shows the library’s alt text and focal point on the site', async () => {
    const url = String((await documentOf('harbor at dawn.png'))?.get('url'));
    await office.addSection('with-image', { title: 'Harbors', image_url: url, is_published: true });
    const html = async () => (await fetch(`${office.site}/`)).text();
    await pollSoon(html).toMatch(/<img[^>]* alt="A harbor at dawn"[^>]* class="at-x20 at-y75"/);
  });

  it(
    'of an author is editable until a published page shows it, and names the reason afterwards',
    { tags: 'full' },
    async () => {
      const { page: other } = await office.signIn('author');
      await other.goto(`${office.admin}/admin/media`);
      await other.getByLabel('Image files to upload').setInputFiles(await picture('by an author.png'));
      const own = other.getByRole('list', { name: 'Images' }).getByRole('listitem').filter({ hasText: 'by an author' });
      await own.click();
      await field(other, 'Alt text').fill('A boat');
      await button(other, 'Save').click();
      await expectNotice(other, { title: 'Image saved' });
      await button(other, 'Delete').click();
      await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await notice(other, 'Image moved to the trash').getByRole('button', { name: 'Undo' }).click();
      await expectNotice(other, { title: 'Restored' });
      const stored = await documentOf('by an author.png');
      expect(stored?.data()).toMatchObject({ is_unshown: true, alt: 'A boat' });
      await office.addPage('boats', { title: 'Boats', og_image_url: String(stored?.get('url')), is_published: true });
      await pollSoon(async () => (await documentOf('by an author.png'))?.get('is_unshown') as unknown).toBeUndefined();
      await other.goto(`${office.admin}/admin/media`);
      await own.click();
      await other.getByText('This image was published, or is part of a review. Ask an editor').waitFor();
      for (const name of ['Save', 'Replace file', 'Delete']) expect(await button(other, name).count()).toBe(0);
    },
  );

  it('is read-only for viewers', { tags: 'full' }, async () => {
    const { page: other } = await office.signIn('viewer');
    await other.goto(`${office.admin}/admin/media`);
    await other.getByRole('button', { name: 'Hafen' }).click();
    await other.getByRole('region', { name: 'Details' }).waitFor();
    for (const name of ['Save', 'Delete', 'Upload images']) {
      expect(await other.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    expect(await other.getByRole('slider').count()).toBe(0);
  });

  it('has no accessibility violations, as grid and list, on a phone too', { tags: 'full' }, async () => {
    await open();
    await image('Hafen').click();
    await details().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, 'Show as list').click();
    expect(await violations(page)).toEqual([]);
  });
}
