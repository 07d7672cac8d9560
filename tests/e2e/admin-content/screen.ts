import type { Locator, Page, Route } from 'playwright-core';
import { notice } from '../admin/screen.ts';

/** The control labelled `label`, a star for required ones aside. */
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\*?$`)).first();

/** What is read out as wrong with a control; null when nothing is. */
export async function fieldError(page: Page, label: string): Promise<string | null> {
  const control = field(page, label);
  const isInvalid = (await control.getAttribute('aria-invalid')) === 'true';
  if (!isInvalid) return null;
  const ids = ((await control.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allInnerTexts()));
  return texts.flat().at(-1) ?? null;
}

/** Waits for a notice with this title and, where given, this text below it. */
export async function expectToast(page: Page, title: string, description = ''): Promise<void> {
  await notice(page, title).filter({ hasText: description }).waitFor();
}

/** The line at the foot of an editor. */
export async function saveStatus(page: Page): Promise<string> {
  const text = await page.locator('[data-save-status]').innerText();
  return text.trim();
}

/** Answers a request to Firebase with an error, as the browser would see it from there. */
export async function refuse(route: Route, status: number): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' };
  await route.fulfill({ status, headers, json: { error: { code: status, message: 'refused' } } });
}
