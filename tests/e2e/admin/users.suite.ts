import { notices, texts } from '@frontage/model/messages';
import { FieldValue } from 'firebase-admin/firestore';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Office, Person } from '../office/office.ts';
import { coveredControls, expectNotice, notice, refuseCall, pollSoon, where, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

export function usersSuite(office: () => Office): void {
  useKeptContent(office);
  describe('users', () => {
    let page: Page;
    let me: Person;
    let grace: Person;
    let alan: Person;

    beforeAll(async () => {
      me = await office().addPerson('chief', { roles: ['admin'] });
      grace = await office().addPerson('grace', { roles: ['editor', 'author'] });
      alan = await office().addPerson('alan', { firstName: null });
      page = await office().signIn(me);
      await visit(page, '/admin/users');
      await row(grace).waitFor();
    });
    afterAll(() => page.context().close());

    const row = ({ email }: Person): Locator => page.getByRole('row').filter({ hasText: email });
    const figure = async (label: string) =>
      Number(await page.locator('dl > div').filter({ hasText: label }).locator('dd').innerText());

    it('counts users, active users, admins and editors', async () => {
      const [profiles, roles] = await Promise.all(
        ['profiles', 'user_roles'].map(async (name) => (await office().firestore.collection(name).get()).docs),
      );
      const holders = (role: string) =>
        roles?.filter((entry) => (entry.get('roles') as string[]).includes(role)).length;
      expect(await figure('Total Users')).toBe(profiles?.length);
      expect(await figure('Admins')).toBe(holders('admin'));
      expect(await figure('Editors')).toBe(holders('editor'));
      expect(await figure('Active Users')).toBeLessThanOrEqual(profiles?.length ?? 0);
    });

    it('lists name, email, roles, status and creation', async () => {
      const headers = await page.getByRole('columnheader').allInnerTexts();
      expect(headers.slice(0, 5)).toEqual(['Name', 'Email', 'Roles', 'Status', 'Created']);
      await pollSoon(() => row(grace).innerText()).toMatch(/grace Person[\s\S]*editor[\s\S]*author[\s\S]*Active/);
      await pollSoon(() => row(alan).innerText()).toMatch(/No name[\s\S]*No roles/);
      await pollSoon(() => row(me).innerText()).toContain('(you)');
    });

    it('aligns the email vertically with the other cells', async () => {
      await row(grace).getByText('Verified').waitFor();
      const tops = await row(grace).evaluate((line, email) => {
        // The middle of the first line of the smallest element with this text, which may consist of several nodes.
        const lineOf = (text: string): number | undefined => {
          const element = [...line.querySelectorAll('*')].findLast(({ textContent }) => textContent.includes(text));
          if (!element) return undefined;
          const range = document.createRange();
          range.selectNodeContents(element);
          const first = range.getClientRects()[0];
          return first && (first.top + first.bottom) / 2;
        };
        return [lineOf('grace Person'), lineOf(email)];
      }, grace.email);
      expect(Math.abs((tops[0] ?? NaN) - (tops[1] ?? NaN))).toBeLessThan(1.5);
    });

    it('stores search and filters in the address', { tags: 'full' }, async () => {
      await page.getByPlaceholder('Search by name or email...').fill(grace.email.toUpperCase());
      await page.getByLabel('Role', { exact: true }).selectOption('editor');
      const search = new URLSearchParams({ search: grace.email.toUpperCase(), role: 'editor' });
      await pollSoon(() => where(page)).toBe(`/admin/users?${search.toString()}`);
      await pollSoon(() => page.getByRole('row').count()).toBe(2);
      await page.reload();
      await row(grace).waitFor();
      await page.getByLabel('Status', { exact: true }).selectOption('inactive');
      await page.getByText('No users found').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await row(alan).waitFor();
      expect(where(page)).toBe('/admin/users');
    });

    it('changes roles', async () => {
      await page.getByRole('button', { name: `Manage roles of ${alan.email}` }).click();
      const dialog = page.getByRole('dialog');
      await pollSoon(() => dialog.getByRole('checkbox').count()).toBe(4);
      await dialog.getByLabel('Viewer').check();
      await dialog.getByRole('button', { name: 'Save roles' }).click();
      await expectNotice(page, notices.rolesUpdated);
      await pollSoon(() => row(alan).innerText()).toContain('viewer');
      expect((await office().firestore.doc(`user_roles/${alan.uid}`).get()).get('roles')).toEqual(['viewer']);
    });

    it('prevents removal of one’s own admin role', async () => {
      await page.getByRole('button', { name: `Manage roles of ${me.email}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Admin').click();
      await expectNotice(page, notices.ownAdminRole);
      await pollSoon(() => dialog.getByLabel('Admin').isChecked()).toBe(true);
      await page.keyboard.press('Escape');
      await pollSoon(() => page.getByRole('dialog').count()).toBe(0);
    });

    it('shows why roles were not changed', { tags: 'full' }, async () => {
      await page.route('**/setUserRoles', refuseCall('INTERNAL', 'The server is tired.'));
      await page.getByRole('button', { name: `Manage roles of ${alan.email}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save roles' }).click();
      await expectNotice(page, { ...notices.rolesFailed, description: 'The server is tired.' });
      await page.keyboard.press('Escape');
      await page.unroute('**/setUserRoles');
    });

    it('deactivates a user and undoes it', async () => {
      await page.getByRole('button', { name: `Deactivate ${grace.email}` }).click();
      await expectNotice(page, notices.userDeactivated);
      await pollSoon(() => row(grace).innerText()).toContain('Inactive');
      await pollSoon(async () => (await office().accounts.getUser(grace.uid)).disabled).toBe(true);
      await notice(page, notices.userDeactivated.title).getByRole('button', { name: 'Undo' }).click();
      await expectNotice(page, notices.userActivated);
      await pollSoon(async () => (await office().firestore.doc(`user_roles/${grace.uid}`).get()).data()).toMatchObject({
        is_active: true,
      });
      await pollSoon(() => page.getByRole('button', { name: `Deactivate ${me.email}` }).count()).toBe(0);
    });

    it('reverts a status change that fails', { tags: 'full' }, async () => {
      await page.route('**/setUserActive', refuseCall('INTERNAL', 'The server is tired.'));
      await page.getByRole('button', { name: `Deactivate ${grace.email}` }).click();
      await expectNotice(page, { ...notices.userStatusFailed, description: 'The server is tired.' });
      await page.getByRole('button', { name: `Deactivate ${grace.email}` }).waitFor();
      await page.unroute('**/setUserActive');
    });

    it('marks unverified emails, also in the roles dialog', { tags: 'full' }, async () => {
      const unknown = await office().addPerson('unconfirmed', { emailVerified: false });
      await visit(page, `/admin/users?search=${encodeURIComponent(unknown.email)}`);
      await row(unknown).getByText('Not verified').waitFor();
      await page.getByRole('button', { name: `Manage roles of ${unknown.email}` }).click();
      await page.getByRole('dialog').getByText(`${unknown.email} is not verified`).waitFor();
      await page.keyboard.press('Escape');
      await visit(page, `/admin/users?search=${encodeURIComponent(grace.email)}`);
      await row(grace).getByText('Verified', { exact: true }).waitFor();
    });

    it('deletes a user after confirmation and keeps the name', { tags: 'full' }, async () => {
      const gone = await office().addPerson('leaving', { roles: ['editor'] });
      const theirs = await office().signIn(gone);
      await visit(page, `/admin/users?search=${encodeURIComponent(gone.email)}`);
      await page.getByRole('button', { name: `Delete ${gone.email}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
      await expectNotice(page, { title: 'User deleted', description: 'leaving Person' });
      expect(await coveredControls(page)).toEqual([]);
      await visit(page, '/admin/users?status=deleted');
      await page.getByRole('row').filter({ hasText: 'leaving Person' }).waitFor();
      await pollSoon(() => row(gone).count()).toBe(0);
      await theirs.getByRole('link', { name: 'Pages', exact: true }).first().click();
      await theirs.getByRole('alertdialog', { name: 'Sign in again' }).waitFor();
      await theirs.context().close();
      await visit(page, '/admin/users');
      await row(grace).waitFor();
      await pollSoon(() => page.getByRole('button', { name: `Delete ${me.email}` }).count()).toBe(0);
    });

    it('shows a user’s creations, or an empty state', { tags: 'full' }, async () => {
      await page.getByRole('button', { name: `View activity of ${alan.email}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('No pages created yet').waitFor();
      await dialog.getByText('No demos created yet').waitFor();
      await dialog.getByText('No changes yet').waitFor();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();

      const batch = office().firestore.batch();
      for (let number = 1; number <= 12; number += 1) {
        const made = {
          created_by: grace.uid,
          created_at: new Date(2026, 0, number),
          updated_at: FieldValue.serverTimestamp(),
        };
        batch.set(office().firestore.doc(`pages/g${number}`), {
          ...made,
          title: `Page ${number}`,
          slug: `g${number}`,
          is_published: number % 2 === 0,
        });
        batch.set(office().firestore.doc(`demo_pages/g${number}`), {
          ...made,
          heading: `Demo ${number}`,
          slug: `g${number}`,
          is_published: false,
        });
      }
      await batch.commit();
      const edited = office().firestore.doc('pages/g2');
      await edited.update({ is_published: false, updated_by: grace.uid });
      const trail = office().firestore.collection('audit').where('actor', '==', grace.uid);
      await pollSoon(async () => (await trail.get()).size).toBeGreaterThan(0);
      await page.getByRole('button', { name: `View activity of ${grace.email}` }).click();
      const pages = page.getByRole('dialog').getByRole('region', { name: 'Pages' }).getByRole('listitem');
      await pages.first().waitFor();
      await pollSoon(() => pages.count()).toBe(10);
      await pollSoon(() => pages.first().innerText()).toMatch(/Page 12[\s\S]*Published/);
      await pollSoon(() => pages.nth(1).innerText()).toMatch(/Page 11[\s\S]*Draft/);
      await pollSoon(() => page.getByRole('region', { name: 'Demos' }).getByRole('listitem').count()).toBe(10);
      const changes = page.getByRole('dialog').getByRole('region', { name: 'Recent changes' });
      await pollSoon(() => changes.getByRole('listitem').first().innerText()).toContain('Unpublished Page 2');
      const figures = page.getByRole('dialog').getByRole('region', { name: 'Figures' });
      await pollSoon(() => figures.innerText()).toMatch(/Edits\s+1\s+Reviews\s+0\s+Publishes\s+0/);
      await page.keyboard.press('Escape');
    });

    it('shows a loading text, and a retry button after a failure', { tags: 'full' }, async () => {
      await page.route(/documents:runQuery/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        await route.abort();
      });
      await page.reload();
      await page.getByText(texts.loadingUsers).waitFor();
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor({ timeout: 30_000 });
      await page.unroute(/documents:runQuery/);
      await retry.click();
      await row(grace).waitFor();
    });

    it('pages and searches a thousand users', { tags: 'full' }, async () => {
      const { firestore } = office();
      const writer = firestore.bulkWriter();
      for (let number = 1; number <= 1_000; number += 1) {
        void writer.set(firestore.doc(`profiles/crowd-${number}`), {
          email: `crowd-${number}@example.com`,
          first_name: 'Crowd',
          last_name: String(number),
          created_at: new Date(2026, 0, 1, 0, 0, number),
          is_active: true,
        });
      }
      await writer.close();
      await page.reload();
      await page.getByText(/of 1,?0\d\d$/).waitFor();
      await pollSoon(() => page.getByRole('row').count()).toBe(26);
      await page.getByRole('button', { name: 'Next' }).click();
      await pollSoon(() => where(page)).toBe('/admin/users?page=2');

      const search = page.getByPlaceholder('Search by name or email...');
      await search.pressSequentially('crowd-777@', { delay: 10 });
      await pollSoon(() => page.getByRole('row').count()).toBe(2);
      await pollSoon(() => search.inputValue()).toBe('crowd-777@');
      await pollSoon(() => where(page)).toBe('/admin/users?search=crowd-777%40');

      const cleaner = firestore.bulkWriter();
      for (let number = 1; number <= 1_000; number += 1) void cleaner.delete(firestore.doc(`profiles/crowd-${number}`));
      await cleaner.close();
    });
  });
}
