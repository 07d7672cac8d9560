import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runDue } from '@frontage/functions/launches/run-due';
import { newDemo } from '@frontage/model/kinds/demo';
import { notices } from '@frontage/model/messages';
import { newPage } from '@frontage/model/kinds/page';
import { sitePaths } from '@frontage/model/paths';
import { planAnswer, type PlanAnswer, previewPaths } from '@frontage/model/preview';
import { newSection } from '@frontage/model/kinds/section';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Addresses, changesBetween, changesIn } from '../../../pipeline/engine/live-addresses.fixture.ts';
import { sampled } from '../../full.ts';
import { type Office, openClaimedOffice } from '../office/office.ts';
import { button, chooseAction, expectNotice, field, pollSoon, visit } from '../office/screen.ts';

/** One action of a person: `prepare` leads to the announced list, `confirm` carries the action out. */
interface Action {
  name: string;
  /** The document that the release must contain. */
  document: string;
  prepare(page: Page, admin: string): Promise<void>;
  confirm(page: Page, office: Office): Promise<void>;
}

const editorOf = async (page: Page, path: string): Promise<void> => {
  await visit(page, path);
  await page.locator('h1').waitFor();
  await pollSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
};
const primary = (page: Page): Promise<void> => page.keyboard.press('Control+Enter');
const confirmed = async (page: Page): Promise<void> => {
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Unpublish|Delete|Hide|Publish)/ })
    .click();
};

/** Changes a field in an editor and publishes. */
const typing = (path: string, label: string, text: string): Pick<Action, 'prepare' | 'confirm'> => ({
  prepare: async (page, admin) => {
    await editorOf(page, admin + path);
    await field(page, label).fill(text);
  },
  confirm: primary,
});

/** Switches something in an editor and publishes. */
const switching = (path: string, name: string): Pick<Action, 'prepare' | 'confirm'> => ({
  prepare: async (page, admin) => {
    await editorOf(page, admin + path);
    await page.getByRole('switch', { name, exact: true }).click({ force: true });
  },
  confirm: primary,
});

const unpublishing = (path: string): Pick<Action, 'prepare' | 'confirm'> => ({
  prepare: async (page, admin) => {
    await editorOf(page, admin + path);
    await chooseAction(page, 'Unpublish');
    await page.getByRole('alertdialog').waitFor();
  },
  confirm: confirmed,
});

const deleting = (list: string, name: string): Pick<Action, 'prepare' | 'confirm'> => ({
  prepare: async (page, admin) => {
    await editorOf(page, admin + list);
    await button(page, `Delete ${name}`).click();
    await page.getByRole('alertdialog').waitFor();
  },
  confirm: confirmed,
});

const actions: Action[] = [
  { name: 'a title', document: 'pages/p1', ...typing('/admin/pages/p1', 'Title', 'Another title') },
  { name: 'a text', document: 'pages/p2', ...typing('/admin/pages/p2', 'Body', 'Another text with [p3](/page/p3).') },
  { name: 'an address', document: 'pages/p3', ...typing('/admin/pages/p3', 'URL slug', 'p3-moved') },
  { name: 'an order in the menu', document: 'pages/menu1', ...typing('/admin/pages/menu1', 'Menu order', '9') },
  { name: 'a page in the menu', document: 'pages/menu2', ...switching('/admin/pages/menu2', 'Show in navigation') },
  { name: 'a first publication', document: 'pages/unseen', ...typing('/admin/pages/unseen', 'Title', 'Seen') },
  { name: 'the switch of a page', document: 'pages/p4', ...switching('/admin/pages/p4', 'Publish') },
  { name: 'the menu of a page', document: 'pages/p5', ...unpublishing('/admin/pages/p5') },
  { name: 'a deletion of a page', document: 'pages/p6', ...deleting('/admin/pages?q=p6', 'Page p6') },
  { name: 'a section', document: 'homepage_sections/s1', ...typing('/admin/homepage/s1', 'Title', 'Another section') },
  { name: 'a hidden section', document: 'homepage_sections/s1', ...switching('/admin/homepage/s1', 'Visible') },
  { name: 'the menu of a section', document: 'homepage_sections/s2', ...unpublishing('/admin/homepage/s2') },
  { name: 'a deletion of a section', document: 'homepage_sections/s3', ...deleting('/admin/homepage', 'Section s3') },
  { name: 'a demo', document: 'demo_pages/d1', ...typing('/admin/demos/d1', 'Heading', 'Another demo') },
  { name: 'the address of a demo', document: 'demo_pages/d1', ...typing('/admin/demos/d1', 'Slug', 'd1-moved') },
  { name: 'the menu of a demo', document: 'demo_pages/d2', ...unpublishing('/admin/demos/d2') },
  { name: 'a deletion of a demo', document: 'demo_pages/d3', ...deleting('/admin/demos', 'Demo d3') },
  {
    name: 'the name of the site',
    document: 'site_settings/branding',
    ...typing('/admin/settings?tab=branding', 'Site name', 'Another name'),
  },
  {
    name: 'the frequency of the sitemap',
    document: 'site_settings/seo',
    prepare: async (page, admin) => {
      await editorOf(page, `${admin}/admin/settings?tab=seo`);
      await field(page, 'Sitemap frequency').selectOption({ index: 0 });
    },
    confirm: primary,
  },
  {
    name: 'a redirect',
    document: 'redirects/',
    prepare: async (page, admin) => {
      await editorOf(page, `${admin}/admin/settings/redirects`);
      await button(page, 'Add redirect').first().click();
      await field(page, 'From').fill('/brochure');
      await field(page, 'To').fill('/page/p1');
    },
    confirm: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save redirect' }).click(),
  },
  {
    name: 'a launch',
    document: 'pages/p7',
    prepare: async (page, admin) => {
      await editorOf(page, `${admin}/admin/launches`);
      await button(page, 'New launch').click();
      await field(page, 'Name').fill('Spring');
      await button(page, 'Create launch').click();
      await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
      const launch = page.url();
      await visit(page, `${admin}/admin/pages?q=p7`);
      await page.getByLabel('Select Page p7', { exact: true }).check();
      await button(page, 'Add to launch').click();
      const dialog = page.getByRole('dialog', { name: 'Add 1 page to a launch' });
      await dialog.getByLabel('Action').selectOption('Unpublish');
      await dialog.getByRole('button', { name: 'Add to launch' }).click();
      await dialog.waitFor({ state: 'detached' });
      await visit(page, launch);
      await page.getByRole('list', { name: 'Addresses that change' }).waitFor();
    },
    confirm: async (page) => {
      await button(page, 'Publish launch').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish launch' }).click();
    },
  },
  {
    name: 'a schedule',
    document: 'pages/p8',
    prepare: async (page, admin) => {
      await editorOf(page, `${admin}/admin/pages/p8`);
      await button(page, 'Schedule').click();
      await field(page, 'Title').fill('Another title at its time');
      await field(page, 'Publish changes at').fill('2100-05-01T09:00');
      await button(page, 'Schedule the time to publish the changes').click();
      await expectNotice(page, notices.scheduled);
    },
    confirm: (_, { firestore }) => runDue(firestore, new Date('2100-05-02')),
  },
];

const plans: readonly string[] = [previewPaths.plan, previewPaths.launchPlan, previewPaths.redirects];

describe('the announced list on a site of 20 pages', { tags: 'full' }, () => announcedSuite(20));
describe('the announced list on a site of 2,000 pages', { tags: 'full' }, () => announcedSuite(2_000));

function announcedSuite(count: number): void {
  let office: Office;
  let page: Page;
  let slugs: string[];
  let latest: PlanAnswer | null = null;
  let pending = 0;

  beforeAll(async () => {
    office = await openClaimedOffice();
    slugs = await fill(office, count);
    page = await office.signIn(await office.addPerson('admin', { roles: ['admin'] }), {
      viewport: { width: 1440, height: 900 },
    });
    const isPlan = (url: string, method: string) => method === 'POST' && plans.includes(new URL(url).pathname);
    page.on('request', (request) => {
      if (isPlan(request.url(), request.method())) pending += 1;
    });
    page.on('requestfailed', (request) => {
      if (isPlan(request.url(), request.method())) pending -= 1;
    });
    page.on('response', async (response) => {
      if (!isPlan(response.url(), response.request().method())) return;
      const answer: unknown = await response.json().catch(() => null);
      const read = planAnswer.safeParse(answer);
      if (read.success) latest = read.data;
      pending -= 1;
    });
  }, 300_000);
  afterAll(() => office?.close());

  /** The addresses that visitors can open, those of the announced list among them. */
  async function addresses(announced: PlanAnswer): Promise<Addresses> {
    // Of many pages, those that the actions change and a sample of the others.
    const sample = slugs.filter((slug, index) => !/^p\d\d/.test(slug) || index % Math.ceil(count / 50) === 0);
    const asked = [...sample, 'p3-moved', 'd1-moved'].flatMap((slug) => [
      sitePaths.page(slug),
      sitePaths.shortPage(slug),
      sitePaths.demo(slug),
    ]);
    const fixed = [
      sitePaths.home,
      '/demos',
      '/sitemap.xml',
      '/robots.txt',
      '/llms.txt',
      '/404',
      '/search',
      '/brochure',
    ];
    const listed = announced.changes.map(({ path }) => path);
    const found = new Map<string, string>();
    for (const address of new Set([...fixed, ...asked, ...listed])) {
      const response = await fetch(office.stack.site + address, { redirect: 'manual' });
      const body = await response.text();
      const to = response.headers.get('location');
      if (to !== null) found.set(address, `→ ${String(response.status)} ${to}`);
      else if (response.ok || address === '/404') found.set(address, createHash('sha256').update(body).digest('hex'));
    }
    return found;
  }

  /** Waits until nothing was released for half a second. */
  async function settled(): Promise<void> {
    for (let known = -1; known !== office.stack.events.length; await pause(500)) known = office.stack.events.length;
  }

  it.each(sampled(actions))(
    'is the release that follows $name',
    { timeout: 120_000 },
    async ({ document, prepare, confirm }) => {
      latest = null;
      await settled();
      await prepare(page, office.stack.admin);
      await pollSoon(() => latest !== null && pending === 0).toBe(true);
      // A list that is typed for is asked again half a second after the last key.
      await pause(1_000);
      await pollSoon(() => pending).toBe(0);
      const announced = latest as PlanAnswer | null;
      if (announced === null) throw new Error('No list was announced');
      const before = await addresses(announced);
      const start = office.stack.events.length;
      await confirm(page, office);
      await pollSoon(() =>
        office.stack.events
          .slice(start)
          .some((event) => event['event'] === 'release' && releasedIn(event).some((path) => path.startsWith(document))),
      ).toBe(true);
      await settled();
      const changed = changesBetween(before, await addresses(announced));
      const listed = changesIn(announced);
      expect(changed.size, 'the release changes something').toBeGreaterThan(0);
      expect(announced.total, [...changed.keys()].join(' ')).toBeGreaterThanOrEqual(changed.size);
      if (announced.exact && announced.total === listed.size) expect(listed).toEqual(changed);
      else if (announced.total === listed.size)
        expect([...changed].filter(([path, change]) => listed.get(path) !== change)).toEqual([]);
    },
  );
}

const releasedIn = (event: Record<string, unknown>): string[] => event['documents'] as string[];

/** Writes the content of the actions and further pages; resolves to the slugs of all when they are live. */
async function fill({ firestore, stack }: Office, count: number): Promise<string[]> {
  const stamps = {
    rev: 1,
    created_at: FieldValue.serverTimestamp(),
    created_by: 'somebody',
    updated_at: FieldValue.serverTimestamp(),
    updated_by: 'somebody',
  };
  const slugs: string[] = [];
  let batch = firestore.batch();
  let size = 0;
  const put = async (path: string, fields: object, slug: string | null): Promise<void> => {
    batch.set(firestore.doc(path), { ...fields, ...stamps });
    const id = path.split('/')[1] ?? '';
    if (slug !== null) batch.set(firestore.doc(`slugs/${slug}:${id}`), { id });
    if (slug !== null) slugs.push(id);
    size += 1;
    if (size % 200 !== 0) return;
    await batch.commit();
    batch = firestore.batch();
  };
  const addPage = (id: string, fields: object = {}) =>
    put(
      'pages/' + id,
      {
        ...newPage,
        slug: id,
        title: `Page ${id}`,
        body: `Text of ${id}. See [the first](/page/p4) and [the second](/page/p5).`,
        is_published: true,
        show_in_menu: false,
        ...fields,
      },
      'page',
    );
  for (let index = 1; index <= count; index += 1) await addPage(`p${String(index)}`);
  await addPage('menu1', { show_in_menu: true });
  await addPage('menu2', { show_in_menu: true });
  await addPage('unseen', { is_published: false });
  for (const id of ['s1', 's2', 's3']) {
    const shown = { title: `Section ${id}`, is_published: true, is_visible: true };
    await put(`homepage_sections/${id}`, { ...newSection, section_key: 'why-it-matters', ...shown }, null);
  }
  const { password: _, iframe_url: __, ...demo } = newDemo;
  const nothing = { meta_title: null, meta_description: null, og_image_url: null };
  for (const id of ['d1', 'd2', 'd3']) {
    await firestore.doc(`demo_embeds/${id}`).set({ iframe_url: 'https://example.com/' });
    await put(`demo_pages/${id}`, { ...demo, ...nothing, heading: `Demo ${id}`, slug: id, is_published: true }, 'demo');
  }
  await batch.commit();
  for (const address of [`/page/p${String(count)}`, '/page/menu2', '/demo/d3'])
    while (!(await fetch(stack.site + address)).ok) await pause(100);
  return slugs;
}
