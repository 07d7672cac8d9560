import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, notice, onSave, refuse, pollSoon, visit } from '../office/screen.ts';
import { useKeptContent } from '../office/use-kept-content.ts';

export function sectionsListSuite(opened: () => ContentOffice): void {
  useKeptContent(opened);
  let office: ContentOffice;
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
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

  describe('the list of sections', () => {
    beforeEach(async () => {
      const others = await office.firestore.collection('homepage_sections').get();
      for (const other of others.docs) await other.ref.delete();
      await office.addSection('first', { order_index: 0, section_key: 'new-frontier', is_published: true });
      await office.addSection('second', { order_index: 1, section_key: 'why-it-matters' });
      await office.addSection('third', { order_index: 2, is_visible: false, section_key: 'start-experiment' });
      await visit(page, `${office.admin}/admin/homepage`);
      await card('first').waitFor();
    });

    it('shows sections in order with their state', async () => {
      await pollSoon(shownOrder).toEqual(['first', 'second', 'third']);
      await pollSoon(() => card('first').innerText()).toContain('Published');
      await pollSoon(() => card('second').innerText()).toMatch(/Draft[\s\S]*Why It Matters/);
      await pollSoon(() => card('third').innerText()).toContain('Hidden');
    });

    it('finds sections by title and text, and moves none meanwhile', { tags: 'full' }, async () => {
      await office.addSection('fourth', { order_index: 3, section_key: 'why-it-matters', content: 'A **zeppelin**.' });
      await page.reload();
      await card('fourth').waitFor();
      const search = page.getByRole('searchbox', { name: 'Search sections' });
      await search.fill('SECÓND');
      await pollSoon(shownOrder).toEqual(['second']);
      expect(await page.getByRole('button', { name: 'Move second up' }).isDisabled()).toBe(true);
      await search.fill('zepelin');
      await pollSoon(shownOrder).toEqual(['fourth']);
      await search.fill('qqqqzzzz');
      await page.getByText('No sections found matching your search.').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await pollSoon(shownOrder).toEqual(['first', 'second', 'third', 'fourth']);
    });

    it('lists the hero first and moves no section above it', { tags: 'full' }, async () => {
      await office.addSection('top', { order_index: 9, section_key: 'hero', is_published: true });
      await page.reload();
      await pollSoon(shownOrder).toEqual(['top', 'first', 'second', 'third']);
      await pollSoon(() => card('top').innerText()).toContain('Hero, always first');
      await page.getByRole('button', { name: 'Reorder first' }).waitFor();
      expect(await page.getByRole('button', { name: 'Reorder top' }).count()).toBe(0);
      for (const name of ['Move top up', 'Move top down', 'Move first up']) {
        expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
      }
      await page.getByRole('button', { name: 'Move second up' }).click();
      await expectNotice(page, { title: 'Order saved' });
      await pollSoon(shownOrder).toEqual(['top', 'second', 'first', 'third']);
    });

    it('adds new sections at the end and shows equal orders as visitors see them', { tags: 'full' }, async () => {
      await office.addSection('z-equal', { order_index: 1, section_key: 'why-it-matters', is_published: true });
      await office.addSection('a-equal', { order_index: 1, section_key: 'why-it-matters', is_published: true });
      await page.reload();
      await page.getByRole('link', { name: 'Add section' }).click();
      await page.getByLabel('Section key').selectOption('Start Your Experiment');
      await field(page, 'Title').fill('newest');
      await page.getByRole('switch', { name: 'Publish' }).check();
      await page.getByRole('button', { name: 'Create Section' }).click();
      await expectNotice(page, { title: 'Section saved' });
      await pollSoon(() => page.locator('[data-section]').last().getByRole('link').first().innerText()).toBe('newest');
      const siteOrder = async () => {
        const html = await (await fetch(`${office.site}/`)).text();
        return [...html.matchAll(/<h[12][^>]*>\s*(first|a-equal|z-equal|newest)\s*</g)].map(([, title]) => title);
      };
      await pollSoon(siteOrder).toEqual(['first', 'a-equal', 'z-equal', 'newest']);
      const titles = page.locator('[data-section]').getByRole('link', { name: /^(first|a-equal|z-equal|newest)$/ });
      expect(await titles.allInnerTexts()).toEqual(await siteOrder());
    });

    it('publishes a section after confirmation and undoes it', async () => {
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
      await expectNotice(page, { title: 'Status updated', description: 'Section publish status has been changed.' });
      await pollSoon(() => card('second').innerText()).toContain('Published');
      expect(await stored('second')).toMatchObject({ is_published: true, rev: 2, updated_by: uid });
      await card('second')
        .getByText(/Live in \d+\.\d s/)
        .waitFor();

      await notice(page, 'Status updated').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => stored('second')).toMatchObject({ is_published: false, rev: 3 });
      await card('second')
        .getByText(/Unpublished in/)
        .waitFor();
    });

    it('hides and shows a section without confirmation', { tags: 'full' }, async () => {
      await card('first').getByRole('button', { name: /Hide/ }).click();
      await card('first').getByText('Hidden').waitFor();
      await pollSoon(() => stored('first')).toMatchObject({ is_visible: false, rev: 2 });
      await card('first').getByRole('button', { name: /Show/ }).click();
      await pollSoon(() => stored('first')).toMatchObject({ is_visible: true, rev: 3 });
      await expectNotice(page, { title: 'Status updated' });
    });

    it('reverts a change that the server rejects', { tags: 'full' }, async () => {
      await onSave(page, (route) => refuse(route, 403));
      await card('first').getByRole('button', { name: /Hide/ }).click();
      await expectNotice(page, { title: 'Save failed', description: 'You do not have permission to do this.' });
      await pollSoon(() => card('first').innerText()).toContain('Published');
    });

    it('lists all drafts and publishes them after confirmation', { tags: 'full' }, async () => {
      await page.getByRole('button', { name: 'Publish All Drafts' }).click();
      const question = page.getByRole('alertdialog');
      await pollSoon(() => question.getByRole('listitem').allInnerTexts()).toEqual(['second', 'third (stays hidden)']);
      await answer('Cancel');
      expect(await stored('second')).toMatchObject({ is_published: false, rev: 1 });
      await page.getByRole('button', { name: 'Publish All Drafts' }).click();
      await answer('Publish all');
      await expectNotice(page, { title: 'All sections published', description: 'All draft sections are now live.' });
      for (const id of ['second', 'third']) expect(await stored(id)).toMatchObject({ is_published: true });
      await pollSoon(() => page.getByRole('button', { name: 'Publish All Drafts' }).isDisabled()).toBe(true);
      await pollSoon(focused).toBe('second');
    });

    it('unpublishes several sections, with a result for each', { tags: 'full' }, async () => {
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

    it('deletes a section after confirmation and restores it', { tags: 'full' }, async () => {
      await card('third')
        .getByRole('button', { name: /Delete/ })
        .click();
      await answer('Delete');
      await expectNotice(page, { title: 'Section deleted', description: 'The section has been removed successfully.' });
      await pollSoon(() => stored('third')).toBeUndefined();
      await notice(page, 'Section deleted').getByRole('button', { name: 'Undo' }).click();
      await card('third').waitFor();
    });

    it('shows why a deletion failed', { tags: 'full' }, async () => {
      await onSave(page, (route) => refuse(route, 403));
      await card('third')
        .getByRole('button', { name: /Delete/ })
        .click();
      await answer('Delete');
      await expectNotice(page, { title: 'Delete failed', description: 'You do not have permission to do this.' });
      await card('third').waitFor();
    });

    it('keeps the focus on a section that is moved to the first position', { tags: 'full' }, async () => {
      await page.getByRole('button', { name: 'Move second up' }).focus();
      await page.keyboard.press('Enter');
      await pollSoon(shownOrder).toEqual(['second', 'first', 'third']);
      await pollSoon(focused).toBe('second');
    });

    it('reorders with buttons, and undoes it', { tags: 'full' }, async () => {
      await page.getByRole('button', { name: 'Move third up' }).click();
      await expectNotice(page, { title: 'Order saved' });
      await pollSoon(shownOrder).toEqual(['first', 'third', 'second']);
      await pollSoon(() => stored('third')).toMatchObject({ order_index: 1, rev: 2 });
      expect(await stored('second')).toMatchObject({ order_index: 2, rev: 2 });
      expect(await stored('first')).toMatchObject({ order_index: 0, rev: 1 });
      await notice(page, 'Order saved').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(shownOrder).toEqual(['first', 'second', 'third']);
      await pollSoon(() => stored('third')).toMatchObject({ order_index: 2, rev: 3 });
    });

    it('reorders with the keyboard, with announcements', async () => {
      await page.getByRole('button', { name: 'Reorder first' }).focus();
      await page.keyboard.press('Space');
      const announced = page.locator('[id^="DndLiveRegion"]');
      await pollSoon(() => announced.innerText()).toContain('Picked up first, position 1 of 3.');
      // After the announcement, the library measures the other sections and adds its key listener.
      await page.evaluate(
        () =>
          new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(resolve), 100))),
      );
      await page.keyboard.press('ArrowDown');
      await pollSoon(() => announced.innerText()).toContain('position 2 of 3');
      await page.keyboard.press('Space');
      await expectNotice(page, { title: 'Order saved' });
      await pollSoon(shownOrder).toEqual(['second', 'first', 'third']);
    });

    it('reorders by dragging', { tags: 'full' }, async () => {
      const handle = await page.getByRole('button', { name: 'Reorder first' }).boundingBox();
      const target = await card('third').boundingBox();
      if (!handle || !target) throw new Error('nothing to drag');
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      await page.mouse.move(handle.x + handle.width / 2, target.y + target.height - 10, { steps: 12 });
      await page.mouse.up();
      await expectNotice(page, { title: 'Order saved' });
      await pollSoon(shownOrder).toEqual(['second', 'third', 'first']);
    });

    it('reverts an order that the server rejects', { tags: 'full' }, async () => {
      await onSave(page, (route) => refuse(route, 403));
      await page.getByRole('button', { name: 'Move third up' }).click();
      await expectNotice(page, { title: "Couldn't save the order" });
      await pollSoon(shownOrder).toEqual(['first', 'second', 'third']);
    });

    it('has a create link if empty', { tags: 'full' }, async () => {
      for (const id of ['first', 'second', 'third']) await office.firestore.doc(`homepage_sections/${id}`).delete();
      await page.reload();
      await page.getByText('No sections yet').waitFor();
      await page.getByRole('link', { name: 'Add section' }).first().click();
      await page.waitForURL(`${office.admin}/admin/homepage/new`);
    });
  });
}
