import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { looksOfScreen } from '../looks.ts';
import { violations } from '../office/axe.ts';
import type { Office, Person } from '../office/office.ts';
import { pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';
import { sampled } from '../../full.ts';

const content = ['Homepage Sections', 'Pages', 'Demo Pages'];
const forAll = ['Scheduled', 'Recently changed', 'Latest releases', 'Health'];

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rowsOf = (page: Page, name: string) => panel(page, name).getByRole('listitem');

export function dashboardSuite(office: () => Office): void {
  useKeptContent(office);
  describe('dashboard', () => {
    const put = (path: string, data: object) => office().firestore.doc(path).set(data);

    it.each(
      sampled([
        ['admin', [...content, 'User Management', 'Site Settings'], ['Waiting for review', 'My drafts', ...forAll]],
        ['editor', content, ['Waiting for review', 'My drafts', ...forAll]],
        ['author', content, ['My drafts', ...forAll]],
        ['viewer', content, forAll],
      ] as const),
    )('lists the areas and the work that the role %s can access', async (role, areas, panels) => {
      const person = await office().addPerson(`dash-${role}`, { roles: [role] });
      const page = await office().signIn(person);
      const headings = page.getByRole('main').getByRole('heading', { level: 2 });
      await rowsOf(page, 'Recently changed').first().waitFor();
      const titles = (await headings.allInnerTexts()).filter((title) => title !== 'Getting Started');
      expect(titles).toEqual([...areas, ...panels]);
      await page.getByText(/^The site is up to date/).waitFor();
      await pollSoon(() => page.getByText(person.email).isVisible()).toBe(true);
      await page.context().close();
    });

    describe('work panels', () => {
      let editor: Person;
      let page: Page;
      const later = Timestamp.fromMillis(Date.now() + 7 * 86_400_000);

      beforeAll(async () => {
        editor = await office().addPerson('dash-worker', { roles: ['editor'] });
        const { uid } = editor;
        const stamps = { rev: 1, created_by: uid, created_at: Timestamp.now(), updated_by: uid };
        const page1 = { title: 'Dashboard page', slug: 'dashboard-page', body: '', is_published: false };
        await put('pages/dashboard-page', { ...page1, ...stamps, updated_at: FieldValue.serverTimestamp() });
        const draft = {
          collection: 'pages',
          id: 'dashboard-page',
          data: { title: 'My dashboard draft', slug: 'dashboard-page' },
          base_rev: 1,
          review: null,
          note: null,
          name: 'Worker',
          authors: [uid],
        };
        await put('drafts/pages_dashboard-page', { ...draft, ...stamps, updated_at: Timestamp.now() });
        await put('schedules/pages_dashboard-page_publish', {
          collection: 'pages',
          id: 'dashboard-page',
          action: 'publish',
          at: later,
          by: uid,
          created_at: Timestamp.now(),
          second_factor: false,
          state: 'waiting',
          reason: null,
          document_rev: 1,
          draft_rev: null,
          draft_digest: null,
        });
        page = await office().signIn(editor);
        await page.getByRole('heading', { level: 1 }).waitFor();
      });

      it('links the own drafts', async () => {
        const link = rowsOf(page, 'My drafts').getByRole('link', { name: 'My dashboard draft' });
        expect(await link.getAttribute('href')).toBe('/admin/pages/dashboard-page');
        await pollSoon(() => rowsOf(page, 'My drafts').innerText()).toMatch(/Draft, changed at/);
      });

      it('lists a draft of the user that a colleague returned, and not in the drafts of the colleague', async () => {
        const returned = {
          collection: 'pages',
          id: 'dashboard-returned',
          base_rev: 1,
          review: null,
          note: 'Please shorten',
          name: 'Colleague',
          rev: 2,
          updated_by: 'colleague',
          updated_at: Timestamp.now(),
          created_at: Timestamp.now(),
        };
        const mine = { data: { title: 'Returned to me' }, created_by: editor.uid, authors: [editor.uid] };
        await put('drafts/pages_dashboard-returned', { ...returned, ...mine });
        const theirs = { data: { title: 'Returned by me' }, created_by: 'colleague', authors: ['colleague'] };
        const by = { updated_by: editor.uid, id: 'dashboard-theirs' };
        await put('drafts/pages_dashboard-theirs', { ...returned, ...theirs, ...by });
        await page.reload();
        await pollSoon(() => rowsOf(page, 'My drafts').allInnerTexts()).toEqual([
          expect.stringMatching(/Returned to me[\s\S]*Returned, changed/),
          expect.stringMatching(/My dashboard draft[\s\S]*Draft, changed/),
        ]);
      });

      it('lists the next schedules', async () => {
        await pollSoon(() => rowsOf(page, 'Scheduled').first().innerText()).toMatch(/Dashboard page[\s\S]*Publish on/);
        await panel(page, 'Scheduled').getByRole('link', { name: 'Show schedule' }).waitFor();
      });

      it('lists the documents changed last, the newest first', async () => {
        const first = rowsOf(page, 'Recently changed').first();
        await pollSoon(() => first.innerText()).toMatch(/Dashboard page[\s\S]*Page, draft, changed at .* by you/);
      });

      it('lists the last releases with time, changes, duration and size', async () => {
        const text = /20\d\d[\s\S]*files? (added|changed|removed).* in [\d.,]+ m?s, [\d.]+ MB in total/;
        await pollSoon(() => rowsOf(page, 'Latest releases').first().innerText()).toMatch(text);
        await pollSoon(() => panel(page, 'Latest releases').innerText()).toMatch(/\d+ pages/);
      });

      it('links the findings about the live site', async () => {
        await pollSoon(() => panel(page, 'Health').innerText()).toMatch(/error|warning|notice|No problems/);
        await panel(page, 'Health').getByRole('link', { name: 'Show findings' }).waitFor();
      });

      it('reads at most 50 documents and moves nothing while loading', { tags: 'full' }, async () => {
        const window = await office().signIn(editor);
        await rowsOf(window, 'Recently changed').first().waitFor();
        await window.waitForLoadState('networkidle');
        await window.goto('about:blank');
        const bodies: Promise<string>[] = [];
        window.on('response', (response) => {
          if (/documents:(runQuery|batchGet)/.test(response.url())) bodies.push(response.text());
        });
        await window.addInitScript(() => {
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
              const sum = Number(document.documentElement.dataset['shift'] ?? 0);
              if (!hadRecentInput) document.documentElement.dataset['shift'] = String(sum + value);
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await window.goto('/admin');
        for (const name of ['My drafts', 'Scheduled', 'Recently changed', 'Latest releases']) {
          await rowsOf(window, name).first().waitFor();
        }
        await window.waitForLoadState('networkidle');
        expect(Number((await window.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.02);
        const read = (await Promise.all(bodies)).join('').split('"updateTime"').length - 1;
        expect(read).toBeGreaterThan(0);
        expect(read).toBeLessThanOrEqual(50);
        await window.context().close();
      });

      it('shows a reason and a retry button if a list cannot be read', { tags: 'full' }, async () => {
        await page.route(/documents:runQuery/, (route) =>
          route.request().postData()?.includes('planned.at') ? route.abort() : route.continue(),
        );
        await page.reload();
        const retry = panel(page, 'Scheduled').getByRole('button', { name: 'Try again' });
        await retry.waitFor({ timeout: 30_000 });
        await rowsOf(page, 'My drafts').first().waitFor();
        await page.unroute(/documents:runQuery/);
        await retry.click();
        await rowsOf(page, 'Scheduled').first().waitFor();
        await page.context().close();
      });
    });

    it('ticks off the first steps that the user has done, and hides them on request only', async () => {
      const author = await office().addPerson('dash-starter', { roles: ['author'] });
      const page = await office().signIn(author);
      const steps = rowsOf(page, 'Getting Started');
      await steps.first().waitFor();
      expect(await steps.allInnerTexts()).toEqual([
        expect.stringContaining('Create a page'),
        expect.stringContaining('Add a demo'),
      ]);
      expect(await steps.filter({ hasText: ', done' }).count()).toBe(0);
      const own = { created_by: author.uid, created_at: Timestamp.now(), updated_at: Timestamp.now(), rev: 1 };
      await put('pages/dash-started', { ...own, title: 'Started', slug: 'dash-started', is_published: false });
      await page.reload();
      await pollSoon(() => steps.filter({ hasText: ', done' }).allInnerTexts()).toEqual([
        expect.stringContaining('Create a page'),
      ]);
      const hide = panel(page, 'Getting Started').getByRole('button', { name: 'Hide Getting Started' });
      await hide.click();
      await pollSoon(() => panel(page, 'Getting Started').count()).toBe(0);
      await page.reload();
      await rowsOf(page, 'Recently changed').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await panel(page, 'Getting Started').count()).toBe(0);
      await page.context().close();

      const other = await office().signIn(author);
      await panel(other, 'Getting Started').waitFor();
      await put('demo_pages/dash-started', { ...own, heading: 'Started', slug: 'dash-started', is_published: false });
      await other.reload();
      await pollSoon(() => rowsOf(other, 'Getting Started').filter({ hasText: ', done' }).count()).toBe(2);
      await other.context().close();
    });

    it('ticks off no step for content of others', async () => {
      // The example content, a colleague's invite and name of the site.
      const person = await office().addPerson('dash-newcomer', { roles: ['admin'] });
      const page = await office().signIn(person);
      const answered = page.waitForResponse((response) => /runQuery/.test(response.url()));
      await page.reload();
      await answered;
      await rowsOf(page, 'Recently changed').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await rowsOf(page, 'Getting Started').count()).toBe(5);
      expect(await rowsOf(page, 'Getting Started').filter({ hasText: ', done' }).count()).toBe(0);
      await page.context().close();
    });

    it.each(looksOfScreen)('has no violations in axe and fits the screen, %s at %d px', async (colorScheme, width) => {
      const person = await office().addPerson(`dash-${colorScheme}-${width}`, { roles: ['admin'] });
      const page = await office().signIn(person, { colorScheme, viewport: { width, height: 900 } });
      await visit(page, '/admin');
      await rowsOf(page, 'Latest releases').first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.context().close();
    });
  });
}
