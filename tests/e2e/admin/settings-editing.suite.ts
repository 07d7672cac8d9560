import { notices, settingsSaveFailed } from '@frontage/model/messages';
import { FieldValue, type DocumentData, type UpdateData } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Office } from '../office/office.ts';
import { expectNotice, notice, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

/** Editing of settings: drafts, merges and conflicts, like for documents. */
export function settingsEditingSuite(office: () => Office): void {
  useKeptContent(office);
  describe('a settings form', () => {
    let page: Page;
    beforeAll(async () => {
      page = await office().signIn(await office().addPerson('settler', { roles: ['admin'] }));
    });
    afterAll(() => page.context().close());

    const show = (tab: string) => page.getByRole('tab', { name: tab }).click();
    const save = (title: string) => page.getByRole('button', { name: `Save ${title}`, exact: true }).click();
    const saveAsAnotherUser = async (key: string, change: UpdateData<DocumentData>) => {
      const stamps = { rev: FieldValue.increment(1), updated_at: FieldValue.serverTimestamp(), updated_by: 'somebody' };
      await office()
        .firestore.doc(`site_settings/${key}`)
        .update({ ...change, ...stamps });
    };
    const stored = async (key: string): Promise<Record<string, unknown> | undefined> =>
      (await office().firestore.doc(`site_settings/${key}`).get()).data();

    const drafted = async (key: string) =>
      (await office().firestore.doc(`drafts/site_settings_${key}`).get()).get('data') as
        | Record<string, unknown>
        | undefined;
    /** Opens a tab with the stored values, discarding a draft of an earlier test. */
    const open = async (tab: string) => {
      // Leaving the screen stores the draft, which can then be discarded.
      await page.goto('about:blank');
      const { firestore } = office();
      for (const entry of await firestore.collection('drafts').listDocuments()) await entry.delete();
      await page.goto(`/admin/settings?tab=${tab.toLowerCase()}`);
    };

    it('shows why a save failed and keeps the typed values', { tags: 'full' }, async () => {
      await open('analytics');
      await page.getByLabel('Measurement ID').fill('G-LATER');
      await page.route(/documents:commit/, (route) => route.abort());
      await save('Analytics');
      await expectNotice(
        page,
        settingsSaveFailed('The server could not be reached. Check your connection and try again.'),
      );
      await pollSoon(() => page.getByLabel('Measurement ID').inputValue()).toBe('G-LATER');
      await page.unroute(/documents:commit/);
      await save('Analytics');
      await pollSoon(async () => (await stored('ga4_id'))?.['value']).toBe('G-LATER');
    });

    it('asks before it overwrites another user’s save', { tags: 'full' }, async () => {
      await open('analytics');
      await page.getByLabel('Measurement ID').fill('G-MINE');
      await saveAsAnotherUser('ga4_id', { value: 'G-THEIRS' });
      await save('Analytics');
      const question = page.getByRole('dialog', { name: /saved this first/ });
      await question.getByRole('group', { name: 'Measurement ID' }).waitFor();
      expect((await stored('ga4_id'))?.['value']).toBe('G-THEIRS');
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await pollSoon(() => page.getByLabel('Measurement ID').inputValue()).toBe('G-MINE');
      await save('Analytics');
      await question.getByRole('radio', { name: /^Mine/ }).check();
      await question.getByRole('button', { name: 'Save my choices' }).click();
      await pollSoon(async () => (await stored('ga4_id'))?.['value']).toBe('G-MINE');
    });

    it('merges changes of two users to different fields', { tags: 'full' }, async () => {
      await open('social');
      await page.getByLabel('GitHub').fill('https://github.com/mine');
      await saveAsAnotherUser('social_links', { 'value.youtube': 'https://youtube.com/theirs' });
      await save('Social');
      await expectNotice(page, notices.settingsSaved);
      expect((await stored('social_links'))?.['value']).toMatchObject({
        github: 'https://github.com/mine',
        youtube: 'https://youtube.com/theirs',
      });
      await pollSoon(() => page.getByLabel('YouTube').inputValue()).toBe('https://youtube.com/theirs');
    });

    it('shows other users with the same tab open and their saves', { tags: 'full' }, async () => {
      const other = await office().signIn(await office().addPerson('grace', { roles: ['admin'] }));
      for (const window of [page, other]) await visit(window, '/admin/settings?tab=seo');
      const bar = page.getByRole('region', { name: 'Editor bar' });
      // Users are listed for up to 90 seconds after they close their window.
      await bar.getByText(/\bgrace Person\b.* this open too/).waitFor({ timeout: 15_000 });
      await other.getByLabel('Bing site verification').fill('by-grace');
      await other.getByRole('button', { name: 'Save SEO' }).click();
      await expectNotice(other, notices.settingsSaved);
      await page.getByText(/^grace Person saved this at/).waitFor();
      await page.getByRole('button', { name: 'Show it' }).click();
      await pollSoon(() => page.getByLabel('Bing site verification').inputValue()).toBe('by-grace');
      await other.context().close();
    });

    it(
      'shows its state and the save button in a bar that stays visible while scrolling',
      { tags: 'full' },
      async () => {
        await open('general');
        const bar = page.getByRole('region', { name: 'Editor bar' });
        await page.getByLabel('Contact email').fill('new@example.com');
        // The draft may be stored before the other tab polls.
        await bar.getByText(/^(Unsaved changes|Draft saved )/).waitFor();
        await page.getByRole('switch').last().scrollIntoViewIfNeeded();
        const button = await bar.getByRole('button', { name: 'Save General' }).boundingBox();
        expect(button?.y).toBeGreaterThanOrEqual(0);
        expect(button?.y).toBeLessThan(200);
        await page.keyboard.press('Control+s');
        await bar.getByText(/^Saved /).waitFor();
        expect((await stored('general'))?.['value']).toMatchObject({ contact_email: 'new@example.com' });
      },
    );

    it('restores text that was typed in an earlier window', { tags: 'full' }, async () => {
      await open('branding');
      await page.getByLabel('Site name').fill('Half a name');
      await pollSoon(async () => (await drafted('branding'))?.['site_name']).toBe('Half a name');
      await page.goto('/admin/settings?tab=social');
      await page.getByRole('tab', { name: /Branding\s*, unsaved changes/ }).click();
      await pollSoon(() => page.getByLabel('Site name').inputValue()).toBe('Half a name');
      await page
        .getByText(/^Draft saved /)
        .first()
        .waitFor();
    });

    it('saves changes as a draft when it is left, and asks only if that fails', { tags: 'full' }, async () => {
      await open('analytics');
      const leave = () => page.getByRole('link', { name: 'Pages', exact: true }).first().click();
      await page.getByLabel('Measurement ID').fill('G-HALF');
      await show('Social');
      await page.getByRole('tab', { name: /Analytics\s*, unsaved changes/ }).waitFor();
      await leave();
      await page.waitForURL('**/admin/pages');
      await pollSoon(async () => (await drafted('ga4_id'))?.['ga4_id']).toBe('G-HALF');

      await page.goto('/admin/settings?tab=analytics');
      await pollSoon(() => page.getByLabel('Measurement ID').inputValue()).toBe('G-HALF');
      await page.route(/documents:commit/, (route) => route.abort());
      await page.getByLabel('Measurement ID').fill('G-MORE');
      await leave();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Keep editing' }).click();
      await pollSoon(() => page.getByLabel('Measurement ID').inputValue()).toBe('G-MORE');
      await leave();
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await page.waitForURL('**/admin/pages');
      await page.unroute(/documents:commit/);
      await notice(page, 'Changes discarded').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => page.getByLabel('Measurement ID').inputValue()).toBe('G-MORE');
      await pollSoon(async () => (await drafted('ga4_id'))?.['ga4_id']).toBe('G-MORE');
    });
  });
}
