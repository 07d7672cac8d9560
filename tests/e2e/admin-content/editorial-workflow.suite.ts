import { runDue } from '@frontage/functions/launches/run-due';
import { notices } from '@frontage/model/messages';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { expectNotice, field, notice, saveStatus, pollSoon, visit } from '../office/screen.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });

/** The workflow of an author, an editor and an administrator with one page, from creation to duplication. */
export function editorialWorkflowSuite(opened: () => ContentOffice): void {
  it(
    'a page is proposed, returned, corrected, scheduled, published, moved, and restored from its history',
    { tags: 'full' },
    async () => {
      const office = opened();
      const [author, editor, admin] = await Promise.all(
        (['author', 'editor', 'admin'] as const).map(async (role) => (await office.signIn(role)).page),
      );
      if (!author || !editor || !admin) throw new Error('A user could not sign in');
      const answer = async (address: string): Promise<string> => {
        const response = await fetch(office.site + address, { redirect: 'manual' });
        return [String(response.status), response.headers.get('location')].filter(Boolean).join(' ');
      };
      const shown = async (address: string) => (await fetch(office.site + address)).text();

      // The author writes it and submits it for review.
      await visit(author, '/admin/pages/new');
      await field(author, 'Title').fill('Summer Fair');
      await body(author).click();
      await author.keyboard.type('Bring a chair.');
      await button(author, 'Create Page').click();
      await expectNotice(author, notices.pageCreated);
      await author.getByRole('link', { name: 'Summer Fair', exact: true }).click();
      const id = await openedId(author);
      const path = `/admin/pages/${id}`;
      const document = async () => (await office.firestore.doc(`pages/${id}`).get()).data();
      const draft = async () => (await office.firestore.doc(`drafts/pages_${id}`).get()).data();
      await button(author, 'Submit for review').click();
      await button(author, 'Submit').click();
      await author.getByText('Waiting for review').waitFor();

      // The editor reviews it and returns it.
      await visit(editor, '/admin');
      const waiting = editor.getByRole('region', { name: 'Waiting for review' });
      await waiting.getByRole('link', { name: 'Summer Fair', exact: true }).click();
      await button(editor, 'Review').click();
      const review = editor.getByRole('dialog', { name: 'Review' });
      await review.getByLabel('Note to the author').fill('When is it?');
      await review.getByRole('button', { name: 'Return with this note' }).click();
      await expectNotice(editor, { title: 'Returned' });

      // The author corrects it.
      await visit(author, '/admin/pages');
      await author.getByRole('link', { name: 'Summer Fair', exact: true }).click();
      await author.getByText('When is it?').waitFor();
      await body(author).click();
      await author.keyboard.press('Control+End');
      await author.keyboard.type(' It is on 21 June.');
      await pollSoon(draft).toMatchObject({ data: { body: 'Bring a chair. It is on 21 June.' } });
      await button(author, 'Submit for review').click();
      await button(author, 'Submit').click();
      await author.getByText('Waiting for review').waitFor();

      // The editor schedules it, and the schedule runs.
      await visit(editor, path);
      await editor.getByText('author Person asks for a review').waitFor();
      await button(editor, 'Schedule').click();
      await field(editor, 'Publish changes at').fill('2100-05-01T09:00');
      await button(editor, 'Schedule the time to publish the changes').click();
      await expectNotice(editor, notices.scheduled);
      expect(await answer('/summer-fair')).toBe('404');
      await runDue(office.firestore, new Date('2100-05-02'));
      expect(await document()).toMatchObject({ is_published: true });
      await pollSoon(() => answer('/page/summer-fair')).toBe('200');
      expect(await shown('/summer-fair')).toContain('It is on 21 June.');
      expect(await draft()).toBeUndefined();

      // The administrator changes the address. The old one redirects to it.
      await visit(admin, path);
      await field(admin, 'URL slug').fill('midsummer');
      await button(admin, 'Save Changes').click();
      await pollSoon(() => answer('/page/midsummer')).toBe('200');
      await pollSoon(() => answer('/summer-fair')).toBe('301 /page/midsummer');

      // Undo restores the address, so that the redirect is reversed.
      await notice(admin, notices.pageUpdated.title).getByRole('button', { name: 'Undo' }).click();
      await expectNotice(admin, { title: notices.undone.title });
      await pollSoon(() => answer('/page/summer-fair')).toBe('200');
      await pollSoon(() => answer('/midsummer')).toBe('301 /page/summer-fair');

      // The first version is restored from the history and remains a draft until it is saved.
      await button(admin, 'History').click();
      const history = admin.getByRole('dialog', { name: 'History' });
      await history.getByRole('region', { name: 'Revisions' }).getByText('Created').click();
      await history.getByRole('button', { name: 'Restore' }).click();
      await pollSoon(() => body(admin).innerText()).toBe('Bring a chair.');
      await admin.getByRole('switch', { name: 'Publish', exact: true }).check();
      await button(admin, 'Save Changes').click();
      await pollSoon(() => saveStatus(admin)).toMatch(/· Live in/);
      expect(await shown('/summer-fair')).not.toContain('21 June');

      // The page is duplicated.
      await button(admin, 'Duplicate Summer Fair').click();
      await pollSoon(() => field(admin, 'Title').inputValue()).toBe('Summer Fair (copy)');
      expect(await answer('/summer-fair-copy')).toBe('404');
      const revisions = office.firestore.collection('revisions').where('document', '==', `pages/${id}`);
      await pollSoon(async () => (await revisions.get()).size).toBe(Number((await document())?.['rev']));
    },
  );
}

/** The id of the page whose editor is open. */
async function openedId(page: Page): Promise<string> {
  await page.waitForURL(/\/admin\/pages\/(?!new)[^/?]+$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
