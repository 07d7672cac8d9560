import { notices, texts } from '@frontage/model/messages';
import { newPage } from '@frontage/model/kinds/page';
import { FieldValue } from 'firebase-admin/firestore';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Office, Person } from '../office/office.ts';
import { expectNotice, field, pollSoon, refuse, visit, where } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

const secretEmbed = 'https://embeds.example.com/xylophone-canary';

/** The search of all documents, people, settings and actions. */
export function searchSuite(opened: () => Office): void {
  useKeptContent(opened);
  let office: Office;
  let admin: Person;
  let author: Person;
  let page: Page;

  const stamps = (uid: string) => ({
    rev: 1,
    created_at: FieldValue.serverTimestamp(),
    created_by: uid,
    updated_at: FieldValue.serverTimestamp(),
    updated_by: uid,
  });
  const addPage = (id: string, fields: object) =>
    office.firestore.doc(`pages/${id}`).set({
      ...newPage,
      slug: id,
      meta_title: null,
      meta_description: null,
      og_image_url: null,
      nav_label: null,
      ...fields,
      ...stamps(admin.uid),
    });

  beforeAll(async () => {
    office = opened();
    admin = await office.addPerson('zelda', { roles: ['admin'] });
    author = await office.addPerson('quentin', { roles: ['author'] });
    await addPage('harbor', {
      title: 'Visiting the harbor',
      body: 'Boats leave every hour. From the old **lighthouse** you see the whole bay, and the café serves Crème brûlée.',
    });
    await addPage('plain', { title: 'Opening hours', body: 'Closed on Mondays.' });
    await office.firestore.doc('drafts/pages_plain').set({
      collection: 'pages',
      id: 'plain',
      base_rev: 1,
      review: null,
      note: null,
      data: { ...newPage, title: 'Opening hours', slug: 'plain', body: 'In winter the planetarium opens at noon.' },
      ...stamps(author.uid),
    });
    const demo = { slug: 'vault', is_published: true, is_password_protected: true, ga_tracking_enabled: true };
    await office.firestore.doc('demo_embeds/vault').set({ iframe_url: secretEmbed });
    await office.firestore.doc('demo_secrets/vault').set({ password_hash: 'xylophone-hash' });
    await office.firestore.doc('demo_pages/vault').set({
      ...demo,
      heading: 'Vault',
      meta_title: null,
      meta_description: 'Behind the saffron door.',
      og_image_url: null,
      ...stamps(admin.uid),
    });
    page = await office.signIn(admin);
    await home();
  });

  const home = async (): Promise<void> => {
    await visit(page, '/admin');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  };
  const palette = (on = page) => on.getByRole('dialog', { name: 'Search' });
  const options = (on = page): Locator => palette(on).getByRole('option');
  const open = async (typed: string, on = page): Promise<void> => {
    if ((await palette(on).count()) === 0) await on.keyboard.press('Control+k');
    await palette(on).getByRole('combobox').fill(typed);
  };
  const first = (on = page): Promise<string> => options(on).first().innerText();
  const staffSearch = /\/staff\/(search|matches|list)$/;
  const stopPipeline = (on = page) => on.route(staffSearch, (route) => route.abort());
  const resumePipeline = (on = page) => on.unroute(staffSearch);
  const close = async (on = page): Promise<void> => {
    await on.keyboard.press('Escape');
    await pollSoon(() => palette(on).count()).toBe(0);
  };

  describe('the search', () => {
    beforeEach(async () => {
      if ((await palette().count()) > 0) await close();
    });

    it.each([
      ['a word of the text', 'lighthouse'],
      ['the beginning of a word', 'lightho'],
      ['a word with a typo', 'lihgthouse'],
      ['words in any order', 'bay lighthouse harbor'],
      ['a word without its accents', 'creme brulee'],
      ['a word with other accents', 'lïghthóuse'],
    ])('finds a page by %s', async (_name, typed) => {
      await open(typed);
      await pollSoon(() => first()).toContain('Visiting the harbor');
      expect(await first()).toContain('Page');
    });

    it('shows the text around a found word, and marks the word', async () => {
      await open('lighthouse');
      await pollSoon(() => first()).toContain('From the old lighthouse you see the whole bay');
      expect(await options().first().locator('mark').allInnerTexts()).toEqual(['lighthouse']);
      await open('visit');
      await pollSoon(() => options().first().locator('mark').allInnerTexts()).toEqual(['Visiting']);
    });

    it('finds demos by their description and homepage sections by their content', async () => {
      await open('saffron');
      await pollSoon(() => first()).toMatch(/Vault[\s\S]*Behind the saffron door\.[\s\S]*Demo/);
      await open('bright spot beside the sun');
      await pollSoon(() => first()).toContain('Section');
    });

    it('finds a text that is in a draft only, and says so', async () => {
      await open('planetarium');
      await pollSoon(() => first()).toMatch(/Opening hours[\s\S]*planetarium opens at noon[\s\S]*In a draft/);
      await page.keyboard.press('Enter');
      await pollSoon(() => where(page)).toBe('/admin/pages/plain');
      await home();
    });

    it('announces the number of results, and offers help without any', async () => {
      await open('planetarium');
      await pollSoon(() => palette().getByRole('status').innerText()).toBe('1 result');
      await open('qqqqzzzz');
      await palette().getByText('Nothing found. Try fewer or other words.').waitFor();
    });

    it('opens the tab of a setting and focuses its field', { tags: 'full' }, async () => {
      await open('color primary');
      await pollSoon(() => first()).toContain('Settings: Branding');
      await page.keyboard.press('Enter');
      await pollSoon(() => where(page)).toBe('/admin/settings?tab=branding');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      await pollSoon(focused).toBe('primary_color');
      // Also if the settings are open already.
      await open('sitemap freq');
      await pollSoon(() => first()).toContain('Settings: SEO');
      await page.keyboard.press('Enter');
      await pollSoon(focused).toBe('sitemap_frequency');
      await home();
    });

    it('finds users for administrators only', { tags: 'full' }, async () => {
      await open('quentin');
      await pollSoon(() => first()).toMatch(/quentin Person[\s\S]*User/);
      await options().first().click();
      await pollSoon(() => where(page)).toBe(`/admin/users?search=${encodeURIComponent(author.email)}`);
      await page.getByText(author.email).first().waitFor();
      await home();
      const other = await office.signIn(author);
      const asked: string[] = [];
      other.on('request', (request) => asked.push(request.postData() ?? ''));
      await open('quentin', other);
      await palette(other).getByText('Nothing found.').waitFor();
      await open('primary color', other);
      await palette(other).getByText('Nothing found.').waitFor();
      await open('lighthouse', other);
      await pollSoon(() => first(other)).toContain('Visiting the harbor');
      // Only administrators may read all profiles.
      expect(asked.join('')).not.toContain('"from":[{"collectionId":"profiles"}]');
      await other.context().close();
    });

    it('has no word of a protected embed code or password', async () => {
      await open('xylophone');
      await palette().getByText('Nothing found.').waitFor();
      await open('canary');
      await palette().getByText('Nothing found.').waitFor();
    });

    it('finds titles while the pipeline does not answer, and texts when it answers again', async () => {
      await stopPipeline();
      await open('harbor visit');
      await pollSoon(() => first()).toContain('Visiting the harbor');
      await palette().getByText(texts.titlesOnly).waitFor();
      await open('lighthouse');
      await palette().getByText('Nothing found.').waitFor();
      await resumePipeline();
      await pollSoon(() => first()).toContain('Visiting the harbor');
      await pollSoon(() => palette().getByText(texts.titlesOnly).count()).toBe(0);
    });

    it('reports that documents could not be searched, and tries again', { tags: 'full' }, async () => {
      const other = await office.signIn(author);
      await stopPipeline(other);
      await other.route(/documents:runQuery/, (route) =>
        (route.request().postData() ?? '').includes('"pages"') ? refuse(route, 403) : route.fallback(),
      );
      await open('harbor', other);
      await palette(other).getByText('Documents could not be searched.').waitFor();
      await other.unroute(/documents:runQuery/);
      await palette(other).getByRole('button', { name: 'Try again' }).click();
      await pollSoon(() => first(other)).toContain('Visiting the harbor');
      await other.context().close();
    });

    it('reads at most 100 documents', { tags: 'full' }, async () => {
      const other = await office.signIn(admin);
      await other.waitForLoadState('networkidle');
      let documents = 0;
      other.on('response', (response) => {
        if (!/documents:(runQuery|batchGet)/.test(response.url())) return;
        void response
          .json()
          .then((answers: { document?: object; found?: object }[]) => {
            documents += answers.filter(({ document, found }) => document ?? found).length;
          })
          .catch(() => undefined);
      });
      for (const typed of ['lighthouse', 'the', 'face', 'planetarium', 'quentin']) {
        await open(typed, other);
        await options(other).first().waitFor();
        await other.waitForLoadState('networkidle');
      }
      expect(documents).toBeGreaterThan(0);
      expect(documents).toBeLessThanOrEqual(100);
      await other.context().close();
    });

    it('finds a text at once after it was saved, and no deleted document', async () => {
      await visit(page, '/admin/pages/new');
      await field(page, 'Title').fill('Found soon');
      await page.getByRole('textbox', { name: 'Body' }).click();
      await page.keyboard.type('The zeppelin lands.');
      await page.getByRole('button', { name: 'Create Page' }).first().click();
      await expectNotice(page, notices.pageCreated);
      await open('zeppelin');
      await pollSoon(() => options().allInnerTexts()).toEqual([expect.stringContaining('Found soon')]);
      await close();
      const found = await office.firestore.collection('pages').where('title', '==', 'Found soon').get();
      for (const { ref } of found.docs) await ref.delete();
      await open('zeppelin');
      await palette().getByText('Nothing found.').waitFor();
    });
  });

  describe('the search of a list', () => {
    it('finds pages by their text and by their draft', async () => {
      await visit(page, '/admin/pages');
      const search = page.getByPlaceholder('Search pages by title or slug...');
      const shown = () =>
        page.locator('[data-page]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-page')));
      await search.fill('lighthouse bay');
      await pollSoon(shown).toEqual(['harbor']);
      await page.locator('[data-page=harbor]').getByText('In the text').waitFor();
      await search.fill('planetarum');
      await pollSoon(shown).toEqual(['plain']);
      await search.fill('qqqqzzzz');
      await page.getByText('No pages found matching your search.').waitFor();
    });

    it('lists pages found by title or slug first', async () => {
      await addPage('boat', { title: 'Lighthouse', body: 'A tower.' });
      await visit(page, '/admin');
      await visit(page, '/admin/pages');
      await page.getByPlaceholder('Search pages by title or slug...').fill('lighthouse');
      const rows = page.locator('[data-page]');
      await pollSoon(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-page')))).toEqual([
        'boat',
        'harbor',
      ]);
      await pollSoon(() => rows.filter({ hasText: 'In the text' }).count()).toBe(1);
    });

    it('reads titles from Firestore while the pipeline does not answer, and texts when it answers again', async () => {
      await stopPipeline();
      // A reload: no list is known.
      await page.reload();
      await page.getByText(texts.titlesOnly).waitFor();
      const search = page.getByPlaceholder('Search pages by title or slug...');
      await search.fill('harbor');
      await page.locator('[data-page=harbor]').waitFor();
      await office.firestore.doc('pages/plain').update({ title: 'Opening times', ...stamps(admin.uid), rev: 2 });
      await search.fill('opening times');
      await page.locator('[data-page=plain]').waitFor();
      await search.fill('planetarium');
      await page.getByText('No pages found matching your search.').waitFor();
      await resumePipeline();
      await page.locator('[data-page=plain]').waitFor();
      await pollSoon(() => page.getByText(texts.titlesOnly).count()).toBe(0);
    });

    it('finds demos by their description', async () => {
      await visit(page, '/admin/demos');
      await page.getByPlaceholder('Search demos by heading or slug...').fill('saffron');
      await pollSoon(() => page.getByRole('row').count()).toBe(2);
      await page.getByRole('link', { name: 'Vault', exact: true }).first().waitFor();
    });
  });
}
