import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { FieldValue, getFirestore, type Firestore } from 'firebase-admin/firestore';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { seededPortVariable } from '../../data-folders.ts';
import { openBrowser } from '../browser.ts';
import { eventually } from '../eventually.ts';
import { keepContent } from '../office/use-kept-content.ts';
import { startStack, type RunningStack } from '../stack.ts';
import { untilImagesProcessed } from '../until-images-processed.ts';

/** A running site with the example content, a browser, and Firestore to change content. */
export interface SiteUnderTest {
  stack: RunningStack;
  browser: Browser;
  firestore: Firestore;
  fetchText(path: string): Promise<{ status: number; body: string; headers: Headers }>;
  /** Opens a page in a separate context. Passes it to `use` together with a list of its console errors and warnings. */
  visit<T>(path: string, use: (page: Page, trouble: string[]) => Promise<T>, options?: VisitOptions): Promise<T>;
  /** Restores the example content and waits until it is live. */
  endSuite(): Promise<void>;
  close(): Promise<void>;
}

interface VisitOptions extends BrowserContextOptions {
  /** Runs before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
}

export const narrow = { viewport: { width: 390, height: 844 } };
export const wide = { viewport: { width: 1440, height: 900 } };

/**
 * Starts from a copy of the seeded data folder, on its ports, because the example content refers to them: of the files
 * that run at the same time, only one may do this.
 */
export async function startSite(): Promise<SiteUnderTest> {
  // For development of tests: the `ready` event of a running stack, as JSON.
  const running = process.env['FRONTAGE_RUNNING'];
  const seededPort = process.env[seededPortVariable];
  const options = seededPort === undefined ? {} : { isSeeded: true, port: Number(seededPort) };
  const stack = running
    ? ({ ...JSON.parse(running), stop: async () => {} } as RunningStack)
    : await startStack(options);
  process.env['FIRESTORE_EMULATOR_HOST'] = stack.firestore;
  const app: App = initializeApp({ projectId: stack.project }, `site-${stack.port}`);
  const browser = await openBrowser();
  const fetchText: SiteUnderTest['fetchText'] = async (path) => {
    const response = await fetch(stack.site + path, { redirect: 'manual' });
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
  await untilImagesProcessed(stack.site);
  const firestore = getFirestore(app);
  const restoreContent = await keepContent(firestore);
  return {
    stack,
    browser,
    firestore,
    fetchText,
    visit: async (path, use, { prepare, ...options } = {}) => {
      const context = await browser.newContext({ ...wide, ...options });
      try {
        const page = await context.newPage();
        const trouble = watch(page);
        await prepare?.(page);
        await page.goto(stack.site + path);
        return await use(page, trouble).catch((error: unknown) => {
          throw trouble.length > 0 ? new AggregateError([error, ...trouble], 'In a page with console errors') : error;
        });
      } finally {
        await context.close();
      }
    },
    endSuite: async () => {
      if (!(await restoreContent())) return;
      // Hints are processed in order, so that the changes of this page are published after the restored content.
      const marker = firestore.doc('pages/restored');
      const untilMarker = (status: number) =>
        eventually(
          () => fetchText('/page/restored'),
          (answer) => answer.status === status,
        );
      await marker.set(newPage('restored'));
      await untilMarker(200);
      await marker.delete();
      await untilMarker(404);
    },
    close: async () => {
      await browser.close();
      await deleteApp(app);
      await stack.stop();
    },
  };
}

/** The page's errors and console warnings, appended as they occur. */
function watch(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.push(`${message.type()}: ${message.text()}`);
  });
  return trouble;
}

/** The fields of an edit together with the metadata fields that the admin sets. */
export const edit = (fields: object): Record<string, unknown> => ({
  ...fields,
  rev: FieldValue.increment(1),
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'test',
});

const provenance = () => ({
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'test',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'test',
});

/** The stored fields of a published page. */
export const newPage = (slug: string, over: object = {}) => ({
  title: `Title of ${slug}`,
  slug,
  body: `Body of ${slug}`,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  parent_id: null,
  show_in_menu: false,
  menu_order: 50,
  nav_label: null,
  ...provenance(),
  ...over,
});

/**
 * The stored fields of a published demo without a password. Its embed code must be in `demo_embeds` with the same id.
 */
export const newDemo = (slug: string, over: object = {}) => ({
  heading: `Heading of ${slug}`,
  slug,
  is_password_protected: false,
  ga_tracking_enabled: true,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  is_published: true,
  ...provenance(),
  ...over,
});

/** The stored fields of a visible, published section, which is below those of the example content. */
export const newSection = (over: object = {}) => ({
  section_key: 'why-it-matters',
  title: 'Title of a section',
  content: null,
  cta_text: null,
  cta_url: null,
  image_url: null,
  order_index: 90,
  is_visible: true,
  is_published: true,
  ...provenance(),
  ...over,
});
