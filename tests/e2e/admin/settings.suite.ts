import { readFileSync } from 'node:fs';
import { invalid, notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Office } from '../office/office.ts';
import { errorOf, expectNotice, field, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';
import { sampled } from '../../full.ts';

/** Invalid entries of a tab by label, each with its message, and the name of the saved setting if it is not the tab's. */
interface Typed {
  tab: string;
  saved?: string;
  typed: Record<string, [text: string, message: string]>;
}

const tabs = ['Analytics', 'Social', 'Branding', 'SEO', 'General'];

export function settingsSuite(office: () => Office): void {
  useKeptContent(office);
  describe('settings', () => {
    let page: Page;
    let uid: string;
    beforeAll(async () => {
      const person = await office().addPerson('settler', { roles: ['admin'] });
      uid = person.uid;
      page = await office().signIn(person);
      await visit(page, '/admin/settings');
      await page.getByRole('tab').first().waitFor();
    });
    afterAll(() => page.context().close());

    const save = (title: string) => page.getByRole('button', { name: `Save ${title}`, exact: true }).click();
    const stored = async (key: string): Promise<Record<string, unknown> | undefined> =>
      (await office().firestore.doc(`site_settings/${key}`).get()).data();

    /** Opens a tab with the stored values, discarding a draft of an earlier test. */
    const open = async (tab: string) => {
      // Leaving the screen stores the draft, which can then be discarded.
      await page.goto('about:blank');
      const { firestore } = office();
      for (const entry of await firestore.collection('drafts').listDocuments()) await entry.delete();
      await page.goto(`/admin/settings?tab=${tab.toLowerCase()}`);
    };

    it('has five tabs that arrow keys select and the address contains', { tags: 'full' }, async () => {
      await open('Analytics');
      await pollSoon(() => page.getByRole('tab').allInnerTexts()).toEqual(tabs);
      await page.getByRole('tab', { name: 'Analytics' }).focus();
      await page.keyboard.press('ArrowRight');
      await pollSoon(() => page.getByRole('tab', { name: 'Social' }).getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('End');
      await pollSoon(() => new URL(page.url()).search).toBe('?tab=general');
      await page.reload();
      await page.getByLabel('Site description').waitFor();
    });

    it.each(
      sampled<Typed>([
        {
          tab: 'Social',
          typed: { Twitter: ['not a url', invalid.url], GitHub: ['javascript:alert(1)', invalid.url] },
        },
        {
          tab: 'Branding',
          typed: {
            'Site name': ['', invalid.siteNameRequired],
            Logo: ['not a url', invalid.url],
            'Favicon URL': ['not a url', invalid.url],
            'Primary color': ['blue', invalid.hexColor],
          },
        },
        { tab: 'Branding', typed: { 'Site name': ['x'.repeat(101), invalid.siteNameTooLong] } },
        { tab: 'SEO', typed: { 'Google site verification': ['x'.repeat(5_001), invalid.settingTooLong] } },
        {
          tab: 'General',
          typed: {
            'Site description': ['x'.repeat(501), invalid.descriptionTooLong],
            'Contact email': ['nobody', invalid.email],
            'Default social image URL': ['not a url', invalid.url],
            'Site URL': ['not a url', invalid.url],
          },
        },
        { tab: 'General', saved: 'Search, feed and language', typed: { Language: ['English', invalid.language] } },
      ]),
    )('$tab shows validation errors at the fields', async ({ tab, typed, saved = tab }: Typed) => {
      await open(tab);
      const wrong = Object.entries(typed);
      for (const [label, [text = '']] of wrong) await field(page, label).fill(text);
      await save(saved);
      for (const [label, [, message]] of wrong) await pollSoon(() => errorOf(page, label)).toBe(message);
    });

    it.each(
      sampled([
        { tab: 'Analytics', label: 'Measurement ID', typed: 'G-ABC123', key: 'ga4_id', field: null },
        { tab: 'Social', label: 'LinkedIn', typed: 'https://example.com/x', key: 'social_links', field: 'linkedin' },
        { tab: 'Branding', label: 'Site name', typed: 'Parhelion Labs', key: 'branding', field: 'site_name' },
        {
          tab: 'SEO',
          label: 'Google site verification',
          typed: 'token-1',
          key: 'seo',
          field: 'google_site_verification',
        },
        { tab: 'General', label: 'Contact email', typed: 'hello@example.com', key: 'general', field: 'contact_email' },
      ]),
    )('$tab is saved separately', async ({ tab, label, typed, key, field }) => {
      await open(tab);
      const before = Number((await stored(key))?.['rev'] ?? 0);
      await page.getByLabel(label).first().fill(typed);
      await save(tab);
      await expectNotice(page, notices.settingsSaved);
      const after = await stored(key);
      expect(after).toMatchObject({ rev: before + 1, updated_by: uid });
      expect(after?.['value']).toEqual(field === null ? typed : expect.objectContaining({ [field]: typed }));
      await page
        .getByText(/^Saved .* · Live in \d/)
        .first()
        .waitFor();
    });

    it('shows a hint for a primary color without enough contrast for links', { tags: 'full' }, async () => {
      await open('branding');
      const color = page.getByLabel('Primary color', { exact: true });
      const described = async (): Promise<string> => {
        const ids = (await color.getAttribute('aria-describedby'))?.split(' ') ?? [];
        return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))).join(' ');
      };
      await color.fill('#FFE000');
      await pollSoon(described).toMatch(/Too light for links on light pages: they use #[0-9A-F]{6}/);
      await color.fill('#7A1FA2');
      await pollSoon(described).not.toContain('Too light');
      const button = page.getByRole('img', { name: 'Buttons and links in the primary color' }).getByText('Button');
      await pollSoon(() => button.first().evaluate((each) => getComputedStyle(each).backgroundColor)).toBe(
        'rgb(122, 31, 162)',
      );
    });

    it('saves with Ctrl+S', { tags: 'full' }, async () => {
      await open('seo');
      await office().firestore.doc('site_settings/seo').update({ 'value.sitemap_frequency': 'weekly' });
      await page.reload();
      await page.getByLabel('Sitemap frequency').selectOption('daily');
      await page.keyboard.press('Control+s');
      await expectNotice(page, notices.settingsSaved);
      expect((await stored('seo'))?.['value']).toMatchObject({ sitemap_frequency: 'daily' });
    });

    it('downloads the sitemap', { tags: 'full' }, async () => {
      await open('seo');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download sitemap' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('sitemap.xml');
      const xml = readFileSync(await download.path(), 'utf8');
      expect(xml).toContain('<changefreq>daily</changefreq>');
      expect(xml).toMatch(/<loc>https?:\/\/[^<]+\/demos<\/loc>/);
      expect(xml).toMatch(/<loc>https?:\/\/[^<]+\/page\/[^<]+<\/loc>/);
    });

    it('disables the second factor requirement for an administrator without one', { tags: 'full' }, async () => {
      await open('general');
      const toggle = page.getByRole('switch', { name: 'Require a second factor for administrators' });
      await toggle.waitFor();
      await pollSoon(() => toggle.isDisabled()).toBe(true);
    });
  });
}
