import { blockDefinition, type BlockDefinition, findBlocks, formatDirective } from '@frontage/model/blocks';
import fc from 'fast-check';
import type { Mark, Node } from 'prosemirror-model';
import { directiveType, schema } from './schema.ts';
import { isEmptyBlock } from './serialize.ts';

const pieces = [
  ...[
    '# ',
    '## Title',
    'Title\n---',
    'Title\n===',
    'text',
    'two words',
    '**bold**',
    '*a*',
    '_a_',
    '***',
    '`code`',
    '``a`b``',
  ],
  ...[
    '- ',
    '* item',
    '+ item',
    '1. one',
    '2) two',
    '> ',
    '> quote',
    '    code',
    '\tcode',
    '```',
    '```ts',
    '~~~',
    '---',
    '___',
  ],
  ...[
    '| a | b |',
    '| - | :-: |',
    '| \\| | ` |',
    '[a](/b)',
    '[a](page:about)',
    '[a](demo:ada#part)',
    '[a](page:)',
    '[a]',
    '[a]: /b "t"',
    '![x](/y.png)',
    '<https://a.example>',
  ],
  ...[
    '<div>',
    '&amp;',
    '&nbsp;',
    '\\',
    '\\*',
    '~~s~~',
    '::: note',
    ':::callout[T]{type="tip"}',
    '::::columns',
    ':::column',
    '::button[Go]{href="/a"}',
    ':::',
    '!',
    '  ',
    ' ',
    '\n',
    '\n\n',
    '\n\n\n',
    '\r\n',
    '\r',
    '\t',
  ],
  ...['é', '中文', '🙂', '\u00a0', '\u2028', 'שלום', '  \n', '\\\n', '$', '|', ']('],
];

/** Texts of Markdown pieces in any order. */
export const randomText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string() }), {
    maxLength: 24,
  })
  .map((parts) => parts.join(''));

/** A valid value of each attribute. */
const attributesOf = ({ attributes }: BlockDefinition): Record<string, string> =>
  Object.fromEntries(
    attributes.map(({ name, kind, choices = {} }) => {
      const values = {
        text: '12',
        url: 'page:about',
        image: '/a.png',
        video: 'https://youtu.be/abcdefghijk',
        demo: 'ada',
      };
      const others = { choice: Object.keys(choices).at(-1) ?? '', number: '2', boolean: 'true' };
      return [name, { ...values, ...others }[kind]];
    }),
  );

/** The Markdown of a block with all attributes and the least content. */
function writtenBlock(definition: BlockDefinition): string {
  const { name, text, content } = definition;
  const inner = typeof content === 'object' ? blockDefinition(content.block) : undefined;
  const inside =
    typeof content === 'object' && inner
      ? Array.from({ length: content.least }, () => writtenBlock(inner)).join('\n\n')
      : 'See [us](page:about#team).\n\n* star';
  return formatDirective({ name, text: text && 'A *text*', attributes: attributesOf(definition) }, inside);
}

/** Texts of complete blocks, as people write them. */
export const writtenText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      'A paragraph with **bold**, *emphasis* and `code`.\nA second line.',
      '# Title',
      'Setext\n------',
      '- one\n- two\n  - nested\n- three',
      '* star\n\n* loose',
      '3. three\n4. four',
      '> A quote.\n> > Nested.',
      '```js\nconst a = 1;\n```',
      '    indented code',
      '***',
      '| a | b |\n|---|:-:|\n| 1 | 2 |',
      '![alt](/image.png "Title")',
      '[link](/about "About") and <https://example.com/>.',
      '[About us](page:about), [try it](demo:ada#top) and [odd](page:%C3%BC "Title").',
      '[ref]: /there',
      'A [ref] and [another][ref].',
      '::: note\nInside.\n:::',
      ":::callout[A *title*]{type='tip'}\n\nInside  with **bold**.\n\n* star\n:::",
      '::::columns\n:::column\nLeft\n:::\n\n\n:::column\n::button[Go]{ href="/a"  style="secondary"}\n:::\n::::',
      ':::questions\n::::question[Why?]{open}\nBecause.\n::::\n:::',
      '::video[A film]{url="https://youtu.be/abcdefghijk"}',
      '::image{src="/a.png" width="wide" unknown="&quot;"}',
      '::button[No address]',
      ':::callout\nopen',
      'Line\\\nbreak  \nagain',
      ...findBlocks('').map(writtenBlock),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((blocks) =>
    fc
      .array(fc.constantFrom('\n\n', '\n\n\n', '\n \n'), { minLength: blocks.length, maxLength: blocks.length })
      .map((gaps) => blocks.map((block, index) => block + (gaps[index] ?? '')).join('')),
  );

const words = fc.constantFrom(
  ...[
    'word',
    'two words',
    'a',
    '*',
    '**',
    '_',
    'snake_case',
    '`',
    '[x]',
    '](',
    '!',
    '#',
    '1.',
    '-',
    '+',
    '>',
    '~~',
    '&amp;',
    '<b>',
  ],
  ...[
    '<https://x.example>',
    '\\',
    '|',
    'é',
    '中',
    '🙂',
    ' ',
    ' x',
    'x ',
    '.',
    ',',
    '"',
    "'",
    '$',
    '=',
    '::',
    '://',
    '\u00a0',
  ],
);

const targets = fc.constantFrom('/a_(b)?x=1', 'page:about', 'demo:a_b-1~c#part_(x)');

const markSets: fc.Arbitrary<readonly Mark[]> = fc
  .tuple(fc.subarray(['link', 'strong', 'em', 'strike'] as const), targets)
  .map(([names, href]) => names.map((name) => schema.mark(name, name === 'link' ? { href, title: '' } : null)));

const inlineNode: fc.Arbitrary<Node> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(words, markSets).map(([text, marks]) => schema.text(text, marks)) },
  { weight: 1, arbitrary: words.map((text) => schema.text(text, [schema.mark('code')])) },
  { weight: 1, arbitrary: fc.constant(schema.node('hard_break')) },
  { weight: 1, arbitrary: words.map((alt) => schema.node('image', { src: '/a_b.png', alt, title: alt.trim() })) },
);

const inlineNodes = fc.array(inlineNode, { minLength: 1, maxLength: 6 });

const leafBlock: fc.Arbitrary<Node> = fc.oneof(
  { weight: 6, arbitrary: inlineNodes.map((nodes) => schema.node('paragraph', null, nodes)) },
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), inlineNodes)
    .map(([level, nodes]) => schema.node('heading', { level }, nodes)),
  fc
    .tuple(fc.constantFrom('', 'ts', 'c++ {a}', '`'), fc.constantFrom('x', '```', 'a\n\nb', '  y', '~~~', '# z'))
    .map(([info, text]) => schema.node('code_block', { info }, [schema.text(text)])),
  fc.constant(schema.node('divider')),
  fc
    .array(fc.array(inlineNode, { maxLength: 2 }), { minLength: 4, maxLength: 4 })
    .map(([a, b, c, d]) =>
      schema.node('table', null, [
        schema.node('table_row', null, [
          schema.node('table_header', { align: 'center' }, a),
          schema.node('table_header', null, b),
        ]),
        schema.node('table_row', null, [
          schema.node('table_cell', { align: 'center' }, c),
          schema.node('table_cell', null, d),
        ]),
      ]),
    ),
);

/** A node of any block, with random text in brackets and content. */
function blockNode(definition: BlockDefinition, content: readonly Node[], text: string): Node {
  // Markdown in brackets is kept as it is, unless its brackets would end it.
  const label = definition.text?.kind === 'markdown' ? 'A [link](page:about)' : text.trim() || 'x';
  const attributes = attributesOf(definition);
  const written = { name: definition.name, text: definition.text && label, attributes };
  const type = directiveType(definition);
  if (definition.content === 'none') return type.create(written);
  if (definition.content === 'markdown') return type.create(written, content);
  const { block: name, least } = definition.content;
  const inner = blockDefinition(name);
  const inside = Array.from({ length: least }, () => (inner ? blockNode(inner, content, text) : []));
  return type.create(written, inside.flat());
}

const { block, directive } = fc.letrec<{ block: Node; container: Node; directive: Node }>((tie) => ({
  directive: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc
      .tuple(words, fc.constantFrom('primary', 'secondary', 'other "&quot;'))
      .map(([text, style]) =>
        schema.node('block_leaf', { name: 'button', text: text.trim() || 'x', attributes: { href: '/a', style } }),
      ),
    fc
      .tuple(words, fc.array(fc.oneof(tie('block'), tie('directive')), { minLength: 1, maxLength: 3 }))
      .map(([text, content]) =>
        schema.node('block_container', { name: 'callout', text: text.trim() || null, attributes: {} }, content),
      ),
    fc
      .tuple(fc.constantFrom(...findBlocks('')), fc.array(tie('block'), { minLength: 1, maxLength: 2 }), words)
      .map(([definition, content, text]) => blockNode(definition, content, text)),
    fc.array(tie('block'), { minLength: 2, maxLength: 3 }).map((texts) => {
      const columns = texts.map((text) => schema.node('block_container', { name: 'column', text: null }, [text]));
      return schema.node('block_group', { name: 'columns', text: null }, columns);
    }),
  ),
  block: fc.oneof({ maxDepth: 2, depthSize: 'small' }, leafBlock, tie('container')),
  container: fc.oneof(
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((nodes) => schema.node('blockquote', null, nodes)),
    fc
      .tuple(
        fc.array(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('-', '*', '.', ')'),
      )
      .map(([items, marker]) => {
        const isOrdered = marker === '.' || marker === ')';
        const nodes = items.map((blocks) => schema.node('list_item', null, blocks));
        return schema.node(isOrdered ? 'ordered_list' : 'bullet_list', { marker }, nodes);
      }),
  ),
}));

/** Documents as people may make them in the editor. */
export const randomDocument: fc.Arbitrary<Node> = fc
  .array(fc.oneof({ weight: 3, arbitrary: block }, { weight: 1, arbitrary: directive }), { minLength: 1, maxLength: 5 })
  .map((blocks) => schema.node('doc', null, blocks));

/** The visible content of a document: blocks, and each character with its marks; without spaces and line breaks. */
export function meaningOf(node: Node): string {
  if (node.type.name === 'hard_break' || isEmptyBlock(node)) return '';
  const { origin: _, isTight: __, marker: ___, ...attributes } = node.attrs;
  const marks = node.marks.map(({ type }) => type.name[0] + (type.name[1] ?? '')).join('');
  if (node.isText) {
    const characters = Array.from((node.text ?? '').replace(/\s+/g, ''));
    return characters.map((character) => `${character}${marks}`).join(' ');
  }
  const content = node.isLeaf ? marks : node.children.map(meaningOf).join(' ').replace(/ +/g, ' ').trim();
  return `${node.type.name}${JSON.stringify(attributes)}(${content})`;
}
