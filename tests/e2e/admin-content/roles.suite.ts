import type { Role } from '@frontage/model/user';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, notice, pollSoon, visit } from '../office/screen.ts';

export function rolesSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  const windows = new Map<Role, Page>();

  beforeAll(async () => {
    office = opened();
    await office.addSection('a-section', { title: 'A section' });
    await office.addPage('published', { title: 'Published page', is_published: true });
    await office.addPage('others', { title: 'Draft of others' });
    await office.addDemo('locked', { heading: 'Locked demo', is_password_protected: true, is_published: true });
    for (const role of ['editor', 'author', 'viewer'] as const) windows.set(role, (await office.signIn(role)).page);
  });

  async function at(role: Role, path: string): Promise<Page> {
    const page = windows.get(role);
    if (!page) throw new Error(`no window for ${role}`);
    await visit(page, office.admin + path);
    await page.locator('h1').waitFor();
    await pollSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
    return page;
  }

  const section = (page: Page) => page.locator('[data-section="a-section"]');
  const buttonNames = async (page: Page, within: string) =>
    (await page.locator(within).locator('button, a').allInnerTexts()).map((text) => text.trim().split('\n')[0] ?? '');

  describe('actions offered to a role', () => {
    it.each<[Role, RegExp[], RegExp[]]>([
      ['editor', [/Publish/, /Hide/, /Edit/], [/Delete/]],
      ['author', [/Open/], [/Publish/, /Hide/, /Edit/, /Delete/]],
      ['viewer', [/Open/], [/Publish/, /Hide/, /Edit/, /Delete/]],
    ])('%s has the right actions of a section', async (role, offered, absent) => {
      const page = await at(role, '/admin/homepage');
      await section(page).waitFor();
      const names = (await buttonNames(page, '[data-section="a-section"]')).join(' | ');
      for (const name of offered) expect(names).toMatch(name);
      for (const name of absent) expect(names).not.toMatch(name);
      await pollSoon(() => page.getByRole('link', { name: 'Add section' }).count()).toBe(role === 'editor' ? 1 : 0);
      await pollSoon(() => page.getByRole('button', { name: 'Publish All Drafts' }).count()).toBe(
        role === 'editor' ? 1 : 0,
      );
      await pollSoon(() => page.getByRole('button', { name: 'Reorder A section' }).count()).toBe(
        role === 'editor' ? 1 : 0,
      );
    });

    it.each<[Role, string, string]>([
      ['author', '/admin/homepage/a-section', 'Only editors and administrators can edit the homepage.'],
      ['author', '/admin/pages/published', 'You can edit only your own drafts.'],
      ['author', '/admin/pages/others', 'You can edit only your own drafts.'],
      ['viewer', '/admin/pages/others', 'Your role can view pages but not edit them.'],
      ['viewer', '/admin/demos/locked', 'Your role can view demos but not edit them.'],
    ])('%s can read %s and sees the reason why it is read-only', async (role, path, reason) => {
      const page = await at(role, path);
      await page.getByText(reason).first().waitFor();
      await pollSoon(() => page.getByRole('button', { name: /Save|Create/ }).count()).toBe(0);
      const name = path.includes('demos') ? 'Heading' : 'Title';
      await pollSoon(() => field(page, name).isDisabled()).toBe(true);
      await page.keyboard.press('Control+s');
      await page.waitForTimeout(200);
      await pollSoon(() => page.locator('[data-kind]').count()).toBe(0);
    });

    it('editor sees the code of a protected demo, viewer does not', async () => {
      const viewer = await at('viewer', '/admin/demos/locked');
      await pollSoon(() => field(viewer, 'Embed code').inputValue()).toBe('');
      await viewer.getByText('Only the owner, editors and administrators see the code').waitFor();
      const editor = await at('editor', '/admin/demos/locked');
      await pollSoon(() => field(editor, 'Embed code').inputValue()).toBe('https://example.com/');
    });

    it('viewer has no create links and no trash', async () => {
      expect(await (await at('viewer', '/admin/pages')).getByRole('link', { name: 'New Page' }).count()).toBe(0);
      expect(await (await at('viewer', '/admin/demos')).getByRole('link', { name: 'Create New Demo' }).count()).toBe(0);
      await (await at('viewer', '/admin/trash')).getByText('Only editors and administrators see the trash').waitFor();
    });
  });

  describe('an author', () => {
    it('can edit own published documents and sees how they are published', { tags: 'full' }, async () => {
      const { uid } = await office.signIn('author');
      // Before the author has written anything, the dashboard explains it.
      const step = (await at('author', '/admin')).getByRole('listitem').filter({ hasText: 'Create a page' });
      await pollSoon(() => step.innerText()).toContain('Submit it for review when it is ready');
      await office.addPage('own-live', { title: 'Own live page', is_published: true });
      await office.addDemo('own-live', { heading: 'Own live demo', is_published: true });
      await office.firestore.doc('pages/own-live').update({ created_by: uid, rev: 2, updated_at: new Date() });
      await office.firestore.doc('demo_pages/own-live').update({ created_by: uid, rev: 2, updated_at: new Date() });
      // Lists contain the author after the pipeline has read the last write.
      const linksAt = async (path: string, name: string) =>
        (await at('author', path)).getByRole('link', { name }).count();
      await pollSoon(() => linksAt('/admin/pages?q=live', 'Edit Own live page')).toBe(1);
      const page = await at('author', '/admin/pages?q=live');
      await at('author', '/admin/pages?q=Published');
      await page.getByRole('link', { name: 'Open Published page' }).waitFor();
      await pollSoon(() => linksAt('/admin/demos', 'Edit Own live demo')).toBe(1);
    });

    it('can create, edit and delete own unpublished pages, without publish controls', { tags: 'full' }, async () => {
      const page = await at('author', '/admin/pages/new');
      await field(page, 'Title').fill('Draft by an author');
      await pollSoon(() => page.getByRole('switch', { name: 'Publish' }).count()).toBe(0);
      await page.getByText('Only editors and administrators can publish pages.').waitFor();
      await page.getByRole('button', { name: 'Create Page' }).click();
      await expectNotice(page, { title: 'Page created successfully' });
      await page.waitForURL(`${office.admin}/admin/pages`);
      await pollSoon(() => page.getByLabel(/^Select all/).count()).toBe(0);

      await page.getByRole('link', { name: 'Edit Draft by an author' }).click();
      await field(page, 'Title').fill('Better draft');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expectNotice(page, { title: 'Page updated successfully' });
      await page.getByRole('link', { name: 'Back to Pages' }).click();
      await page.getByRole('button', { name: 'Delete Better draft' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Page deleted successfully' });
      await pollSoon(() =>
        notice(page, 'Page deleted successfully').getByRole('button', { name: 'Undo' }).count(),
      ).toBe(0);
    });

    it('can create a protected demo', { tags: 'full' }, async () => {
      const page = await at('author', '/admin/demos/new');
      await field(page, 'Heading').fill('Demo by an author');
      await field(page, 'Embed code').fill('https://example.com/author');
      await page.getByRole('switch', { name: 'Password protection' }).check();
      await field(page, 'Password').fill('long enough');
      await page.getByRole('button', { name: 'Create Demo' }).click();
      await expectNotice(page, { title: 'Demo created successfully' });
      await page.getByRole('link', { name: /Edit Demo by an author/ }).click();
      await pollSoon(() => field(page, 'Embed code').inputValue()).toBe('https://example.com/author');
    });
  });

  describe('the trash', () => {
    it('keeps deleted documents and restores them completely', async () => {
      await office.addDemo('gone', { heading: 'Gone demo', iframe_url: 'https://example.com/gone' });
      const page = await at('editor', '/admin/demos');
      await page.getByRole('button', { name: /Delete Gone demo/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Demo deleted successfully' });

      await at('editor', '/admin/trash');
      const row = page.getByRole('row').filter({ hasText: 'Gone demo' });
      await pollSoon(() => row.innerText()).toMatch(/gone[\s\S]*Demo[\s\S]*30 more days/);
      await row.getByRole('button', { name: /Restore/ }).click();
      await expectNotice(page, { title: 'Restored', description: '“Gone demo” is back where it was.' });
      await pollSoon(() => row.count()).toBe(0);
      const demo = await office.firestore.doc('demo_pages/gone').get();
      expect(demo.data()).toMatchObject({ heading: 'Gone demo', slug: 'gone', created_by: 'somebody' });
      expect((await office.firestore.doc('demo_embeds/gone').get()).get('iframe_url')).toBe('https://example.com/gone');
    });

    it('is searched by title and slug, and restores a selection with a result for each item', async () => {
      for (const id of ['fig-1', 'fig-2', 'fig-3']) await office.addPage(id, { title: `Tree ${id.at(-1) ?? ''}` });
      const page = await at('editor', '/admin/pages?q=fig-');
      await page.getByLabel(/^Select all/).check();
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Deleted: 3 pages' });
      await office.addPage('fig', { title: 'Took the slug', slug: 'fig-2' });
      await at('editor', '/admin/trash');
      const rows = page.locator('[data-row]');
      await page.getByLabel('Search the trash').fill('tree');
      await pollSoon(() => rows.count()).toBe(3);
      await page.getByLabel('Search the trash').fill('FIG-1');
      await pollSoon(() => rows.count()).toBe(1);
      await page.getByLabel('Search the trash').fill('fig-');
      await pollSoon(() => rows.count()).toBe(3);
      await page.getByLabel('Select all').check();
      const selection = page.getByRole('region', { name: 'Selection' });
      await selection.getByText('3 items selected').waitFor();
      await selection.getByRole('button', { name: 'Restore' }).click();
      const results = page.getByRole('dialog', { name: '2 of 3 done' });
      await pollSoon(() => results.innerText()).toMatch(/Tree 2\s+This slug is already in use[\s\S]*Restored/);
      expect((await office.firestore.doc('pages/fig-1').get()).exists).toBe(true);
      await office.firestore.doc('slugs/page:fig-2').delete();
      await results.getByRole('button', { name: 'Try 1 again' }).click();
      await expectNotice(page, { title: 'Restored: 1 item' });
      await pollSoon(() => rows.count()).toBe(0);
      expect((await office.firestore.doc('pages/fig-2').get()).exists).toBe(true);
    });

    it('shows why a document cannot be restored', { tags: 'full' }, async () => {
      await office.addPage('clash', { title: 'Clashing page' });
      const page = await at('editor', '/admin/pages?q=clash');
      await page.getByRole('button', { name: /Delete Clashing page/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, { title: 'Page deleted successfully' });
      await office.addPage('other', { title: 'Took the slug', slug: 'clash' });
      await at('editor', '/admin/trash');
      await page.getByRole('button', { name: 'Restore Clashing page' }).click();
      await expectNotice(page, { title: "Couldn't restore", description: 'This slug is already in use' });
    });
  });
}
