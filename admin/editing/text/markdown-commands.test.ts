import { blockTemplate } from '@frontage/model/blocks';
import { renderMarkdown } from '@frontage/model/markdown';
import { describe, expect, it } from 'vitest';
import {
  imageMarkdown,
  linkAround,
  linkTo,
  markdownCommands,
  insertedBlock,
  insertedParagraph,
  type Edit,
  type MarkdownCommandName,
  type Passage,
} from './markdown-commands.ts';

/** Parses a text with its selection between two bars; one bar is a caret. */
function read(drawn: string): Passage {
  const from = drawn.indexOf('|');
  const rest = drawn.slice(from + 1);
  const second = rest.indexOf('|');
  const text = drawn.slice(0, from) + rest.replace('|', '');
  return { text, from, to: second < 0 ? from : from + second };
}

function draw({ text }: Passage, { from, to, insert, anchor, head }: Edit): string {
  const result = text.slice(0, from) + insert + text.slice(to);
  return anchor === head
    ? `${result.slice(0, head)}|${result.slice(head)}`
    : `${result.slice(0, anchor)}|${result.slice(anchor, head)}|${result.slice(head)}`;
}

describe('markdownCommands', () => {
  it.each<[MarkdownCommandName, string, string]>([
    ['bold', 'a |word| b', 'a **|word|** b'],
    ['bold', 'a **|word|** b', 'a |word| b'],
    ['bold', 'a |**word**| b', 'a |word| b'],
    ['bold', 'a | b', 'a **|bold text|** b'],
    ['italic', '|x|', '_|x|_'],
    ['code', '|x|', '`|x|`'],
    ['heading', 'one\ntw|o\nthree', 'one\n## two|\nthree'],
    ['heading', '### tw|o', 'two|'],
    ['bullets', 'on|e\ntw|o', '|- one\n- two|'],
    ['bullets', '|- one\n- two|', '|one\ntwo|'],
    ['numbers', '|one\ntwo\nthree|', '|1. one\n2. two\n3. three|'],
    ['quote', '|one\n|two', '> one|\ntwo'],
    ['table', 'text|', 'text\n\n| Heading | Heading |\n| --- | --- |\n| Cell | Cell |\n'],
  ])('%s changes %j', (name, before, expected) => {
    const passage = read(before);
    const edit = markdownCommands[name](passage);
    const drawn = draw(passage, edit);
    expect(name === 'table' ? passage.text + edit.insert : drawn).toBe(expected);
  });

  it.each([
    ['see |here|', 'page:a', 'see [here](page:a)|'],
    ['see |', 'page:a', 'see [A \\[title\\]](page:a)|'],
    ['see [[|', 'demo:d#x', 'see [A \\[title\\]](demo:d#x)|'],
    ['see [th|is](/old "T") now', 'page:a', 'see [this](page:a)| now'],
    ['see [|this|](<page:b>)', 'https://a.example/(x)', 'see [this](https://a.example/%28x%29)|'],
    ['[a](/a) [b|](/b)', '', '[a](/a) b|'],
    ['![a|](/a.png)', 'page:a', '![a[A \\[title\\]](page:a)|](/a.png)'],
  ])('links in %j to %s', (before, href, expected) => {
    const passage = read(before);
    expect(draw(passage, linkTo(passage, { href, title: 'A [title]' }))).toBe(expected);
  });

  it.each([
    ['see [th|is](page:a#x) now', 'page:a#x'],
    ['[a](/a)| [b](/b)', '/a'],
    ['[a](/a) | [b](/b)', undefined],
    ['![a|](/a.png)', undefined],
    ['one |[a](/a) two|', undefined],
  ])('the link around the selection in %j is %s', (before, href) => {
    expect(linkAround(read(before))?.href).toBe(href);
  });

  it('inserts a table in place of the selected text', () => {
    const passage = read('text|');
    const { from, insert } = markdownCommands.table(passage);
    expect(renderMarkdown(passage.text.slice(0, from) + insert)).toContain('<td>Cell</td>');
  });

  it.each([
    ['an empty text', '|', '![a](/a)\n\n'],
    ['after a text', 'Text|', 'Text\n\n![a](/a)\n\n'],
    ['in the middle of a text', 'Be |fore', 'Be \n\n![a](/a)\n\nfore'],
    ['in the line after an image', '![b](/b)\n|', '![b](/b)\n\n![a](/a)\n\n'],
    ['in a new paragraph', 'Text\n\n|', 'Text\n\n![a](/a)\n\n'],
    ['before another line', '|Text', '![a](/a)\n\nText'],
    ['within an image', '![b](/|b) Text', '![b](/b)\n\n![a](/a)\n\n Text'],
    ['within a link', 'See [b|b](/b).', 'See [bb](/b)\n\n![a](/a)\n\n.'],
  ])('makes an image dropped %s a separate paragraph', (_place, before, expected) => {
    const { text, from: position } = read(before);
    const { from, insert } = insertedParagraph(text, position, '![a](/a)');
    const after = text.slice(0, from) + insert + text.slice(from);
    expect(after).toBe(expected);
    const html = renderMarkdown(after);
    expect(html).toMatch(/<p><img[^>]*src="\/a"[^>]*><\/p>/);
  });

  it.each([
    ['a [b] \\', 'http://h/a(1).png', '![a b ](http://h/a%281%29.png)'],
    ['team', '/x y.png', '![team](/x%20y.png)'],
  ])('imageMarkdown escapes the name %j and the URL %j', (alt, url, expected) => {
    expect(imageMarkdown(alt, url)).toBe(expected);
    expect(renderMarkdown(expected)).toContain('<img');
  });
});

describe('insertedBlock', () => {
  it.each([
    ['button', 'on|e\ntwo', 'one\n\n::button[|]{href=""}\n\n\ntwo'],
    ['image', '|', '::image{src="|"}\n\n'],
    ['callout', 'one\n\n|', 'one\n\n:::callout\n|Text|\n:::\n\n'],
    ['columns', '|', '::::columns\n:::column\n|Text|\n:::\n:::column\nText\n:::\n::::\n\n'],
  ])('inserts a %s after the line and selects its first value', (name, before, expected) => {
    const passage = read(before);
    expect(draw(passage, insertedBlock(passage, blockTemplate(name)))).toBe(expected);
  });
});
