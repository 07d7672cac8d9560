import fc from 'fast-check';
import { history } from 'prosemirror-history';
import { EditorState } from 'prosemirror-state';
import { describe, expect, it, vi } from 'vitest';
import { MarkdownSource, parseNodes, parseText } from './parse.ts';
import { pages } from '../../../seed/content/pages.ts';
import { sections } from '../../../seed/content/sections.ts';
import { asForeign, foreignTextPlugin, redoOwn, undoOwn } from './foreign-text.ts';
import { meaningOf, randomDocument, randomText, writtenText } from './random-text.fixture.ts';
import { schema } from './schema.ts';

const isFull = Boolean(process.env['FULL']);
const runs = { numRuns: isFull ? 10_000 : 400 };

// Ten thousand documents take longer than other tests.
vi.setConfig({ testTimeout: isFull ? 300_000 : 30_000 });

function opened(text: string) {
  const source = new MarkdownSource();
  return { source, state: EditorState.create({ doc: source.open(text) }) };
}

describe('a text opened and saved without edits', () => {
  it.each([
    '',
    '\n',
    '\ufeff# a\n\nb',
    '\ufeff',
    '` `',
    'a',
    '\n\n# A\n\n',
    'a\r\n\r\nb\r\n',
    '```\nopen\n\n',
    '[a]: /b',
    '- a\n\n\n- b',
  ])('is unchanged: %j', (text) => {
    const { source, state } = opened(text);
    expect(source.write(state.doc)).toBe(text);
  });

  const picture = (name: string) => `https://pictures.example/${name}`;
  const seed = [
    ...Object.values(pages(picture)).map(({ body }) => body ?? ''),
    ...Object.values(sections(picture)).map(({ content }) => content ?? ''),
  ];

  it.each(seed)('is unchanged for the example content, which without blocks needs no Markdown block: %#', (text) => {
    const { source, state } = opened(text);
    expect(source.write(state.doc)).toBe(text);
    const names = state.doc.children.map(({ type }) => type.name);
    if (!/^::/m.test(text)) expect(names).not.toContain('markdown_block');
  });

  it('is unchanged for random Markdown', () => {
    fc.assert(
      fc.property(fc.oneof(randomText, writtenText), (text) => {
        const { source, state } = opened(text);
        expect(source.write(state.doc)).toBe(text);
      }),
      runs,
    );
  });
});

describe('an edit of one block', () => {
  it('changes the bytes of that block only', () => {
    fc.assert(
      fc.property(writtenText, fc.nat(), (text, random) => {
        const { source, state } = opened(text);
        const blocks = source.blocks(state.doc);
        const index = random % blocks.length;
        const { node, pos } = blocks[index]!;
        let at = -1;
        node.descendants((child, offset) => {
          if (at < 0 && child.isTextblock) at = pos + offset + 2;
        });
        if (node.isTextblock) at = pos + 1;
        const { tr } = state;
        if (at < 0) tr.delete(pos, pos + node.nodeSize);
        else tr.insertText('Edited', at);
        const { before: gap, text: own } = blocks[index]!;
        const before = blocks.slice(0, index).map((block) => block.before + block.text);
        const start = before.join('') + gap;
        const written = source.write(tr.doc);
        expect(written.startsWith(before.join(''))).toBe(true);
        if (at >= 0) expect(written.startsWith(start)).toBe(true);
        if (at >= 0) expect(written.endsWith(text.slice(start.length + own.length))).toBe(true);
        const undone = tr.steps.reduceRight((doc, step, n) => step.invert(tr.docs[n]!).apply(doc).doc!, tr.doc);
        expect(source.write(undone)).toBe(text);
      }),
      runs,
    );
  });
});

it('opens another text by changing only its different blocks', () => {
  fc.assert(
    fc.property(writtenText, writtenText, (first, second) => {
      const { source, state } = opened(first);
      const transaction = source.replace(state, second);
      const next = transaction ? state.apply(transaction) : state;
      expect(source.write(next.doc)).toBe(second);
      const back = source.replace(next, first);
      expect(source.write(back ? back.doc : next.doc)).toBe(first);
    }),
    runs,
  );
});

describe('undo after the words of a colleague arrived', () => {
  /** Types words after others, receives a text, and undoes the typing. */
  function undone(text: string, [after, typed]: [string, string], received: (mine: string) => string): string {
    const source = new MarkdownSource();
    let state = EditorState.create({ doc: source.open(text), plugins: [history(), foreignTextPlugin()] });
    let at = -1;
    state.doc.descendants((node, pos) => {
      const found = node.text?.indexOf(after) ?? -1;
      if (at < 0 && found >= 0) at = pos + found + after.length;
    });
    state = state.apply(state.tr.insertText(typed, at));
    const transaction = source.replace(state, received(source.write(state.doc)));
    if (transaction) state = state.apply(asForeign(transaction));
    undoOwn(state, (next) => (state = state.apply(next)));
    return source.write(state.doc);
  }

  it.each<[string, string, (mine: string) => string, string]>([
    ['in the same block', 'One two three', (mine) => mine.replace('three', 'three of Bob'), 'One two three of Bob'],
    ['around the typed words', 'One two three', (mine) => `Bob ${mine} Bob`, 'Bob One two three Bob'],
    ['inside the typed words', 'One two', (mine) => mine.replace('A', 'A B').replace('One', 'Uno'), 'Uno  Btwo'],
    ['in another block', 'One two\n\nLast', (mine) => `${mine} of Bob`, 'One two\n\nLast of Bob'],
    ['before the block', 'One two\n\nLast', (mine) => `New\n\n${mine}`, 'New\n\nOne two\n\nLast'],
    ['as format', 'One two', (mine) => mine.replace('One', '**One**'), '**One** two'],
    ['as kind of block', 'One two', (mine) => `## ${mine}`, '## One two'],
    ['in a list', '- One two\n- b', (mine) => mine.replace('- b', '- b\n- c'), '- One two\n- b\n- c'],
    [
      'in a table',
      '| One two | b |\n| --- | --- |\n| c | d |',
      (mine) => mine.replace('d', 'dd'),
      '| One two | b |\n| --- | --- |\n| c | dd |',
    ],
    [
      'in the title of a block',
      ':::callout[Note]\nOne two\n:::',
      (mine) => mine.replace('Note', 'Bob'),
      ':::callout[Bob]\nOne two\n:::',
    ],
    ['in code', '```\nOne two\n```', (mine) => mine.replace('two', 'two\nBob'), '```\nOne two\nBob\n```'],
  ])('keeps words %s', (...[, text, received, expected]) => {
    expect(undone(text, ['One ', 'A '], received)).toBe(expected);
  });

  it('keeps words inside a new block, which redo brings back around them', () => {
    const source = new MarkdownSource();
    let state = EditorState.create({ doc: source.open('First'), plugins: [history(), foreignTextPlugin()] });
    const apply = (tr: typeof state.tr) => (state = state.apply(tr));
    apply(state.tr.insert(state.doc.content.size, schema.node('paragraph', null, [schema.text('My own paragraph')])));
    const received = source.replace(state, 'First\n\nMy own good paragraph of Bob');
    if (received) apply(asForeign(received));
    undoOwn(state, apply);
    expect(state.doc.textContent).toBe('Firstgood  of Bob');
    redoOwn(state, apply);
    for (const words of ['My own', 'good', 'paragraph', 'of Bob']) expect(source.write(state.doc)).toContain(words);
    undoOwn(state, apply);
    expect(state.doc.textContent).toBe('Firstgood  of Bob');
  });

  it('leaves the text of the colleague for random texts', () => {
    fc.assert(
      fc.property(writtenText, writtenText, (text, other) => {
        const first = `Start word\n\n${text}`;
        const received = (mine: string) => `${mine.slice(0, mine.indexOf('\n'))}\n\n${other}`;
        const whole = undone(first, ['Start ', 'typed '], received);
        expect(whole).toBe(received(first));
      }),
      runs,
    );
  });
});

it('writes random documents so that they mean the same when read again', () => {
  fc.assert(
    fc.property(randomDocument, (doc) => {
      const nodes = parseNodes(new MarkdownSource().write(doc));
      const again = schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]);
      expect(meaningOf(again)).toBe(meaningOf(doc));
    }),
    runs,
  );
});

it.each([
  ['::: note\nText\n:::', ['markdown_block']],
  ['[a]: /b\n\n[a]', ['markdown_block', 'paragraph']],
  ['- a\n\n  [b]: /c', ['markdown_block']],
  [':::callout[Note]\nText\n:::', ['block_container']],
  ['::::columns\n:::column\na\n:::\n:::column\nb\n:::\n::::', ['block_group']],
  ['::button[Go]{href="/a"}\n\n::button[No address]', ['block_leaf', 'block_leaf']],
  ['- a\n\n  [b\\]]: /c', ['markdown_block']],
  [':::callout\n[b]: /c\n:::', ['markdown_block']],
  ['- :::callout\n  a\n  :::', ['markdown_block']],
  ['<div>\n\ntext', ['paragraph', 'paragraph']],
])('opens %j as %j', (text, types) => {
  expect(parseText(text).blocks.map(({ node }) => node.type.name)).toEqual(types);
});

it.each([
  ['- a', '- b', '- a\n\n* b'],
  ['1. a', '1. b', '1. a\n\n1) b'],
  ['- a', '    code', '- a\n\n```\ncode\n```'],
])('keeps %j and %j apart when they become neighbors', (first, second, expected) => {
  const { source, state } = opened(`${first}\n\nbetween\n\n${second}`);
  const nodes = [state.doc.child(0), state.doc.child(2)];
  expect(source.write(schema.node('doc', null, nodes))).toBe(expected);
});

it('writes a divider after a heading in a list so that they are no table', () => {
  const heading = schema.node('heading', { level: 2 }, [schema.text('a | b')]);
  const inner = schema.node('bullet_list', null, [schema.node('list_item', null, [heading, schema.node('divider')])]);
  const list = schema.node('bullet_list', null, [schema.node('list_item', null, [inner])]);
  expect(new MarkdownSource().write(schema.node('doc', null, [list]))).toBe('- - ## a | b\n    ___');
});

it('closes an open code block when a block follows it', () => {
  const { source, state } = opened('```\nopen');
  const text = schema.node('paragraph', null, [schema.text('text')]);
  expect(source.write(state.tr.insert(state.doc.content.size, text).doc)).toBe('```\nopen\n```\n\ntext');
});

it.each([
  ['blank lines in code', `\`\`\`\n${'\n'.repeat(100_000)}x\n\`\`\``],
  ['blank lines in a list', `- a\n${'\n'.repeat(50_000)}  b`],
  ['brackets without an end', '[a\n'.repeat(50_000)],
  ['spaces in a heading', `# a${' '.repeat(100_000)}b`],
  ['spaces in a cell', `| a${' '.repeat(100_000)}b |\n| --- |`],
  ['line breaks', 'a\n'.repeat(50_000)],
])('opens and writes %s in linear time', (_name, text) => {
  const { source, state } = opened(text);
  expect(source.write(state.doc)).toBe(text);
});

it('opens long texts in many quotes and lists as Markdown', () => {
  for (const marks of ['> '.repeat(98), '- '.repeat(40), '> - '.repeat(20)]) {
    const text = `${marks}${'a\n'.repeat(50_000)}`;
    const source = new MarkdownSource();
    const doc = source.open(text);
    expect(doc.firstChild?.type.name).toBe('markdown_block');
    expect(source.write(doc)).toBe(text);
  }
});
