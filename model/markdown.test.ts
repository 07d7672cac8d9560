import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';
import { parseMarkdown, renderMarkdown } from './markdown.ts';
import type { DescribedImage } from './uploads.ts';

describe('renderMarkdown', () => {
  it.each([
    ['# Title', '<h1>Title</h1>\n'],
    ['one\ntwo', '<p>one<br>\ntwo</p>\n'],
    [
      '| a |\n| - |\n| b |',
      '<table tabindex="0">\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    ['[a](https://a.example)', '<p><a href="https://a.example">a</a></p>\n'],
    ['[a](mailto:a@a.example)', '<p><a href="mailto:a@a.example">a</a></p>\n'],
    ['[a](tel:+123)', '<p><a href="tel:+123">a</a></p>\n'],
    ['[a](/demos)', '<p><a href="/demos">a</a></p>\n'],
    ['[a](/\\evil.example)', '<p><a href="/%5Cevil.example">a</a></p>\n'],
    ['[a](about#x)', '<p><a href="about#x">a</a></p>\n'],
    [
      '![x](/a.png)',
      '<p><img src="/a.png" alt="x" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>\n',
    ],
  ])('renders %j', (source, html) => {
    expect(renderMarkdown(source)).toBe(html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html;base64,AA)',
    '[a](vbscript:x)',
    '[a](//evil.example)',
    '![a](javascript:alert(1))',
    '![a](data:image/svg+xml,x)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '[a](file:///etc/passwd)',
  ])('renders %j without active content', (source) => {
    const html = renderMarkdown(source);
    expect(html).not.toMatch(/<script|<img[^>]*onerror|href="(?!https?:|mailto:|tel:)|src="(?!https?:|\/[^/\\])/i);
  });
});

it.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['one two three', 8, 'one two…'],
])('excerpt(%j, %i) is %j', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected);
});

it.each([
  ['# a\n\n### b\n\n## c', 2, ['h2', 'h3', 'h3']],
  ['## a\n\n# b', 3, ['h3', 'h3']],
  ['# a\n\n## b\n\n### c\n\n#### d', 4, ['h4', 'h5', 'h6', 'h6']],
])('nests the headings of %j below level %i', (source, topHeading, tags) => {
  const html = renderMarkdown(source, { topHeading });
  expect([...html.matchAll(/<(h\d)>/g)].map((match) => match[1])).toEqual(tags);
  expect([...html.matchAll(/<\/(h\d)>/g)].map((match) => match[1])).toEqual(tags);
});

it.each([
  [
    '![A blue winter sky](/a.png)\n\n![Winter](/b.png "Winter, photographed at dawn")\n\n# Three reasons to come\n\n- Warm\n- Near\n\nWe have **ro**oms.\n\nAnd food.',
    'We have rooms. And food.',
  ],
  ['::image[Winter, at dawn]{src="/a.png" alt="Sky"}\n\n---\n\nText ![x](/a.png) here', 'Text here'],
  ['# Title\n\n| a | b |\n| - | - |\n| c | d |\n\n```\ncode\n```\n\n…\n\nText&nbsp;&amp; more', 'Text & more'],
  ['# Title\n\n- **One**\n- Two', 'One Two'],
  ['# Title\n\n![a](/x.png)', ''],
])('the opening of %j is %j', (source, text) => {
  expect(parseMarkdown(source).opening(Infinity)).toBe(text);
});

it.each([
  ['# Title\n\nA **bo**ld [link](/x)\nnext', 'Title – A bold link next'],
  ['# Why us?\n\nBecause.\n\n## Team', 'Why us? Because. Team'],
  ['# One\n\n## Two\n\nText', 'One – Two – Text'],
  ['- one\n- two\n\n```\ncode\n```', 'one two code'],
  ['![a face](/x.png) <b>raw</b>', 'a face <b>raw</b>'],
])('words of %j are %j', (source, text) => {
  expect(parseMarkdown(source).words()).toBe(text);
});

it.each([
  ['# שלום\n\nשלום', '<h1>שלום</h1>\n<p>שלום</p>\n'],
  ['- שלום\n- a', '<ul dir="auto">\n<li>שלום</li>\n<li>a</li>\n</ul>\n'],
  ['1. مرحبا', '<ol dir="auto">\n<li>مرحبا</li>\n</ol>\n'],
  ['> שלום', '<blockquote dir="auto">\n<p>שלום</p>\n</blockquote>\n'],
])('adds dir="auto" to blocks with markers: %j', (source, html) => {
  expect(renderMarkdown(source)).toBe(html);
});

it('adds dir="auto" to a right-to-left table', () => {
  expect(renderMarkdown('| שלום |\n| - |\n| a |')).toMatch(/^<table dir="auto" tabindex="0">\n<thead>\n<tr>\n<th>/);
});

describe('images in a text', () => {
  const address = 'http://127.0.0.1:4327/v0/b/homepage-images/o/a%2Fb.webp?alt=media&token=x';
  const image = {
    src: '/assets/images/k-480.webp',
    width: 480,
    height: 320,
    sources: [{ type: 'image/avif' as const, srcset: '/assets/images/k-480.avif 480w' }],
  };
  const images = { find: (url: string) => (url === address ? image : null), sizes: '100vw' };

  it.each<[string, Partial<DescribedImage>, string]>([
    ['', { alt: 'A harbor' }, 'alt="A harbor"'],
    ['Own', { alt: 'A harbor' }, 'alt="Own"'],
    ['', { isDecorative: true }, 'height="320" role="presentation">'],
    ['Own', { isDecorative: true }, 'height="320">'],
    ['', { focal: { x: 0.3, y: 0.5 } }, 'class="at-x30"'],
  ])('with the text %j and the description %j have %s', (...[alt, description, expected]) => {
    const described = { ...images, find: () => ({ ...image, ...description }) };
    expect(renderMarkdown(`![${alt}](${address})`, { images: described })).toContain(expected);
  });

  it('use the resized files and sizes of uploads', () => {
    expect(renderMarkdown(`![A "halo"](${address})`, { images })).toBe(
      '<p><picture><source type="image/avif" srcset="/assets/images/k-480.avif 480w" sizes="100vw">' +
        '<img src="/assets/images/k-480.webp" alt="A &quot;halo&quot;" loading="lazy" decoding="async" width="480" height="320"></picture></p>\n',
    );
  });

  it('render equally after any earlier render', () => {
    const source = `# One\n\n### Two\n\n![A](${address})`;
    const text = parseMarkdown(source);
    expect(text.html({ images, topHeading: 3 })).toBe(renderMarkdown(source, { images, topHeading: 3 }));
    expect(text.html({ images, topHeading: 2 })).toBe(renderMarkdown(source, { images, topHeading: 2 }));
    expect(text.html()).toBe(renderMarkdown(source));
  });

  it('of other sites are unchanged', () => {
    const elsewhere = '![x](https://elsewhere.example/x.png)';
    expect(renderMarkdown(elsewhere, { images })).toBe(renderMarkdown(elsewhere));
  });
});

describe('a link to a document by id', () => {
  const addresses: Record<string, string> = { 'page:p1': '/page/about', 'demo:d 1': '/demo/ada' };
  const addressOf = (reference: string) => addresses[reference] ?? null;

  it.each([
    ['[Us](page:p1)', '<p><a href="/page/about">Us</a></p>\n'],
    ['[*Us* now](page:p1 "Title")', '<p><a href="/page/about" title="Title"><em>Us</em> now</a></p>\n'],
    ['[Team](page:p1#our-team)', '<p><a href="/page/about#our-team">Team</a></p>\n'],
    ['[Team](page:p1#über)', '<p><a href="/page/about#%C3%BCber">Team</a></p>\n'],
    ['[Us](page:p1#)', '<p><a href="/page/about">Us</a></p>\n'],
    ['[Try](demo:d%201)', '<p><a href="/demo/ada">Try</a></p>\n'],
    ['[Us][us]\n\n[us]: page:p1', '<p><a href="/page/about">Us</a></p>\n'],
    ['[![x](/a.png)](page:gone)', /^<p><img src="\/a.png"[^>]*><\/p>\n$/],
    ['[Gone *now*](page:gone#x) and [Us](page:p1)', '<p>Gone <em>now</em> and <a href="/page/about">Us</a></p>\n'],
    ['[Us](page:p1) and [gone](demo:gone)', '<p><a href="/page/about">Us</a> and gone</p>\n'],
    ['![A "face"](page:p1)', '<p>A &quot;face&quot;</p>\n'],
    ['[x](page:p1?x=1)', '<p>[x](page:p1?x=1)</p>\n'],
    ['[x](PAGE:p1)', '<p>[x](PAGE:p1)</p>\n'],
    ['[x](page:a%2Fb)', '<p>[x](page:a%2Fb)</p>\n'],
    ['[x](page:p1#"onclick=x)', '<p><a href="/page/about#%22onclick=x">x</a></p>\n'],
    ['[x](<page:p1#a b>)', '<p><a href="/page/about#a%20b">x</a></p>\n'],
  ])('renders %j', (source, html) => {
    const rendered = renderMarkdown(source, { addressOf });
    if (typeof html === 'string') expect(rendered).toBe(html);
    else expect(rendered).toMatch(html);
  });

  it('is text without a function that finds addresses', () => {
    expect(renderMarkdown('[Us](page:p1) [b](/b)')).toBe('<p>Us <a href="/b">b</a></p>\n');
  });

  it('renders equally after any earlier render', () => {
    const text = parseMarkdown('[Us](page:p1) and [Gone](page:gone)');
    for (const find of [addressOf, () => null, addressOf]) {
      expect(text.html({ addressOf: find })).toBe(
        renderMarkdown('[Us](page:p1) and [Gone](page:gone)', { addressOf: find }),
      );
    }
  });

  it('is read as its text', () => {
    expect(parseMarkdown('See [us](page:p1#x).').words()).toBe('See us.');
  });
});

it('ignores a byte order mark at the start', () => {
  expect(renderMarkdown('\ufeff# A\n\ufeffb')).toBe('<h1>A</h1>\n<p>\ufeffb</p>\n');
});

describe('heading ids', () => {
  it.each([
    ['# Our team', ['our-team']],
    ['# A\n\n## A\n\n## A-1\n\n## A', ['a', 'a-1', 'a-1-1', 'a-2']],
    ['# Über *uns* & `co`', ['über-uns--co']],
    ['# Pros - cons', ['pros---cons']],
    ['# Main\n\n# Menu', ['main-1', 'menu-1']],
    ['# !\n\n# "<x>', ['section', 'x']],
    ['Our team\n===', ['our-team']],
  ])('of %j are %j', (source, ids) => {
    expect(
      parseMarkdown(source)
        .headings()
        .map(({ id }) => id),
    ).toEqual(ids);
    const html = renderMarkdown(source, { hasHeadingIds: true });
    expect([...html.matchAll(/<h\d id="([^"]*)">/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('are rendered only on request, after any earlier render', () => {
    const text = parseMarkdown('# A');
    expect(text.html()).toBe('<h1>A</h1>\n');
    expect(text.html({ hasHeadingIds: true })).toBe('<h1 id="a">A</h1>\n');
    expect(text.html()).toBe('<h1>A</h1>\n');
    expect(text.headings()).toEqual([{ id: 'a', text: 'A' }]);
  });
});

describe('link address', () => {
  const library = new MarkdownIt({ html: false, breaks: true });
  library.validateLink = () => true;
  const hrefOf = (html: string): string | undefined => /href="([^"]*)"/.exec(html)?.[1];
  const pieces = [
    'http',
    'https',
    '://',
    '//',
    '/',
    'a',
    'B',
    'xn--',
    '.',
    ':',
    '80',
    '?',
    '#',
    '@',
    '%',
    '%41',
    '-',
    '_',
    'é',
    '*',
    '&',
    '=',
    "'",
    '~',
    '[',
    '|',
    '{',
  ];
  const long = ['a'.repeat(63), 'a'.repeat(64), `${'a.'.repeat(130)}b`].map((host) => `https://${host}.example/x`);
  // Pseudo-random numbers that are equal in every run.
  const piece = (index: number): string => pieces[(index * index * 7919 + index * 31) % pieces.length] ?? '';
  const generated = Array.from({ length: 4_000 }, (_, index) =>
    Array.from({ length: 1 + (index % 7) }, (_, at) => piece(index * 7 + at)).join(''),
  );
  const addresses = generated.flatMap((rest) => [`https://example.com/${rest}`, `http://${rest}`, `/${rest}`]);

  it('is normalized like the library normalizes it', () => {
    for (const address of [
      ...long,
      ...addresses,
      'HTTPS://Example.com/A b',
      'https://user@example.com/a',
      '//example.com',
    ]) {
      const source = `[a](<${address}>)`;
      const ours = hrefOf(renderMarkdown(source));
      if (ours !== undefined) expect([address, ours]).toEqual([address, hrefOf(library.render(source))]);
    }
  });
});

it('renders and summarizes the longest texts in linear time', () => {
  const many = 50_000;
  const equal = parseMarkdown('# a\n'.repeat(many));
  expect(equal.headings().slice(-2)).toEqual([
    { id: `a-${String(many - 2)}`, text: 'a' },
    { id: `a-${String(many - 1)}`, text: 'a' },
  ]);
  expect(equal.words()).toHaveLength(4 * many - 3);
});

describe('nested quotes and images', () => {
  it('are read once for each mark before a line', () => {
    const many = 50_000;
    const lines = 'a\n'.repeat(many);
    const html = renderMarkdown(`${'> '.repeat(90)}${lines}`);
    expect(html.match(/<blockquote>/g)).toHaveLength(90);
    expect(html.match(/<br>/g)).toHaveLength(many - 1);
    expect(renderMarkdown(`${'> - '.repeat(30)}${lines}`).match(/<br>/g)).toHaveLength(many - 1);
    expect(renderMarkdown(`${'> '.repeat(90)}${lines}${'> '.repeat(90)}b`)).toContain('<br>\nb</p>');
    expect(renderMarkdown(`${'!['.repeat(90)}${'*a* '.repeat(many)}${'](/b)'.repeat(90)}`)).toContain('<img src="/b"');
  });

  it.each([
    ['> a\nb\n> c', '<blockquote>\n<p>a<br>\nb<br>\nc</p>\n</blockquote>\n'],
    ['> > a\nb\n> c', '<blockquote>\n<blockquote>\n<p>a<br>\nb<br>\nc</p>\n</blockquote>\n</blockquote>\n'],
    ['> > a\n    - b', '<blockquote>\n<blockquote>\n<p>a<br>\n- b</p>\n</blockquote>\n</blockquote>\n'],
    ['> >\na', '<blockquote>\n<blockquote></blockquote>\n</blockquote>\n<p>a</p>\n'],
    ['> a\n---', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n'],
    [
      '>\tcode\n\n>\t\tcode',
      '<blockquote>\n<p>code</p>\n</blockquote>\n<blockquote>\n<pre><code>  code\n</code></pre>\n</blockquote>\n',
    ],
    ['- > a\nb\n- c', '<ul>\n<li>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</li>\n<li>c</li>\n</ul>\n'],
    [
      '![a ![*b*](/c)](/d)',
      '<p><img src="/d" alt="a b" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>\n',
    ],
  ])('render %j', (source, html) => {
    expect(renderMarkdown(source)).toBe(html);
  });

  it('render quotes like the library', () => {
    const library = new MarkdownIt({ html: false, breaks: true });
    const part = fc.constantFrom(
      '> ',
      '>',
      '>\t',
      '- ',
      '  ',
      '1. ',
      'a',
      '# ',
      '```',
      '---',
      '\n',
      '\n',
      '\n> ',
      '\n\n',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        // The library ends a quote in a quote at an indented line, which continues the paragraph in it.
        const source = parts.join('').replace(/^(?: {4,}|[ ]*\t)/gm, '');
        expect(renderMarkdown(source).replaceAll(' dir="auto"', '')).toBe(library.render(source));
      }),
      { numRuns: 500 },
    );
  });
});
