import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { barePage } from '@frontage/model/content.fixture';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfProject } from '../contract/new-kind/project.fixture.ts';
import { openOfficeOn, type Office } from './office/office.ts';
import { button, expectNotice, field, look, pollSoon } from './office/screen.ts';
import { startStack } from './stack.ts';

const now = () => FieldValue.serverTimestamp();

// Fields of further types.
const more = `  related: links({ label: 'Related', panel: 'content', to: ['page', 'caseStudy'], max: 3, shown: true }),
  figures: groups({ label: 'Figures', panel: 'content', max: 4, one: 'figure', shown: true, row: {
    label: required({ label: 'Label', max: 40 }),
    value: text({ label: 'Value', max: 10 }),
    logo: image({ label: 'Logo' }),
    source: link({ label: 'Source', to: ['page'] }),
  } }),
`;
const moreOnPage = `<ol>{[found['figures']].flat().map((row) => <li>{Object(row).label}</li>)}</ol>
        {[found['related']].flat().map((link) => content.linked(String(link))?.name).join(' and ')}
        `;

describe('a kind of content made by `frontage new-kind`', { tags: 'full' }, () => {
  const project = copyOfProject('program');
  let office: Office;
  let page: Page;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['cli/frontage.ts', 'new-kind', 'case-studies'], {
      cwd: project.folder,
    });
    const file = join(project.folder, 'model/kinds/case-studies.ts');
    const source = readFileSync(file, 'utf8')
      .replace('formShape, image, markdown', 'formShape, groups, image, link, links, markdown')
      .replace('  is_published:', `${more}  is_published:`);
    writeFileSync(file, source);
    const template = join(project.folder, 'src/pages/case-studies/[slug].astro');
    writeFileSync(template, readFileSync(template, 'utf8').replace('{body &&', `${moreOnPage}{body &&`));
    await promisify(execFile)(process.execPath, ['cli/generate.ts'], { cwd: project.folder });
    office = await openOfficeOn(await startStack({ project: project.folder }));
    const stamps = { rev: 1, created_by: 'ada', updated_by: 'ada', created_at: now(), updated_at: now() };
    for (const [id, title, is_published] of [
      ['ada', 'Ada Lovelace', true],
      ['charles', 'Charles Babbage', true],
      ['grace', 'Grace Hopper', false],
    ] as const) {
      await office.firestore.doc(`pages/${id}`).set({ ...barePage, title, slug: id, is_published, ...stamps });
      await office.firestore.doc(`slugs/page:${id}`).set({ id, updated_at: now() });
    }
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
    await pollSoon(() => siteText('/case-studies')).toContain('<a href="/case-studies/we-are-live">We are live</a>');
    await pollSoon(() => siteText('/case-studies/feed.xml')).toContain('<title>We are live</title>');
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

  it('links to documents that are found by words, in the chosen order', async () => {
    const search = field(page, 'Related');
    const chosen = page.getByRole('list', { name: 'Related: chosen' }).getByRole('listitem');
    const titles = async () => (await chosen.allInnerTexts()).map((text) => text.split('\n')[0]);
    await page.goto('/admin/case-studies');
    await row('We are still live').getByRole('link').first().click();
    await search.fill('babb');
    await page.getByRole('option', { name: /Charles Babbage/ }).click();
    await search.fill('grace');
    await page.getByRole('option', { name: /Grace Hopper.*not published/s }).waitFor();
    await search.press('Enter');
    await search.press('Escape');
    await search.fill('lovel');
    await look(page, 'links-search');
    await search.press('ArrowDown');
    await search.press('Enter');
    await pollSoon(titles).toEqual(['Charles Babbage', 'Grace Hopper', 'Ada Lovelace']);
    await chosen.nth(1).getByText('Not published').waitFor();
    await pollSoon(() => search.getAttribute('readonly')).not.toBeNull();
    await look(page, 'links');
    const up = button(page, 'Move Ada Lovelace up');
    await up.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await pollSoon(titles).toEqual(['Ada Lovelace', 'Charles Babbage', 'Grace Hopper']);
    expect(await up.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('status').filter({ hasText: 'Ada Lovelace moved to 1 of 3' }).waitFor({ state: 'attached' });
    await button(page, 'Save Changes').click();
    await expectNotice(page, { title: 'Case study updated successfully' });
    await pollSoon(() => siteText('/case-studies/we-are-live')).toContain('Ada Lovelace and Charles Babbage');
    expect(await siteText('/case-studies/we-are-live')).not.toContain('Grace Hopper');
    const [stored] = (await office.firestore.collection('case_studies').get()).docs;
    expect(stored?.get('related')).toEqual(['page:ada', 'page:charles', 'page:grace']);
  });

  it('adds rows, moves them by buttons and keys, and restores a removed one', async () => {
    const figures = page.getByRole('group', { name: 'Figures', exact: true });
    const rows = figures.getByRole('group', { name: /^Figure \d of \d$/ });
    const labels = () =>
      rows
        .getByRole('textbox', { name: 'Label' })
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const says = (text: string) => figures.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
    for (const label of ['Growth', 'Users', 'Cost']) {
      await figures.getByRole('button', { name: 'Add figure' }).click();
      await page.keyboard.type(label);
    }
    await says('Figure 3 added');
    expect(await labels()).toEqual(['Growth', 'Users', 'Cost']);
    await rows.nth(0).getByRole('combobox').fill('babb');
    await rows
      .nth(0)
      .getByRole('option', { name: /Charles Babbage/ })
      .click();
    await look(page, 'groups');
    await figures.getByRole('button', { name: 'Move Figure 3 up' }).click();
    await says('Figure moved to 2 of 3');
    await rows.nth(0).getByRole('textbox', { name: 'Label' }).press('Alt+ArrowDown');
    await says('Figure moved to 2 of 3');
    expect(await labels()).toEqual(['Cost', 'Growth', 'Users']);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Growth');
    await figures.getByRole('button', { name: 'Remove Figure 2' }).click();
    await says('Figure 2 removed');
    expect(await labels()).toEqual(['Cost', 'Users']);
    await page.keyboard.press('Enter');
    await says('Figure 2 restored');
    expect(await labels()).toEqual(['Cost', 'Growth', 'Users']);
    await rows.nth(1).getByText('Charles Babbage').waitFor();
  });

  it('shows the error of a row at its field, and saves valid rows', async () => {
    const label = page.getByRole('group', { name: 'Figure 3 of 3' }).getByRole('textbox', { name: 'Label' });
    await label.fill('');
    await button(page, 'Save Changes').click();
    await pollSoon(() => label.getAttribute('aria-invalid')).toBe('true');
    await look(page, 'groups-error');
    expect(await label.evaluate((element) => element === document.activeElement)).toBe(true);
    await label.fill('People');
    await button(page, 'Save Changes').click();
    await expectNotice(page, { title: 'Case study updated successfully' });
    const shown = '<ol><li>Cost</li><li>Growth</li><li>People</li></ol>';
    await pollSoon(() => siteText('/case-studies/we-are-live')).toContain(shown);
    const [stored] = (await office.firestore.collection('case_studies').get()).docs;
    expect(stored?.get('figures')).toEqual([
      { label: 'Cost', value: null, logo: null, source: null },
      { label: 'Growth', value: null, logo: null, source: 'page:charles' },
      { label: 'People', value: null, logo: null, source: null },
    ]);
  });

  it('shows the new name of a linked document', async () => {
    await office.firestore.doc('pages/ada').update({ title: 'Countess', rev: 2, updated_at: now() });
    await pollSoon(() => siteText('/case-studies/we-are-live')).toContain('Countess and Charles Babbage');
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
