import { expect, it } from 'vitest';
import { applyRead, emptyContent } from './content-state.ts';
import { aPage } from './documents.fixture.ts';
import { publicImages } from './image-addresses.ts';
import type { ImageAddress } from './content-addresses.ts';
import type { JsonObject } from './source.ts';

const buckets = new Set(['homepage-images']);
const base = 'http://127.0.0.1:4327/v0/b/homepage-images/o';

/** The images of a page with these fields. */
function imagesOf(fields: JsonObject): readonly ImageAddress[] {
  const documents = [{ path: 'pages/a', data: aPage(fields), time: 't' }];
  const { state } = applyRead(emptyContent, { documents, at: 't' });
  return publicImages(state, buckets, null).get('pages/a')?.images ?? [];
}

it.each<[string, string, string[]]>([
  ['a local address', `${base}/a.jpg?alt=media&token=t`, ['a.jpg']],
  ['a hosted address', 'https://firebasestorage.googleapis.com/v0/b/homepage-images/o/a.jpg?alt=media', ['a.jpg']],
  ['an encoded name', `${base}/folder%2Fa%20b.jpg`, ['folder/a b.jpg']],
  ['addresses in Markdown', `Look: ![A](${base}/a.jpg?alt=media) and ![B](${base}/b.png)`, ['a.jpg', 'b.png']],
  ['an address in JSON', JSON.stringify({ logo_url: `${base}/a.svg` }), ['a.svg']],
  ['the same address twice', `${base}/a.jpg ${base}/a.jpg`, ['a.jpg']],
  ['another bucket', base.replace('homepage-images', 'other') + '/a.jpg', []],
  ['another site', 'https://example.com/a.jpg', []],
  ['a bad encoding', `${base}/%E0%A4%A`, []],
])('finds the uploads in a body: %s', (_, body, objects) => {
  expect(imagesOf({ body }).map(({ object }) => object)).toEqual(objects);
});

it('returns the whole address as written in the content', () => {
  const address = `${base}/a.jpg?alt=media&token=t`;
  expect(imagesOf({ og_image_url: address })).toEqual([{ address, bucket: 'homepage-images', object: 'a.jpg' }]);
});

it('excludes the images of a draft', () => {
  expect(imagesOf({ body: `${base}/a.jpg`, is_published: false })).toEqual([]);
});
