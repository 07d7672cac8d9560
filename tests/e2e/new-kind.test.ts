import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfProject } from '../contract/new-kind/project.fixture.ts';
import { openOfficeOn, type Office } from './office/office.ts';
import { button, expectNotice, field, pollSoon } from './office/screen.ts';
import { startStack } from './stack.ts';

describe('a kind of content made by `frontage new-kind`', { tags: 'full' }, () => {
  const project = copyOfProject('program');
  let office: Office;
  let page: Page;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['cli/frontage.ts', 'new-kind', 'case-studies'], {
      cwd: project.folder,
    });
    office = await openOfficeOn(await startStack({ project: project.folder }));
    page = await office.signIn(await office.addPerson('editor', { roles: ['editor'] }));
  });

  afterAll(async () => {
    await office?.close();
    project.remove();
  });

  const siteText = async (path: string): Promise<string> => (await fetch(office.stack.site + path)).text();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  it('has an empty list in the menu of the admin', async () => {
    await page.getByRole('link', { name: 'Case studies', exact: true }).first().click();
    await pollSoon(() => page.locator('h1').innerText()).toBe('Case studies');
    await page.getByText('No case studies yet. Create your first case study!').waitFor();
  });

  it('names missing fields, then creates and publishes a document', async () => {
    await page.getByRole('link', { name: /^New / }).first().click();
    await pollSoon(() => page.locator('h1').innerText()).toMatch(/^Create Case study/);
    await button(page, 'Create Case study').click();
    await page.getByText('Title is required').first().waitFor();
    await field(page, 'Title').fill('We are live');
    await pollSoon(() => field(page, 'URL slug').inputValue()).toBe('we-are-live');
    await field(page, 'Summary').fill('The first entry.');
    await page.getByRole('switch', { name: 'Publish' }).check();
    await button(page, 'Create Case study').click();
    await expectNotice(page, { title: 'Case study created successfully' });
    await pollSoon(() => siteText('/case-studies/we-are-live')).toContain('<p>The first entry.</p>');
    expect(await siteText('/sitemap.xml')).toContain('/case-studies/we-are-live');
  });

  it('lists it by its name, and finds it in the search of the admin', async () => {
    await page.goto('/admin/case-studies');
    await row('We are live').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('first entry');
    await page.getByRole('option', { name: /We are live/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('keeps a draft off the site until it is saved', async () => {
    await row('We are live').getByRole('link').first().click();
    await field(page, 'Title').fill('We are still live');
    const { firestore } = office;
    const drafts = () => firestore.collection('drafts').where('collection', '==', 'case_studies').get();
    await pollSoon(async () => (await drafts()).docs.map((draft) => draft.get('data.title') as unknown)).toEqual([
      'We are still live',
    ]);
    expect(await siteText('/case-studies/we-are-live')).toContain('<h1>We are live</h1>');
    await button(page, 'Save Changes').click();
    await expectNotice(page, { title: 'Case study updated successfully' });
    await pollSoon(() => siteText('/case-studies/we-are-live')).toContain('<h1>We are still live</h1>');
  });

  it('moves to the trash with its address, and comes back', async () => {
    await page.goto('/admin/case-studies');
    await row('We are still live')
      .getByRole('button', { name: /Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await pollSoon(async () => (await fetch(`${office.stack.site}/case-studies/we-are-live`)).status).toBe(404);
    await page.goto('/admin/trash');
    await row('We are still live')
      .getByRole('button', { name: /Restore/ })
      .click();
    await pollSoon(async () => (await fetch(`${office.stack.site}/case-studies/we-are-live`)).status).toBe(200);
  });
});
