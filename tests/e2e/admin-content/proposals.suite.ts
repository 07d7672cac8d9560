import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import {
  button,
  errorOf,
  expectNotice,
  field,
  chooseAction,
  notice,
  saveStatus,
  pollSoon,
  visit,
} from '../office/screen.ts';

/** Proposals: authors submit drafts, editors publish or return them. */
export function proposalsSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let ada: Page;

  beforeAll(async () => {
    office = opened();
    ada = (await office.signIn('editor')).page;
  });

  const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
  async function openPage(page: Page, id: string): Promise<void> {
    await page.goto(`${office.admin}/admin/pages/${id}`);
    await body(page).waitFor();
  }

  describe('a proposal of an author', () => {
    let cy: Page;
    let cyId: string;
    const waiting = () => ada.getByRole('link', { name: /Dashboard.*waiting for review/ });

    beforeAll(async () => {
      ({ page: cy, uid: cyId } = await office.signIn('author'));
    });
    beforeEach(async () => {
      await office.firestore.doc('drafts/pages_proposed').delete();
      await office.addPage('proposed', { title: 'Proposed', body: 'First line\nSecond line', is_published: true });
      await office.firestore.doc('pages/proposed').update({ created_by: cyId });
      await openPage(cy, 'proposed');
    });

    async function submit(message?: string): Promise<void> {
      await button(cy, 'Submit for review').click();
      const dialog = cy.getByRole('dialog', { name: 'Submit for review' });
      if (message !== undefined) await dialog.getByLabel('Message to the reviewer').fill(message);
      await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
      await expectNotice(cy, { title: 'Submitted for review' });
      await cy.getByText('Waiting for review').waitFor();
    }

    it('is compared, returned with a note, submitted again and published by an editor', async () => {
      await pollSoon(() => button(cy, 'Save Changes').count()).toBe(0);
      await body(cy).click();
      await cy.keyboard.press('Control+End');
      await cy.keyboard.type('\nA third line');
      await submit('The third line is new');
      await ada.goto(`${office.admin}/admin`);
      await waiting().waitFor();
      const panel = ada.getByRole('region', { name: 'Waiting for review', exact: true });
      await panel.getByRole('listitem').filter({ hasText: 'Proposed by' }).getByText('The third line is new').waitFor();
      await panel.getByRole('link', { name: 'Proposed', exact: true }).click();
      await ada.getByText('author Person asks for a review').waitFor();
      await ada.getByText('The third line is new').waitFor();
      await button(ada, 'Compare with live').click();
      const dialog = ada.getByRole('dialog', { name: 'Compare with live' });
      // Opening the comparison writes nothing and shows no notice.
      const before = await office.data('drafts/pages_proposed');
      const bodyField = dialog.getByRole('region', { name: 'Body', exact: true });
      await pollSoon(() => bodyField.locator('ins').allInnerTexts()).toEqual([expect.stringContaining('A third line')]);
      await dialog.getByText('The third line is new').waitFor();
      await dialog.getByRole('button', { name: 'Side by side' }).click();
      const drawn = (side: string) =>
        dialog.getByRole('region', { name: side, exact: true }).frameLocator('iframe').locator('main');
      await pollSoon(() => drawn('Draft').innerText()).toContain('A third line');
      await pollSoon(() => drawn('Live').innerText()).not.toContain('A third line');
      // The compared pages take three fifths of the window.
      const view = await dialog.getByRole('region', { name: 'Draft', exact: true }).locator('iframe').boundingBox();
      expect(view!.height / ada.viewportSize()!.height).toBeGreaterThanOrEqual(0.6);
      expect(await violations(ada)).toEqual([]);
      expect(await office.data('drafts/pages_proposed')).toEqual(before);
      expect(await ada.locator('[data-kind]').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Changed words' }).click();
      expect(await dialog.getByRole('region', { name: 'Title', exact: true }).count()).toBe(0);
      await dialog.getByLabel('Note to the author').fill('Shorter, please');
      await dialog.getByRole('button', { name: 'Return with this note' }).click();
      await expectNotice(ada, { title: 'Returned' });
      expect(await office.data('pages/proposed')).toMatchObject({ rev: 1 });

      await cy.getByText('Shorter, please').waitFor({ timeout: 20_000 });
      await cy.getByText('editor Person returned this').waitFor();
      // Returning a draft does not make the reviewer its author.
      await pollSoon(() => saveStatus(cy)).toMatch(/^Draft saved \S+( [AP]M)?$/);
      await ada.goto(`${office.admin}/admin/pages?q=Proposed`);
      await ada
        .locator('[data-page=proposed]')
        .getByText(/^by author Person /)
        .waitFor();
      // The author sees the state in the editor, in the list and on the dashboard; it is no draft of the reviewer.
      await cy.getByRole('region', { name: 'Editor bar' }).getByText('Returned', { exact: true }).waitFor();
      await cy.goto(`${office.admin}/admin/pages?q=Proposed`);
      await cy.locator('[data-page=proposed]').getByText('Returned', { exact: true }).waitFor();
      const drafts = (page: Page) => page.getByRole('region', { name: 'My drafts', exact: true });
      await cy.goto(`${office.admin}/admin`);
      const own = drafts(cy).getByRole('listitem').filter({ hasText: 'Proposed' });
      await own.getByText(/^Returned, changed/).waitFor();
      await ada.goto(`${office.admin}/admin`);
      await drafts(ada).waitFor();
      await pollSoon(() => drafts(ada).getByRole('status').count()).toBe(0);
      expect(await drafts(ada).getByRole('link', { name: 'Proposed', exact: true }).count()).toBe(0);
      await own.getByRole('link').click();
      await body(cy).waitFor();
      await field(cy, 'Title').fill('Proposed, shorter');
      await pollSoon(() => office.drafted('pages_proposed')).toMatchObject({ title: 'Proposed, shorter' });
      await pollSoon(() => cy.getByText('editor Person returned this').count()).toBe(1);
      await submit();
      await openPage(ada, 'proposed');
      await button(ada, 'Compare with live').click();
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expectNotice(ada, { title: 'Draft published' });
      expect(await office.data('pages/proposed')).toMatchObject({
        title: 'Proposed, shorter',
        body: 'First line\nSecond line\nA third line',
        rev: 2,
        created_by: cyId,
      });
      expect(await office.data('drafts/pages_proposed')).toBeUndefined();
      expect(await office.data('pages/proposed')).toMatchObject({
        from_draft: { rev: 2, authors: [cyId], message: null },
      });
      await pollSoon(() => waiting().count()).toBe(0);
      await notice(ada, 'Draft published').getByRole('button', { name: 'Undo' }).click();
      await pollSoon(() => office.data('pages/proposed')).toMatchObject({
        title: 'Proposed',
        body: 'First line\nSecond line',
        is_published: true,
        rev: 3,
      });
      // History names the author of the text and its publisher.
      await openPage(ada, 'proposed');
      await button(ada, 'History').click();
      const versions = ada.getByRole('region', { name: 'Revisions' }).getByRole('listitem');
      await pollSoon(async () => (await versions.allInnerTexts()).slice(0, 2)).toEqual([
        expect.stringMatching(/\bYou$/),
        expect.stringMatching(/Written by author Person, published by you$/),
      ]);
      await button(ada, 'Close').click();
    });

    it(
      'of a page that was never published is published while its author continues to type',
      { tags: 'full' },
      async () => {
        await office.addPage('first-time', { title: 'First time', body: 'One' });
        await office.firestore.doc('pages/first-time').update({ created_by: cyId });
        await openPage(cy, 'first-time');
        await field(cy, 'Title').fill('First time, proposed');
        await submit();
        await openPage(ada, 'first-time');
        await button(ada, 'Review').click();
        await ada.getByRole('dialog', { name: 'Review' }).getByRole('button', { name: 'Publish' }).click();
        await expectNotice(ada, { title: 'Draft published' });
        await field(cy, 'Title').fill('First time, proposed, and more');
        // The list has the search of an earlier test.
        await ada.waitForURL(/\/admin\/pages(\?|$)/);
        expect(await ada.getByText('Leave without saving?').count()).toBe(0);
        const published = notice(ada, 'Draft published');
        expect(await published.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(
          `${office.site}/first-time`,
        );
        await published.getByRole('button', { name: 'Keep editing' }).click();
        await ada.waitForURL(`${office.admin}/admin/pages/first-time`);
        await pollSoon(() => office.data('drafts/pages_first-time')).toMatchObject({
          base_rev: 2,
          data: { title: 'First time, proposed, and more', is_published: true },
        });
        expect(await cy.getByText(/You, in another window|Merge with mine/).count()).toBe(0);
        await cy.getByRole('link', { name: 'Back to Pages' }).click();
        await cy.waitForURL(`${office.admin}/admin/pages`);
        expect(await cy.getByText('Leave without saving?').count()).toBe(0);
      },
    );

    it('is not published if it changes during the comparison', { tags: 'full' }, async () => {
      await field(cy, 'Title').fill('As it was submitted');
      await submit();
      await openPage(ada, 'proposed');
      await button(ada, 'Compare with live').click();
      const dialog = ada.getByRole('dialog', { name: 'Compare with live' });
      await dialog.getByRole('region', { name: 'Title', exact: true }).getByText('As it was submitted').waitFor();
      await field(cy, 'Title').fill('Changed since');
      await pollSoon(() => office.drafted('pages_proposed')).toMatchObject({ title: 'Changed since' });
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expectNotice(ada, { title: "Couldn't publish the draft", description: 'The draft has changed' });
      expect(await office.data('pages/proposed')).toMatchObject({ title: 'Proposed', rev: 1 });
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Changed since');
      await cy.getByText('Changed since it was submitted').waitFor();
    });

    it('can be withdrawn, which closes the review and keeps the draft', { tags: 'full' }, async () => {
      await field(cy, 'Title').fill('Too early');
      await submit();
      await ada.goto(`${office.admin}/admin/pages?state=review`);
      await waiting().waitFor();
      await visit(ada, `${office.admin}/admin/pages/proposed`);
      await button(ada, 'Compare with live').click();
      const dialog = ada.getByRole('dialog', { name: 'Compare with live' });
      await dialog.getByRole('button', { name: 'Publish' }).waitFor();

      await chooseAction(cy, 'Withdraw');
      await expectNotice(cy, { title: 'Review withdrawn' });
      await pollSoon(() => cy.getByText('Waiting for review').count()).toBe(0);
      await pollSoon(() => button(cy, 'Submit for review').count()).toBe(1);
      expect(await office.data('drafts/pages_proposed')).toMatchObject({ review: null, data: { title: 'Too early' } });
      // A reviewer with an open comparison sees a notice and cannot publish it.
      await expectNotice(ada, { title: 'This review is closed' });
      await pollSoon(() => dialog.count()).toBe(0);
      await visit(ada, `${office.admin}/admin/pages`);
      expect(await office.data('pages/proposed')).toMatchObject({ title: 'Proposed', rev: 1 });
      await pollSoon(() => waiting().count()).toBe(0);
    });

    it('of an unpublished page is reviewed and published', { tags: 'full' }, async () => {
      await office.addPage('fresh', { title: 'Fresh', body: 'Every word of it' });
      await office.firestore.doc('pages/fresh').update({ created_by: cyId });
      await openPage(cy, 'fresh');
      await field(cy, 'Title').fill('');
      await button(cy, 'Submit for review').click();
      await pollSoon(() => errorOf(cy, 'Title')).toBe('Title is required');
      expect(await office.data('drafts/pages_fresh')).toBeUndefined();
      await field(cy, 'Title').fill('Fresh and ready');
      await submit();
      await ada.goto(`${office.admin}/admin/pages?state=review`);
      await ada.getByRole('link', { name: 'Fresh', exact: true }).click();
      await button(ada, 'Review').click();
      const dialog = ada.getByRole('dialog', { name: 'Review' });
      // There is no live version, so the review shows the whole text, as words and as a page.
      await pollSoon(() => dialog.getByRole('region', { name: 'Title', exact: true }).innerText()).toContain(
        'Fresh and ready',
      );
      await pollSoon(() => dialog.getByRole('region', { name: 'Body', exact: true }).innerText()).toContain(
        'Every word of it',
      );
      await dialog.getByRole('button', { name: 'Page', exact: true }).click();
      const page = dialog.getByRole('region', { name: 'Draft', exact: true }).frameLocator('iframe');
      await pollSoon(() => page.locator('main').innerText()).toContain('Every word of it');
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expectNotice(ada, { title: 'Draft published' });
      expect(await office.data('pages/fresh')).toMatchObject({ title: 'Fresh and ready', is_published: true, rev: 2 });
      await pollSoon(async () => (await fetch(`${office.site}/fresh`)).status).toBe(200);
    });
  });
}
