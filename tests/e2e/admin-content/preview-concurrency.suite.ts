import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { previewedPage, field, openPreview, previewPane, saveStatus, pollSoon, visit } from '../office/screen.ts';

/** The preview during concurrent events: another window, an unreachable pipeline, a taken slug. */
export function previewConcurrencySuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  const size = { viewport: { width: 1440, height: 900 } };

  beforeAll(async () => {
    office = opened();
    await office.addPage('in-two', { title: 'In two windows', body: 'Here.', is_published: true });
    await office.addPage('beside-it', { title: 'Beside it', slug: 'beside-it', is_published: true });
    await office.addDemo('carded', { heading: 'Carded', is_published: true });
    await office.addSection('pictured', {
      section_key: 'why-it-matters',
      title: 'Pictured',
      content: 'Hello',
      image_url: 'https://pictures.example/a.png',
      is_published: true,
    });
    page = (await office.signIn('editor', size)).page;
  });

  const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
  const heading = (of: Page, name: string) => previewedPage(of).getByRole('heading', { name, level: 1, exact: true });

  async function open(id: string, of = page): Promise<void> {
    await visit(of, `${office.admin}/admin/pages/${id}`);
    await openPreview(of);
    await previewedPage(of).getByRole('heading', { level: 1 }).waitFor();
  }

  it('shows text that was typed in another window', { tags: 'full' }, async () => {
    const { page: other, context } = await office.signIn('admin', size);
    await open('in-two');
    await open('in-two', other);
    await field(page, 'Title').fill('In two windows, and changed');
    await heading(page, 'In two windows, and changed').waitFor();
    await heading(other, 'In two windows, and changed').waitFor({ timeout: 60_000 });
    await context.close();
  });

  it('pauses while the pipeline is unreachable and resumes', { tags: 'full' }, async () => {
    await open('beside-it');
    await page.route('**/staff/**', (route) => route.abort());
    await field(page, 'Title').fill('Beside it, unseen');
    await previewPane(page).getByText('Preview paused').waitFor();
    await heading(page, 'Beside it').waitFor();
    await pollSoon(() => saveStatus(page)).toMatch(/^Draft saved/);
    await page.unroute('**/staff/**');
    await heading(page, 'Beside it, unseen').waitFor({ timeout: 60_000 });
    expect(await previewPane(page).getByText('Preview paused').count()).toBe(0);
  });

  it('focuses the field of a clicked gallery card or image', { tags: 'full' }, async () => {
    await visit(page, `${office.admin}/admin/demos/carded`);
    await openPreview(page);
    await field(page, 'Heading').fill('Carded, and changed');
    await previewedPage(page).locator('header a[href="/demos"]').first().dispatchEvent('click');
    await previewedPage(page).getByRole('heading', { name: 'Carded, and changed', level: 2 }).waitFor();
    await previewPane(page).getByText('/demos', { exact: true }).waitFor();
    await previewedPage(page).locator('[data-edit="demos/carded/heading"]').dispatchEvent('click');
    await pollSoon(() => isFocused(field(page, 'Heading'))).toBe(true);
    await previewPane(page).getByRole('button', { name: 'Back to the edited page' }).click();
    await previewPane(page).getByText('/demo/carded', { exact: true }).waitFor();
    await visit(page, `${office.admin}/admin/homepage/pictured`);
    await openPreview(page);
    await previewedPage(page).locator('img[data-edit="sections/pictured/image_url"]').dispatchEvent('click');
    await pollSoon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('image_url');
  });

  it('shows that a slug is used and renders the page at its live address', { tags: 'full' }, async () => {
    await open('beside-it');
    await field(page, 'URL slug').fill('in-two');
    await previewPane(page)
      .getByText(/^Preview ignores invalid fields: URL slug/)
      .waitFor();
    await pollSoon(() => previewPane(page).innerText()).toContain('/page/beside-it');
    const line = page.locator('[data-impact]');
    await pollSoon(() => line.innerText()).toBe('Fix errors before publishing');
    await field(page, 'URL slug').fill('beside-it');
    await pollSoon(() => previewPane(page).getByText('Preview ignores invalid fields').count()).toBe(0);
  });
}
