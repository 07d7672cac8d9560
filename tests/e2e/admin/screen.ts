import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** The newest notice with this title. */
export const notice = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).locator('[data-kind]').filter({ hasText: title }).last();

export async function expectNotice(page: Page, { title, description }: { title: string; description?: string }) {
  const shown = notice(page, title);
  await shown.waitFor();
  if (description !== undefined) expect(await shown.innerText()).toContain(description);
}

/** Waits up to ten seconds for what `ask` answers to be as expected. */
export const shortly = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 10_000, interval: 50 });

/** What is read out as wrong with the control labelled `label`; null when nothing is. */
export async function errorOf(page: Page, label: string): Promise<string | null> {
  const control = page.getByLabel(label).first();
  if ((await control.getAttribute('aria-invalid')) !== 'true') return null;
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.at(-1) ?? null;
}

/** Answers a call to a server function with an error, as the function would. */
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
