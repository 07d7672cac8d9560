import type { BrowserContext, Page, Request } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { button, expectNotice, field, chooseAction, saveStatus, pollSoon } from '../office/screen.ts';

/** Drafts of published pages. */
export function draftsSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let ada: Page;
  let bob: Page;
  let context: BrowserContext;

  beforeAll(async () => {
    office = opened();
    ({ page: ada, context } = await office.signIn('editor'));
    bob = (await office.signIn('admin')).page;
  });

  const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
  async function openPage(page: Page, id: string): Promise<void> {
    await page.goto(`${office.admin}/admin/pages/${id}`);
    await body(page).waitFor();
  }
  const typeAt = async (page: Page, key: string, text: string) => {
    await body(page).click();
    await page.keyboard.press(key);
    await page.keyboard.type(text);
  };

  describe('a draft', () => {
    it('is stored on the server, continued in another browser, and published by Save Changes', async () => {
      await office.addPage('kept', { title: 'Kept', body: 'Live text', is_published: true });
      await openPage(ada, 'kept');
      await field(ada, 'Title').fill('Kept, by Ada');
      await pollSoon(() => office.drafted('pages_kept')).toMatchObject({ title: 'Kept, by Ada', body: 'Live text' });
      await pollSoon(() => saveStatus(ada)).toMatch(/^Draft saved \d/);
      await ada.getByRole('region', { name: 'Editor bar' }).getByText('Edited', { exact: true }).waitFor();
      expect(await office.data('pages/kept')).toMatchObject({ title: 'Kept', rev: 1 });
      // A draft on the server is not stored in the browser too.
      expect(await ada.evaluate(() => JSON.stringify(localStorage))).not.toContain('Kept, by Ada');

      await openPage(bob, 'kept');
      await pollSoon(() => field(bob, 'Title').inputValue()).toBe('Kept, by Ada');
      await pollSoon(() => saveStatus(bob)).toMatch(/^Draft saved .+ by editor Person$/);
      await button(bob, 'Save Changes').click();
      const question = bob.getByRole('alertdialog', { name: 'Publish the changes of editor Person too?' });
      expect(
        await question.getByRole('list', { name: 'Changes of others' }).getByRole('listitem').allInnerTexts(),
      ).toEqual(['Title: “Kept” → “Kept, by Ada”']);
      await question.getByRole('button', { name: 'Cancel' }).click();
      expect(await office.data('pages/kept')).toMatchObject({ title: 'Kept', rev: 1 });
      await button(bob, 'Save Changes').click();
      await question.getByRole('button', { name: 'Save and publish all' }).click();
      await expectNotice(bob, { title: 'Page updated successfully' });
      expect(await office.data('pages/kept')).toMatchObject({ title: 'Kept, by Ada', rev: 2 });
      expect(await office.data('drafts/pages_kept')).toBeUndefined();
      await pollSoon(() => saveStatus(bob)).toMatch(/^Saved .+ · Live in/);
      // The other open editor now shows the live version.
      await pollSoon(() => saveStatus(ada)).toMatch(/^Saved /);
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Kept, by Ada');
    });

    it('loses the changes of a session by Cancel, and has them again after Undo', async () => {
      await office.addPage('cancelled', { title: 'Cancelled', body: 'Live text', is_published: true });
      await openPage(ada, 'cancelled');
      await field(ada, 'Title').fill('Typed in haste');
      await pollSoon(() => office.drafted('pages_cancelled')).toMatchObject({ title: 'Typed in haste' });
      await button(ada, 'Cancel').click();
      await ada.waitForURL(`${office.admin}/admin/pages`);
      await expectNotice(ada, { title: 'Your changes were taken back' });
      expect(await office.data('drafts/pages_cancelled')).toBeUndefined();
      await button(ada, 'Undo').click();
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Typed in haste');
      await pollSoon(() => office.drafted('pages_cancelled')).toMatchObject({ title: 'Typed in haste' });
    });

    it('keeps the changes of a colleague after Cancel, and asks if it is older', { tags: 'full' }, async () => {
      await office.addPage('shared', { title: 'Shared', body: 'Live text', is_published: true });
      await openPage(bob, 'shared');
      await field(bob, 'Title').fill('By Bob');
      await pollSoon(() => office.drafted('pages_shared')).toMatchObject({ title: 'By Bob' });
      await openPage(ada, 'shared');
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('By Bob');
      await typeAt(ada, 'Control+End', ' and Ada');
      await pollSoon(() => office.drafted('pages_shared')).toMatchObject({ body: 'Live text and Ada' });
      await button(ada, 'Cancel').click();
      const question = ada.getByRole('dialog', { name: 'Keep your changes?' });
      await question.getByRole('button', { name: 'Keep as draft' }).waitFor();
      await question.getByRole('button', { name: 'Discard' }).click();
      await ada.waitForURL(`${office.admin}/admin/pages`);
      expect(await office.drafted('pages_shared')).toMatchObject({ title: 'By Bob', body: 'Live text' });
      await pollSoon(() => field(bob, 'Title').inputValue()).toBe('By Bob');
    });

    it('of a new page disappears by Cancel, and Undo opens it again', async () => {
      await ada.goto(`${office.admin}/admin/pages/new`);
      await field(ada, 'Title').fill('Never meant');
      await ada.waitForURL((url) => !url.pathname.endsWith('/new'));
      const id = new URL(ada.url()).pathname.split('/').at(-1) ?? '';
      await pollSoon(() => office.drafted(`pages_${id}`)).toMatchObject({ title: 'Never meant' });
      await button(ada, 'Cancel').click();
      await ada.waitForURL(`${office.admin}/admin/pages`);
      await expectNotice(ada, { title: 'Your changes were taken back' });
      expect(await office.data(`drafts/pages_${id}`)).toBeUndefined();
      await button(ada, 'Undo').click();
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Never meant');
    });

    it('is neither on the site nor in records before it is published', { tags: 'full' }, async () => {
      const canary = 'a-canary-in-a-draft';
      await office.addPage('canary', { title: 'Bird', is_published: true });
      await pollSoon(async () => (await fetch(`${office.site}/canary`)).status).toBe(200);
      await openPage(ada, 'canary');
      await typeAt(ada, 'Control+Home', canary);
      await pollSoon(async () => String((await office.drafted('pages_canary'))?.['body'])).toContain(canary);
      await office.addPage('after', { title: 'After it', is_published: true });
      await pollSoon(async () => (await fetch(`${office.site}/after`)).status).toBe(200);
      expect(await (await fetch(`${office.site}/canary`)).text()).not.toContain(canary);
      const records = await Promise.all(
        ['audit', 'build_state', 'releases'].map((name) => office.firestore.collection(name).get()),
      );
      expect(JSON.stringify(records.flatMap(({ docs }) => docs.map((entry) => entry.data())))).not.toContain(canary);
    });

    it('can be incomplete and lists its validation errors', { tags: 'full' }, async () => {
      await office.addPage('lacking', { title: 'Whole', is_published: true });
      await openPage(ada, 'lacking');
      await field(ada, 'Title').fill('');
      await ada.getByText('Not ready to publish. Title is required.').waitFor();
      await openPage(bob, 'lacking');
      await bob.getByText('Not ready to publish. Title is required.').waitFor();
      await button(bob, 'Save Changes').click();
      await pollSoon(() => saveStatus(bob)).toContain('Check the marked field');
      expect(await office.data('pages/lacking')).toMatchObject({ title: 'Whole', rev: 1 });
    });

    it('can be discarded, which can be undone', { tags: 'full' }, async () => {
      await office.addPage('undone', { title: 'Live', is_published: true });
      await openPage(ada, 'undone');
      await field(ada, 'Title').fill('A second thought');
      await button(ada, 'Save draft').click();
      await pollSoon(() => office.drafted('pages_undone')).toMatchObject({ title: 'A second thought' });
      await chooseAction(ada, 'Discard draft');
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('Live');
      await pollSoon(() => office.data('drafts/pages_undone')).toBeUndefined();
      await pollSoon(() => saveStatus(ada)).toMatch(/^Saved /);
      await button(ada, 'Undo').click();
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('A second thought');
      await pollSoon(() => office.drafted('pages_undone')).toMatchObject({ title: 'A second thought' });
      // Typing back to the live version removes the draft.
      await field(ada, 'Title').fill('Live');
      await pollSoon(() => office.data('drafts/pages_undone')).toBeUndefined();
    });

    it('based on an earlier version can be merged with later saves', { tags: 'full' }, async () => {
      await office.addPage('since', { title: 'Live', is_published: true });
      await pollSoon(() => office.data('revisions/pages_since_1')).toBeDefined();
      await openPage(ada, 'since');
      await field(ada, 'Title').fill('By Ada');
      await pollSoon(() => office.drafted('pages_since')).toMatchObject({ title: 'By Ada' });
      await ada.goto('about:blank');
      await office.firestore.doc('pages/since').update({ meta_title: 'Saved since', rev: 2, updated_by: 'somebody' });
      await openPage(bob, 'since');
      await pollSoon(() => field(bob, 'Title').inputValue()).toBe('By Ada');
      await bob.getByRole('button', { name: 'Merge with mine' }).click();
      await pollSoon(() => field(bob, 'Meta title').inputValue()).toBe('Saved since');
      await pollSoon(() => office.data('drafts/pages_since')).toMatchObject({
        base_rev: 2,
        data: { title: 'By Ada', meta_title: 'Saved since' },
      });
    });

    it('can be left without confirmation, unless it could not be saved', { tags: 'full' }, async () => {
      await office.addPage('left', { title: 'Live', is_published: true });
      await openPage(ada, 'left');
      await field(ada, 'Title').fill('Left behind');
      await ada.getByRole('link', { name: 'Back to Pages' }).click();
      await ada.waitForURL(`${office.admin}/admin/pages`);
      await pollSoon(() => office.drafted('pages_left')).toMatchObject({ title: 'Left behind' });

      await openPage(ada, 'left');
      await context.setOffline(true);
      await field(ada, 'Title').fill('Typed in a tunnel');
      await pollSoon(() => saveStatus(ada)).toContain('Draft not saved.');
      await ada.getByRole('link', { name: 'Back to Pages' }).click();
      await ada.getByText('Leave without saving?').waitFor();
      await button(ada, 'Keep editing').click();
      await context.setOffline(false);
      await pollSoon(() => office.drafted('pages_left')).toMatchObject({ title: 'Typed in a tunnel' });
      await pollSoon(() => saveStatus(ada)).toMatch(/^Draft saved/);
    });

    it('makes at most 30 writes and 7 reads per minute of typing', { tags: 'full' }, async () => {
      await office.addPage('counted', { title: 'Live', is_published: true });
      await openPage(ada, 'counted');
      const counted = { writes: 0, draftReads: 0 };
      const count = (request: Request) => {
        const asked = (request.postDataJSON() ?? {}) as { writes?: unknown[]; documents?: string[] };
        if (request.url().includes('documents:commit')) counted.writes += asked.writes?.length ?? 0;
        counted.draftReads += asked.documents?.filter((path) => path.includes('/drafts/')).length ?? 0;
      };
      await body(ada).click();
      ada.on('request', count);
      const begun = Date.now();
      await ada.keyboard.type('typed on and on '.repeat(4), { delay: 125 });
      await pollSoon(() => saveStatus(ada)).toMatch(/^Draft saved/);
      const minutes = (Date.now() - begun) / 60_000;
      ada.off('request', count);
      expect(counted.writes).toBeGreaterThan(1);
      expect(counted.writes).toBeLessThanOrEqual(Math.ceil(30 * minutes) + 1);
      expect(counted.draftReads).toBeLessThanOrEqual(Math.ceil(7 * minutes) + 1);
    });
  });

  describe('two users in one draft', { tags: 'ci' }, () => {
    beforeEach(async () => {
      await office.firestore.doc('drafts/pages_shared-draft').delete();
      await office.addPage('shared-draft', { title: 'Ours', body: 'First line\nSecond line', is_published: true });
      for (const page of [ada, bob]) await openPage(page, 'shared-draft');
      await ada.getByText('admin Person has this open too').waitFor();
      await bob.getByText('editor Person has this open too').waitFor();
    });

    it('see each other’s edits in other fields and in the same text', { tags: 'full' }, async () => {
      await field(ada, 'Title').fill('Ours, by Ada');
      await pollSoon(() => field(bob, 'Title').inputValue()).toBe('Ours, by Ada');
      await typeAt(bob, 'Control+End', '\nBelow all');
      await pollSoon(() => body(ada).innerText()).toContain('Below all');
      await Promise.all([typeAt(ada, 'Control+Home', 'Above all\n'), field(bob, 'Meta title').fill('Meta by Bob')]);
      const both = {
        title: 'Ours, by Ada',
        body: 'Above all\nFirst line\nSecond line\nBelow all',
        meta_title: 'Meta by Bob',
      };
      await pollSoon(() => office.drafted('pages_shared-draft')).toMatchObject(both);
      await pollSoon(() => body(bob).innerText()).toContain('Above all');
      await pollSoon(() => field(ada, 'Meta title').inputValue()).toBe('Meta by Bob');
      await button(ada, 'Save Changes').click();
      await button(ada, 'Save and publish all').click();
      await expectNotice(ada, { title: 'Page updated successfully' });
      expect(await office.data('pages/shared-draft')).toMatchObject({ ...both, rev: 2 });
      expect(await office.data('drafts/pages_shared-draft')).toBeUndefined();
    });

    it('resolve a conflict if both changed the same field', { tags: 'full' }, async () => {
      await ada.context().setOffline(true);
      await field(ada, 'Title').fill('By Ada');
      await field(bob, 'Title').fill('By Bob');
      await pollSoon(() => office.drafted('pages_shared-draft')).toMatchObject({ title: 'By Bob' });
      await ada.context().setOffline(false);
      await ada.getByText('admin Person changed the same parts of this draft').waitFor();
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('By Ada');
      await button(ada, 'Choose').click();
      const question = ada.getByRole('dialog', { name: 'admin Person saved this first' });
      await question
        .getByRole('group', { name: 'Title', exact: true })
        .getByRole('radio', { name: /^From admin Person/ })
        .check();
      await question.getByRole('button', { name: 'Save my choices' }).click();
      await pollSoon(() => field(ada, 'Title').inputValue()).toBe('By Bob');
      await pollSoon(() => saveStatus(ada)).toMatch(/^Draft saved .+ by admin Person$/);
    });
  });

  describe('lists', { tags: 'full' }, () => {
    it('mark edited documents with the author and filter by them', { tags: 'full' }, async () => {
      await office.addPage('marked', { title: 'Marked page', is_published: true });
      await office.addPage('unmarked', { title: 'Unmarked page', is_published: true });
      await openPage(bob, 'marked');
      await field(bob, 'Meta title').fill('Only in the draft');
      await pollSoon(() => office.drafted('pages_marked')).toMatchObject({ meta_title: 'Only in the draft' });
      await ada.goto(`${office.admin}/admin/pages?q=marked`);
      const row = ada.locator('[data-page=marked]');
      await row.getByText('Published', { exact: true }).waitFor();
      await row.getByText('Edited', { exact: true }).waitFor();
      await row.getByText(/^by admin Person /).waitFor();
      await ada.getByLabel('Status').selectOption('Edited');
      await pollSoon(() =>
        ada.locator('[data-page]').evaluateAll((rows) => rows.map((each) => each.dataset['page'])),
      ).toEqual(['marked']);
      await pollSoon(() => new URL(ada.url()).searchParams.get('state')).toBe('edited');
    });
  });
}
