import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockDefinition,
  blocks,
  formatDirective,
  parseDirective,
  readBlock,
  videoOf,
  type Directive,
} from './blocks.ts';

describe('parseDirective', () => {
  it.each<[string, ReturnType<typeof parseDirective>]>([
    ['::button', { colons: 2, name: 'button', text: null, attributes: {} }],
    ['   ::::cards{columns="2"}  ', { colons: 4, name: 'cards', text: null, attributes: { columns: '2' } }],
    [
      '::button[Read \\[all\\]]{ href="/a?b=1&amp;c=&quot;2" style=\'secondary\' }',
      {
        colons: 2,
        name: 'button',
        text: 'Read [all]',
        attributes: { href: '/a?b=1&c="2', style: 'secondary' },
      },
    ],
    ['::image[A [link](/x) \\*]', { colons: 2, name: 'image', text: 'A [link](/x) \\*', attributes: {} }],
    [':::question[Why?]{open}', { colons: 3, name: 'question', text: 'Why?', attributes: { open: 'true' } }],
    ['::x{a="}"}', { colons: 2, name: 'x', text: null, attributes: { a: '}' } }],
    ['::x{a="1" a="2"}', { colons: 2, name: 'x', text: null, attributes: { a: '1' } }],
    [':button', null],
    ['::: callout', null],
    ['    ::button', null],
    ['::Button', null],
    ['::button[Open', null],
    ['::button[a] text', null],
    ['::button{href=/x}', null],
    ['::button{href="/x"style="primary"}', null],
    ['::button{href="/x"', null],
    ['::a::b', null],
    ['text ::button', null],
  ])('reads %j', (line, expected) => expect(parseDirective(line)).toEqual(expected));

  it('takes linear time', () => {
    for (const piece of ['[', '[\\', '{a', 'a="b" ', ' ', ':']) {
      const many = piece.repeat(100_000);
      for (const line of [`::x[${many}`, `::x{${many}`, `${many} x`]) expect(parseDirective(line)).toBeNull();
    }
  });
});

const oneLine = fc.string({ unit: fc.constantFrom(...'ab [](){}\\"\'&;:=<>é🙂', '&quot;', '&amp;') });
const directives: fc.Arbitrary<Directive> = fc.constantFrom(...blocks).chain(({ name, text, attributes }) =>
  fc.record({
    name: fc.constant(name),
    text: text?.kind === 'text' ? oneLine : fc.constant(null),
    attributes: fc.record(Object.fromEntries(attributes.map((attribute) => [attribute.name, oneLine]))),
  }),
);

describe('formatDirective', () => {
  it('writes text that parses to the same block', () => {
    fc.assert(
      fc.property(directives, (directive) => {
        const [line = ''] = formatDirective(directive).split('\n');
        expect(parseDirective(line)).toMatchObject({ ...directive });
      }),
    );
  });

  it('writes captions that parse again', () => {
    fc.assert(
      fc.property(oneLine, (text) => {
        const directive = { name: 'image', text, attributes: {} };
        const read = parseDirective(formatDirective(directive));
        expect(read).not.toBeNull();
        expect(parseDirective(formatDirective(read ?? directive))).toEqual(read);
      }),
    );
  });

  it('chooses fences longer than those of the content', () => {
    const button = formatDirective({ name: 'button', text: 'Go', attributes: { href: '/' } });
    const column = formatDirective({ name: 'column', text: null, attributes: {} }, `Text\n\n${button}\n`);
    expect(column).toBe(':::column\nText\n\n::button[Go]{href="/"}\n:::');
    expect(formatDirective({ name: 'columns', text: null, attributes: {} }, `${column}\n\n${column}`)).toBe(
      `::::columns\n${column}\n\n${column}\n::::`,
    );
  });

  it('keeps lines in one line', () => {
    expect(formatDirective({ name: 'number', text: 'a\nb', attributes: { value: '1\r\n2' } })).toBe(
      '::number[a b]{value="1 2"}',
    );
    expect(formatDirective({ name: 'question', text: 'Why?', attributes: { open: 'true' } }, 'So.')).toBe(
      ':::question[Why?]{open}\nSo.\n:::',
    );
  });
});

describe('readBlock', () => {
  const read = (line: string) => readBlock(parseDirective(line) ?? { name: '', text: null, attributes: {} });

  it('fills in defaults', () => {
    expect(read('::image{src="/a.png"}')).toEqual({
      block: { definition: blockDefinition('image'), text: '', values: { src: '/a.png', alt: '', width: 'text' } },
      problems: [],
    });
  });

  it.each<[string, string | null, string]>([
    ['::nothing', null, 'There is no block with the name "nothing"'],
    ['::button{href="/"}', 'text', 'Text is required'],
    ['::button[Go]', 'href', 'Link is required'],
    ['::button[Go]{href="javascript:alert(1)"}', 'href', 'Link must be a URL, a path or an anchor'],
    ['::button[Go]{href="//evil.example"}', 'href', 'Link must be a URL, a path or an anchor'],
    ['::image{src="data:image/png,"}', 'src', 'Image must be a URL or path'],
    ['::video[V]{url="https://video.example/1"}', 'url', 'Address of the video must be a video on YouTube or Vimeo'],
    ['::demo{id="../x"}', 'id', 'Demo must be the id of a demo'],
  ])('refuses %s', (line, field, message) => {
    expect(read(line)).toEqual({ block: null, problems: [{ severity: 'error', field, message }] });
  });

  it.each<[string, string, string]>([
    ['::button[Go]{href="/" style="red"}', 'style', 'Style must be one of: primary, secondary'],
    ['::button[Go]{href="/" onclick="x"}', 'onclick', 'Button has no attribute "onclick"'],
    [':::cards{columns="9"}', 'columns', 'Columns on wide screens must be a whole number from 2 to 4'],
    [':::question[Why?]{open="maybe"}', 'open', 'Show the answer at first must be true or false'],
    [':::columns[x]', 'text', 'Columns has no text in brackets'],
    [`::button[${'a'.repeat(101)}]{href="/"}`, 'text', 'Text must be at most 100 characters'],
    [`::number[a]{value="${'1'.repeat(21)}"}`, 'value', 'Number must be at most 20 characters'],
  ])('warns about %s', (line, field, message) => {
    const { block, problems } = read(line);
    expect(block).not.toBeNull();
    expect(problems).toEqual([{ severity: 'warning', field, message }]);
  });

  it.each([
    '/path',
    'https://example.com/a?b#c',
    '#anchor',
    'mailto:a@example.com',
    'tel:+49-30-1',
    'page:abc_1',
    'demo:x-y',
  ])('accepts the link %s', (href) => {
    expect(read(`::button[Go]{href="${href}"}`).problems).toEqual([]);
  });
});

it('names blocks, their parents and their contents consistently', () => {
  expect(new Set(blocks.map(({ name }) => name)).size).toBe(blocks.length);
  for (const { name, content, within, attributes } of blocks) {
    if (typeof content === 'object') expect(blockDefinition(content.block)).toBeDefined();
    if (within !== undefined) expect(blockDefinition(within)?.content).toMatchObject({ block: name });
    for (const { kind, choices, default: preset, limit } of attributes) {
      expect(kind === 'choice').toBe(choices !== undefined);
      if (choices) expect(Object.keys(choices)).toContain(preset);
      if (kind === 'number') expect(typeof limit).toBe('object');
    }
  }
});

const youtube = { provider: 'youtube', id: 'dQw4w9WgXcQ', hash: null };
const vimeo = { provider: 'vimeo', id: '123456789', hash: null };
const list = 'PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI';

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://youtube.com/watch/?app=desktop&v=dQw4w9WgXcQ&pp=ygU%3D', youtube],
  ['https://www.youtube.com/watch/dQw4w9WgXcQ', youtube],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=a', youtube],
  ['https://m.youtube.com/watch?t=5&v=dQw4w9WgXcQ&list=x', { ...youtube, start: 5 }],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1m2s', { ...youtube, start: 62 }],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', { ...youtube, start: 3_723 }],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1:02', { ...youtube, start: 62 }],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&time_continue=90', { ...youtube, start: 90 }],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=0', youtube],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=soon', youtube],
  [`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${list}&index=3`, { ...youtube, list }],
  [`https://www.youtube.com/playlist?list=${list}`, { ...youtube, id: 'videoseries', list }],
  [`https://www.youtube.com/embed/videoseries?list=${list}`, { ...youtube, id: 'videoseries', list }],
  ['https://youtu.be/dQw4w9WgXcQ?t=5', { ...youtube, start: 5 }],
  ['https://youtu.be/dQw4w9WgXcQ/?si=a&t=90s', { ...youtube, start: 90 }],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7&rel=0', { ...youtube, start: 7 }],
  ['https://youtube.com/shorts/dQw4w9WgXcQ?feature=share', youtube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?si=a', youtube],
  ['https://www.youtube.com/v/dQw4w9WgXcQ', youtube],
  ['https://vimeo.com/123456789', vimeo],
  ['https://www.vimeo.com/123456789/?share=copy', vimeo],
  ['https://vimeo.com/123456789#t=1m2s', { ...vimeo, start: 62 }],
  ['https://vimeo.com/123456789/abcdef0123?share=copy#t=62', { ...vimeo, hash: 'abcdef0123', start: 62 }],
  ['https://vimeo.com/123456789?h=abcdef0123', { ...vimeo, hash: 'abcdef0123' }],
  ['https://player.vimeo.com/video/123456789?h=abcdef0123&badge=0#t=5s', { ...vimeo, hash: 'abcdef0123', start: 5 }],
  ['https://vimeo.com/channels/staffpicks/123456789', vimeo],
  ['https://vimeo.com/groups/shortfilms/videos/123456789', vimeo],
  ['https://vimeo.com/showcase/7654321/video/123456789', vimeo],
  ['https://vimeo.com/album/7654321/video/123456789', vimeo],
  ['https://vimeo.com/ondemand/a-film/123456789', vimeo],
  ['https://vimeo.com/manage/videos/123456789/abcdef0123', { ...vimeo, hash: 'abcdef0123' }],
])('finds the video of %s', (address, video) => expect(videoOf(address)).toEqual(video));

it.each([
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?https://youtu.be/dQw4w9WgXcQ',
  'https://user@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ-too-long',
  'https://youtu.be/"><script>',
  'javascript://youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/playlist?v=dQw4w9WgXcQ',
  'https://www.youtube.com/embed/videoseries',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/watch?v=%3Cscript%3E1',
  'https://vimeo.com/channels/staffpicks',
  'https://vimeo.com/123456789/settings',
  'https://vimeo.com/123456789?h=x"y',
  'https://vimeo.com/123456789?h=nothex00',
  'https://vimeo.com.evil.example/123456789',
])('finds no video at %s', (address) => expect(videoOf(address)).toBeNull());
