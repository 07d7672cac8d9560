import { healthPaths } from '@frontage/model/health';
import { newPage } from '@frontage/model/kinds/page';
import { launchFailures } from '@frontage/model/launch';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { FieldValue } from 'firebase-admin/firestore';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { looks } from '../looks.ts';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, field, pollSoon, visit, where } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

/** The screen of findings about the live site. */
export function healthSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    const text = 'First line.\n\nSee [the plan](/page/plan-2019) and [this](http://127.0.0.1:9/).\n\n![](/logo.svg)';
    await office.addPage('dead', { title: 'Dead ends', body: text, is_published: true, show_in_menu: true });
    await office.addPage('alone', { title: 'Alone', is_published: true, show_in_menu: false });
    page = (await office.signIn('editor', { viewport: { width: 1440, height: 900 } })).page;
    await open(page);
  });

  const open = async (on: Page) => {
    await visit(on, `${office.admin}/admin/health`);
    await on.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
  };
  const group = (rule: string): Locator => page.getByRole('list', { name: rule, exact: true }).getByRole('listitem');
  const groups = (): Promise<string[]> => page.getByRole('heading', { level: 2 }).allInnerTexts();
  const entry = (): Locator => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Health/ });

  it('lists findings by rule with severity, number and the checked release', async () => {
    await pollSoon(() => group('Dead links').allInnerTexts()).toEqual([
      '“/page/plan-2019” does not exist\n\n/page/dead',
    ]);
    await pollSoon(() => group('Images without alternative text').count()).toBe(1);
    expect(await group('Pages without links').allInnerTexts()).toContain(
      'Neither a page nor the menu links here\n\n/page/alone',
    );
    const found = await groups();
    expect(found.indexOf('Dead links')).toBeLessThan(found.indexOf('Pages without links'));
    const region = page.getByRole('region', { name: 'Dead links' });
    expect(await region.innerText()).toMatch(/^Dead links\s+Error\s+1\s+finding/);
    await pollSoon(() => page.getByText(/Checked at release \d+, at \d/).count()).toBe(1);
  });

  it('shows the number of errors and warnings in the side menu', async () => {
    await pollSoon(() => entry().innerText()).toMatch(/Health\s*\d+\s*problems?/);
  });

  it('filters by severity and rule, and searches', async () => {
    await page.getByLabel('Severity').selectOption('Notices');
    await pollSoon(async () => (await groups()).includes('Dead links')).toBe(false);
    await page.getByLabel('Severity').selectOption('All severities');
    await page.getByLabel('Rule').selectOption('Dead links');
    await pollSoon(groups).toEqual(['Dead links']);
    await page.getByLabel('Search findings').fill('zzz');
    await page.getByText('No findings match').waitFor();
    expect(where(page)).toBe('/admin/health?rule=dead-link&q=zzz');
    await button(page, 'Clear filters').click();
    await page.getByLabel('Search findings').fill('PLAN');
    await pollSoon(groups).toEqual(['Dead links']);
    await page.getByLabel('Search findings').fill('');
  });

  it('opens the field of a finding with the caret at the place, by keyboard', async () => {
    await group('Dead links')
      .getByRole('link', { name: /plan-2019/ })
      .press('Enter');
    await page.waitForURL(/\/admin\/pages\/dead$/);
    const body = page.getByRole('textbox', { name: 'Body' });
    await pollSoon(() => body.evaluate((text) => text.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.type('Here: ');
    await pollSoon(() => body.innerText()).toContain('Here: See');
  });

  it('drops a finding once its correction is published', async () => {
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.press('Control+a');
    await page.keyboard.type('Without links. http://127.0.0.1:9/');
    await page.keyboard.press('Control+s');
    await pollSoon(async () => (await office.data('pages/dead'))?.['rev']).toBe(2);
    await open(page);
    await pollSoon(() => group('Dead links').count()).toBe(0);
    await pollSoon(() => page.getByText(/Checked at release \d+/).count()).toBe(1);
  });

  it('warns before publishing about the problems that a change adds, with the list', async () => {
    await visit(page, `${office.admin}/admin/pages/alone`);
    const line = page.locator('[data-impact]');
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.type('[gone](/page/gone)');
    await pollSoon(() => line.innerText()).toMatch(/This adds 1 problem$/);
    await line.getByRole('button').click();
    const added = page
      .getByRole('dialog', { name: 'Changes on the site' })
      .getByRole('list', { name: 'Added problems' });
    await pollSoon(() => added.getByRole('listitem').allInnerTexts()).toEqual([
      '“/page/gone” does not exist (/page/alone)',
    ]);
    expect(await violations(page)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/added.png` });
    await button(page, 'Close').last().click();
    await page.keyboard.press('Control+z');
    await pollSoon(() => line.innerText()).not.toContain('problem');
    await open(page);
  });

  it('refuses to publish a problem that administrators have chosen, and keeps the text', async () => {
    const admin = (await office.signIn('admin', { viewport: { width: 1440, height: 900 } })).page;
    await visit(admin, `${office.admin}/admin/settings?tab=seo`);
    await admin.getByLabel('Dead links', { exact: true }).check();
    expect(await violations(admin)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await admin.screenshot({ path: `${folder}/rules.png`, fullPage: true });
    await admin.keyboard.press('Control+s');
    const stored = async () => (await office.data('site_settings/seo'))?.['value'] as Record<string, unknown>;
    await pollSoon(async () => (await stored())['blocking_rules']).toBe('dead-link');

    await visit(admin, `${office.admin}/admin/pages/alone`);
    await admin.getByRole('textbox', { name: 'Body' }).click();
    await admin.keyboard.type('[gone](/page/gone)');
    await admin.keyboard.press('Control+s');
    await expectNotice(admin, { title: "Can't publish", description: '“/page/gone” does not exist (/page/alone).' });
    expect((await office.data('pages/alone'))?.['rev']).toBe(1);
    await admin.keyboard.press('Control+a');
    await admin.keyboard.type('Better');
    await admin.keyboard.press('Control+s');
    await pollSoon(async () => (await office.data('pages/alone'))?.['body']).toBe('Better');
  });

  describe('a problem that administrators have chosen', { tags: 'full' }, () => {
    let editor: Page;
    const bad = 'Text.\n\n![](/logo.svg)';
    const reason = launchFailures['image-alt'];

    beforeAll(async () => {
      const seo = (await office.data('site_settings/seo')) ?? {};
      await office.firestore
        .doc('site_settings/seo')
        .set({ ...seo, value: { ...defaultSettings.seo, blocking_rules: 'image-alt' } });
      await office.addPage('ready', { title: 'Blocked one: ready', body: 'Text.' });
      await office.addPage('undescribed', { title: 'Blocked two: undescribed', body: bad });
      editor = (await office.signIn('editor', { viewport: { width: 1440, height: 900 } })).page;
    });

    it('prevents publishing its document from a list, and no other', async () => {
      await visit(editor, `${office.admin}/admin/pages?q=Blocked`);
      await editor.getByLabel(/^Select all/).check();
      const selection = editor.getByRole('region', { name: 'Selection' });
      await selection.getByRole('button', { name: 'Publish', exact: true }).click();
      await editor.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      const results = editor.getByRole('dialog');
      await results.getByText('1 of 2 done').waitFor();
      await results.getByText(reason).waitFor();
      expect(await results.innerText()).toMatch(/undescribed\s+An image[\s\S]*ready\s+Published/);
      await button(editor, 'Close').click();
      expect(await office.data('pages/ready')).toMatchObject({ is_published: true });
      expect(await office.data('pages/undescribed')).toMatchObject({ is_published: false, rev: 1 });
    });

    it('prevents a schedule', async () => {
      await visit(editor, `${office.admin}/admin/pages/undescribed`);
      await button(editor, 'Schedule').click();
      await field(editor, 'Publish at').fill('2099-01-01T09:00');
      await button(editor, 'Schedule the time to publish').click();
      await expectNotice(editor, { title: "Couldn't schedule", description: reason });
      expect(await office.data('launches/pages_undescribed_publish')).toBeUndefined();
    });

    it('prevents publishing a proposal', { tags: 'full' }, async () => {
      const { uid } = await office.signIn('author');
      const data = { ...newPage, title: 'Alone', slug: 'alone', body: bad, is_published: true, show_in_menu: false };
      const review = { by: uid, name: null, at: FieldValue.serverTimestamp(), rev: 1 };
      const stamps = {
        created_at: FieldValue.serverTimestamp(),
        created_by: uid,
        updated_at: FieldValue.serverTimestamp(),
        updated_by: uid,
      };
      const base_rev = (await office.data('pages/alone'))?.['rev'];
      await office.firestore
        .doc('drafts/pages_alone')
        .set({ collection: 'pages', id: 'alone', data, base_rev, review, note: null, rev: 1, ...stamps });
      await visit(editor, `${office.admin}/admin/pages/alone`);
      await button(editor, 'Compare with live').click();
      await editor.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await expectNotice(editor, {
        title: "Can't publish",
        description: 'logo.svg has no alternative text (/page/alone)',
      });
      expect((await office.data('drafts/pages_alone'))?.['rev']).toBe(1);
    });
  });

  it('checks links to other sites on request, without requests to private addresses', { tags: 'full' }, async () => {
    await office.addPage('linking', {
      title: 'Linking',
      body: '[x](http://127.0.0.1:9/)',
      is_published: true,
      show_in_menu: false,
    });
    await pollSoon(() => group('Pages without links').filter({ hasText: '/page/linking' }).count()).toBe(1);
    await page.getByText('External links were never checked.').waitFor();
    await button(page, 'Check external links').click();
    const message = '“http://127.0.0.1:9/” leads to a private address, which visitors cannot reach';
    await pollSoon(() => group('Dead links to other sites').allInnerTexts()).toContain(`${message}\n\n/page/linking`);
    await page.getByText(/External links checked at/).waitFor();
  });

  it('is read-only for viewers and authors', { tags: 'full' }, async () => {
    for (const role of ['viewer', 'author'] as const) {
      const other = (await office.signIn(role)).page;
      await open(other);
      await other.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await button(other, 'Check external links').count()).toBe(0);
    }
  });

  it('shows progress, an empty state and a failure', { tags: 'full' }, async () => {
    const external = { running: true, done: 3, total: 20, checked_at: null, offline: false };
    const empty = { findings: [], total: 0, release: '7', checked_at: new Date().toISOString(), waiting: 0, external };
    const headers = { 'access-control-allow-origin': '*' };
    let answer = { status: 200, headers, json: empty as object };
    await page.route(`**${healthPaths.read}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
    );
    await visit(page, `${office.admin}/admin/pages`);
    await open(page);
    await page.getByText('No problems found').waitFor();
    await page.getByText('Checking 3 of 20 links…').waitFor();
    expect(await button(page, 'Check external links').isDisabled()).toBe(true);
    answer = { ...answer, status: 500, json: {} };
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(`**${healthPaths.read}`);
    await button(page, 'Try again').click();
    await page.getByRole('heading', { level: 2, name: 'Pages without links' }).waitFor();
  });

  describe.each(looks)('%s at %d px', (colorScheme, width) => {
    it('has no violations and fits the screen', { tags: 'full' }, async () => {
      const viewport = { width, height: 900 };
      const shown = (await office.signIn('admin', { viewport, colorScheme })).page;
      await open(shown);
      await shown.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await violations(shown)).toEqual([]);
      expect(await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const folder = process.env['SCREENSHOTS'];
      if (folder)
        await shown.screenshot({ path: `${folder}/health-${String(width)}-${colorScheme}.png`, fullPage: true });
    });
  });
}
