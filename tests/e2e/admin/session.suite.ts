import { notices } from '@frontage/model/messages';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, type Office, type Person } from '../office/office.ts';
import { expectNotice, pollSoon } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

const unauthenticated = (route: Route) =>
  route.fulfill({
    status: 401,
    headers: { 'access-control-allow-origin': '*' },
    json: { error: { code: 401, status: 'UNAUTHENTICATED', message: 'Request had invalid credentials.' } },
  });

/** Sessions that end while a screen is open. */
export function sessionSuite(office: () => Office): void {
  useKeptContent(office);
  describe('an expired session', () => {
    let page: Page;
    let person: Person;
    beforeAll(async () => {
      person = await office().addPerson('expiring', { roles: ['admin'] });
      page = await office().signIn(person);
    });
    afterAll(() => page.context().close());

    const dialog = () => page.getByRole('alertdialog', { name: 'Sign in again' });
    const signInAgain = async () => {
      await dialog().getByLabel('Password').fill(password);
      await dialog().getByRole('button', { name: 'Sign in' }).click();
      await pollSoon(() => dialog().count()).toBe(0);
    };

    it('shows a sign-in dialog and then finishes the save', async () => {
      await page.goto('/admin/settings?tab=analytics');
      await page.getByLabel('Measurement ID').fill('G-TYPED');
      await page.route(/documents:commit/, unauthenticated);
      await page.getByRole('button', { name: 'Save Analytics' }).click();
      await dialog().waitFor();
      await pollSoon(() => dialog().getByLabel('Email').inputValue()).toBe(person.email);
      await pollSoon(() => dialog().getByLabel('Email').getAttribute('readonly')).not.toBeNull();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await pollSoon(() => dialog().isVisible()).toBe(true);

      await page.unroute(/documents:commit/);
      await signInAgain();
      await expectNotice(page, notices.settingsSaved);
      expect((await office().firestore.doc('site_settings/ga4_id').get()).get('value')).toBe('G-TYPED');
    });

    it('reports a wrong password in the dialog', { tags: 'full' }, async () => {
      await page.goto('/admin/users');
      await page.route(/documents:runQuery/, unauthenticated);
      await page.reload();
      await dialog().getByLabel('Password').fill('wrong-password');
      await dialog().getByRole('button', { name: 'Sign in' }).click();
      await expectNotice(page, notices.signInFailed);
      await page.unroute(/documents:runQuery/);
      await signInAgain();
      await page.getByRole('row').filter({ hasText: person.email }).waitFor();
    });

    it('keeps typed text when another tab signs out', { tags: 'full' }, async () => {
      await page.goto('/admin/settings?tab=analytics');
      await page.getByLabel('Measurement ID').fill('G-KEPT');
      const other = await page.context().newPage();
      await other.goto(`${office().stack.admin}/admin`);
      await other.getByRole('link', { name: 'Sign out' }).click();
      await other.waitForURL('**/auth/login');
      await dialog().waitFor();
      await signInAgain();
      await pollSoon(() => page.getByLabel('Measurement ID').inputValue()).toBe('G-KEPT');
    });

    it('asks for a new sign-in if the server has ended this one, and then stores the draft', async () => {
      await page.goto('/admin/settings?tab=analytics');
      await page.getByLabel('Measurement ID').fill('G-BEFORE');
      const { docs } = await office().firestore.collection('user_roles').where('user_id', '==', person.uid).get();
      // Typed before, and stored after the session has ended: requests of other parts of the screen may show the dialog.
      const ended = Promise.withResolvers<undefined>();
      await page.route(/documents:commit/, async (route) => {
        await ended.promise;
        await route.continue();
      });
      await page.getByLabel('Measurement ID').fill('G-AFTER');
      // The token stays valid until it expires, as after a sign-out in another browser profile.
      await docs[0]?.ref.update({ valid_after: Math.floor(Date.now() / 1_000) });
      ended.resolve(undefined);
      await dialog().waitFor();
      await page.unroute(/documents:commit/);
      await signInAgain();
      await pollSoon(() => page.getByLabel('Measurement ID').inputValue()).toBe('G-AFTER');
    });

    it('can be left to the sign-in screen', { tags: 'full' }, async () => {
      const other = await office().addPerson('other', { roles: ['viewer'] });
      await page.goto('/admin/users');
      const row = page.getByRole('row').filter({ hasText: other.email });
      await row.waitFor();
      await page.route('**/setUserActive', (route) =>
        route.fulfill({
          status: 401,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: { status: 'UNAUTHENTICATED', message: 'Not authenticated' } },
        }),
      );
      await row.getByRole('button', { name: /^Deactivate/ }).click();
      await dialog().getByRole('button', { name: 'Sign out instead' }).click();
      await page.waitForURL('**/auth/login');
    });
  });
}
