import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import {
  errorOf,
  expectNotice,
  expectRefused,
  field,
  onSave,
  refuse,
  saveStatus,
  pollSoon,
  visit,
} from '../office/screen.ts';

export function sectionEditorSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  beforeAll(async () => {
    office = opened();
    ({ page } = await office.signIn('admin'));
  });

  const card = (id: string) => page.locator(`[data-section="${id}"]`);
  const stored = async (id: string) => (await office.firestore.doc(`homepage_sections/${id}`).get()).data();

  const openNew = async () => {
    await visit(page, `${office.admin}/admin/homepage/new`);
    await page.getByRole('heading', { name: 'Create New Section' }).waitFor();
  };

  describe('validation in the section editor', () => {
    beforeAll(openNew);

    const submit = () => page.getByRole('button', { name: 'Create Section' }).click();

    it('Section key: Section key is required', async () => {
      await submit();
      await pollSoon(() => errorOf(page, 'Section key')).toBe('Section key is required');
      await pollSoon(() => saveStatus(page)).toMatch(/Not saved/);
    });

    it.for([
      ['Title', 'Title is required', 'x', ''],
      ['Title', 'Title must be less than 200 characters', 'x', 'x'.repeat(201)],
      ['CTA text', 'CTA text must be less than 100 characters', 'x', 'x'.repeat(101)],
      ['CTA URL', 'Must be a valid URL or path', '/x', 'javascript:alert(1)'],
      ['Hero image', 'Must be a valid URL', 'https://example.com/x.png', 'nonsense'],
      ['Order index', 'Order must be a whole number, 0 or more', '1', '1.5'],
      ['Order index', 'Order must be a whole number, 0 or more', '1', ''],
      ['Order index', 'Order must be at most 9,007,199,254,740,991', '1', '9007199254740992'],
    ] as const)('%s: %s', async ([label, message, good, bad]) => {
      await expectRefused(page, { label, good, bad, message, submit });
      await pollSoon(() => saveStatus(page)).toMatch(/Not saved/);
    });
  });

  describe('the section editor', () => {
    beforeEach(openNew);

    it('offers the seven section keys with their labels', async () => {
      await pollSoon(() => field(page, 'Section key').locator('option').allInnerTexts()).toEqual([
        'Select a section key',
        'Hero',
        'The New Frontier',
        'Experiment Safely',
        'What You Can Do',
        'Built for Experimenters',
        'Why It Matters',
        'Start Your Experiment',
      ]);
      await pollSoon(() => page.getByRole('switch', { name: 'Visible' }).isChecked()).toBe(true);
      await pollSoon(() => page.getByRole('switch', { name: 'Published' }).isChecked()).toBe(false);
    });

    it('creates and edits a section and returns to the list', async () => {
      const others = await office.firestore.collection('homepage_sections').get();
      const last = Math.max(-1, ...others.docs.map((other) => Number(other.get('order_index'))));
      await field(page, 'Section key').selectOption('hero');
      await field(page, 'Title').fill('Made by hand');
      await field(page, 'CTA URL').fill('/demos');
      await pollSoon(() => saveStatus(page)).toMatch(/^Draft saved/);
      await page.getByRole('button', { name: 'Create Section' }).click();
      await expectNotice(page, { title: 'Section saved', description: 'Your changes have been saved successfully.' });
      await page.waitForURL(`${office.admin}/admin/homepage`);
      const made = await office.firestore.collection('homepage_sections').where('title', '==', 'Made by hand').get();
      const id = made.docs[0]?.id ?? '';
      expect(await stored(id)).toMatchObject({
        section_key: 'hero',
        content: null,
        cta_text: null,
        cta_url: '/demos',
        image_url: null,
        order_index: last + 1,
        is_visible: true,
        is_published: false,
        rev: 1,
      });
      await card(id).getByRole('link', { name: /Edit/ }).click();
      await page.getByRole('heading', { name: 'Edit Section' }).waitFor();
      await page.getByText('Draft', { exact: true }).waitFor();
      await page.getByRole('switch', { name: 'Published' }).check();
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.waitForURL(`${office.admin}/admin/homepage`);
      await card(id)
        .getByText(/Live in/)
        .waitFor();
      const home = await (await fetch(office.site)).text();
      expect(home).toContain('Made by hand');
    });

    it('shows why a save failed and keeps the typed text', { tags: 'full' }, async () => {
      await field(page, 'Section key').selectOption('hero');
      await field(page, 'Title').fill('Refused');
      await onSave(page, (route) => refuse(route, 403));
      await page.getByRole('button', { name: 'Create Section' }).click();
      await expectNotice(page, { title: 'Save failed', description: 'You do not have permission to do this.' });
      await pollSoon(() => field(page, 'Title').inputValue()).toBe('Refused');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(`${office.admin}/admin/homepage`);
    });
  });
}
