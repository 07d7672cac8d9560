import { notices } from '@frontage/model/messages';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sized } from '../../full.ts';
import type { ContentOffice } from '../office/content-office.ts';
import {
  button,
  chooseAction,
  errorOf,
  expectNotice,
  field,
  notice,
  pollSoon,
  saveStatus,
  visit,
} from '../office/screen.ts';

const kinds = [
  { kind: 'page', path: 'pages', collection: 'pages', label: 'Title', create: 'Create Page' },
  { kind: 'demo', path: 'demos', collection: 'demo_pages', label: 'Heading', create: 'Create Demo' },
  { kind: 'section', path: 'homepage', collection: 'homepage_sections', label: 'Title', create: 'Create Section' },
] as const;

/** The drafts of documents that were never created. */
export function newDocumentsSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let context: BrowserContext;

  beforeAll(async () => {
    office = opened();
    ({ page, context } = await office.signIn('editor'));
  });

  /** The id of the new document in the address; null while it has none. */
  const idIn = (target: Page): string | null =>
    /\/admin\/\w+\/(?!new$)([\w-]+)$/.exec(new URL(target.url()).pathname)?.[1] ?? null;
  const openNew = (target: Page, path = 'pages') => visit(target, `${office.admin}/admin/${path}/new`);
  const newDraft = (target: Page, id: string | null) => target.locator(`[data-new-draft="${id ?? ''}"]`);
  const idOnceStored = async (target: Page): Promise<string> => {
    await pollSoon(() => idIn(target)).not.toBeNull();
    return idIn(target) ?? '';
  };
  const body = (target: Page) => target.getByRole('textbox', { name: 'Body' });

  describe.each(kinds.slice(0, sized(3, 1)))('a new $kind', ({ path, collection, label, create }) => {
    it('is a draft on the server from the first character on, until everything is removed', async () => {
      const tab = await context.newPage();
      await openNew(tab, path);
      await pollSoon(() => field(tab, label).evaluate((input) => input === document.activeElement)).toBe(true);
      await pollSoon(() => saveStatus(tab)).toBe('Not saved yet');
      await tab.keyboard.type('F');
      const id = await idOnceStored(tab);
      await tab.keyboard.type('irst words');
      await pollSoon(() => office.drafted(`${collection}_${id}`)).toMatchObject({
        [label.toLowerCase()]: 'First words',
      });
      expect(await office.data(`${collection}/${id}`)).toBeUndefined();
      await pollSoon(() => tab.title()).toBe(`First words · ${await tab.locator('h1').innerText()} · Frontage`);
      await pollSoon(() => tab.locator('[data-document-name]').innerText()).toBe('First words');
      await pollSoon(() => saveStatus(tab)).toMatch(/^Draft saved/);
      expect(await errorOf(tab, label)).toBeNull();
      await tab.close();

      await visit(page, `${office.admin}/admin/${path}`);
      await pollSoon(() => newDraft(page, id).innerText()).toMatch(
        /First words\s*Draft\s*Not created yet, edited by you/,
      );
      await newDraft(page, id).getByRole('link', { name: 'First words', exact: true }).click();
      await pollSoon(() => field(page, label).inputValue()).toBe('First words');
      await button(page, create).waitFor();
      await field(page, label).fill('');
      await pollSoon(() => office.data(`drafts/${collection}_${id}`)).toBeUndefined();
      await pollSoon(() => saveStatus(page)).toBe('Not saved yet');
      await page.getByRole('link', { name: /^Back to / }).click();
      await page.locator('h1').waitFor();
      await pollSoon(() => newDraft(page, id).count()).toBe(0);
    });
  });

  it('a new page keeps focus, text and undo history when its address changes', async () => {
    await openNew(page);
    await body(page).click();
    await page.keyboard.type('One');
    const id = await idOnceStored(page);
    await page.keyboard.type(' two three');
    await page.keyboard.press('Enter');
    expect(await body(page).evaluate((editor) => editor.contains(document.activeElement))).toBe(true);
    await pollSoon(() => office.drafted(`pages_${id}`)).toMatchObject({ title: '', body: 'One two three\n' });
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
    await pollSoon(() => body(page).innerText()).not.toContain('One');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+y');
    await pollSoon(() => body(page).innerText()).toContain('One two three');
    await visit(page, `${office.admin}/admin/pages`);
    await pollSoon(() => newDraft(page, id).innerText()).toMatch(/^Untitled/);

    await newDraft(page, id).getByRole('button', { name: 'Delete Untitled' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectNotice(page, { title: 'Draft deleted' });
    await pollSoon(() => office.data(`drafts/pages_${id}`)).toBeUndefined();
    await pollSoon(() => newDraft(page, id).count()).toBe(0);
  });

  it('a new page that is begun offline reaches the server when the connection is back', { tags: 'full' }, async () => {
    const tab = await context.newPage();
    await openNew(tab);
    await field(tab, 'Title').waitFor();
    await context.setOffline(true);
    await tab.getByText('You are offline').first().waitFor();
    await field(tab, 'Title').fill('On a train');
    await pollSoon(() => saveStatus(tab)).toBe('Draft not saved. You are offline; your text is kept in this browser.');
    expect(idIn(tab)).toBeNull();
    await context.setOffline(false);
    const id = await idOnceStored(tab);
    expect(await office.drafted(`pages_${id}`)).toMatchObject({ title: 'On a train', slug: 'on-a-train' });
    await tab.close();
  });

  it('a new page is published from its draft, and the notice offers to view it and to continue', async () => {
    await openNew(page);
    await field(page, 'Title').fill('Straight to the site');
    const id = await idOnceStored(page);
    await button(page, 'Publish').click();
    await page.waitForURL(`${office.admin}/admin/pages`);
    const published = notice(page, notices.pageCreated.title);
    const view = published.getByRole('link', { name: 'View' });
    expect(await view.getAttribute('href')).toBe(`${office.site}/straight-to-the-site`);
    expect(await office.data(`pages/${id}`)).toMatchObject({ is_published: true, rev: 1 });
    expect(await office.data(`drafts/pages_${id}`)).toBeUndefined();
    await published.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
    expect(idIn(page)).toBe(id);
    await pollSoon(() => field(page, 'Title').inputValue()).toBe('Straight to the site');
  });

  it('a new page is scheduled at once, which creates it', { tags: 'full' }, async () => {
    await openNew(page);
    await button(page, 'Schedule').click();
    await field(page, 'Publish at').fill('2100-05-01T09:00');
    await button(page, 'Schedule the time to publish').click();
    await pollSoon(() => saveStatus(page)).toMatch(/Not saved\. Check/);
    await field(page, 'Title').fill('Planned ahead');
    await button(page, 'Schedule the time to publish').click();
    await expectNotice(page, notices.scheduled);
    const id = await idOnceStored(page);
    await page.getByRole('heading', { name: 'Edit Page' }).waitFor();
    expect(await office.data(`pages/${id}`)).toMatchObject({ title: 'Planned ahead', is_published: false });
    expect(await office.data(`launches/pages_${id}_publish`)).toMatchObject({ members: [{ document_rev: 1 }] });
    expect(await office.data(`drafts/pages_${id}`)).toBeUndefined();
  });

  it(
    'the draft of a new page survives a refused slug, and can be discarded and restored',
    { tags: 'full' },
    async () => {
      await office.addPage('in-use', { title: 'Was here first' });
      await openNew(page);
      await field(page, 'Title').fill('Second');
      await field(page, 'URL slug').fill('in-use');
      const id = await idOnceStored(page);
      await button(page, 'Create Page').click();
      await expectNotice(page, { title: 'Error saving page', description: 'This slug is already in use' });
      await pollSoon(() => office.drafted(`pages_${id}`)).toMatchObject({ title: 'Second', slug: 'in-use' });
      await chooseAction(page, 'Discard draft');
      await expectNotice(page, { title: 'Draft discarded', description: 'The editor is empty again.' });
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('');
      await notice(page, 'Draft discarded').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => office.drafted(`pages_${id}`)).toMatchObject({ title: 'Second' });
      await field(page, 'URL slug').fill('second');
      await button(page, 'Create Page').click();
      await expectNotice(page, notices.pageCreated);
      expect(await office.data(`pages/${id}`)).toMatchObject({ title: 'Second', slug: 'second', is_published: false });
    },
  );

  describe('an author', () => {
    let author: Page;
    let uid: string;

    beforeAll(async () => {
      ({ page: author, uid } = await office.signIn('author'));
    });
    beforeEach(() => openNew(author));

    it('submits a new page for review at once, which creates it', { tags: 'full' }, async () => {
      await field(author, 'Title').fill('Please read');
      await button(author, 'Submit for review').click();
      await button(author, 'Submit').click();
      await expectNotice(author, { title: 'Submitted for review' });
      await author.getByText('Waiting for review').waitFor();
      const id = await idOnceStored(author);
      expect(await office.data(`pages/${id}`)).toMatchObject({ is_published: false, created_by: uid });
      expect(await office.data(`drafts/pages_${id}`)).toMatchObject({ base_rev: 1, review: { by: uid } });
      await chooseAction(author, 'Withdraw from review');
      await expectNotice(author, { title: 'Review withdrawn' });
    });

    it('keeps a new page that an editor creates from the draft', { tags: 'full' }, async () => {
      await field(author, 'Title').fill('Finished by an editor');
      const id = await idOnceStored(author);
      await visit(page, `${office.admin}/admin/pages/${id}`);
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Finished by an editor');
      await button(page, 'Create Page').click();
      await expectNotice(page, notices.pageCreated);
      expect(await office.data(`pages/${id}`)).toMatchObject({ created_by: uid, from_draft: { authors: [uid] } });
    });

    it('reads the new pages of other users', { tags: 'full' }, async () => {
      await openNew(page);
      await field(page, 'Title').fill('Not yours');
      const id = await idOnceStored(page);
      await pollSoon(() => office.drafted(`pages_${id}`)).toMatchObject({ title: 'Not yours' });
      await visit(author, `${office.admin}/admin/pages`);
      await pollSoon(() =>
        newDraft(author, id)
          .getByRole('button', { name: /^Delete/ })
          .count(),
      ).toBe(0);
      await newDraft(author, id).getByRole('link', { name: 'Open Not yours' }).click();
      await author.getByText('Read only').waitFor();
      await pollSoon(() => field(author, 'Title').inputValue()).toBe('Not yours');
      await visit(page, `${office.admin}/admin/pages`);
    });
  });
}
