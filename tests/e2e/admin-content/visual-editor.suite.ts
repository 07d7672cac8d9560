import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sized } from '../../full.ts';
import { violations } from '../office/axe.ts';
import type { ContentOffice } from '../office/content-office.ts';
import { createPhoto } from '../office/photo.ts';
import { button, expectNotice, field, openPreview, pollSoon, previewedPage, visit } from '../office/screen.ts';
import { clipboards } from './clipboards.ts';

export function visualEditorSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;
  let count = 0;

  beforeAll(async () => {
    office = opened();
    await office.addPage('linked', { title: 'Überblick der Ziele', slug: 'ueberblick' });
    ({ page } = await office.signIn('editor', { isVisual: true }));
  });

  const uploading = /\/v0\/b\/[^/]+\/o/;
  const body = (): Locator => page.getByRole('textbox', { name: 'Body' });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);

  /** Opens a stored page with this text. Returns a function that saves it and reads the stored text. */
  async function openText(text: string): Promise<() => Promise<unknown>> {
    const id = `visual-${(count += 1)}`;
    await office.addPage(id, { body: text });
    await visit(page, `${office.admin}/admin/pages/${id}`);
    await body().waitFor();
    return async () => {
      await press('Control+s');
      await pollSoon(async () => (await office.data(`pages/${id}`))?.['rev']).toBe(2);
      return (await office.data(`pages/${id}`))?.['body'];
    };
  }

  /** Opens a new page, whose text is empty. */
  async function openNew(): Promise<void> {
    await visit(page, `${office.admin}/admin/dashboard`);
    const leave = page.getByRole('alertdialog').getByRole('button', { name: /Leave|Discard/ });
    if (await leave.isVisible()) await leave.click();
    await visit(page, `${office.admin}/admin/pages/new`);
    await page.getByRole('heading', { name: 'Create New Page' }).waitFor();
    await body().click();
    await press('Control+a', 'Backspace');
  }

  /** The Markdown of the text, as the other editor shows it. */
  async function markdown(): Promise<string> {
    await button(page, 'Markdown').click();
    const source = page.locator('.cm-content');
    await source.waitFor();
    const text = (await source.locator('.cm-line').allInnerTexts())
      .map((line) => (line === '\n' ? '' : line))
      .join('\n');
    await button(page, 'Visual').click();
    await page.locator('.ProseMirror').waitFor();
    return text;
  }

  async function paste(data: Record<string, string>): Promise<void> {
    await body().evaluate((target, entries) => {
      const clipboardData = new DataTransfer();
      for (const [kind, text] of Object.entries(entries)) clipboardData.setData(kind, text);
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, data);
  }

  it('keeps the focus on the switch to the other editor', { tags: 'full' }, async () => {
    await openText('Words.');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await button(page, 'Markdown').press('Enter');
    await pollSoon(focused).toBe('Visual');
    await page.keyboard.press('Enter');
    await pollSoon(focused).toBe('Markdown');
  });

  it('changes only the edited block of a text', async () => {
    const text = 'Setext\n======\n\n* star  \n* [ref]\n\n\n\n::: note\nKept.\n:::\n\n[ref]: /there\n\nLast paragraph';
    const save = await openText(text);
    await body().getByText('Last paragraph').click();
    await press('End');
    await type(' edited');
    expect(await save()).toBe(`${text} edited`);
  });

  describe('in a new text', { tags: 'full' }, () => {
    beforeEach(openNew);

    it('turns typed Markdown into formats', { tags: 'full' }, async () => {
      await type('## Title');
      await press('Enter');
      await type('A **bold** and _slanted_ `word` with a [link](https://example.com).');
      await press('Enter');
      await type('- one');
      await press('Enter');
      await type('two');
      await press('Enter', 'Enter');
      await type('> quoted');
      await press('Enter', 'Enter');
      await type('---');
      await type('```js ');
      await type('let a;');
      expect(await body().getByRole('heading', { name: 'Title', level: 2 }).count()).toBe(1);
      expect(await markdown()).toBe(
        '## Title\n\nA **bold** and _slanted_ `word` with a [link](https://example.com).\n\n- one\n- two\n\n> quoted\n\n---\n\n```js\nlet a;\n```',
      );
    });

    it('inserts blocks from the slash menu, which names its active option', async () => {
      await type('/');
      const options = page.getByRole('listbox', { name: 'Insert' }).getByRole('option');
      await pollSoon(() => options.count()).toBe(24);
      expect(await violations(page)).toEqual([]);
      const active = async () =>
        page.locator(`[id="${await body().getAttribute('aria-activedescendant')}"]`).innerText();
      await pollSoon(active).toMatch(/^Heading 2/);
      await press('ArrowDown');
      await pollSoon(active).toMatch(/^Heading 3/);
      await page.getByRole('status').filter({ hasText: '24 blocks. Heading 3' }).waitFor({ state: 'attached' });
      await press('Escape');
      await pollSoon(() => options.count()).toBe(0);
      await press('Control+a', 'Backspace');
      await type('/numbered');
      await pollSoon(() => options.count()).toBe(1);
      await press('Enter');
      await type('First');
      expect(await markdown()).toBe('1. First');
    });

    it('edits tables by keyboard; Escape and Tab leave them', { tags: 'full' }, async () => {
      await type('/table');
      await press('Enter');
      await type('Name');
      await press('Tab', 'Tab');
      await type('Ada');
      await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Remove row' }).click();
      await press('Shift+Tab');
      await type('Role');
      await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Add column' }).click();
      await press('Tab');
      await type('Year');
      expect(await markdown()).toMatch(/^\| Name \| Role \| Year \|\n\| --- \| --- \| --- \|\n\|/);
      await body().getByText('Name').click();
      await press('Escape', 'Tab');
      expect(await body().evaluate((text) => text.contains(document.activeElement))).toBe(false);
    });

    it('links the selection with Ctrl+K to an address or a page found by its title', async () => {
      await type('See this');
      await press('Control+Shift+ArrowLeft');
      await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
      await press('Control+k');
      const box = page.getByRole('dialog', { name: 'Link' });
      await box.getByRole('combobox').fill('https://example.com/a');
      await press('Enter');
      expect(await markdown()).toBe('See [this](https://example.com/a)');
      await body().getByRole('link').click();
      await press('Control+k');
      await box.getByRole('combobox').fill('uberblick');
      await box.getByRole('option').first().waitFor();
      await press('ArrowDown', 'Enter');
      expect(await markdown()).toBe('See [this](page:linked)');
      await field(page, 'Title').focus();
      await press('Control+k');
      await page.getByRole('dialog', { name: 'Search' }).waitFor();
      await press('Escape');
    });

    it('finds and replaces with a count, in one step of undo', { tags: 'full' }, async () => {
      await type('one two one three one');
      await press('Control+h');
      const search = page.getByRole('search', { name: 'Find and replace' });
      await search.getByLabel('Find', { exact: true }).fill('one');
      await pollSoon(() => search.getByRole('status').innerText()).toBe('3 matches');
      await press('Enter');
      await pollSoon(() => search.getByRole('status').innerText()).toMatch(/^[123] of 3 matches$/);
      await search.getByLabel('Replace with').fill('six');
      await search.getByRole('button', { name: 'Replace all' }).click();
      await pollSoon(() => search.getByRole('status').innerText()).toBe('Replaced 3 matches');
      await press('Escape');
      await pollSoon(() => body().innerText()).toBe('six two six three six');
      await press('Control+z');
      await pollSoon(() => body().innerText()).toBe('one two one three one');
    });

    it.each(sized(Object.entries(clipboards), Object.entries(clipboards).slice(0, 1)))(
      'pastes from %s',
      async (_, { html, markdown: expected }) => {
        await paste({ 'text/html': html, 'text/plain': 'plain' });
        expect(await markdown()).toBe(expected);
      },
    );

    it('pastes an address onto a selection as a link', { tags: 'full' }, async () => {
      await type('Read more');
      await press('Control+Shift+ArrowLeft');
      await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
      await paste({ 'text/plain': 'https://example.com/b' });
      expect(await markdown()).toBe('Read [more](https://example.com/b)');
    });

    it('edits a callout in its place, and its type in its form', { tags: 'full' }, async () => {
      await type('Before');
      await press('Enter');
      await type('/callout');
      await press('Enter');
      await type('Inside **it**');
      await press('Enter', 'Enter');
      await type('After');
      const note = body().getByRole('note');
      expect(await note.innerText()).toBe('Inside it');
      await note.getByText('Inside').click();
      await pollSoon(() => note.evaluate((box) => box.contains(document.getSelection()?.anchorNode ?? null))).toBe(
        true,
      );
      await press('Alt+Enter');
      const form = page.getByRole('dialog', { name: 'Callout' });
      await form.getByLabel('Title').fill('Good [to] know');
      await form.getByLabel('Type').selectOption('Tip');
      expect(await violations(page)).toEqual([]);
      await form.getByRole('button', { name: 'Done' }).click();
      expect(await note.getAttribute('class')).toBe('b-callout is-tip');
      await type('!');
      const callout = ':::callout[Good \\[to\\] know]{type="tip"}\nInside **it**!\n:::';
      const text = await markdown();
      expect(text.replace('!', '')).toBe(`Before\n\n${callout.replace('!', '')}\n\nAfter`);
    });

    it('adds, moves, duplicates and deletes cards', { tags: 'full' }, async () => {
      await type('/cards');
      await press('Enter');
      await type('One');
      const bar = page.getByRole('toolbar', { name: 'Block' });
      await bar.getByRole('button', { name: 'Add card' }).click();
      await type('Two');
      await press('Alt+Shift+ArrowUp');
      await bar.getByRole('button', { name: 'Duplicate' }).click();
      await press('Control+Shift+Backspace');
      const card = (text: string) => `:::card[Title]\n${text}\n:::`;
      expect(await markdown()).toBe(`::::cards\n${card('Two')}\n\n${card('One')}\n::::`);
    });

    it('shows the messages of invalid values and keeps the valid ones', { tags: 'full' }, async () => {
      await type('/button');
      await press('Enter');
      const form = page.getByRole('dialog', { name: 'Button' });
      expect(await form.getByLabel('Text').inputValue()).toBe('');
      expect(await form.getByLabel('Link').inputValue()).toBe('');
      await form.getByRole('button', { name: 'Insert' }).click();
      await form.getByText('Text is required').waitFor();
      await form.getByText('Link is required').waitFor();
      await form.getByLabel('Text').fill('Go');
      await form.getByLabel('Link').fill('javascript:alert(1)');
      await form.getByText('Link must be a URL, a path or an anchor').waitFor();
      await press('Enter');
      await form.getByLabel('Link').fill('/demos');
      await press('Enter');
      await pollSoon(() => form.count()).toBe(0);
      await body().getByText('Go', { exact: true }).click();
      await body().getByText('Go', { exact: true }).click();
      await page.getByRole('toolbar', { name: 'Block' }).getByRole('button', { name: 'Settings' }).click();
      expect(await form.getByLabel('Text').inputValue()).toBe('Go');
      await press('Escape');
      expect(await markdown()).toBe('::button[Go]{href="/demos"}');
    });

    it('shows the title of an embedded demo after the list of demos has loaded', { tags: 'full' }, async () => {
      await office.addDemo('concierge', { heading: 'Museum concierge', is_published: true });
      await office.addPage('embeds', { body: '::demo{id="concierge"}' });
      await page.goto(`${office.admin}/admin/pages/embeds`);
      await body().getByText('Museum concierge').waitFor();
    });

    it('asks for an image before it inserts one', { tags: 'full' }, async () => {
      await type('/figure');
      await press('Enter');
      const form = page.getByRole('dialog', { name: 'Image with caption' });
      await form.getByRole('button', { name: 'Insert' }).click();
      await form.getByText('Image is required').waitFor();
      const { buffer } = await createPhoto();
      await form.getByLabel('File for Image').setInputFiles({ name: 'view.png', mimeType: 'image/png', buffer });
      await pollSoon(() => form.getByRole('textbox', { name: 'Image', exact: true }).inputValue()).toMatch(/^http/);
      await form.getByLabel('Caption').fill('A _view_');
      await form.getByLabel('Description of the image').fill('A hill');
      await form.getByRole('button', { name: 'Insert' }).click();
      await body().getByRole('figure').getByRole('img').waitFor();
      expect(await markdown()).toMatch(/^::image\[A _view_\]\{src="http\S+" alt="A hill"\}$/);
    });

    it('pastes the address of a video as a video', { tags: 'full' }, async () => {
      await paste({ 'text/plain': 'https://youtu.be/aqz-KE-bpKQ' });
      const form = page.getByRole('dialog', { name: 'Video' });
      await form.getByLabel('Title').fill('A film');
      await press('Enter');
      expect(await markdown()).toBe('::video[A film]{url="https://youtu.be/aqz-KE-bpKQ"}');
    });

    it('pastes plain text as Markdown', { tags: 'full' }, async () => {
      await paste({ 'text/plain': '## Title\n\nA **bold** word\n\n- one\n- two' });
      expect(await markdown()).toBe('## Title\n\nA **bold** word\n\n- one\n- two');
    });

    it('moves blocks by keyboard and counts words', { tags: 'full' }, async () => {
      await type('First words');
      await press('Enter');
      await type('Second');
      await press('Alt+Shift+ArrowUp');
      expect(await markdown()).toBe('Second\n\nFirst words');
      await page.getByText('3 words · 1 min read').waitFor();
    });

    it('uploads pasted images at their place', async () => {
      const photo = await createPhoto();
      await type('Before');
      await body().evaluate(
        (target, bytes) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(bytes)], 'our-team.png', { type: 'image/png' }));
          target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        [...photo.buffer],
      );
      await expectNotice(page, { title: 'Image uploaded' });
      await pollSoon(() => body().getByRole('img').getAttribute('alt')).toBe('');
      expect(await markdown()).toMatch(/^Before\n\n!\[\]\(http\S+\)$/);
    });

    it('uploads images inside pasted HTML at their place', { tags: 'full' }, async () => {
      const { buffer } = await createPhoto();
      const image = `<img src="data:image/png;base64,${buffer.toString('base64')}" alt="Drawn">`;
      await paste({ 'text/html': `<p>One</p><p>${image}</p><p>Two</p><p><img src="file:///a.png">Three</p>` });
      await expectNotice(page, { title: 'Image uploaded' });
      await body().getByRole('img').waitFor();
      expect(await markdown()).toMatch(/^One\n\n!\[Drawn\]\(http\S+\)\n\nTwo\n\nThree$/);
    });

    it('continues an upload in the other editor', { tags: 'full' }, async () => {
      const { buffer } = await createPhoto();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(uploading, async (route) => {
        await held;
        await route.continue();
      });
      await type('First');
      await press('Enter');
      await type('Last');
      await body().getByText('First').click();
      await page.getByLabel('Images for Body').setInputFiles({ name: 'a-view.png', mimeType: 'image/png', buffer });
      await page.getByText('Uploading… a-view.png').waitFor();
      await button(page, 'Markdown').click();
      await page.locator('.cm-content').getByText('Uploading… a-view.png').waitFor();
      await button(page, 'Visual').click();
      await page.locator('.ProseMirror').getByText('Uploading… a-view.png').waitFor();
      release();
      await body().getByRole('img').waitFor();
      await page.unroute(uploading);
      expect(await markdown()).toMatch(/^First\n\n!\[\]\(http\S+\)\n\nLast$/);
    });

    it('moves a block with its drag handle', { tags: 'full' }, async () => {
      for (const text of ['One', 'Two', 'Three']) {
        await type(text);
        await press('Enter');
      }
      const handle = button(page, 'Move block');
      const drag = async () => {
        const block = body().getByText('Three');
        await block.hover();
        // After a drag without effect, the handle is still beside another block.
        await pollSoon(async () => {
          const [beside, shown] = [await block.boundingBox(), await handle.boundingBox()];
          return beside !== null && shown !== null && Math.abs(shown.y - beside.y) < beside.height;
        }).toBe(true);
        const target = await body().getByText('One', { exact: true }).boundingBox();
        const from = await handle.boundingBox();
        if (!target || !from) throw new Error('The handle and the block have no place');
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(target.x + 1, target.y + target.height / 2, { steps: 5 });
        await page.mouse.move(target.x + 2, target.y + target.height / 2);
        await page.mouse.up();
      };
      // Repeated, because a busy browser may begin to drag too late.
      await pollSoon(async () => {
        if ((await markdown()) === 'One\n\nTwo\n\nThree') await drag();
        return markdown();
      }).toBe('Three\n\nOne\n\nTwo');
      await body().getByText('Two').hover();
      await handle.click();
      await press('Delete');
      expect(await markdown()).toBe('Three\n\nOne');
    });

    it(
      'formats the selection with a toolbar above it, without a press leaving the text',
      { tags: 'full' },
      async () => {
        await type('Some words');
        await press('Control+Shift+ArrowLeft');
        const bar = page.getByRole('toolbar', { name: 'Selected text' });
        await bar.getByRole('button', { name: 'Bold' }).click();
        await pollSoon(() => bar.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true');
        expect(await violations(page)).toEqual([]);
        await type('many');
        await pollSoon(() => bar.count()).toBe(0);
        expect(await markdown()).toBe('Some **many**');
      },
    );

    it('searches with Ctrl+F, which finds the next and the previous match', { tags: 'full' }, async () => {
      await type('one two one');
      await press('Control+f');
      const search = page.getByRole('search');
      await search.getByLabel('Find', { exact: true }).fill('one');
      await button(page, 'Next match').click();
      await pollSoon(() => search.getByRole('status').innerText()).toBe('1 of 2 matches');
      await button(page, 'Previous match').click();
      await pollSoon(() => search.getByRole('status').innerText()).toBe('2 of 2 matches');
      expect(await search.getByLabel('Replace with').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await press('Escape');
      await pollSoon(() => search.count()).toBe(0);
    });

    it('shows the text in the preview', { tags: 'full' }, async () => {
      await type('## Previewed');
      await openPreview(page);
      await previewedPage(page).getByRole('heading', { name: 'Previewed' }).waitFor();
      await button(page, 'Preview').click();
    });

    it('has a toolbar with arrow keys and no axe violations', async () => {
      await type('Text **bold** and more');
      await press('Alt+F10');
      const bar = page.getByRole('toolbar', { name: 'Formatting' });
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(await focused()).toBe('Heading 2');
      await press('ArrowRight');
      expect(await focused()).toBe('Heading 3');
      await press('End');
      expect(await focused()).toBe('Find and replace');
      await press('Home', 'Enter');
      await pollSoon(() => body().getByRole('heading', { level: 2 }).count()).toBe(1);
      await pollSoon(() => bar.getByRole('button', { name: 'Heading 2' }).getAttribute('aria-pressed')).toBe('true');
      expect(await violations(page)).toEqual([]);
    });
  });

  it('saves changed blocks and names the mistakes of others', async () => {
    const broken = ':::callout\nWithout an end';
    const save = await openText(`::unknown[a]\n\n${broken}`);
    await body().getByText('Unknown block, shown as text. There is no block with the name "unknown".').waitFor();
    await body().getByText('Callout, shown as text. Callout has no end: add a line with 3 colons.').waitFor();
    await body().getByRole('textbox', { name: 'Markdown block' }).first().fill('::button[Go]{href="/a"}');
    expect(await save()).toBe(`::button[Go]{href="/a"}\n\n${broken}`);
  });

  it('is the default in which a page is created, changed, restored by Undo, and published', async () => {
    const slug = `written-${Date.now()}`;
    const find = async () => (await office.firestore.collection('pages').where('slug', '==', slug).get()).docs[0];
    const stored = async (name: string): Promise<unknown> => (await find())?.get(name);
    await openNew();
    await field(page, 'Title').fill('Written');
    await field(page, 'URL slug').fill(slug);
    await body().click();
    await type('## Part');
    await press('Enter');
    await type('Some text');
    await button(page, 'Create Page').click();
    await pollSoon(() => stored('body')).toBe('## Part\n\nSome text');
    await visit(page, `${office.admin}/admin/pages/${(await find())?.id}`);
    await body().getByText('Some text').click();
    await press('End');
    await type(' changed');
    await press('Control+s');
    await pollSoon(() => stored('body')).toBe('## Part\n\nSome text changed');
    await button(page, 'Undo').last().click();
    await pollSoon(() => stored('body')).toBe('## Part\n\nSome text');
    await pollSoon(() => body().innerText()).toMatch(/Some text$/);
    await page.getByLabel('Publish', { exact: true }).check();
    await body().getByText('Some text').click();
    await press('End');
    await type('!');
    await press('Control+s');
    await pollSoon(() => stored('is_published')).toBe(true);
    expect(await stored('body')).toBe('## Part\n\nSome text!');
  });

  it('remembers the Markdown editor in this browser', { tags: 'full' }, async () => {
    await openNew();
    await button(page, 'Markdown').click();
    await page.locator('.cm-content').waitFor();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await button(page, 'Visual').click();
    await page.locator('.ProseMirror').waitFor();
  });

  it('has its menus inside the window of a phone', { tags: 'full' }, async () => {
    const phone = (await office.signIn('editor', { isVisual: true, viewport: { width: 390, height: 844 } })).page;
    await visit(phone, `${office.admin}/admin/pages/new`);
    const text = phone.getByRole('textbox', { name: 'Body' });
    await text.click();
    const isInside = (element: Locator) =>
      element.evaluate((box) => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      });
    await phone.keyboard.type('/');
    const menu = phone.getByRole('listbox', { name: 'Insert' });
    await menu.waitFor();
    await pollSoon(() => isInside(menu)).toBe(true);
    expect(await violations(phone)).toEqual([]);
    await menu.getByRole('option', { name: 'Callout' }).click();
    await phone.keyboard.type('A note');
    await phone.keyboard.press('Alt+Enter');
    const form = phone.getByRole('dialog', { name: 'Callout' });
    await pollSoon(() => isInside(form)).toBe(true);
    await phone.keyboard.press('Escape');
    await phone.keyboard.press('Control+k');
    const link = phone.getByRole('dialog', { name: 'Link' });
    await pollSoon(() => isInside(link)).toBe(true);
    expect(await violations(phone)).toEqual([]);
    await phone.keyboard.press('Escape');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await phone.close();
  });
}
