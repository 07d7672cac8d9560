import { adminPaths, collections, trashId } from '@frontage/model/paths';
import { FieldValue } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpus } from '../injection-corpus.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { openPreview, pollSoon, previewedPage, visit } from '../office/screen.ts';
import { isFull, sampled } from '../../full.ts';

const everything = corpus.join('\n\n');

/** Embed codes that the preview must not run. */
const embeds = [
  '<script>hit()</script>',
  '<iframe src="javascript:hit()"></iframe>',
  '<iframe src="data:text/html,<script>parent.hit()</script>"></iframe>',
  '<iframe srcdoc="<script>parent.hit()</script>" src="https://example.com/"></iframe>',
  '<iframe src="https://example.com/" onload="hit()"></iframe>',
  'javascript:hit()',
];

/** Whether a URL has another scheme than HTTP, mail, blob or image data, or is protocol-relative. */
const isForeign = (address: string): boolean => /^(?!https?:|mailto:|blob:|data:image\/)[^/?#]*:|^\/\//i.test(address);

/** Content with script injections on every screen of the admin, opened by an administrator. */
export function injectionSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  const hits: string[] = [];

  /** Writes attacks to all collections, bypassing the rules. */
  async function plant(): Promise<void> {
    const { firestore } = office;
    const batch = firestore.batch();
    const put = (path: string, fields: object) => batch.set(firestore.doc(path), { ...fields, ...provenance });
    const images = { meta_title: everything, meta_description: everything, og_image_url: 'javascript:hit()' };
    embeds.forEach((embed, index) => {
      const payload = corpus.filter((_, place) => place % embeds.length === index).join(' ');
      const id = `attack-${index}`;
      const menu = { parent_id: null, show_in_menu: true, menu_order: 0, nav_label: payload };
      put(`${collections.pages}/${id}`, {
        title: payload,
        slug: id,
        body: everything,
        is_published: false,
        ...menu,
        ...images,
      });
      put(`${collections.sections}/${id}`, {
        section_key: payload,
        title: payload,
        content: everything,
        cta_text: payload,
        cta_url: 'javascript:hit()',
        image_url: `x" onerror="hit()`,
        order_index: index,
        is_published: false,
        is_visible: true,
      });
      put(`${collections.demos}/${id}`, {
        heading: payload,
        slug: payload,
        is_password_protected: false,
        ga_tracking_enabled: true,
        is_published: true,
        ...images,
      });
      put(`${collections.demoEmbeds}/${id}`, { iframe_url: embed });
      put(`${collections.trash}/${trashId(collections.pages, `gone-${index}`)}`, {
        collection: collections.pages,
        id: `gone-${index}`,
        data: { title: payload, slug: payload },
        deleted_by: payload,
        deleted_at: FieldValue.serverTimestamp(),
      });
      put(`${collections.profiles}/${id}`, {
        email: payload,
        first_name: payload,
        last_name: payload,
        is_active: true,
      });
      put(`${collections.invites}/${id}`, {
        email: payload,
        role: payload,
        expires_at: new Date(Date.now() + 86_400_000),
        used_at: null,
      });
    });
    await batch.commit();
  }

  beforeAll(async () => {
    office = opened();
    await plant();
    ({ page } = await office.signIn('admin', { bypassCSP: true }));
    await page.exposeFunction('hit', () => void hits.push(page.url()));
    page.on('dialog', (dialog) => dialog.accept());
  });

  /**
   * Opens a screen. Returns the URLs of executed scripts (the content security policy is disabled) and invalid URLs.
   */
  async function findingsOn(path: string): Promise<string[]> {
    hits.length = 0;
    await visit(page, office.admin + path);
    await page.locator('h1').waitFor();
    await pollSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
    // Requests of a foreign embed and of polls may never end.
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    const addresses = await page
      .locator('a[href], iframe[src], img[src]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? each.getAttribute('src') ?? ''));
    return [...hits, ...addresses.filter(isForeign)];
  }

  describe('injection', () => {
    it('is detected by this test’s `hit` function', async () => {
      await visit(page, office.admin + adminPaths.dashboard);
      await page.locator('h1').waitFor();
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="hit()">'));
      await expect.poll(() => hits.length).toBe(1);
    });

    const screens = [
      adminPaths.dashboard,
      adminPaths.homepage,
      adminPaths.pages,
      adminPaths.demos,
      adminPaths.users,
      adminPaths.trash,
      `${adminPaths.pages}?q=${encodeURIComponent('<img src=x onerror=hit()>')}`,
      `${adminPaths.login}?next=${encodeURIComponent('javascript:hit()')}`,
      `${adminPaths.signUp}?invite=${encodeURIComponent(corpus[1] ?? '')}`,
      `/${encodeURIComponent(corpus[0] ?? '')}`,
    ];
    it.each(sampled(screens))('runs no script on %s', async (path) => {
      expect(await findingsOn(path)).toEqual([]);
    });

    it.each(['section', 'page', 'demo'] as const)('runs no script in the editor of a %s', async (kind) => {
      // Demos differ in their embeds. Each page and section contains the whole corpus, so that one is enough.
      const opened = kind === 'demo' ? sampled([...embeds.keys()]) : isFull ? [...embeds.keys()] : [0];
      for (const index of opened) expect(await findingsOn(adminPaths[kind](`attack-${index}`))).toEqual([]);
    });

    it('runs no script in settings forms', { tags: 'full' }, async () => {
      const settings = await office.firestore.collection(collections.settings).get();
      const withAttacks = (value: unknown): unknown =>
        typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withAttacks(each)]))
          : typeof value === 'boolean'
            ? value
            : `javascript:hit() ${everything}`;
      for (const each of settings.docs) await each.ref.update({ value: withAttacks(each.get('value')) });
      for (const tab of ['analytics', 'social', 'branding', 'seo', 'general']) {
        expect(await findingsOn(`${adminPaths.settings}?tab=${tab}`)).toEqual([]);
      }
      for (const each of settings.docs) await each.ref.set(each.data());
    });

    it('runs no script in previews of typed text', async () => {
      hits.length = 0;
      await visit(page, office.admin + adminPaths.page('new'));
      await page.getByRole('textbox', { name: 'Body' }).fill(everything);
      await openPreview(page);
      await previewedPage(page).locator('.prose').getByText('{{hit()}}').first().waitFor();
      await visit(page, office.admin + adminPaths.demo('new'));
      for (const code of embeds) {
        await page.getByLabel('Embed code').fill(code);
        await page.waitForTimeout(600);
      }
      expect(hits).toEqual([]);
    });
  });
}

const provenance = {
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'somebody',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'somebody',
};
