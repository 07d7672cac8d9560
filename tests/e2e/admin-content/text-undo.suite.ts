import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../full.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { button, pollSoon, visit } from '../office/screen.ts';

/** Undo in the two editors of a text: one's own steps only, also after the other editor was open. */
export function textUndoSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let ada: Page;
  let bob: Page;
  let count = 0;
  let id: string;

  beforeAll(async () => {
    office = opened();
    ({ page: ada } = await office.signIn('editor', { isVisual: true }));
    ({ page: bob } = await office.signIn('admin', { isVisual: true }));
  });

  const body = (page: Page) => page.getByRole('textbox', { name: 'Body', exact: true });
  const text = (page: Page) => body(page).innerText();
  const drafted = async () => (await office.drafted(`pages_${id}`))?.['body'];

  async function open(markdown: string, ...pages: Page[]): Promise<void> {
    id = `undo-${(count += 1)}`;
    await office.addPage(id, { title: `Undo ${id}`, body: markdown, is_published: true });
    for (const page of pages) {
      await visit(page, `${office.admin}/admin/pages/${id}`);
      await body(page).waitFor();
    }
  }

  async function typeAfter(page: Page, words: string, typed: string): Promise<void> {
    await body(page).getByText(words).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(typed);
  }

  async function choose(page: Page, editor: 'Markdown' | 'Visual'): Promise<void> {
    await button(page, editor).click();
    await page.locator(editor === 'Markdown' ? '.cm-content' : '.ProseMirror').waitFor();
  }

  describe.each(sampled(['Visual', 'Markdown'] as const))('in the %s editor', (editor) => {
    it('undoes own words and keeps those that a colleague typed', async () => {
      await open('First paragraph\n\nLast paragraph', ada, bob);
      if (editor === 'Markdown') await choose(ada, 'Markdown');
      await typeAfter(ada, 'First paragraph', ' by Ada');
      await pollSoon(() => text(bob)).toContain('First paragraph by Ada');
      await typeAfter(bob, 'First paragraph', ', also Bob');
      await typeAfter(bob, 'Last paragraph', ' of Bob');
      await pollSoon(() => text(ada)).toMatch(/by Ada, also Bob[^]*of Bob/);
      await body(ada).focus();
      // Words that are typed slowly, as on a busy machine, are several steps. None of Bob's is undone.
      for (const _ of ' by Ada') await ada.keyboard.press('Control+z');
      for (const page of [ada, bob]) {
        await pollSoon(() => text(page)).not.toContain('by Ada');
        expect(await text(page)).toMatch(/First paragraph, also Bob[^]*Last paragraph of Bob/);
      }
      await pollSoon(drafted).toBe('First paragraph, also Bob\n\nLast paragraph of Bob');
      // Redo brings back own words only.
      for (const _ of ' by Ada') await ada.keyboard.press('Control+Shift+z');
      await pollSoon(() => text(ada)).toMatch(/First paragraph by Ada, also Bob[^]*Last paragraph of Bob/);
      if (editor === 'Markdown') await choose(ada, 'Visual');
    });
  });

  it(
    'takes back the changes made in the other editor as one step, then the earlier steps',
    { tags: 'full' },
    async () => {
      await open('First\n\nLast', ada);
      await typeAfter(ada, 'First', ' one');
      await body(ada).getByText('Last').click();
      await ada.keyboard.press('End');
      await ada.keyboard.type(' two');
      await choose(ada, 'Markdown');
      await body(ada).focus();
      await ada.keyboard.press('Control+Home');
      await ada.keyboard.type('Above. ');
      await ada.keyboard.press('Control+End');
      await ada.keyboard.type(' below');
      await choose(ada, 'Visual');
      await pollSoon(() => text(ada)).toMatch(/^Above\. First one\s+Last two below$/);
      await body(ada).focus();
      await ada.keyboard.press('Control+z');
      await pollSoon(() => text(ada)).toMatch(/^First one\s+Last two$/);
      await ada.keyboard.press('Control+z');
      await pollSoon(() => text(ada)).toMatch(/^First one\s+Last$/);
      await ada.keyboard.press('Control+z');
      await pollSoon(() => text(ada)).toMatch(/^First\s+Last$/);
      // With a fourth press, after which nothing is left to redo.
      for (let step = 0; step < 4; step += 1) await ada.keyboard.press('Control+Shift+z');
      await pollSoon(() => text(ada)).toMatch(/^Above\. First one\s+Last two below$/);
      // The same in the other direction.
      await body(ada).getByText('Above.').click();
      await ada.keyboard.press('End');
      await ada.keyboard.type(' again');
      await choose(ada, 'Markdown');
      await body(ada).focus();
      await ada.keyboard.press('Control+z');
      await pollSoon(() => text(ada)).toMatch(/^Above\. First one\s+Last two below$/);
      await ada.keyboard.press('Control+z');
      await pollSoon(() => text(ada)).toMatch(/^Above\. First one\s+Last two$/);
      await choose(ada, 'Visual');
    },
  );

  it('keeps the words of a colleague that arrived in the other editor', { tags: 'full' }, async () => {
    await open('First\n\nLast', ada, bob);
    await typeAfter(ada, 'First', ' one');
    await choose(ada, 'Markdown');
    await pollSoon(() => text(bob)).toContain('First one');
    await typeAfter(bob, 'Last', ' of Bob');
    await pollSoon(() => text(ada)).toContain('Last of Bob');
    await body(ada).focus();
    await ada.keyboard.press('Control+Home');
    await ada.keyboard.type('Above. ');
    await choose(ada, 'Visual');
    await body(ada).focus();
    await ada.keyboard.press('Control+z');
    await pollSoon(() => text(ada)).toMatch(/^First one\s+Last of Bob$/);
    await ada.keyboard.press('Control+z');
    await pollSoon(() => text(ada)).toMatch(/^First\s+Last of Bob$/);
    await pollSoon(drafted).toBe('First\n\nLast of Bob');
  });
}
