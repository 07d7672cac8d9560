/** A construct of a text. Its starts are written many times, then its ends. */
export interface Construct {
  start: string;
  end: string;
}

const lines = [
  ':::a\n',
  ':::callout\n',
  ':::callout[a]{type="tip"}\n',
  ':::card[a]\n',
  '::::cards\n:::card[a]\n',
  '::button[a]{href="/a"}\n',
  '::button[a]{href="/a"\n',
  '::button[a\n',
  '::x[\n',
  ':::\n',
  '::::::::\n',
  '- ',
  '- a\n',
  '- :::callout\n',
  '* a\n\n',
  '1. ',
  '1. a\n',
  '> ',
  '>\n',
  '> a\n',
  '> - ',
  '> :::callout\n',
  '>a\nb\n',
  '# a\n',
  '## [a](page:gone)\n',
  '#\n',
  'a\n===\n',
  '===\n',
  '---\n',
  '- - - ',
  '***\n',
  '```\n',
  '```a\nb\n```\n',
  '~~~\n',
  '    a\n',
  '\ta\n',
  '| a | b |\n',
  '|',
  '| a |\n|-|\n',
  '|-',
  '[a]: /b\n',
  '[a]: /b "\n',
  "[a]: /b '\n",
  '[a]: /b (\n',
  '[a]:\n',
  '[a]\n',
  '[\n',
  '[a\n',
  '\n',
  ' \n',
  'a\n',
  'a\n\n',
  'a  \n',
  'a\\\n',
  ' ',
  '\t',
  '\u00a0',
  'a',
  'a ',
  '漢',
  'é',
  'e\u0301',
  '\u0301',
  'ﬃ',
  '\ud83d\ude00',
  '\ud83d',
  'א ',
];

const inline = [
  '*',
  '*a ',
  '**a ',
  '*a* ',
  '_',
  '_a ',
  '*a _b ',
  '***a** ',
  '~',
  '~~',
  '~~a ',
  '`',
  '`a ',
  '`a` ',
  '``a` ',
  '[',
  '[a',
  '[a] ',
  '[a](',
  '[a](b',
  '[a](/b)',
  '[a](/b "c',
  "[a](/b 'c) ",
  '[a](<b',
  '[a](/b(',
  '[a](\\(',
  '[a][',
  '[a][b] ',
  '[](',
  '[a](page:gone) ',
  '[a](/gone#b) ',
  '![',
  '![a](',
  '![a](/b)',
  '![a]',
  '![[',
  '<',
  '<a',
  '<a>',
  '</a>',
  '<a href="',
  '<!--',
  '<?',
  '<![CDATA[',
  '<http://a',
  '<http://a>',
  '<a@b',
  '<iframe src="',
  '<iframe a="" ',
  '<script',
  'http://a',
  'https://a/v0/b/c/o/d ',
  'https://a/v0/b/',
  'http://a/v0/b/c/',
  '&',
  '&amp;',
  '&#1',
  '&#x',
  '&amp',
  '\\',
  '\\[',
  '\\*',
  '!',
  ':',
  '::',
  ']',
  ')',
  '](',
  '](a',
  '](a(',
  '](()',
  '](/a) ',
  '{',
  '}',
  '{a="',
  '::x{a ',
  '"',
  '=',
  '-',
  '+',
  '1',
  '1.',
  '#',
];

/** Constructs that nest: all of them begin before the first one ends. */
const nested: Construct[] = [
  { start: ':::callout\n', end: ':::\n' },
  { start: ':::a\n', end: ':::\n' },
  { start: '- ', end: '\n' },
  { start: '> ', end: 'a\n' },
  { start: '> ', end: '> a\n' },
  { start: '[', end: ']' },
  { start: '[', end: '](/a)' },
  { start: '[', end: '][b]' },
  { start: '![', end: ']' },
  { start: '![', end: '](/a)' },
  { start: '*a ', end: ' b*' },
  { start: '*a **b ', end: ' c** d*' },
  { start: '~~a ', end: ' b~~' },
  { start: '`a ', end: 'b` ' },
  { start: '[a](', end: ')' },
  { start: '<', end: '>' },
  { start: '<iframe ', end: '</iframe>' },
  { start: '{', end: '}' },
  { start: '[a](/b ', end: '"c")' },
  { start: '::button[', end: ']' },
];

/** Every construct: repeated without an end, and nested. */
export const constructs: readonly Construct[] = [
  ...[...lines, ...inline].map((start) => ({ start, end: '' })),
  ...nested,
];

/** The beginnings of texts before the constructs. */
const beginnings = [
  '',
  '[a]: /b\n\n',
  '- ',
  '> ',
  ':::callout\n',
  '::::callout\n> - ',
  'a\n',
  '| a | b |\n| - | - |\n',
];

const filled = (part: string, length: number): string =>
  length <= 0 ? '' : part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** A text of this length: the beginning, then the first parts, then the last ones. */
export const writeText = (beginning: string, { start, end }: Construct, length: number): string => {
  const rest = length - beginning.length;
  if (end === '') return beginning + filled(start, rest);
  const many = Math.max(1, Math.floor(rest / (start.length + end.length)));
  return beginning + start.repeat(many) + end.repeat(many);
};

/** Constructs whose lines get longer or deeper one by one. */
const growing: Record<string, (index: number) => string> = {
  'longer fences': (index) => `${':'.repeat(index + 3)}callout\n`,
  'longer fences of unknown blocks': (index) => `${':'.repeat(index + 3)}a\n`,
  'longer code spans': (index) => `${'`'.repeat(index + 1)}a`,
  'longer code fences': (index) => `${'~'.repeat(index + 3)}\n`,
  'deeper lists': (index) => `${' '.repeat(2 * index)}- a\n`,
  'deeper quotes': (index) => `${'> '.repeat(index + 1)}a\n`,
  'longer links': (index) => `[a](/${'b'.repeat(index)}) `,
  'other definitions': (index) => `[a${String(index)}]: /b\n`,
  'other references': (index) => `[a${String(index)}] `,
  'other headings': (index) => `# a ${String(index % 100)}\n`,
  'other dead links': (index) => `[a](/gone-${String(index)}) `,
  'other dead documents': (index) => `[a](page:gone-${String(index)}) `,
  'other attributes': (index) => `::button[a]{a${String(index)}="b"}\n`,
  'longer attributes': (index) => `::button[a]{${'a '.repeat(index)}}\n`,
  'wider tables': (index) => `|${'a|'.repeat(index + 1)}\n|${'-|'.repeat(index + 1)}\n`,
};

const grown = (line: (index: number) => string, length: number): string => {
  const parts: string[] = [];
  let size = 0;
  for (let index = 0; size < length; index += 1) {
    const part = line(index);
    parts.push(part);
    size += part.length;
  }
  return parts.join('').slice(0, length);
};

/** Texts that nest as deep as the parser allows, and continue with something else. */
const deep: Construct[] = [10, 20, 40, 98, 120].flatMap((depth) =>
  ['> ', '- ', '![', '[', '> - ', '*a '].map((start) => ({ start: start.repeat(depth), end: '' })),
);
const deepContents = ['a\n', '*a* ', 'a', '- a\n', '[a](/b) ', '- ', '`a` '];

/** Every bad text of this length by its name. */
export function hostileTexts(length: number): Map<string, string> {
  const texts = new Map<string, string>();
  for (const beginning of beginnings) {
    for (const start of [...lines, ...inline])
      texts.set(JSON.stringify([beginning, start]), writeText(beginning, { start, end: '' }, length));
    for (const each of nested)
      texts.set(JSON.stringify([beginning, each.start, each.end]), writeText(beginning, each, length));
  }
  for (const [name, line] of Object.entries(growing)) texts.set(name, grown(line, length));
  for (const { start } of deep) {
    for (const content of deepContents) {
      const closing = start.startsWith('![') ? '](/a)'.repeat(start.length / 2) : '';
      texts.set(
        JSON.stringify(['deep', start.slice(0, 4), start.length, content]),
        start + filled(content, length - start.length - closing.length) + closing,
      );
    }
  }
  return texts;
}
