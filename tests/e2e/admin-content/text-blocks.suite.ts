import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentOffice } from '../office/content-office.ts';
import { sampled } from '../../full.ts';
import { createPhoto } from '../office/photo.ts';
import { violations } from '../office/axe.ts';
import { button, pollSoon, visit } from '../office/screen.ts';

/** Blocks, links, images and pasted HTML in the visual editor of a text. */
export function textBlocksSuite(opened: () => ContentOffice): void {
  let office: ContentOffice;
  let page: Page;

  const uploading = /\/v0\/b\/[^/]+\/o/;

  beforeAll(async () => {
    office = opened();
    await office.addPage('target', { title: 'Prices of all plans', slug: 'prices', is_published: true });
    ({ page } = await office.signIn('editor', { isVisual: true }));
  });

  beforeEach(async () => {
    await visit(page, `${office.admin}/admin/dashboard`);
    const leave = page.getByRole('alertdialog').getByRole('button', { name: /Leave|Discard/ });
    if (await leave.isVisible()) await leave.click();
    await visit(page, `${office.admin}/admin/pages/new`);
    await page.getByRole('heading', { name: 'Create New Page' }).waitFor();
    await page.locator('.ProseMirror').click();
    await press('Control+a', 'Backspace');
  });

  const body = (): Locator => page.getByRole('textbox', { name: 'Body', exact: true });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);

  /** The Markdown of the text, as the other editor shows it. */
  async function markdown(): Promise<string> {
    await button(page, 'Markdown').click();
    const source = page.locator('.cm-content');
    await source.waitFor();
    const lines = await source.locator('.cm-line').allInnerTexts();
    await button(page, 'Visual').click();
    await page.locator('.ProseMirror').waitFor();
    return lines.map((line) => (line === '\n' ? '' : line)).join('\n');
  }

  async function paste(data: Record<string, string>): Promise<void> {
    await body().evaluate((target, entries) => {
      const clipboardData = new DataTransfer();
      for (const [kind, text] of Object.entries(entries)) clipboardData.setData(kind, text);
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, data);
  }

  async function insertButton(): Promise<void> {
    await type('/button');
    await press('Enter');
    const form = page.getByRole('dialog', { name: 'Button' });
    await form.getByLabel('Text').fill('Go');
    await form.getByRole('button', { name: 'Choose a page' }).click();
    await form.getByRole('combobox', { name: 'Page title' }).fill('prices plans');
    await press('Enter');
    await pollSoon(() => form.getByLabel('Link').inputValue()).toBe('/page/prices');
    await form.getByRole('button', { name: 'Insert' }).click();
    await pollSoon(() => form.count()).toBe(0);
  }

  describe('a block without text', { tags: 'full' }, () => {
    const block = '::button[Go]{href="/page/prices"}';

    it('has the caret below it after it was inserted, and a picker for its link', async () => {
      await insertButton();
      await type('After');
      expect(await markdown()).toBe(`${block}\n\nAfter`);
    });

    it('stays when it is selected and text is typed or pasted', async () => {
      await insertButton();
      await type('Last');
      const select = async () => {
        await body().getByText('Go', { exact: true }).click();
        await page.getByRole('toolbar', { name: 'Block' }).waitFor();
      };
      await select();
      await type('Typed');
      await select();
      await press('Enter');
      await type('Below');
      await select();
      await paste({ 'text/plain': 'Pasted' });
      expect(await markdown()).toBe(`${block}\n\nPasted\n\nBelow\n\nTyped\n\nLast`);
    });
  });

  it('names blocks for screen readers and announces their changes', async () => {
    await insertButton();
    await type('Last');
    const announced = () => page.locator('[data-announcement]').innerText();
    const group = body().getByRole('group', { name: 'Button' });
    await group.getByText('Go', { exact: true }).click();
    await pollSoon(announced).toBe('Button selected');
    await press('Alt+Shift+ArrowDown');
    await pollSoon(announced).toBe('Button moved down');
    await press('Control+Shift+d');
    await pollSoon(announced).toBe('Button duplicated');
    await pollSoon(() => group.count()).toBe(2);
  });

  it('names the block of a mistake instead of a line of the source', async () => {
    await paste({
      'text/plain': 'One\n\n::button[Buy]{href="/a" style="big"}\n\n::button[Sell]{href="/b" style="big"}',
    });
    const list = page.getByRole('list', { name: 'Mistakes in blocks' });
    await pollSoon(() => list.getByRole('button').allInnerTexts()).toEqual([
      expect.stringMatching(/^Button “Buy”: /),
      expect.stringMatching(/^Button “Sell”: /),
    ]);
  });

  it('finds and replaces with the case of the letters', async () => {
    await type('Plan and plan');
    await press('Control+h');
    const search = page.getByRole('search');
    await search.getByLabel('Find', { exact: true }).fill('plan');
    await pollSoon(() => search.getByRole('status').innerText()).toBe('2 matches');
    await search.getByLabel('Match case').check();
    await pollSoon(() => search.getByRole('status').innerText()).toBe('1 match');
    await search.getByLabel('Replace with').fill('tariff');
    await search.getByRole('button', { name: 'Replace all' }).click();
    await press('Escape');
    expect(await markdown()).toBe('Plan and tariff');
  });

  it('finds and replaces titles, captions, questions, buttons and descriptions, and no addresses', async () => {
    const text = (word: string) =>
      [
        `${word === 'Plan' ? 'A plan' : `A ${word}`}`,
        `::::cards\n:::card[${word} A]{href="/page/plan" src="https://pictures.example/plan.png" alt="The ${word}"}\nText\n:::\n::::`,
        `::button[Buy ${word}]{href="/plan"}`,
        `::::questions\n:::question[Which ${word}?]\nAnswer\n:::\n::::`,
        `::image[Our [${word}](https://a.example/plan)]{src="https://pictures.example/plan.png"}`,
        `![${word}](https://pictures.example/plan.png)`,
      ].join('\n\n');
    await paste({ 'text/plain': text('Plan') });
    await body().getByText('A plan').click();
    await press('Control+Home');
    // The editor learns of the moved caret by an event that follows the key.
    await page.waitForTimeout(200);
    await press('Control+f');
    const search = page.getByRole('search');
    const status = search.getByRole('status');
    await search.getByLabel('Find', { exact: true }).fill('plan');
    await pollSoon(() => status.innerText()).toBe('7 matches');
    await press('Enter', 'Enter');
    await pollSoon(() => status.innerText()).toBe('2 of 7 matches, Card: Title');
    expect(await violations(page)).toEqual([]);
    await search.getByRole('button', { name: 'Replace…' }).click();
    await type('$1 Tariff');
    await search.getByRole('button', { name: 'Replace all' }).click();
    await pollSoon(() => status.innerText()).toBe('Replaced 7 matches');
    await press('Escape');
    expect(await markdown()).toBe(text('$1 Tariff'));
    await page.locator('.ProseMirror').focus();
    await press('Control+z');
    expect(await markdown()).toBe(text('Plan'));
  });

  it('finds and replaces in the Markdown editor', { tags: 'full' }, async () => {
    await type('one two one');
    await button(page, 'Markdown').click();
    await page.locator('.cm-content').click();
    await press('Control+h');
    const search = page.locator('.cm-search');
    await search.getByLabel('Find').fill('one');
    await search.getByLabel('Replace').fill('six');
    expect(await violations(page)).toEqual([]);
    await search.getByRole('button', { name: 'replace all' }).click();
    await pollSoon(() => page.locator('.cm-content').innerText()).toBe('six two six');
    await press('Escape');
    await button(page, 'Visual').click();
  });

  describe('titles and captions of blocks', () => {
    const titleOf = (name: string) => page.getByRole('textbox', { name, exact: true });

    it('are typed in place, and undone word by word with the text', async () => {
      await paste({ 'text/plain': '::::cards\n:::card[Title]\nText\n:::\n::::' });
      const title = titleOf('Card: Title');
      await title.click();
      await press('End');
      await type(' of one');
      await pollSoon(() => title.innerText()).toBe('Title of one');
      await press('Enter');
      await type('My ');
      expect(await markdown()).toBe('::::cards\n:::card[Title of one]\nMy Text\n:::\n::::');
      await titleOf('Card: Title').click();
      await press('Control+z');
      await pollSoon(() => body().getByText('My Text').count()).toBe(0);
      // Words that are typed slowly, as on a busy machine, are several steps.
      const pressUntil = (key: string, shown: string) =>
        pollSoon(async () => {
          if ((await titleOf('Card: Title').innerText()) !== shown) await press(key);
          return titleOf('Card: Title').innerText();
        }).toBe(shown);
      await pressUntil('Control+z', 'Title');
      await pressUntil('Control+Shift+z', 'Title of one');
    });

    it('are reached by keyboard, keep a required text, and have names', { tags: 'full' }, async () => {
      await paste({
        'text/plain':
          '::::questions\n:::question[What?]\nThat.\n:::\n::::\n\n::image[A *view*]{src="https://pictures.example/a.png" alt="Hills"}\n\nEnd',
      });
      await body().getByText('That.').click();
      await page.getByRole('toolbar', { name: 'Block' }).waitFor();
      await press('ArrowUp');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(await focused()).toBe('Question: Question');
      await press('Control+a', 'Backspace');
      await pollSoon(() => titleOf('Question: Question').getAttribute('aria-invalid')).toBe('true');
      await type('Who is it?');
      await press('Tab');
      await type('He. ');
      const caption = titleOf('Image with caption: Caption');
      expect(await caption.getByText('view', { exact: true }).evaluate(({ tagName }) => tagName)).toBe('EM');
      await caption.click();
      await press('End');
      await type(' of hills');
      expect(await violations(page)).toEqual([]);
      await press('Enter');
      await type('Below');
      expect(await markdown()).toBe(
        '::::questions\n:::question[Who is it?]\nHe. That.\n:::\n::::\n\n::image[A *view* of hills]{src="https://pictures.example/a.png" alt="Hills"}\n\nBelow\n\nEnd',
      );
    });

    it('are added to blocks without one', { tags: 'full' }, async () => {
      await paste({ 'text/plain': ':::callout\nText\n:::\n\n:::numbers\n::number[users]{value="100"}\n:::' });
      await titleOf('Callout: Title').click();
      await type('Note');
      await titleOf('Number: Number').click();
      await press('Control+a');
      await type('250');
      await press('Enter');
      await press('End');
      await type(' a day');
      expect(await markdown()).toBe(
        ':::callout[Note]\nText\n:::\n\n:::numbers\n::number[users a day]{value="250"}\n:::',
      );
    });
  });

  describe('links', () => {
    it.each(
      sampled([
        ['ada@example.com', 'mailto:ada@example.com'],
        ['+49 30 1234567', 'tel:+49301234567'],
      ]),
    )('to %s are made in the link box', { tags: 'full' }, async (typed, href) => {
      await press('Control+k');
      const box = page.getByRole('dialog', { name: 'Link' });
      await box.getByRole('combobox').fill(typed);
      await press('Enter');
      expect(await markdown()).toBe(`[${typed}](${href})`);
    });

    it('are not made of words without a page', { tags: 'full' }, async () => {
      await press('Control+k');
      const box = page.getByRole('dialog', { name: 'Link' });
      await box.getByRole('combobox').fill('zzqqxx');
      await press('Enter');
      await box.getByText('No matching page.').waitFor();
      await press('Escape');
      expect(await body().getByRole('link').count()).toBe(0);
    });

    it('to a path without a page are marked and listed', { tags: 'full' }, async () => {
      await paste({ 'text/plain': 'See [prices](/page/prices) and [nothing](/page/no-such-page).' });
      const list = page.getByRole('list', { name: 'Links to check' });
      await pollSoon(() => list.getByRole('listitem').allInnerTexts()).toEqual([
        '“nothing” links to /page/no-such-page, where there is no page.',
      ]);
      await pollSoon(() => body().locator('.broken-link').allInnerTexts()).toEqual(['nothing']);
    });

    it('in blocks are marked and listed like links in the text', async () => {
      await paste({
        'text/plain': [
          '::button[Buy]{href="/no-such-page"}',
          '::::cards\n:::card[Plan]{href="page:gone"}\nText\n:::\n::::',
          ':::quote[Ada]{href="/page/prices"}\nWords\n:::',
          ':::logos\n::logo[Acme]{src="https://pictures.example/a.png" href="/page/nowhere"}\n:::',
        ].join('\n\n'),
      });
      const list = page.getByRole('list', { name: 'Links to check' });
      await pollSoon(() => list.getByRole('listitem').allInnerTexts()).toEqual([
        '“Buy” links to /no-such-page, where there is no page.',
        '“Plan” links to a document that does not exist.',
        '“Acme” links to /page/nowhere, where there is no page.',
      ]);
      await pollSoon(() => body().locator('.has-broken-link').count()).toBe(3);
      await button(page, 'Markdown').click();
      await pollSoon(() => page.locator('.cm-broken-link').allInnerTexts()).toEqual([
        '/no-such-page',
        'page:gone',
        '/page/nowhere',
      ]);
      await button(page, 'Visual').click();
    });

    it.each<[string, Record<string, string>, string]>(
      sampled([
        ['an email address', { 'text/plain': ' ADA@Example.com.' }, '[ADA@Example.com](mailto:ADA@Example.com).'],
        ['a phone number', { 'text/plain': '+49 (0)30 1234567' }, '[+49 (0)30 1234567](tel:+49301234567)'],
        ['a host', { 'text/plain': 'www.example.com/a' }, '[www.example.com/a](https://www.example.com/a)'],
        [
          'an email address of a page',
          { 'text/plain': '030 1234567', 'text/html': '<meta charset="utf-8"><span>030 1234567</span>' },
          '[030 1234567](tel:0301234567)',
        ],
        [
          'addresses in a sentence',
          { 'text/plain': 'Write to ada@example.com or call +49 30 1234567, not `bob@example.com`.' },
          'Write to [ada@example.com](mailto:ada@example.com) or call [+49 30 1234567](tel:+49301234567), not `bob@example.com`.',
        ],
        ['code', { 'text/plain': 'a@b.com', 'text/html': '<code>a@b.com</code>' }, '`a@b.com`'],
      ]),
    )('are made of pasted text: %s', { tags: 'full' }, async (_kind, data, expected) => {
      await paste(data);
      expect(await markdown()).toBe(expected);
    });

    it('are not made of addresses that are pasted into code', { tags: 'full' }, async () => {
      await type('Run `ab`');
      await press('ArrowLeft');
      await paste({ 'text/plain': 'ada@example.com' });
      expect(await markdown()).toBe('Run `aada@example.comb`');
    });

    it('are made of typed addresses', async () => {
      await type('See https://example.com/a. Or ada@example.com, or www.example.com');
      await press('Enter');
      await type('End');
      expect(await markdown()).toBe(
        'See <https://example.com/a>. Or [ada@example.com](mailto:ada@example.com), or [www.example.com](https://www.example.com)\n\nEnd',
      );
    });
  });

  it('adds a row with Tab in the last cell of a table', { tags: 'full' }, async () => {
    await paste({ 'text/plain': '| A | B |\n| --- | --- |\n| c | d |' });
    await body().getByText('d', { exact: true }).click();
    await press('Tab');
    await type('e');
    await press('Tab');
    await type('f');
    expect(await markdown()).toBe('| A | B |\n| --- | --- |\n| c | d |\n| e | f |');
  });

  describe('several images', () => {
    it.each(sampled([['Visual'], ['Markdown']]))('keep the order of their files in the %s editor', async (editor) => {
      const names = ['one', 'two', 'three', 'four'];
      // The uploads end in the reverse order.
      const release = names.map(() => Promise.withResolvers<void>());
      let started = 0;
      await page.route(uploading, async (route) => {
        const { searchParams } = new URL(route.request().url());
        if (route.request().method() === 'POST' && searchParams.has('name') && started < names.length) {
          const own = release[started];
          started += 1;
          await own?.promise;
        }
        await route.continue().catch(() => undefined);
      });
      await type('Before');
      if (editor === 'Markdown') {
        await button(page, 'Markdown').click();
        await page.locator('.cm-content').click();
      }
      const files = await Promise.all(names.map(async (name) => ({ ...(await createPhoto()), name: `${name}.png` })));
      await page.getByLabel('Images for Body').setInputFiles(files);
      await pollSoon(() => started).toBe(names.length);
      const left = () => page.getByText(/^Uploading… /).count();
      for (const [index, held] of release.toReversed().entries()) {
        held.resolve();
        await pollSoon(left).toBe(names.length - 1 - index);
      }
      await page.unroute(uploading);
      if (editor === 'Markdown') {
        await button(page, 'Visual').click();
        await page.locator('.ProseMirror').waitFor();
      }
      const text = await markdown();
      const urls = [...text.matchAll(/!\[\]\((http[^)]+)\)/g)].map(([, url = '']) => decodeURIComponent(url));
      expect(urls).toHaveLength(names.length);
      // A function adds an upload to the library.
      const stored = () =>
        Promise.all(
          urls.map(async (url) => {
            const found = await office.firestore.collection('media').where('path', '==', pathOf(url)).get();
            return found.docs[0]?.get('name') as string;
          }),
        );
      await pollSoon(stored).toEqual(names.map((name) => `${name}.png`));
    });
  });

  it('offers the first of several equal images instead of uploading the others', { tags: 'full' }, async () => {
    const photo = await createPhoto();
    const files = ['one.png', 'two.png'].map((name) => ({ ...photo, name }));
    await page.getByLabel('Images for Body').setInputFiles(files);
    await page.getByText('two.png: Already in the library as “one.png”.').waitFor();
    await button(page, 'Use it').click();
    await pollSoon(() => body().locator('img[src*="/o/"]').count()).toBe(2);
    const urls = [...(await markdown()).matchAll(/!\[\]\((http[^)]+)\)/g)].map(([, url]) => url);
    expect(urls).toHaveLength(2);
    expect(new Set(urls).size).toBe(1);
  });

  const pathOf = (url: string): string => /\/o\/([^?]+)/.exec(url)?.[1] ?? '';

  it('uploads no ticks of a checklist, and names images that were not uploaded', async () => {
    const tick = '<img src="data:image/png;base64,iVBORw0KGgo=" aria-roledescription="checked checkbox" alt="checked">';
    await paste({
      'text/html': `<ul><li role="checkbox" aria-checked="true">${tick}<p>Done</p></li><li role="checkbox" aria-checked="false">${tick}<p>Open</p></li></ul><p>Then <img src="https://pictures.example/a.png" alt="A"></p><p><img src="file:///C:/b.png"></p>`,
    });
    await page.getByText('1 image could not be pasted').waitFor();
    await page.getByText('Visitors load other images from pictures.example').waitFor();
    expect(await page.getByText(/Uploading…/).count()).toBe(0);
    expect(await markdown()).toBe('- Done\n- Open\n\nThen ![A](https://pictures.example/a.png)');
  });

  it.each<[string, string, string]>(
    sampled([
      [
        'merged cells',
        '<table><tr><th colspan="2">Plan</th><th>Price</th></tr><tr><td rowspan="2">A</td><td>b</td><td>1</td></tr><tr><td>c</td><td>2</td></tr></table>',
        '| Plan |  | Price |\n| --- | --- | --- |\n| A | b | 1 |\n|  | c | 2 |',
      ],
      [
        'code with one element a line',
        '<pre><code class="language-js"><div>if (a) {</div><div>  b();</div><div><br></div><div>}</div></code></pre>',
        '```js\nif (a) {\n  b();\n\n}\n```',
      ],
      [
        'code with one span a line',
        '<pre><span class="line">a:</span><span class="line">  b: 1</span></pre>',
        '```\na:\n  b: 1\n```',
      ],
      [
        'code of an editor',
        '<meta charset="utf-8"><div style="color:#ccc;font-family:Menlo, Monaco, monospace;white-space:pre;"><div><span>def a():</span></div><div><span>    return 1</span></div></div>',
        '```\ndef a():\n    return 1\n```',
      ],
      [
        'code with line breaks and numbers of lines',
        '<pre><span class="line-number">1</span>a<br><span class="line-number">2</span>&nbsp;&nbsp;b</pre>',
        '```\na\n  b\n```',
      ],
      ['the start of a list', '<ol start="3"><li>c</li><li>d</li></ol>', '3. c\n4. d'],
      [
        'lists of a word processor',
        "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>3.</span>c</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>4.</span>d</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>·</span>e</p>",
        '3. c\n4. d\n\n- e',
      ],
      [
        'unusual markers of a list',
        "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>(b)</span>b</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>(c)</span>c</p>",
        '2. b\n3. c',
      ],
      [
        'lines of styled spans',
        '<div><span style="display:block">One</span><span style="display:block">Two</span></div>',
        'One\n\nTwo',
      ],
      ['two line breaks', '<div>One<br><br>Two</div>', 'One\n\nTwo'],
    ]),
  )('pastes %s', async (_kind, html, expected) => {
    await paste({ 'text/html': html });
    expect(await markdown()).toBe(expected);
  });
}
