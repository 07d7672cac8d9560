import { expect, it } from 'vitest';
import { linkedAddresses, namedUploads } from './content-addresses.ts';
import { aDemo, aMedia, anEmbed, aPage, aRedirect, aSection, aSetting } from './documents.fixture.ts';
import type { JsonObject } from './source.ts';
import { validateDocument, type ValueOf } from './validate.ts';
import { uploadAddress } from '../adapters/images/uploads.fixture.ts';

type Collection = keyof ValueOf;

const valueIn = <C extends Collection>(collection: C, data: JsonObject, id = 'x'): ValueOf[C] => {
  const read = validateDocument(collection, id, data);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
};

const linkedIn = (collection: Collection, data: JsonObject) => linkedAddresses(collection, valueIn(collection, data));

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
  expect(linkedIn('pages', aPage({ body }))).toEqual(expected);
});

it('includes the address of a button', () => {
  const section = aSection({ content: '[a](/a)', cta_text: 'Go', cta_url: '/demo/d' });
  expect(linkedIn('homepage_sections', section)).toEqual(['/a', '/demo/d']);
});

const upload = uploadAddress('u1');

it.each<[string, Collection, JsonObject, string?]>([
  ['the text of a page', 'pages', aPage({ body: `![](${upload})` })],
  ['the social image of a page', 'pages', aPage({ og_image_url: upload })],
  ['the social image of a demo', 'demo_pages', aDemo({ og_image_url: upload })],
  ['the text of a section', 'homepage_sections', aSection({ content: `![](${upload})` })],
  ['the image of a section', 'homepage_sections', aSection({ image_url: upload })],
  ['an image of a setting', 'site_settings', aSetting({ default_og_image: upload }), 'general'],
  ['a text of a setting', 'site_settings', aSetting({ site_description: `See ${upload}` }), 'general'],
])('finds an upload in %s', (...[, collection, data, id]) => {
  const found = namedUploads(collection, valueIn(collection, data, id));
  expect(found?.map(({ address }) => address)).toEqual([upload]);
});

it.each<[string, Collection, JsonObject]>([
  ['titles and descriptions', 'pages', aPage({ title: upload, meta_description: upload })],
  ['targets of buttons', 'homepage_sections', aSection({ cta_url: upload })],
  ['embed code', 'demo_embeds', anEmbed(upload)],
  ['redirects', 'redirects', aRedirect('/old', upload)],
  ['descriptions of uploads', 'media', aMedia('u1', { alt: upload })],
])('finds no uploads in %s', (_, collection, data) => {
  expect(namedUploads(collection, valueIn(collection, data))).toBeUndefined();
});
