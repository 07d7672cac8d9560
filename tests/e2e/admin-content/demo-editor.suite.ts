import { invalid } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { errorOf, expectNotice, expectRefused, field, onSave, refuse, pollSoon, visit } from '../office/screen.ts';

export function demoEditorSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let uid: string;

  beforeAll(async () => {
    office = opened();
    ({ page, uid } = await office.signIn('editor'));
  });

  const stored = async (id: string) => (await office.firestore.doc(`demo_pages/${id}`).get()).data();
  const embedOf = async (id: string) =>
    (await office.firestore.doc(`demo_embeds/${id}`).get()).get('iframe_url') as unknown;
  const hashOf = async (id: string) =>
    (await office.firestore.doc(`demo_secrets/${id}`).get()).get('password_hash') as unknown;
  const row = (heading: string) => page.getByRole('row').filter({ hasText: heading });

  async function idOf(slug: string): Promise<string> {
    const found = await office.firestore.collection('demo_pages').where('slug', '==', slug).get();
    return found.docs[0]?.id ?? '';
  }

  const openNew = async () => {
    await visit(page, `${office.admin}/admin/demos/new`);
    await page.getByRole('heading', { name: 'Create Demo' }).waitFor();
  };
  const save = () => page.getByRole('button', { name: /^(Create Demo|Save Changes)$/ }).click();

  describe('validation in the demo editor', () => {
    beforeAll(openNew);

    const address = 'https://example.com/';
    it.for([
      ['Heading', 'Heading is required', 'x', ''],
      ['Heading', 'Heading must be less than 200 characters', 'x', 'x'.repeat(201)],
      ['Slug', 'Slug is required', 'x', ''],
      ['Slug', 'Slug must contain only lowercase letters, numbers, and hyphens', 'x', 'Not Good'],
      ['Embed code', 'Embed code is required', address, ''],
      ['Embed code', 'Must be a valid URL, iframe embed code, or script-based embed code', address, 'hello'],
      ['Embed code', 'Iframe embeds must contain a src attribute', address, '<iframe></iframe>'],
      ['Embed code', invalid.embedOwnPage, address, '<iframe src="/page/about"></iframe>'],
      ['Embed code', 'Embed code must be less than 50,000 characters', address, address + 'x'.repeat(50_000)],
      ['OG image', 'Must be a valid URL', address, 'nonsense'],
    ] as const)('%s: %s', ([label, message, good, bad]) =>
      expectRefused(page, { label, good, bad, message, submit: save }),
    );
  });

  describe('the demo editor', () => {
    it('rejects embed URLs of the site and the admin', { tags: 'full' }, async () => {
      for (const origin of [office.site, office.admin]) {
        await field(page, 'Embed code').fill(`${origin}/page/about`);
        await save();
        await pollSoon(() => errorOf(page, 'Embed code')).toBe(invalid.embedOwnPage);
      }
    });

    beforeEach(openNew);

    it('requires a password of 8 characters if protection is on', { tags: 'full' }, async () => {
      await pollSoon(() => page.getByLabel('Password', { exact: true }).count()).toBe(0);
      await page.getByRole('switch', { name: 'Password protection' }).check();
      await field(page, 'Password').fill('x'.repeat(129));
      await save();
      await pollSoon(() => errorOf(page, 'Password')).toBe('Password must be less than 128 characters');
      for (const short of ['', 'seven77']) {
        await field(page, 'Password').fill(short);
        await save();
        await pollSoon(() => errorOf(page, 'Password')).toBe(
          'Password must be at least 8 characters when protection is enabled',
        );
      }
    });

    it('has defaults and limits the input length', { tags: 'full' }, async () => {
      await pollSoon(() => page.getByRole('switch', { name: 'Google Analytics' }).isChecked()).toBe(true);
      await pollSoon(() => page.getByRole('switch', { name: 'Password protection' }).isChecked()).toBe(false);
      await pollSoon(() => page.getByRole('switch', { name: 'Publish' }).isChecked()).toBe(false);
      await field(page, 'Meta title').pressSequentially('x'.repeat(65), { delay: 0 });
      await pollSoon(() => page.getByText('60/60').count()).toBe(1);
      await pollSoon(() => field(page, 'Meta description').getAttribute('maxlength')).toBe('160');
    });

    it('derives the slug from the heading', { tags: 'full' }, async () => {
      await field(page, 'Heading').pressSequentially('--Ada & Bob: 2nd Take!');
      await pollSoon(() => field(page, 'Slug').inputValue()).toBe('ada-bob-2nd-take');
    });

    it('previews supported embeds', { tags: 'full' }, async () => {
      const preview = page.getByRole('region', { name: 'Live preview' });
      await preview.getByText('Enter embed code to see preview').waitFor();
      await field(page, 'Embed code').fill(`${office.embed}/examples/halo`);
      await page.frameLocator('iframe').locator('.sun').first().waitFor({ state: 'attached' });
      await field(page, 'Embed code').fill(`<iframe width="9" src="${office.site}/"></iframe>`);
      await pollSoon(() => preview.locator('iframe').getAttribute('src')).toBe(`${office.site}/`);
      await field(page, 'Embed code').fill('<script src="https://example.com/x.js"></script>');
      await preview.getByText('Script-based embed detected').waitFor();
      await preview.getByText('Preview not available in admin panel').waitFor();
      await pollSoon(() => preview.locator('iframe').count()).toBe(0);
    });

    it('creates a protected demo and keeps the password if the field is left blank', async () => {
      await field(page, 'Heading').fill('Secret Demo');
      await field(page, 'Embed code').fill('https://example.com/secret');
      await page.getByRole('switch', { name: 'Password protection' }).check();
      await field(page, 'Password').fill('long enough');
      const drafts = office.firestore.collection('drafts').where('data.heading', '==', 'Secret Demo');
      const kept = async () => JSON.stringify((await drafts.get()).docs.map((draft) => draft.data()));
      await pollSoon(kept).toContain('"is_password_protected":true');
      await page.waitForTimeout(500);
      expect(await kept()).not.toContain('long enough');
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('long enough');
      await save();
      await expectNotice(page, { title: 'Demo created successfully' });
      await page.waitForURL(`${office.admin}/admin/demos`);
      const id = await idOf('secret-demo');
      const hash = await hashOf(id);
      expect(hash).toContain('argon2id');
      expect(await stored(id)).toMatchObject({
        is_password_protected: true,
        created_by: uid,
        og_image_url: null,
      });
      expect(await stored(id)).not.toHaveProperty('password_hash');
      expect(await stored(id)).not.toHaveProperty('iframe_url');

      const hashing: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('hashDemoPassword')) hashing.push(request.url());
      });
      await row('Secret Demo').getByRole('link', { name: /Edit/ }).click();
      await page.getByText('Leave blank to keep existing password').waitFor();
      await field(page, 'Heading').fill('Secret Demo Two');
      await field(page, 'Embed code').fill('https://example.com/secret-2');
      await save();
      await expectNotice(page, { title: 'Demo updated successfully' });
      await page.waitForURL(`${office.admin}/admin/demos`);
      expect(hashing).toEqual([]);
      expect(await hashOf(id)).toBe(hash);
      expect(await embedOf(id)).toBe('https://example.com/secret-2');

      await row('Secret Demo Two').getByRole('link', { name: /Edit/ }).click();
      await page.getByRole('switch', { name: 'Password protection' }).uncheck();
      await save();
      await page.waitForURL(`${office.admin}/admin/demos`);
      expect(await hashOf(id)).toBeUndefined();
      expect(await stored(id)).toMatchObject({ is_password_protected: false, slug: 'secret-demo', rev: 3 });
    });

    it('shows why a save failed', { tags: 'full' }, async () => {
      await field(page, 'Heading').fill('Refused');
      await field(page, 'Embed code').fill('https://example.com');
      await onSave(page, (route) => refuse(route, 403));
      await save();
      await expectNotice(page, { title: 'Failed to save demo', description: 'You do not have permission to do this.' });
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(`${office.admin}/admin/demos`);
    });

    it('shows "Not authenticated" to a user that does not sign in again', { tags: 'full' }, async () => {
      const { page: other, context } = await office.signIn('editor');
      await visit(other, `${office.admin}/admin/demos/new`);
      await field(other, 'Heading').fill('Nobody');
      await field(other, 'Embed code').fill('https://example.com');
      await other.route(/documents:commit/, (route) => refuse(route, 401));
      await other.getByRole('button', { name: 'Create Demo' }).click();
      await other.getByRole('button', { name: 'Sign out instead' }).click();
      await expectNotice(other, { title: 'Failed to save demo', description: 'Not authenticated' });
      await context.close();
    });
  });
}
