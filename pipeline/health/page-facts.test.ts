import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { barePage } from '@frontage/model/content.fixture';
import { renderMarkdown } from '@frontage/model/markdown';
import { blockingRule } from '@frontage/model/publish-check';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPage } from './page-facts.ts';

const main = (content: string): string =>
  `<body><header><a href="/">x</a></header><main id="main">${content}</main></body>`;

it.each<[string, string, object]>([
  [
    'the title and description',
    '<title> A &amp;\n B </title><meta name="description" content="C">',
    { title: 'A & B', description: 'C' },
  ],
  ['that search engines skip it', '<meta name="robots" content="noindex">', { isListed: false }],
  [
    'links of its content apart from others',
    main('<a href="/a">A</a><a href="/a">A</a><area href="/b">'),
    { links: ['/a', '/b'], frame: ['/'] },
  ],
  [
    'ids, and repeated ones',
    main('<p id="a"></p><p id="a"></p><a name="b"></a>'),
    { ids: ['main', 'a', 'b'], repeatedIds: ['a'] },
  ],
  [
    'images without alternative text in texts only',
    main(
      '<img src="/a"><div class="prose x"><img src="/b" alt=""><img src="/c" alt="C"><img src="/d" role="presentation"></div><img src="/e">',
    ),
    { withoutAlt: ['/b'] },
  ],
  [
    'a link that contains nothing but an image',
    main('<div class="prose"><a href="/"><img src="/b"></a><a href="/"><img src="/c"> text</a></div>'),
    { withoutAlt: ['/b'] },
  ],
  [
    'images in all sizes',
    main('<picture><source srcset="/a 1x, /b 2x"><img src="/c"></picture>'),
    { images: ['/a', '/b', '/c'] },
  ],
  [
    'skipped headings',
    main('<h1>A</h1><h3>B <em>C</em></h3><h4>D</h4><h2>E</h2>'),
    { topHeadings: 1, skippedHeadings: [{ text: 'B C', level: 3, after: 1 }] },
  ],
  ['broken HTML', '<main id=main><a href=/a><b><a href=/b', { links: ['/a'] }],
])('finds %s', (_, html, expected) => {
  expect(readPage(html)).toMatchObject(expected);
});

it('finds images without alternative text exactly where they prevent publishing a document', async () => {
  const piece = fc.constantFrom(
    ...[
      '![](/a)',
      '![A](/a)',
      '![<b>](/a)',
      '![](/a "x > y")',
      '[',
      '](/b)',
      ' text ',
      '\n\n',
      '> ',
      '- ',
      '`',
      '&nbsp;',
      '<a>',
      '<img src=x>',
    ],
    ...[
      '::image{src="/c"}\n',
      '::image{src="/c" alt="C"}\n',
      ':::cards\n',
      '::card[Card]{image="/d" href="/e"}\n',
      ':::\n',
      '![](page:x)',
    ],
    ...['::video{url="https://youtu.be/abcdefghijk"}\n', ':::logos\n', ':::gallery\n', '::logo{src="/f" href="/g"}\n'],
  );
  const after = { ...barePage, is_published: true };
  const publication = {
    kind: 'page',
    before: null,
    rules: ['image-alt'],
    readMedia: () => Promise.resolve([]),
  } as const;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const body = pieces.join('');
      const { withoutAlt } = readPage(main(`<div class="prose">${renderMarkdown(body)}</div>`));
      const rule = await blockingRule({ ...publication, after: { ...after, body } });
      expect(rule).toBe(withoutAlt.length > 0 ? 'image-alt' : null);
    }),
    { numRuns: 2_000 },
  );
});

it('the facts do not retain the page', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapBytes = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const link = '/page/a-page-with-a-long-name';
  const find = (index: number) =>
    readPage(main(`<a href="${link}-${String(index)}">A</a>${String(index).padEnd(100_000)}`));
  find(0);
  const before = heapBytes();
  const kept = Array.from({ length: 200 }, (_, index) => find(index));
  expect(heapBytes() - before).toBeLessThan(5_000_000);
  expect(kept.filter(({ links }) => links.length === 1)).toHaveLength(200);
});
