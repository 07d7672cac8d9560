import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { createPhoto, type Upload } from '../office/photo.ts';
import { previewedPage, expectNotice, field, openPreview, pollSoon, visit } from '../office/screen.ts';
import { sampled } from '../../full.ts';

export function imagesInTextSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let photo: Upload;

  const uploading = /\/v0\/b\/[^/]+\/o/;

  beforeAll(async () => {
    office = opened();
    ({ page } = await office.signIn('editor'));
  });

  const open = async (path: string, heading: string) => {
    await visit(page, office.admin + path);
    await page.getByRole('heading', { name: heading }).waitFor();
  };

  describe('images in a text', () => {
    beforeEach(async () => {
      photo = await createPhoto();
      await open('/admin/pages/new', 'Create New Page');
      await page.getByRole('textbox', { name: 'Body' }).click();
      await page.keyboard.type('Before after');
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
    });

    const preview = () => previewedPage(page).locator('.prose img');
    const source = () => page.getByRole('textbox', { name: 'Body' }).innerText();

    async function insertFile(event: 'paste' | 'drop'): Promise<void> {
      const bytes = [...photo.buffer];
      await page.getByRole('textbox', { name: 'Body' }).evaluate(
        (target, { type, content }) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(content)], 'our-team.png', { type: 'image/png' }));
          const box = target.getBoundingClientRect();
          const place = { clientX: box.left + 20, clientY: box.top + 20, bubbles: true, cancelable: true };
          const handed =
            type === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, ...place })
              : new DragEvent('drop', { dataTransfer: data, ...place });
          target.dispatchEvent(handed);
        },
        { type: event, content: bytes },
      );
    }

    it.each(sampled(['paste', 'drop'] as const))('are inserted by %s', { tags: 'full' }, async (event) => {
      await insertFile(event);
      await expectNotice(page, { title: 'Image uploaded' });
      await openPreview(page);
      await pollSoon(() => preview().getAttribute('alt')).toBe('');
      expect(await source()).toContain('![](http');
    });

    it('become separate paragraphs when dropped one after another', { tags: 'full' }, async () => {
      for (const count of [1, 2, 3]) {
        await insertFile('drop');
        await pollSoon(async () => (await source()).match(/!\[\]\(http/g)?.length).toBe(count);
      }
      await openPreview(page);
      await pollSoon(() => previewedPage(page).locator('.prose p:has(> img:only-child)').count()).toBe(3);
    });

    it(
      'do not change Ctrl+K, which inserts a link in the text and opens the palette elsewhere',
      { tags: 'full' },
      async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog', { name: 'Link' }).getByRole('combobox').fill('https://example.com/');
        await page.keyboard.press('Enter');
        await pollSoon(source).toContain('[https://example.com/](https://example.com/)');
        expect(await page.getByRole('dialog', { name: 'Search' }).count()).toBe(0);
        await field(page, 'Title').focus();
        await page.keyboard.press('Control+k');
        const palette = page.getByRole('dialog', { name: 'Search' });
        await palette.getByRole('combobox').fill('new demo');
        await pollSoon(() => palette.getByRole('status').innerText()).toBe('1 result');
        await page.keyboard.press('Escape');
      },
    );

    it('keep their position before text typed later and show progress', { tags: 'full' }, async () => {
      const held = Promise.withResolvers<void>();
      await page.route(uploading, (route) => held.promise.then(() => route.continue()));
      await insertFile('paste');
      const coming = page.getByRole('textbox', { name: 'Body' }).getByRole('status');
      await pollSoon(() => coming.innerText()).toMatch(/^Uploading… our-team.png \d+ %$/);
      await page.keyboard.type('Typed behind it. ');
      held.resolve();
      await expectNotice(page, { title: 'Image uploaded' });
      await pollSoon(source).toMatch(/Before\s+!\[\]\(http[^)]+\)\s+Typed behind it\. after/);
      await pollSoon(() => coming.count()).toBe(0);
      await page.keyboard.type('And on.');
      expect(await source()).toContain('Typed behind it. And on.after');
      await page.unroute(uploading);
    });

    it('place the caret after them', { tags: 'full' }, async () => {
      await insertFile('paste');
      await expectNotice(page, { title: 'Image uploaded' });
      await pollSoon(source).toContain('![](http');
      await page.keyboard.type('Behind. ');
      expect(await source()).toMatch(/!\[\]\(http[^)]+\)\s+Behind\. after/);
    });

    it('show a failure in the text, with buttons to retry or remove', { tags: 'full' }, async () => {
      const refuseUpload = () =>
        page.route(uploading, (route) =>
          route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: { error: {} } }),
        );
      await refuseUpload();
      await insertFile('paste');
      const text = page.getByRole('textbox', { name: 'Body' });
      await text.getByText('our-team.png was not uploaded. You do not have permission to upload here.').waitFor();
      await page.unroute(uploading);
      await text.getByRole('button', { name: 'Retry' }).click();
      await pollSoon(source).toMatch(/Before\s+!\[\]\(http[^)]+\)\s+after/);
      await refuseUpload();
      await insertFile('paste');
      await text.getByRole('button', { name: 'Remove' }).click();
      await pollSoon(() => text.getByRole('button').count()).toBe(0);
      await page.unroute(uploading);
    });

    it(
      'are canceled by undoing their insertion, and removed by undoing their completion',
      { tags: 'full' },
      async () => {
        const held = Promise.withResolvers<void>();
        await page.route(uploading, (route) => held.promise.then(() => route.continue()).catch(() => undefined));
        await insertFile('paste');
        const coming = page.getByRole('textbox', { name: 'Body' }).getByRole('status');
        await coming.waitFor();
        await page.keyboard.press('Control+z');
        await pollSoon(() => coming.count()).toBe(0);
        held.resolve();
        await page.unroute(uploading);
        expect((await source()).trim()).toBe('Before after');
        await insertFile('paste');
        await pollSoon(source).toContain('![](http');
        await page.keyboard.press('Control+z');
        await pollSoon(async () => (await source()).trim()).toBe('Before after');
      },
    );

    it(
      'are inserted by file picker at the caret’s position even if text before it changes',
      { tags: 'full' },
      async () => {
        await page.route(uploading, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 800));
          await route.continue().catch(() => undefined);
        });
        await page.getByLabel('Images for Body').setInputFiles(photo);
        await page.getByRole('textbox', { name: 'Body' }).click();
        await page.keyboard.press('Control+Home');
        await page.keyboard.type('Typed meanwhile. ');
        await expectNotice(page, { title: 'Image uploaded' });
        await pollSoon(source).toMatch(/Typed meanwhile\. Before\s+!\[\]\(http[^)]+\)\s+after/);
        await page.unroute(uploading);
      },
    );
  });
}
