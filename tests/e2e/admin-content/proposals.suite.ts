import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BackOffice } from '../office/content-office.ts';
import { button, errorOf, expectNotice, field, more, notice, shortly, visit } from '../office/screen.ts';

/** Authors propose what editors publish. */
export function proposalsSuite(opened: () => BackOffice): void {
  let office: BackOffice;
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

  describe('an author proposes', () => {
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

    async function submit(): Promise<void> {
      await button(cy, 'Submit for review').click();
      await expectNotice(cy, { title: 'Submitted for review' });
      await cy.getByText('Waiting for review').waitFor();
    }

    it('what is theirs; an editor compares it, returns it with a note, and publishes it', async () => {
      await shortly(() => button(cy, 'Save Changes').count()).toBe(0);
      await body(cy).click();
      await cy.keyboard.press('Control+End');
      await cy.keyboard.type('\nA third line');
      await submit();
      await ada.goto(`${office.admin}/admin`);
      await waiting().waitFor();
      await ada.getByRole('link', { name: 'Proposed', exact: true }).click();
      await ada.getByText('author Person asks for a review').waitFor();
      await button(ada, 'Compare with live').click();
      const dialog = ada.getByRole('dialog', { name: 'Compare with live' });
      await dialog.getByRole('region', { name: 'Body', exact: true }).getByText('A third line').first().waitFor();
      expect(await dialog.getByRole('region', { name: 'Title', exact: true }).count()).toBe(0);
      await dialog.getByLabel('Note to its author').fill('Shorter, please');
      await dialog.getByRole('button', { name: 'Return with this note' }).click();
      await expectNotice(ada, { title: 'Returned' });
      expect(await office.data('pages/proposed')).toMatchObject({ rev: 1 });

      await cy.getByText('Shorter, please').waitFor({ timeout: 20_000 });
      await field(cy, 'Title').fill('Proposed, shorter');
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
      await shortly(() => waiting().count()).toBe(0);
      await notice(ada, 'Draft published').getByRole('button', { name: 'Undo' }).click();
      await shortly(() => office.data('pages/proposed')).toMatchObject({
        title: 'Proposed',
        body: 'First line\nSecond line',
        is_published: true,
        rev: 3,
      });
    });

    it('and nothing is published that moved while somebody looked at it', { tags: 'full' }, async () => {
      await field(cy, 'Title').fill('As it was submitted');
      await submit();
      await openPage(ada, 'proposed');
      await button(ada, 'Compare with live').click();
      const dialog = ada.getByRole('dialog', { name: 'Compare with live' });
      await dialog.getByRole('region', { name: 'Title', exact: true }).getByText('As it was submitted').waitFor();
      await field(cy, 'Title').fill('Changed since');
      await shortly(() => office.drafted('pages_proposed')).toMatchObject({ title: 'Changed since' });
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expectNotice(ada, { title: 'Nothing was published', description: 'It was changed' });
      expect(await office.data('pages/proposed')).toMatchObject({ title: 'Proposed', rev: 1 });
      await shortly(() => field(ada, 'Title').inputValue()).toBe('Changed since');
      await cy.getByText('Changed since it was submitted').waitFor();
    });

    it('and takes it back: nobody is asked any more, and the draft stays', { tags: 'full' }, async () => {
      await field(cy, 'Title').fill('Too early');
      await submit();
      await ada.goto(`${office.admin}/admin/pages?state=review`);
      await waiting().waitFor();
      await visit(ada, `${office.admin}/admin/pages/proposed`);
      await button(ada, 'Compare with live').click();
      const dialog = ada.getByRole('dialog', { name: 'Compare with live' });
      await dialog.getByRole('button', { name: 'Publish' }).waitFor();

      await more(cy, 'Withdraw');
      await expectNotice(cy, { title: 'Review withdrawn' });
      await shortly(() => cy.getByText('Waiting for review').count()).toBe(0);
      await shortly(() => button(cy, 'Submit for review').count()).toBe(1);
      expect(await office.data('drafts/pages_proposed')).toMatchObject({ review: null, data: { title: 'Too early' } });
      // Who looked at it meanwhile is told, and cannot publish it.
      await expectNotice(ada, { title: 'This is not up for review any more' });
      await shortly(() => dialog.count()).toBe(0);
      await visit(ada, `${office.admin}/admin/pages`);
      expect(await office.data('pages/proposed')).toMatchObject({ title: 'Proposed', rev: 1 });
      await shortly(() => waiting().count()).toBe(0);
    });

    it('also a new one, which becomes visible when it is published', { tags: 'full' }, async () => {
      await office.addPage('fresh', { title: 'Fresh' });
      await office.firestore.doc('pages/fresh').update({ created_by: cyId });
      await openPage(cy, 'fresh');
      await field(cy, 'Title').fill('');
      await button(cy, 'Submit for review').click();
      await shortly(() => errorOf(cy, 'Title')).toBe('Title is required');
      expect(await office.data('drafts/pages_fresh')).toBeUndefined();
      await field(cy, 'Title').fill('Fresh and ready');
      await submit();
      await ada.goto(`${office.admin}/admin/pages?state=review`);
      await ada.getByRole('link', { name: 'Fresh', exact: true }).click();
      await button(ada, 'Compare with live').click();
      await ada.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await expectNotice(ada, { title: 'Draft published' });
      expect(await office.data('pages/fresh')).toMatchObject({ title: 'Fresh and ready', is_published: true, rev: 2 });
      await shortly(async () => (await fetch(`${office.site}/fresh`)).status).toBe(200);
    });
  });
}
