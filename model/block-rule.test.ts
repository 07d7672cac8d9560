import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocks, formatDirective } from './blocks.ts';
import { blockTemplate, findBlocks } from './blocks.ts';
import { parseMarkdown, renderMarkdown, textProblems } from './markdown.ts';

describe('blocks of a text', () => {
  it.each([
    [
      ':::callout[Be *careful*]{type="tip"}\nText\n:::',
      '<div class="b-callout is-tip" role="note">\n<p class="b-title">Be *careful*</p><p>Text</p>\n</div>\n',
    ],
    ['::button[Go]{href="/x?a=1&b=2"}', '<p class="b-button">\n<a class="button" href="/x?a=1&amp;b=2">Go</a></p>\n'],
    [
      'Text\n::button[Go]{href="/"}\nText',
      '<p>Text</p>\n<p class="b-button">\n<a class="button" href="/">Go</a></p>\n<p>Text</p>\n',
    ],
    [
      ':::quote[Ada]\nHello\n:::',
      '<figure class="b-quote">\n<blockquote><p>Hello</p>\n</blockquote><figcaption>Ada</figcaption></figure>\n',
    ],
    [
      '::::questions\n:::question[Why?]{open}\nSo.\n:::\n::::',
      '<div class="b-questions">\n<details open="">\n<summary>Why?</summary><p>So.</p>\n</details>\n</div>\n',
    ],
    [
      ':::numbers\n::number[of <all>]{value="98 %"}\n:::',
      '<div class="b-numbers">\n<p class="b-number">\n<strong>98 %</strong> <span>of &lt;all&gt;</span></p>\n</div>\n',
    ],
    [
      '::image[A [link](/x)]{src="/a.png" alt="A" width="wide"}',
      '<figure class="b-image is-wide">\n<img src="/a.png" alt="A" loading="lazy" decoding="async" referrerpolicy="no-referrer">' +
        '<figcaption>A <a href="/x">link</a></figcaption></figure>\n',
    ],
  ])('renders %j', (source, html) => {
    expect(renderMarkdown(source)).toBe(html);
    expect(textProblems(source)).toEqual([]);
  });

  it.each<[string, string]>([
    ['an unknown block', '::unknown[x]'],
    ['an unreadable block', '::button[x'],
    ['a block with an error', '::button[x]'],
    ['a block without its end', ':::callout\ntext'],
    ['a block of the wrong form', ':::button[x]{href="/"}\n:::'],
    ['content in the short form', '::callout[x]'],
    ['a block in the wrong place', ':::card[x]\n:::'],
    ['a fence that is too short', '::::callout\n:::'],
    ['a block in a list', '- ::button[x]{href="/"}'],
    ['a block in a quote', '> ::button[x]{href="/"}'],
    ['a block in code', '~~~\n::button[x]{href="/"}'],
    ['an indented block', '    ::button[x]{href="/"}'],
  ])('shows %s as text', (_, source) => {
    expect(renderMarkdown(source)).not.toContain('b-');
    expect(renderMarkdown(source).replace(/&quot;/g, '"')).toContain(
      source
        .split('\n')
        .at(-1)
        ?.replace(/^[\s>-]+/, ''),
    );
  });

  it('ends a list and a quote', () => {
    expect(renderMarkdown('- item\n::button[Go]{href="/"}')).toMatch(/<\/ul>\n<p class="b-button">/);
    expect(renderMarkdown('> quote\n::button[Go]{href="/"}')).toMatch(/<\/blockquote>\n<p class="b-button">/);
  });

  it('nests blocks in longer fences', () => {
    const html = renderMarkdown('::::callout\n:::callout\ninner\n:::\nouter\n::::\nafter');
    expect(html).toMatch(/^<div [^>]*>\n<div [^>]*>\n<p>inner<\/p>\n<\/div>\n<p>outer<\/p>\n<\/div>\n<p>after<\/p>\n$/);
  });

  it('includes headings of blocks in the outline', () => {
    const html = renderMarkdown('# A\n\n:::callout\n## B\n:::\n\n::::cards\n:::card[C]\n:::\n::::\n\n### D', {
      topHeading: 2,
    });
    expect(html.match(/<h\d>[^<]*/g)).toEqual(['<h2>A', '<h3>B', '<h4>C', '<h4>D']);
  });

  it('reads the words of blocks', () => {
    const source =
      '::::cards\n:::card[Title]\nText\n:::\n::::\n\n::number[x]{value="1"}\n\n:::numbers\n::number[meaning]{value="98"}\n:::';
    expect(parseMarkdown(source).words()).toContain('Title – Text');
    expect(parseMarkdown(source).words()).toContain('98 meaning');
  });

  it('counts a block as one element', () => {
    expect(parseMarkdown('a\n\n:::callout\nb\n\nc\n:::\n\nd').lines()).toEqual([0, 2, 8]);
  });

  it('uses the resized files of images, at the size of the block', () => {
    const image = {
      src: '/assets/a.png',
      width: 3,
      height: 2,
      sources: [{ type: 'image/avif' as const, srcset: '/a 1w' }],
    };
    const find = (address: string) => (address === '/a.png' ? image : null);
    const html = renderMarkdown('::image{src="/a.png" width="full"}\n\n![x](/a.png)', {
      images: { find, sizes: '1px' },
    });
    expect(html.match(/sizes="[^"]*"/g)).toEqual(['sizes="100vw"', 'sizes="1px"']);
  });

  it('links a video to its player on the embed origin', () => {
    const source = '::video[A "film"]{url="https://vimeo.com/123456789/abcdef0123"}';
    expect(renderMarkdown(source, { embedOrigin: 'https://embed.example' })).toContain(
      '<a href="https://embed.example/video?vimeo=123456789&amp;h=abcdef0123&amp;title=A%20%22film%22">',
    );
    expect(renderMarkdown(source)).toContain('<a href="https://vimeo.com/123456789/abcdef0123">');
    const later = '::video[Later]{url="https://youtu.be/dQw4w9WgXcQ?list=PLFgquLnL59al&t=1m2s"}';
    expect(renderMarkdown(later, { embedOrigin: 'https://embed.example' })).toContain(
      '<a href="https://embed.example/video?youtube=dQw4w9WgXcQ&amp;list=PLFgquLnL59al&amp;t=62&amp;title=Later">',
    );
  });

  it('sets the direction of blocks with right-to-left text', () => {
    expect(renderMarkdown(':::callout\nשלום\n:::')).toMatch(/^<div class="b-callout is-info" role="note" dir="auto">/);
  });
});

describe('textProblems', () => {
  it('reports each mistake once, with its line', () => {
    const source =
      'text\n::unknown\n\n::::columns\n:::column\n::button[x]{href="/" style="red"}\n:::\nstray\n::::\n\n::x[\n\n:::callout';
    expect(textProblems(source).map(({ line, severity, message }) => [line, severity, message])).toEqual([
      [1, 'error', 'There is no block with the name "unknown"'],
      [3, 'warning', 'Columns must contain 2 to 3 blocks "column", not 1'],
      [3, 'warning', 'Columns must contain only blocks "column"'],
      [5, 'warning', 'Style must be one of: primary, secondary'],
      [10, 'error', 'The line must have the form ::name[text]{attribute="value"}'],
      [12, 'error', 'Callout has no end: add a line with 3 colons'],
    ]);
  });

  it.each(findBlocks('').map(({ name }) => name))('accepts the template of %s, except for its empty values', (name) => {
    const messages = textProblems(blockTemplate(name)).map(({ message }) => message);
    const isAsked = ['image', 'video', 'demo', 'logos', 'gallery', 'button'].includes(name);
    for (const message of messages) expect(message).toMatch(/ is required$|must contain/);
    expect(messages.length > 0).toBe(isAsked);
  });

  it('accepts texts without blocks', () => {
    expect(textProblems('a: b\n\n::\n\n:::\n\n- x\n\n```\n::unknown\n```')).toEqual([]);
  });
});

/** A text with a random structure of valid and broken blocks. */
const piece = fc.oneof(
  fc.constantFrom(
    'Text',
    '## Heading',
    '- item',
    '> quote',
    '```\n:: code\n```',
    '| a |\n| - |',
    ':::',
    '::::',
    '',
    '    code',
    '1. one',
  ),
  fc
    .tuple(fc.constantFrom(...blocks.map(({ name }) => name), 'unknown'), fc.constantFrom('::', ':::', '::::', ':::::'))
    .map(
      ([name, colons]) =>
        `${colons}${name}[x]{href="/" src="/a.png" url="https://youtu.be/dQw4w9WgXcQ" value="1" id="d"}`,
    ),
);
const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('\n'));

/** The elements that are still open after a piece of HTML; a text with the mistake if it is not well-formed. */
function openElements(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)(?:\s[^<>]*)?>/g)) {
    if (/^(img|br|hr|source)$/.test(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return [`unexpected </${name}>`];
  }
  return open;
}

describe('random blocks', () => {
  it('render balanced elements, one for each block of the top level', () => {
    fc.assert(
      fc.property(texts, (source) => {
        const html = renderMarkdown(source);
        expect(openElements(html)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('leave the paragraphs after them as they are', () => {
    fc.assert(
      fc.property(texts, (source) => {
        const html = renderMarkdown(`${source}\n\nThe *last* paragraph.`);
        expect(html.endsWith('<p>The <em>last</em> paragraph.</p>\n')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('contain no markup of attributes', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...'"\'<>&{}[]()\\ =/:;x', 'onload=', 'javascript:', '<script>', 'https://', '&quot;'),
      maxLength: 12,
    });
    const attack = fc.constantFrom(...blocks).chain(({ name, within, attributes }) =>
      fc
        .record({
          text: nasty,
          content: nasty,
          attributes: fc.record(
            Object.fromEntries(
              attributes.map(({ name }) => [
                name,
                fc.oneof(
                  nasty,
                  fc.constantFrom('/x', 'https://youtu.be/abcdefghijk'),
                  nasty.map((end) => `/x?${end}`),
                ),
              ]),
            ),
          ),
        })
        .map(({ text, content, attributes }) => {
          const source = formatDirective({ name, text, attributes }, content);
          return within === undefined ? source : formatDirective({ name: within, text: null, attributes: {} }, source);
        }),
    );
    const allowed = new RegExp(
      '^<(?:/?[a-z][a-z0-9]*|[a-z][a-z0-9]*(?: (?:class|role|open|alt|start|dir|title|loading|decoding|referrerpolicy)="[^"<>]*"' +
        '| href=""| (?:href|src)="(?:https?://|/(?!/)|#|mailto:|tel:|[\\w.?-])[^"<>]*")+)>$',
    );
    fc.assert(
      fc.property(attack, (source) => {
        const html = renderMarkdown(source, { embedOrigin: 'https://embed.example' });
        expect((html.match(/<[^>]*>?/g) ?? []).filter((tag) => !allowed.test(tag))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('take linear time', () => {
    const many = 20_000;
    for (const source of [
      ':::callout\n'.repeat(many),
      ':::unknown\n'.repeat(many),
      ':::callout\n:::\n'.repeat(many),
      `${':::unknown\n'.repeat(many)}:::`,
      `${':::callout\n'.repeat(many)}${':::\n'.repeat(many)}`,
      `- ${':::card[x]\n'.repeat(many)}:::`,
      `::::callout\n${':::card[x]\n'.repeat(many)}:::\n::::`,
      '::x[\n'.repeat(many),
      Array.from({ length: 600 }, (_, index) => `${':'.repeat(603 - index)}callout\n`).join(''),
    ]) {
      expect(openElements(renderMarkdown(source))).toEqual([]);
      expect(parseMarkdown(source, true).lines().length).toBeGreaterThan(0);
    }
  });
});

it('formats blocks that parse as the site parses them', () => {
  const column = formatDirective({ name: 'column', text: null, attributes: {} }, 'Text');
  const columns = formatDirective({ name: 'columns', text: null, attributes: {} }, `${column}\n\n${column}`);
  expect(textProblems(columns)).toEqual([]);
  expect(renderMarkdown(columns)).toBe(
    '<div class="b-columns">\n<div class="b-column">\n<p>Text</p>\n</div>\n<div class="b-column">\n<p>Text</p>\n</div>\n</div>\n',
  );
});
