import { runDue } from '@frontage/functions/launches/run-due';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, field, chooseAction, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

/** Drafts of sections, demos and settings. */
export function draftsOfKindsSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
  let ada: Page;
  let bob: Page;

  beforeAll(async () => {
    office = opened();
    ada = (await office.signIn('editor')).page;
    bob = (await office.signIn('admin')).page;
  });

  describe('a section', () => {
    it('has a draft that another user continues and saves', { tags: 'full' }, async () => {
      const home = async () => (await fetch(office.site)).text();
      await office.addSection('drafted', { title: 'Live section', is_published: true });
      await pollSoon(home).toContain('Live section');
      await visit(ada, `${office.admin}/admin/homepage/drafted`);
      await field(ada, 'Title').fill('Section to come');
      await field(ada, 'Order index').fill('');
      await pollSoon(() => office.drafted('homepage_sections_drafted')).toMatchObject({
        title: 'Section to come',
        order_index: null,
      });
      await ada.getByText(/^Not ready to publish. Order/).waitFor();
      expect(await office.data('homepage_sections/drafted')).toMatchObject({ title: 'Live section', rev: 1 });
      await visit(bob, `${office.admin}/admin/homepage`);
      await bob.locator('[data-section=drafted]').getByText('Edited', { exact: true }).waitFor();

      await visit(bob, `${office.admin}/admin/homepage/drafted`);
      await pollSoon(() => field(bob, 'Title').inputValue()).toBe('Section to come');
      expect(await field(bob, 'Order index').inputValue()).toBe('');
      await field(bob, 'Order index').fill('3');
      await button(bob, 'Save Changes').click();
      await expectNotice(bob, { title: 'Section saved' });
      expect(await office.data('homepage_sections/drafted')).toMatchObject({
        title: 'Section to come',
        order_index: 3,
        rev: 2,
      });
      expect(await office.data('drafts/homepage_sections_drafted')).toBeUndefined();
      await pollSoon(home).toContain('Section to come');
    });

    it('has a draft that can be discarded', { tags: 'full' }, async () => {
      await visit(ada, `${office.admin}/admin/homepage/drafted`);
      await pollSoon(() => field(ada, 'Order index').inputValue()).toBe('3');
      await field(ada, 'Title').fill('A second thought');
      await pollSoon(() => office.drafted('homepage_sections_drafted')).toMatchObject({ title: 'A second thought' });
      await chooseAction(ada, 'Discard draft');
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Section to come');
      await pollSoon(() => office.data('drafts/homepage_sections_drafted')).toBeUndefined();
    });
  });

  describe('a demo', () => {
    it(
      'has a draft with a separate embed code and without the password, which is needed to publish',
      { tags: 'full' },
      async () => {
        await office.addDemo('drafted', { heading: 'Live demo', is_published: true });
        await ada.goto(`${office.admin}/admin/demos/drafted`);
        await field(ada, 'Embed code').fill('https://example.com/new');
        await ada.getByRole('switch', { name: 'Password protection' }).check();
        await field(ada, 'Password').fill('secret-of-the-demo');
        await pollSoon(() => office.data('draft_embeds/drafted')).toEqual({ iframe_url: 'https://example.com/new' });
        await pollSoon(() => office.drafted('demo_pages_drafted')).toMatchObject({ is_password_protected: true });
        expect(JSON.stringify(await office.data('drafts/demo_pages_drafted'))).not.toContain('secret-of-the-demo');
        expect(await office.data('demo_embeds/drafted')).toEqual({ iframe_url: 'https://example.com/' });

        await ada.goto(`${office.admin}/admin/demos/drafted`);
        await pollSoon(() => field(ada, 'Embed code').inputValue()).toBe('https://example.com/new');
        await ada.getByText(/Not ready to publish. Password must be at least 8 characters/).waitFor();
        await field(ada, 'Password').fill('secret-of-the-demo');
        await button(ada, 'Save Changes').click();
        await expectNotice(ada, { title: 'Demo updated successfully' });
        expect(await office.data('demo_pages/drafted')).toMatchObject({ is_password_protected: true, rev: 2 });
        expect(await office.data('demo_embeds/drafted')).toEqual({ iframe_url: 'https://example.com/new' });
        expect(await office.data('demo_secrets/drafted')).toBeDefined();
        expect([await office.data('drafts/demo_pages_drafted'), await office.data('draft_embeds/drafted')]).toEqual([
          undefined,
          undefined,
        ]);
      },
    );
  });

  describe('a setting', () => {
    it('has a draft that is restored, discarded and undone', { tags: 'full' }, async () => {
      await bob.goto(`${office.admin}/admin/settings?tab=branding`);
      await field(bob, 'Site name').fill('A name to come');
      await pollSoon(() => office.drafted('site_settings_branding')).toMatchObject({ site_name: 'A name to come' });
      await bob.goto(`${office.admin}/admin/settings?tab=branding`);
      await pollSoon(() => field(bob, 'Site name').inputValue()).toBe('A name to come');
      await chooseAction(bob, 'Discard draft');
      await pollSoon(() => office.data('drafts/site_settings_branding')).toBeUndefined();
      await button(bob, 'Undo').click();
      await pollSoon(() => field(bob, 'Site name').inputValue()).toBe('A name to come');
      await button(bob, 'Save Branding').click();
      await expectNotice(bob, { title: 'Settings saved successfully' });
      expect(await office.data('site_settings/branding')).toMatchObject({ value: { site_name: 'A name to come' } });
      expect(await office.data('drafts/site_settings_branding')).toBeUndefined();
    });

    it('is published by an administrator’s schedule', { tags: 'full' }, async () => {
      await visit(bob, `${office.admin}/admin/settings?tab=social`);
      await field(bob, 'YouTube').waitFor();
      const schedule = bob.getByRole('region', { name: 'Schedule of Social' });
      expect(await schedule.count()).toBe(0);
      await field(bob, 'YouTube').fill('https://youtube.com/frontage');
      await schedule.getByRole('button', { name: 'Schedule of Social' }).click();
      expect(await schedule.getByLabel('Unpublish at').count()).toBe(0);
      await schedule.getByLabel('Publish changes at').fill('2100-05-01T09:00');
      await schedule.getByRole('button', { name: 'Schedule the time to publish the changes' }).click();
      await expectNotice(bob, { title: 'Scheduled' });
      const schedulePath = 'launches/site_settings_social_links_publish_draft';
      await pollSoon(() => office.data(schedulePath)).toMatchObject({ state: 'scheduled' });
      await visit(bob, `${office.admin}/admin/schedule`);
      const row = bob.getByRole('row').filter({ hasText: 'Publish changes' });
      await row.getByRole('link', { name: 'Social (settings)' }).click();
      await pollSoon(() => schedule.getByLabel('Publish changes at').inputValue()).toBe('2100-05-01T09:00');
      await runDue(office.firestore, new Date('2100-05-02'));
      expect(await office.data(schedulePath)).toBeUndefined();
      expect(await office.data('site_settings/social_links')).toMatchObject({
        value: { youtube: 'https://youtube.com/frontage' },
      });
      expect(await office.drafted('site_settings_social_links')).toBeUndefined();
    });
  });
}
