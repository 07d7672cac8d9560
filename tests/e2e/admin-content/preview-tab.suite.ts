import { previewPaths } from '@frontage/model/preview';
import type { Frame, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { previewedPage, expectNotice, openPreview, previewPane, pollSoon, visit } from '../office/screen.ts';

/** The preview of a demo in a separate tab. Its script runs only there, on the embed origin. */
export function previewTabSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  const script = '<div id="greeting"></div><script>document.querySelector("#greeting").textContent = "Ran"</script>';

  beforeAll(async () => {
    office = opened();
    await office.addDemo('scripted', { heading: 'Scripted', is_published: true, iframe_url: script });
    await office.addDemo('guarded', {
      heading: 'Guarded',
      is_published: true,
      is_password_protected: true,
      iframe_url: script,
    });
    page = (await office.signIn('editor', { viewport: { width: 1440, height: 900 } })).page;
  });

  const ran = async (frame: Frame): Promise<boolean> =>
    (await frame.locator('#greeting').allInnerTexts()).includes('Ran');

  /** Waits until the script has run, and returns the origins of the frames in which it ran. */
  async function scriptOrigins(window: Page): Promise<string[]> {
    const found = async (): Promise<string[]> => {
      const frames = await Promise.all(window.frames().map(async (frame) => ((await ran(frame)) ? [frame] : [])));
      return Promise.all(frames.flat().map((frame) => frame.evaluate(() => origin)));
    };
    await pollSoon(found).not.toEqual([]);
    return found();
  }

  async function openTab(id: string): Promise<Page> {
    await visit(page, `${office.admin}/admin/demos/${id}`);
    await openPreview(page);
    await previewedPage(page).locator('h1').waitFor({ state: 'attached' });
    const opening = page.context().waitForEvent('page');
    await previewPane(page).getByRole('button', { name: 'Open the preview in a new tab' }).click();
    const tab = await opening;
    await tab.locator('h1').waitFor({ state: 'attached' });
    return tab;
  }

  it('runs the script of a demo on the embed origin', { tags: 'full' }, async () => {
    const tab = await openTab('scripted');
    await previewedPage(page).getByText('Scripts do not run here: open the preview in a new tab.').waitFor();
    expect(await scriptOrigins(tab)).toEqual([office.embed]);
    for (const frame of page.frames()) expect(await ran(frame)).toBe(false);
    await tab.close();
  });

  it('opens the tab immediately on click and closes it if the preview fails', { tags: 'full' }, async () => {
    await visit(page, `${office.admin}/admin/demos/scripted`);
    await openPreview(page);
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const opens = `**${previewPaths.open}`;
    await page.route(opens, async (route) => {
      asked.resolve();
      await held.promise;
      await route.abort();
    });
    const opening = page.context().waitForEvent('page');
    await previewPane(page).getByRole('button', { name: 'Open the preview in a new tab' }).click();
    const tab = await opening;
    await asked.promise;
    await tab.getByText('Opening the preview…').waitFor();
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    const closing = tab.waitForEvent('close');
    held.resolve();
    await closing;
    await expectNotice(page, { title: "Couldn't open the preview" });
    await page.unroute(opens);
  });

  it('shows protected content to an editor but not to a visitor with a link', async () => {
    const tab = await openTab('guarded');
    await tab.getByRole('note').getByText('Visitors are asked for the password here.').waitFor();
    expect(await tab.content()).not.toContain('greeting');
    await tab.getByRole('link', { name: 'Show the protected content' }).click();
    expect(await scriptOrigins(tab)).toEqual([office.embed]);
    await tab.close();
    await previewPane(page).getByRole('button', { name: 'Share a preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share a preview' });
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    const link = await dialog.getByLabel('Preview link').inputValue();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    const visitor = await page.context().newPage();
    for (const address of [link, `${link}/demo/guarded?opened`]) {
      await visitor.goto(address);
      await visitor.getByRole('note').getByText('does not show the protected content').waitFor();
      expect(await visitor.content()).not.toContain('greeting');
    }
    await visitor.close();
  });
}
