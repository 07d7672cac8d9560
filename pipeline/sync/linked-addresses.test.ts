import { expect, it } from 'vitest';
import { linkedAddresses } from './content-addresses.ts';
import { aPage, aSection } from './documents.fixture.ts';
import { validateDocument } from './validate.ts';

const linkedIn = (collection: 'pages' | 'homepage_sections', data: Parameters<typeof aPage>[0]) => {
  const make = collection === 'pages' ? aPage : aSection;
  const read = validateDocument(collection, 'x', make(data));
  return read.ok ? linkedAddresses(read.value) : 'not valid';
};

it.each<[string, string[] | undefined]>([
  ['no link at all', undefined],
  ['a [link](/page/a) and [another](/b "with a title")', ['/page/a', '/b']],
  ['twice [a](/a) and [a](/a)', ['/a']],
  ['an [anchor](/a#part) and a [query](/a?x=1)', ['/a#part', '/a?x=1']],
  [
    '[elsewhere](https://example.com/x) and <https://example.com/y>',
    ['https://example.com/x', 'https://example.com/y'],
  ],
  ['a [reference][r]\n\n[r]: /page/r', ['/page/r']],
  ['<https://example.com/a<https://example.com/b>', ['https://example.com/b']],
  ['between brackets [x](</page/x>)', ['/page/x']],
  ['[a](page:p1), [b](demo:d1#part) and [c](section:s1)', ['page:p1', 'demo:d1#part']],
  [
    '::button[Go]{href="/page/a b"}\n::button[Go]{style="primary" href=\'page:p1#x\'}\n::demo[x]{width="wide" id="d1"}',
    ['/page/a b', 'page:p1#x', 'demo:d1'],
  ],
  ['[mail](mailto:a@b.example), [part](#part), [other host](//example.com), [near](near)', undefined],
])('finds the links in %j', (body, expected) => {
  expect(linkedIn('pages', { body })).toEqual(expected);
});

it('includes the address of a button', () => {
  expect(linkedIn('homepage_sections', { content: '[a](/a)', cta_text: 'Go', cta_url: '/demo/d' })).toEqual([
    '/a',
    '/demo/d',
  ]);
});
