import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { collections } from '@frontage/model/paths';
import type { FrameLocator, Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Escapes a text for a regular expression. Unlike string filters, these are case-sensitive: "Not undone" lacks
 * `Undone`.
 */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The newest notice with this title. */
export const notice = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: 'Notifications' })
    .locator('[data-kind]')
    .filter({ hasText: new RegExp(literal(title)) })
    .last();

/** Waits for a notice with this title and, optionally, this text. */
export async function expectNotice(
  page: Page,
  { title, description = '' }: { title: string; description?: string },
): Promise<void> {
  await notice(page, title).filter({ hasText: description }).waitFor();
}

/** Waits up to twenty seconds, twice the admin's polling interval, until `ask` returns the expected value. */
export const pollSoon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 20_000, interval: 50 });

/** The control with the label `label`, which may have a star for required fields. */
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(new RegExp(`^${literal(label)}\\*?$`)).first();

/** The accessible error message of the control with the label `label`, or null if it is valid. */
export async function errorOf(page: Page, label: string): Promise<string | null> {
  const control = field(page, label);
  if ((await control.getAttribute('aria-invalid')) !== 'true') return null;
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allInnerTexts()));
  return texts.flat().at(-1) ?? null;
}

interface Refused {
  label: string;
  good: string;
  bad: string;
  message: string;
  /** Submits the form. */
  submit: () => Promise<void>;
}

/** Enters a valid value, then an invalid one, submits, and expects the error at the control. */
export async function expectRefused(page: Page, { label, good, bad, message, submit }: Refused): Promise<void> {
  await field(page, label).fill(good);
  await pollSoon(() => errorOf(page, label)).toBeNull();
  await field(page, label).fill(bad);
  await submit();
  await pollSoon(() => errorOf(page, label)).toBe(message);
}

/** The text of an editor's save status. */
export async function saveStatus(page: Page): Promise<string> {
  const text = await page.locator('[data-save-status]').innerText();
  return text.trim();
}

/** Fulfills a request to Firebase with an error status and CORS headers. */
export async function refuse(route: Route, status: number): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' };
  await route.fulfill({ status, headers, json: { error: { code: status, message: 'refused' } } });
}

// Commits that are no saves.
const others: readonly string[] = [collections.presence, collections.drafts, collections.draftEmbeds];

/** Lets `handle` fulfill the next `times` saves. Writes of presence and drafts pass. */
export async function onSave(page: Page, handle: (route: Route) => Promise<void>, times = 1): Promise<void> {
  let left = times;
  await page.route(/documents:commit/, (route) => {
    const written = [...(route.request().postData() ?? '').matchAll(/\/documents\/(\w+)\//g)].map(([, name]) => name);
    const isOther = written.every((name) => others.includes(name ?? ''));
    if (isOther || left === 0) return route.fallback();
    left -= 1;
    return handle(route);
  });
}

/** A handler that fulfills a call of a function with an error, like the function would. */
export const refuseCall =
  (status: string, message: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: { error: { status, message } },
    });

/** The pathname and query of the page. */
export const where = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** The labels of controls that notices cover and that scrolling does not bring into reach. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('[aria-label="Notifications"] [data-kind]')];
    const isCovered = (control: Element): boolean =>
      notices.some((notice) => {
        const [a, b] = [control.getBoundingClientRect(), notice.getBoundingClientRect()];
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom && a.width > 0;
      });
    // Below an open dialog everything is inert.
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    return [...root.querySelectorAll('a[href], button, input, select, summary')]
      .filter((control) => control.closest('[aria-label="Notifications"]') === null && control.checkVisibility())
      .filter((control) => {
        if (isCovered(control)) control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        return isCovered(control);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

/** The preview pane of an editor. */
export const previewPane = (page: Page): Locator => page.getByRole('region', { name: 'Preview', exact: true });
/** The previewed page in the preview pane. */
export const previewedPage = (page: Page): FrameLocator => previewPane(page).frameLocator('iframe');

/** Opens the preview pane, unless it is open. */
export async function openPreview(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Preview', exact: true });
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
}

const yes = (): boolean => true;
const no = (): boolean => false;

/**
 * Navigates within the admin without a page load, like its links, which takes a quarter of the time. Falls back to a
 * page load if the current page has another origin, the same path, or unsaved changes, or if no new screen appears.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isOpen = await page.evaluate((to) => {
    const target = URL.parse(to, location.href);
    const heading = document.querySelector('h1');
    const isUnsaved = !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    if (!heading || isUnsaved || target?.origin !== location.origin || target.pathname === location.pathname) {
      return false;
    }
    heading.dataset['left'] = 'true';
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ idx: idx + 1, key: crypto.randomUUID(), usr: null }, '', target);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
    return true;
  }, address);
  const shown = page.locator('h1:not([data-left])').first();
  // If a redirect to another screen is pending, the navigation may have no effect.
  const isShown = isOpen && (await shown.waitFor({ timeout: 3_000 }).then(yes, no));
  if (!isShown) await page.goto(address);
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Selects an item of an editor's "More actions" menu. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name }).click();
}

/** Stores pictures of a screen at two widths, light and dark, in the folder that LOOKS names; none without it. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOKS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
