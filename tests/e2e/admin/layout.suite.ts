import { notices } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled, sized } from '../../full.ts';
import { brokenWords, overflow, smallControls } from '../office/layout.ts';
import type { Office, Person } from '../office/office.ts';
import { button, coveredControls, expectNotice, openPreview, pollSoon } from '../office/screen.ts';

/** Widths in CSS pixels. */
const widths = sized([320, 360, 390, 768, 1024, 1280, 1440], [360, 390, 1024, 1280]);

/** The screens, each with a text that a complete one contains. */
const screens = {
  '/admin': 'Recently changed',
  '/admin/homepage': 'The New Frontier',
  '/admin/pages?view=tree': 'Press kit',
  '/admin/pages': 'Press kit',
  '/admin/pages?view=navigation': 'Press',
  '/admin/demos': 'The Understudy',
  '/admin/pages/new': 'Page Content',
  '/admin/demos/new': 'Embed code',
  '/admin/homepage/new': 'Section',
  '/admin/users': 'Maximilian Person',
  '/admin/media': 'Media',
  '/admin/schedule': 'Schedule',
  '/admin/launches': 'Launches',
  '/admin/health': 'Health',
  '/admin/settings': 'Analytics',
  '/admin/settings?tab=branding': 'Site name',
  '/admin/settings?tab=social': 'Social',
  '/admin/settings?tab=seo': 'Sitemap',
  '/admin/settings?tab=general': 'Site description',
  [adminPaths.redirects]: 'Add redirect',
  '/admin/trash': 'Trash',
  '/admin/audit': 'Audit log',
  '/admin/account': 'Account security',
} as const;

const signedOut = ['/auth/login', '/auth/signup', '/auth/forgot', '/local-mail', '/nowhere'] as const;
const publicScreens = ['/', '/demos', '/about-this-site', '/search', '/demo/the-understudy', '/nothing-here'] as const;

const sizeOf = (width: number) => ({ width, height: width < 500 ? 844 : 900 });

/** Measured rules of layout for every screen, on the example content. */
export function layoutSuite(office: () => Office): void {
  let person: Person;
  let colleague: Person;
  let page: Page;

  beforeAll(async () => {
    person = await office().addPerson('Layla', { roles: ['admin'] });
    colleague = await office().addPerson('Maximilian', { roles: ['editor', 'author'] });
    page = await office().signIn(person, { isVisual: true });
  });

  const goTo = async (path: string, width: number) => {
    await page.setViewportSize(sizeOf(width));
    await page.goto(office().stack.admin + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  };
  const pathOfPage = async () => {
    const found = await office().firestore.collection('pages').where('slug', '==', 'about-this-site').get();
    return adminPaths.page(found.docs[0]?.id ?? '');
  };
  const pathOfSection = async () => {
    const found = await office().firestore.collection('homepage_sections').limit(1).get();
    return adminPaths.section(found.docs[0]?.id ?? '');
  };
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Infinity;

  /** The violations at each width: `{ '360': { words, small, pixels, causes } }`. */
  async function measure(): Promise<Record<number, object>> {
    const found: Record<number, object> = {};
    for (const width of widths) {
      await page.setViewportSize(sizeOf(width));
      // Lists that depend on the width are rendered by then.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const words = width < 360 ? [] : await brokenWords(page);
      const small = width < 768 ? await smallControls(page) : [];
      const { pixels, causes } = await overflow(page);
      if (words.length + small.length + pixels > 0) found[width] = { words, small, pixels, causes };
    }
    return found;
  }

  describe('every screen keeps words whole, fits every width and has controls that phones do not enlarge', () => {
    it.each(sampled(Object.entries(screens)))('%s', async (path, shown) => {
      await page.goto(office().stack.admin + path);
      await page.getByText(shown).first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      expect(await measure()).toEqual({});
    });

    it.each(sampled(publicScreens))('the site at %s', async (path) => {
      await page.goto(office().stack.site + path);
      expect(await measure()).toEqual({});
    });

    it('the screens before the sign-in', { tags: 'full' }, async () => {
      const signedIn = page;
      page = await office().open('/auth/login');
      for (const path of signedOut) {
        await page.goto(office().stack.admin + path);
        await page.waitForLoadState('networkidle');
        expect(await measure(), path).toEqual({});
      }
      await page.context().close();
      page = signedIn;
    });
  });

  it('shows an empty panel of the dashboard in at most 120 px on a phone', async () => {
    await goTo('/admin', 390);
    const empty = page.getByRole('region', { name: /^(Waiting for review|My drafts|Scheduled)$/ });
    await page.getByText('Nothing is scheduled.').waitFor();
    const heights = await empty.evaluateAll((panels) => panels.map((panel) => panel.getBoundingClientRect().height));
    expect(heights.filter((height) => height > 120)).toEqual([]);
  });

  it('opens few pages as cards with excerpts and named buttons, and remembers another view', async () => {
    await goTo('/admin/pages', 1280);
    const card = page.locator('[data-page]').filter({ hasText: 'Privacy' }).first();
    await pollSoon(() => card.innerText()).toMatch(/Order: \d+[\s\S]+\w+ \w+ \w+[\s\S]+Edit[\s\S]+Delete/);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await goTo('/admin/pages', 1280);
    await page.getByRole('treegrid', { name: 'Pages' }).waitFor();
    // Restores the view for the other tests.
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
  });

  it('shows the headings "Page Content" and "Actions"', { tags: 'full' }, async () => {
    await goTo('/admin/pages/new', 1280);
    const heading = page.getByRole('heading', { name: 'Page Content' });
    await pollSoon(async () => (await heading.boundingBox())?.height ?? 0).toBeGreaterThan(10);
    for (const list of ['demos', 'users']) {
      await goTo(`/admin/${list}`, 1280);
      const header = page.getByRole('columnheader', { name: 'Actions' });
      await pollSoon(async () => (await header.innerText()).trim()).toBe('Actions');
      expect((await header.boundingBox())?.width).toBeGreaterThan(50);
      expect(await header.locator('span').count()).toBe(0);
    }
  });

  const editors = [
    { kind: 'page', path: pathOfPage, name: 'Body', back: 'Back to Pages' },
    { kind: 'section', path: pathOfSection, name: 'Content', back: 'Back to Homepage' },
  ];
  const opening = 'opens the editor of a $kind with its bar in one row and the text in the upper half of a phone';
  it.each(editors)(opening, async ({ path, name: label, back }) => {
    await goTo(await path(), 390);
    const text = page.getByRole('textbox', { name: label });
    await text.waitFor();
    await pollSoon(() => topOf(text)).toBeLessThan(400);
    const tops = await Promise.all(
      [page.getByRole('link', { name: back }), button(page, 'Save Changes'), button(page, 'More actions')].map(
        (control) => topOf(control),
      ),
    );
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
    // The tools are a second row, at the other end of the window.
    for (const name of ['Cancel', 'Preview', 'History']) expect(await topOf(button(page, name))).toBeGreaterThan(780);
  });

  it('has the toolbar of an editor in one row, from 1280 px on also the bar, also beside the preview', async () => {
    await goTo(await pathOfPage(), 1280);
    await page.getByRole('textbox', { name: 'Body' }).waitFor();
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    const expectRows = async (width: number) => {
      await page.setViewportSize(sizeOf(width));
      if (width >= 1280)
        await pollSoon(async () => (await page.locator('[data-editor-bar]').boundingBox())?.height).toBeLessThan(90);
      await pollSoon(async () => (await toolbar.boundingBox())?.height).toBeLessThan(40);
      const [{ right }, end] = await Promise.all([
        toolbar.evaluate((element) => element.getBoundingClientRect()),
        button(page, 'Find and replace').evaluate((element) => element.getBoundingClientRect().right),
      ]);
      expect(end).toBeLessThanOrEqual(right + 1);
    };
    await expectRows(1024);
    await expectRows(1280);
    await openPreview(page);
    for (const width of [1024, 1280, 1440]) await expectRows(width);
    await button(page, 'Preview').click();
  });

  describe.each(sampled([390, 1440]))('notices at %d px', (width) => {
    /** The distances of the newest notice from the bottom and the end of the window. */
    const corner = () =>
      page
        .locator('[aria-label="Notifications"] [data-kind]')
        .last()
        .evaluate((card) => {
          const { bottom, right } = card.getBoundingClientRect();
          return { bottom: Math.round(innerHeight - bottom), end: Math.round(document.body.clientWidth - right) };
        });
    const dismissAll = async () => {
      for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click();
    };

    it('stand in the bottom corner and leave the actions of a list in reach', async () => {
      await goTo('/admin/users', width);
      for (const action of ['Deactivate', 'Activate']) {
        await page.getByRole('button', { name: new RegExp(`^${action} ${colleague.email}$`, 'i') }).click();
        await expectNotice(page, action === 'Activate' ? notices.userActivated : notices.userDeactivated);
        expect(await corner()).toEqual({ bottom: 8, end: 12 });
        expect(await coveredControls(page)).toEqual([]);
      }
      await dismissAll();
    });

    it('leave the buttons of a form and of a dialog in reach', async () => {
      await goTo('/admin/account', width);
      await page.getByLabel('First name').fill(`Layla ${width}`);
      await button(page, 'Save name').click();
      await page.locator('[aria-label="Notifications"] [data-kind]').first().waitFor();
      expect(await coveredControls(page)).toEqual([]);
      await button(page, 'Sign out everywhere').click();
      await page.getByRole('alertdialog').waitFor();
      await pollSoon(() => coveredControls(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dismissAll();
    });
  });

  describe.each(sampled([390, 1280]))('the position of scrolling at %d px', (width) => {
    const position = () => page.evaluate(() => Math.round(scrollY));

    it('starts at the top of a new screen, with its heading focused, and returns on going back', async () => {
      await goTo('/admin/pages', width);
      const link = page.getByRole('link', { name: /Press kit/ }).first();
      await link.scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollBy(0, 1_000));
      const left = await position();
      expect(left).toBeGreaterThan(100);
      await link.evaluate((element: HTMLElement) => element.click());
      await page.getByRole('heading', { level: 1, name: 'Edit Page' }).waitFor();
      await pollSoon(position).toBe(0);
      await pollSoon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await page.goBack();
      await pollSoon(position).toBe(left);
    });
  });

  it('returns to the position of an editor’s columns on going back and on reloading', { tags: 'full' }, async () => {
    await goTo(await pathOfPage(), 1280);
    const side = page.locator('[data-scrolled=side]');
    const position = () => side.evaluate((column) => Math.round(column.scrollTop));
    await page.getByLabel('Meta description').waitFor();
    await side.evaluate((column) => column.scrollTo(0, 150));
    await pollSoon(position).toBe(150);
    await page.getByRole('link', { name: 'Demos', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Demo Pages' }).waitFor();
    await page.goBack();
    await pollSoon(position).toBe(150);
    await page.reload();
    await pollSoon(position).toBe(150);
    // Another screen in the same tab starts at its top.
    await goTo(adminPaths.page('new'), 1280);
    await page.getByLabel('Meta description').waitFor();
    expect(await position()).toBe(0);
  });

  it('shows several entries of the site’s menu in its free space at 1024 px', async () => {
    await page.setViewportSize(sizeOf(1024));
    await page.goto(office().stack.site);
    const { shown, free, next } = await page.evaluate(() => {
      const widthOf = (element: Element) => element.getBoundingClientRect().width;
      const entries = [...document.querySelectorAll('.menu > li:not(.more)')];
      const brand = document.querySelector('.brand')!.getBoundingClientRect();
      const first = entries.find((entry) => widthOf(entry) > 0)!.getBoundingClientRect();
      const hidden = entries.find((entry) => widthOf(entry) === 0);
      hidden?.setAttribute('style', 'display: flex; position: absolute');
      return {
        shown: entries.filter((entry) => widthOf(entry) > 0 && entry !== hidden).length,
        free: first.left - brand.right,
        next: hidden ? widthOf(hidden) : null,
      };
    });
    expect(shown).toBeGreaterThanOrEqual(4);
    if (next !== null) expect(free).toBeLessThan(next + 120);
  });
}
