import { notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Office, openOfficeOn } from './office/office.ts';
import { button, expectNotice, field, look, pollSoon } from './office/screen.ts';
import { startStack } from './stack.ts';

describe('news', { tags: 'full' }, () => {
  let office: Office;
  let page: Page;

  beforeAll(async () => {
    office = await openOfficeOn(await startStack());
    page = await office.signIn(await office.addPerson('administrator', { roles: ['admin'] }));
  });

  afterAll(async () => office?.close());

  const site = async (path: string) => {
    const answer = await fetch(office.stack.site + path);
    return { status: answer.status, text: await answer.text() };
  };
  const menu = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News', exact: true });
  const setNews = async (on: boolean) => {
    await page.goto('/admin/settings?tab=general');
    await page.getByRole('switch', { name: 'News' }).setChecked(on);
    await button(page, 'Save Content').click();
    await expectNotice(page, notices.settingsSaved);
  };

  it('are neither in the admin nor on the site until they are switched on', async () => {
    await page.goto('/admin/settings?tab=general');
    await page.getByRole('switch', { name: 'News' }).waitFor();
    expect(await menu().count()).toBe(0);
    expect((await site('/news')).status).toBe(404);
    await look(page, 'settings');
  });

  it('have a list in the menu and an archive on the site once they are switched on', async () => {
    await setNews(true);
    await menu().waitFor();
    await pollSoon(async () => (await site('/news')).status).toBe(200);
    await menu().click();
    await page.getByText('No news entries yet. Create your first news entry!').waitFor();
  });

  it('are written with a date and tags, and published with their archive, tag and feed', async () => {
    await page.getByRole('link', { name: 'New news entry' }).first().click();
    await field(page, 'Title').fill('We are live');
    await field(page, 'Date').fill('2026-11-29');
    await field(page, 'Author').fill('The team');
    await field(page, 'Summary').fill('The first entry.');
    await field(page, 'Tags').fill('Launch');
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'Publish' }).check();
    await look(page, 'entry');
    await button(page, 'Create News entry').click();
    await expectNotice(page, { title: 'News entry created successfully' });
    await pollSoon(async () => (await site('/news/we-are-live')).text).toContain('November 29, 2026');
    await pollSoon(async () => (await site('/news')).text).toContain('<a href="/news/we-are-live">We are live</a>');
    expect((await site('/news/tag/launch')).text).toContain('We are live');
    expect((await site('/news/feed.xml')).text).toContain('<title>We are live</title>');
    for (const path of ['/news', '/news/we-are-live', '/news/tag/launch']) {
      await page.goto(office.stack.site + path);
      await look(page, `site${path.replaceAll('/', '-')}`);
    }
  });

  it('cannot be switched on while a page has their address, and the settings say so', async () => {
    await page.goto(`${office.stack.admin}/admin`);
    await setNews(false);
    await pollSoon(async () => (await site('/news/we-are-live')).status).toBe(404);
    await menu().waitFor({ state: 'detached' });
    await office.firestore.doc('slugs/page:news').set({ id: 'n', updated_at: new Date() });
    await office.firestore.doc('pages/n').set({ title: 'Old news', slug: 'news', is_published: false });
    await page.goto('/admin/settings?tab=general');
    await page.getByText('A page has the address /news.').waitFor();
    expect(await page.getByRole('switch', { name: 'News' }).isDisabled()).toBe(true);
  });
});
