import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, pollSoon, visit } from '../office/screen.ts';

/** Drafts, reviews, conflicts and history with the visual editor, whose form and document both follow other users. */
export function visualCollaborationSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let ada: Page;
  let context: BrowserContext;
  let bob: Page;
  let bobId: string;
  let count = 0;
  let id: string;

  const original =
    '# Setext kept\n\nA *first* paragraph\n\n* one\n* two\n\n::::cards\n:::card[Card]\nIn a card\n:::\n::::\n\nLast paragraph';

  beforeAll(async () => {
    office = opened();
    ({ page: ada, context } = await office.signIn('editor', { isVisual: true }));
    ({ page: bob, uid: bobId } = await office.signIn('author', { isVisual: true }));
  });
  beforeEach(() => {
    id = `together-${(count += 1)}`;
  });

  const body = (page: Page) => page.getByRole('textbox', { name: 'Body', exact: true });
  const stored = async () => (await office.data(`pages/${id}`))?.['body'];
  const drafted = async () => (await office.drafted(`pages_${id}`))?.['body'];
  const save = (page: Page) => button(page, 'Save Changes').click();

  async function open(isPublished: boolean, ...pages: Page[]): Promise<void> {
    await office.addPage(id, { title: `Together ${id}`, body: original, is_published: isPublished });
    await office.firestore.doc(`pages/${id}`).update({ created_by: bobId });
    for (const page of pages) {
      await visit(page, `${office.admin}/admin/pages/${id}`);
      await body(page).waitFor();
    }
  }

  /** Types at the end of the block with these words. */
  async function typeIn(page: Page, words: string, text: string): Promise<void> {
    await body(page).getByText(words).click();
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  }

  it('merges the saves of two users by blocks, in the document that one of them edits', { tags: 'full' }, async () => {
    await open(false, ada, bob);
    await typeIn(bob, 'In a card', ', by Bob');
    await save(bob);
    await pollSoon(stored).toBe(original.replace('In a card', 'In a card, by Bob'));
    await typeIn(ada, 'A first paragraph', ' by Ada');
    await ada.keyboard.press('Control+s');
    const merged = original
      .replace('A *first* paragraph', 'A _first_ paragraph by Ada')
      .replace('card\n:::\n', 'card, by Bob\n:::\n');
    await pollSoon(stored).toBe(merged);
    await body(ada).getByText('In a card, by Bob').waitFor();
    // The caret is still after the typed words.
    await ada.keyboard.type('!');
    await pollSoon(() => body(ada).innerText()).toContain('A first paragraph by Ada!');
    await ada.keyboard.press('Control+s');
    await pollSoon(stored).toBe(merged.replace('by Ada', 'by Ada!'));
  });

  it('asks about conflicting words and shows the chosen ones', { tags: 'full' }, async () => {
    await open(false, ada, bob);
    await typeIn(bob, 'Last paragraph', ' of Bob');
    await save(bob);
    await pollSoon(stored).toContain('of Bob');
    await typeIn(ada, 'Last paragraph', ' of Ada');
    await save(ada);
    const dialog = ada.getByRole('dialog', { name: 'author Person saved this first' });
    await dialog.getByRole('radio', { name: /^From author Person/ }).check();
    await dialog.getByRole('button', { name: 'Save my choices' }).click();
    await pollSoon(() => body(ada).innerText()).toContain('Last paragraph of Bob');
    await pollSoon(stored).toBe(`${original} of Bob`);
  });

  it('shows the draft that another user types', { tags: 'full' }, async () => {
    await open(true, ada, bob);
    await typeIn(bob, 'one', ' more');
    await pollSoon(drafted).toBe(original.replace('* one', '* one more'));
    await pollSoon(() => body(ada).innerText()).toContain('one more');
    await typeIn(ada, 'Last paragraph', ', finished');
    const both = `${original.replace('* one', '* one more')}, finished`;
    await pollSoon(drafted).toBe(both);
    await pollSoon(() => body(bob).innerText()).toContain('Last paragraph, finished');
    await save(ada);
    await pollSoon(stored).toBe(both);
  });

  it('submits, compares, returns and publishes a text', { tags: 'full' }, async () => {
    await open(true, bob);
    await typeIn(bob, 'In a card', ', proposed');
    await button(bob, 'Submit for review').click();
    await bob
      .getByRole('dialog', { name: 'Submit for review' })
      .getByRole('button', { name: 'Submit', exact: true })
      .click();
    await expectNotice(bob, { title: 'Submitted for review' });
    await visit(ada, `${office.admin}/admin/pages/${id}`);
    await button(ada, 'Compare with live').click();
    const dialog = ada.getByRole('dialog', { name: 'Compare with live' });
    const change = dialog.getByRole('region', { name: 'Body', exact: true }).locator('ins');
    await pollSoon(() => change.allInnerTexts()).toEqual([expect.stringContaining('proposed')]);
    await dialog.getByLabel('Note to the author').fill('Once more');
    await dialog.getByRole('button', { name: 'Return with this note' }).click();
    await bob.getByText('Once more').waitFor();
    await typeIn(bob, 'In a card', ' again');
    await pollSoon(drafted).toContain('In a card, proposed again');
    await button(bob, 'Submit for review').click();
    await bob
      .getByRole('dialog', { name: 'Submit for review' })
      .getByRole('button', { name: 'Submit', exact: true })
      .click();
    await bob.getByText('Waiting for review').waitFor();
    await visit(ada, `${office.admin}/admin/dashboard`);
    await visit(ada, `${office.admin}/admin/pages/${id}`);
    await button(ada, 'Compare with live').click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expectNotice(ada, { title: 'Draft published' });
    await pollSoon(stored).toBe(original.replace('In a card', 'In a card, proposed again'));
  });

  it('restores an earlier version from history into the document', { tags: 'full' }, async () => {
    await open(false, ada);
    await typeIn(ada, 'Last paragraph', ' changed');
    await save(ada);
    await pollSoon(stored).toBe(`${original} changed`);
    await button(ada, 'History').click();
    const history = ada.getByRole('dialog', { name: 'History' });
    const versions = history.getByRole('region', { name: 'Revisions' }).getByRole('listitem');
    await pollSoon(() => versions.count()).toBe(2);
    await versions.last().click();
    await history.getByRole('button', { name: /Restore/ }).click();
    await pollSoon(() => body(ada).innerText()).toMatch(/Last paragraph$/);
    await save(ada);
    await pollSoon(stored).toBe(original);
    // The restored text can be edited, and undone.
    await typeIn(ada, 'Last paragraph', ' again');
    await ada.keyboard.press('Control+s');
    await pollSoon(stored).toBe(`${original} again`);
  });

  it('offers an unsaved edit after a reload and restores it', { tags: 'full' }, async () => {
    const tab = await context.newPage();
    await open(false, tab);
    await typeIn(tab, 'In a card', ', not saved');
    await pollSoon(() =>
      tab.evaluate(() => Object.values(localStorage).some((value) => String(value).includes('not saved'))),
    ).toBe(true);
    tab.on('dialog', (dialog) => void dialog.accept());
    await tab.reload();
    await button(tab, 'Restore').click();
    await body(tab).getByText('In a card, not saved').waitFor();
    await save(tab);
    await pollSoon(stored).toBe(original.replace('In a card', 'In a card, not saved'));
    await tab.close();
  });
}
