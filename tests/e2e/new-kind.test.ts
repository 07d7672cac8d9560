import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectWithNews } from '../contract/new-kind/project.fixture.ts';
import { openOfficeOn, type Office } from './office/office.ts';
import { button, expectNotice, field, pollSoon } from './office/screen.ts';
import { startStack } from './stack.ts';

/** The template of an entry, as an engineer adds it beside the kind. */
const template = `---
import { notFoundMetadata } from '../../features/head/metadata.ts';
import SiteLayout from '../../layouts/site-layout.astro';

const { content } = Astro.locals;
const entry = content.entry('news:' + Astro.params.slug);
const metadata = notFoundMetadata({ site: content.site(), findImage: content.image }, String(entry?.name));
if (!entry) Astro.response.status = 404;
---

<SiteLayout metadata={metadata}><article><h1>{entry?.name}</h1><p>{entry?.summary}</p></article></SiteLayout>
`;

describe('a kind of content that one file adds', { tags: 'full' }, () => {
  const project = projectWithNews('program');
  let office: Office;
  let page: Page;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['cli/generate.ts'], { cwd: project.folder });
    mkdirSync(join(project.folder, 'src/pages/news'));
    writeFileSync(join(project.folder, 'src/pages/news/[slug].astro'), template);
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
    await page.getByRole('link', { name: 'News', exact: true }).first().click();
    await pollSoon(() => page.locator('h1').innerText()).toBe('News');
    await page.getByText('No news yet. Create your first news entry!').waitFor();
  });

  it('names missing fields, then creates and publishes an entry', async () => {
    await page.getByRole('link', { name: /^New / }).first().click();
    await pollSoon(() => page.locator('h1').innerText()).toMatch(/^Create News entry/);
    await button(page, 'Create News entry').click();
    await page.getByText('Name is required').first().waitFor();
    await field(page, 'Name').fill('We are live');
    await pollSoon(() => field(page, 'URL slug').inputValue()).toBe('we-are-live');
    await field(page, 'Summary').fill('The first entry.');
    await page.getByRole('switch', { name: 'Publish' }).check();
    await button(page, 'Create News entry').click();
    await expectNotice(page, { title: 'News entry created successfully' });
    await pollSoon(() => siteText('/news/we-are-live')).toContain('<p>The first entry.</p>');
    expect(await siteText('/sitemap.xml')).toContain('/news/we-are-live');
  });

  it('lists it by its name, and finds it in the search of the admin', async () => {
    await page.goto('/admin/news');
    await row('We are live').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('first entry');
    await page.getByRole('option', { name: /We are live/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('keeps a draft off the site until it is saved', async () => {
    await row('We are live').getByRole('link').first().click();
    await field(page, 'Name').fill('We are still live');
    const { firestore } = office;
    const drafts = () => firestore.collection('drafts').where('collection', '==', 'news_entries').get();
    await pollSoon(async () => (await drafts()).docs.map((draft) => draft.get('data.name') as unknown)).toEqual([
      'We are still live',
    ]);
    expect(await siteText('/news/we-are-live')).toContain('<h1>We are live</h1>');
    await button(page, 'Save Changes').click();
    await expectNotice(page, { title: 'News entry updated successfully' });
    await pollSoon(() => siteText('/news/we-are-live')).toContain('<h1>We are still live</h1>');
  });

  it('moves to the trash with its address, and comes back', async () => {
    await page.goto('/admin/news');
    await row('We are still live')
      .getByRole('button', { name: /Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await pollSoon(async () => (await fetch(`${office.stack.site}/news/we-are-live`)).status).toBe(404);
    await page.goto('/admin/trash');
    await row('We are still live')
      .getByRole('button', { name: /Restore/ })
      .click();
    await pollSoon(async () => (await fetch(`${office.stack.site}/news/we-are-live`)).status).toBe(200);
  });
});
