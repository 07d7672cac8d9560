import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notice, shortly } from '../admin/screen.ts';
import type { BackOffice } from './back-office.ts';
import { expectToast, field, fieldError, refuse, saveStatus } from './screen.ts';

export function sectionsSuite(opened: () => BackOffice): void {
  let office: BackOffice;
  let page: Page;
  let uid: string;

  beforeAll(async () => {
    office = opened();
    ({ page, uid } = await office.signIn('admin'));
  });

  const card = (id: string) => page.locator(`[data-section="${id}"]`);
  const stored = async (id: string) => (await office.firestore.doc(`homepage_sections/${id}`).get()).data();
  const shownOrder = () =>
    page.locator('[data-section]').evaluateAll((cards) => cards.map((each) => each.dataset['section']));
  const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

  describe('the list of sections', () => {
    beforeEach(async () => {
      const others = await office.firestore.collection('homepage_sections').get();
      for (const other of others.docs) await other.ref.delete();
      await office.addSection('first', { order_index: 0, is_published: true });
      await office.addSection('second', { order_index: 1, section_key: 'why-it-matters' });
      await office.addSection('third', { order_index: 2, is_visible: false, section_key: 'start-experiment' });
      await page.goto(`${office.admin}/admin/homepage`);
      await card('first').waitFor();
    });

    it('shows them in order with their state', async () => {
      expect(await shownOrder()).toEqual(['first', 'second', 'third']);
      expect(await card('first').innerText()).toContain('Published');
      expect(await card('second').innerText()).toMatch(/Draft[\s\S]*Why It Matters/);
      expect(await card('third').innerText()).toContain('Hidden');
    });

    it('publishes and unpublishes after asking, with a way back', async () => {
      await card('second')
        .getByRole('button', { name: /Publish/ })
        .click();
      await page.getByText('Publish this section?').waitFor();
      await answer('Cancel');
      expect(await stored('second')).toMatchObject({ is_published: false, rev: 1 });
      await card('second')
        .getByRole('button', { name: /Publish/ })
        .click();
      await answer('Publish');
      await expectToast(page, 'Status updated', 'Section publish status has been changed.');
      expect(await card('second').innerText()).toContain('Published');
      expect(await stored('second')).toMatchObject({ is_published: true, rev: 2, updated_by: uid });
      await card('second')
        .getByText(/Live in \d+\.\d s/)
        .waitFor();

      await notice(page, 'Status updated').getByRole('button', { name: 'Undo' }).click();
      await shortly(() => stored('second')).toMatchObject({ is_published: false, rev: 3 });
      await card('second')
        .getByText(/Off the site in/)
        .waitFor();
    });

    it('hides and shows without asking', async () => {
      await card('first').getByRole('button', { name: /Hide/ }).click();
      await card('first').getByText('Hidden').waitFor();
      await shortly(() => stored('first')).toMatchObject({ is_visible: false, rev: 2 });
      await card('first').getByRole('button', { name: /Show/ }).click();
      await shortly(() => stored('first')).toMatchObject({ is_visible: true, rev: 3 });
      await expectToast(page, 'Status updated');
    });

    it('takes a change back that the server refused', async () => {
      await page.route(/documents:commit/, (route) => refuse(route, 403), { times: 1 });
      await card('first').getByRole('button', { name: /Hide/ }).click();
      await expectToast(page, 'Save failed', 'You do not have permission to do this.');
      expect(await card('first').innerText()).toContain('Published');
    });

    it('publishes all drafts at once', async () => {
      await page.getByRole('button', { name: 'Publish All Drafts' }).click();
      await expectToast(page, 'All sections published', 'All draft sections are now live.');
      for (const id of ['second', 'third']) expect(await stored(id)).toMatchObject({ is_published: true });
      await shortly(() => page.getByRole('button', { name: 'Publish All Drafts' }).isDisabled()).toBe(true);
    });

    it('unpublishes many, with a result for each', async () => {
      await card('first').getByRole('button', { name: 'Hide first' }).waitFor();
      await office.firestore.doc('homepage_sections/second').update({ is_published: true, title: 42 });
      await page.reload();
      await page.getByLabel('Select first').check();
      await page.locator('[data-section="second"]').getByRole('checkbox').check();
      const selection = page.getByRole('region', { name: 'Selection' });
      await selection.getByText('2 sections selected').waitFor();
      await selection.getByRole('button', { name: 'Unpublish' }).click();
      await answer('Unpublish');
      await page.getByRole('dialog').getByText('1 of 2 done').waitFor();
      expect(await stored('first')).toMatchObject({ is_published: false, rev: 2 });
      expect(await stored('second')).toMatchObject({ is_published: true });
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    });

    it('deletes after asking, and brings it back', async () => {
      await card('third')
        .getByRole('button', { name: /Delete/ })
        .click();
      await answer('Delete');
      await expectToast(page, 'Section deleted', 'The section has been removed successfully.');
      await shortly(() => stored('third')).toBeUndefined();
      await notice(page, 'Section deleted').getByRole('button', { name: 'Undo' }).click();
      await card('third').waitFor();
    });

    it('says why a delete failed', async () => {
      await page.route(/documents:commit/, (route) => refuse(route, 403), { times: 1 });
      await card('third')
        .getByRole('button', { name: /Delete/ })
        .click();
      await answer('Delete');
      await expectToast(page, 'Delete failed', 'You do not have permission to do this.');
      await card('third').waitFor();
    });

    it('reorders with buttons, and undoes it', async () => {
      await page.getByRole('button', { name: 'Move third up' }).click();
      await expectToast(page, 'Order saved');
      expect(await shownOrder()).toEqual(['first', 'third', 'second']);
      await shortly(() => stored('third')).toMatchObject({ order_index: 1, rev: 2 });
      expect(await stored('second')).toMatchObject({ order_index: 2, rev: 2 });
      expect(await stored('first')).toMatchObject({ order_index: 0, rev: 1 });
      await notice(page, 'Order saved').getByRole('button', { name: 'Undo' }).click();
      await shortly(shownOrder).toEqual(['first', 'second', 'third']);
      await shortly(() => stored('third')).toMatchObject({ order_index: 2, rev: 3 });
    });

    it('reorders with the keyboard, and says what happens', async () => {
      await page.getByRole('button', { name: 'Reorder first' }).focus();
      await page.keyboard.press('Space');
      const announced = page.locator('[id^="DndLiveRegion"]');
      await shortly(() => announced.innerText()).toContain('Picked up first, position 1 of 3.');
      await page.keyboard.press('ArrowDown');
      await shortly(() => announced.innerText()).toContain('position 2 of 3');
      await page.keyboard.press('Space');
      await expectToast(page, 'Order saved');
      expect(await shownOrder()).toEqual(['second', 'first', 'third']);
    });

    it('reorders by dragging', async () => {
      const handle = await page.getByRole('button', { name: 'Reorder first' }).boundingBox();
      const target = await card('third').boundingBox();
      if (!handle || !target) throw new Error('nothing to drag');
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      await page.mouse.move(handle.x + handle.width / 2, target.y + target.height - 10, { steps: 12 });
      await page.mouse.up();
      await expectToast(page, 'Order saved');
      expect(await shownOrder()).toEqual(['second', 'third', 'first']);
    });

    it('puts an order back that the server refused', async () => {
      await page.route(/documents:commit/, (route) => refuse(route, 403), { times: 1 });
      await page.getByRole('button', { name: 'Move third up' }).click();
      await expectToast(page, 'The order was not saved');
      await shortly(shownOrder).toEqual(['first', 'second', 'third']);
    });

    it('says what to do when there is none', async () => {
      for (const id of ['first', 'second', 'third']) await office.firestore.doc(`homepage_sections/${id}`).delete();
      await page.reload();
      await page.getByText('No sections yet').waitFor();
      await page.getByRole('link', { name: 'Add Section' }).first().click();
      await page.waitForURL(`${office.admin}/admin/homepage/new`);
    });
  });

  describe('the section editor', () => {
    beforeEach(async () => {
      await page.goto(`${office.admin}/admin/homepage/new`);
      await page.getByRole('heading', { name: 'Create New Section' }).waitFor();
    });

    it.each([
      ['Section Key', 'Section key is required', null],
      ['Title', 'Title is required', ''],
      ['Title', 'Title must be less than 200 characters', 'x'.repeat(201)],
      ['CTA Text', 'CTA text must be less than 100 characters', 'x'.repeat(101)],
      ['CTA URL', 'Must be a valid URL or path', 'javascript:alert(1)'],
      ['Hero Image', 'Must be a valid URL', 'nonsense'],
      ['Order Index', 'Order must be a whole number, 0 or more', '1.5'],
      ['Order Index', 'Order must be a whole number, 0 or more', ''],
    ])('%s: %s', async (label, message, value) => {
      if (value !== null) await field(page, label).fill(value);
      await page.getByRole('button', { name: 'Create Section' }).click();
      await shortly(() => fieldError(page, label)).toBe(message);
      expect(await saveStatus(page)).toMatch(/Not saved/);
    });

    it('offers the seven keys by their labels', async () => {
      expect(await field(page, 'Section Key').locator('option').allInnerTexts()).toEqual([
        'Select a section key',
        'Hero',
        'The New Frontier',
        'Experiment Safely',
        'What You Can Do',
        'Built for Experimenters',
        'Why It Matters',
        'Start Your Experiment',
      ]);
      expect(await page.getByRole('switch', { name: 'Visible' }).isChecked()).toBe(true);
      expect(await page.getByRole('switch', { name: 'Published' }).isChecked()).toBe(false);
    });

    it('creates a section, then edits it, and returns to the list each time', async () => {
      await field(page, 'Section Key').selectOption('hero');
      await field(page, 'Title').fill('Made by hand');
      await field(page, 'CTA URL').fill('/demos');
      await page.getByRole('button', { name: 'Create Section' }).click();
      await expectToast(page, 'Section saved', 'Your changes have been saved successfully.');
      await page.waitForURL(`${office.admin}/admin/homepage`);
      const made = await office.firestore.collection('homepage_sections').where('title', '==', 'Made by hand').get();
      const id = made.docs[0]?.id ?? '';
      expect(await stored(id)).toMatchObject({
        section_key: 'hero',
        content: null,
        cta_text: null,
        cta_url: '/demos',
        image_url: null,
        order_index: 0,
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

    it('says why a save failed, and keeps what was typed', async () => {
      await field(page, 'Section Key').selectOption('hero');
      await field(page, 'Title').fill('Refused');
      await page.route(/documents:commit/, (route) => refuse(route, 403), { times: 1 });
      await page.getByRole('button', { name: 'Create Section' }).click();
      await expectToast(page, 'Save failed', 'You do not have permission to do this.');
      expect(await field(page, 'Title').inputValue()).toBe('Refused');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.waitForURL(`${office.admin}/admin/homepage`);
    });
  });
}
