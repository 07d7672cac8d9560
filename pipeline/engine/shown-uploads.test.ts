import { beforeEach, describe, expect, it } from 'vitest';
import { aDemo, aMedia, aPage, aSection } from '../sync/documents.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
const name = '0b8f1c9e-6d3a-4c1b-9f2e-7a5d4c3b2a10.png';
const media = `media/demo-images_${name}`;
const address = `https://storage.example/v0/b/demo-images/o/${name}?alt=media&token=t`;
const isUnshown = () => site.source.documents.get(media)?.['is_unshown'] === true;
const upload = (fields: JsonObject = {}) => site.write(media, aMedia(name, { is_unshown: true, ...fields }));

/** Percent-encodes every character. */
const percent = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const page = (fields: JsonObject) => aPage({ slug: 'new', ...fields });
const setting = (value: JsonObject): JsonObject => ({ value, rev: 1, updated_at: '2026-01-01T00:00:00.000Z' });

/** Documents that show the image once they are public. */
const shows: [string, string, JsonObject][] = [
  ['the og image of a page', 'pages/new', page({ og_image_url: address })],
  ['the text of a page', 'pages/new', page({ body: `![Harbor](${address})` })],
  ['a reference in a text', 'pages/new', page({ body: `![Harbor][a]\n\n[a]: ${address}` })],
  [
    'an address with escapes',
    'pages/new',
    page({ body: `![](https://s.example/v0/b/demo-images/o/${percent(name)})` }),
  ],
  ['an address with entities', 'pages/new', page({ body: `![](${address.replaceAll('-', '&#45;')})` })],
  [
    'an address with another path',
    'pages/new',
    page({ body: `![](https://s.example/a/../v0/b/demo-images/o/${name})` }),
  ],
  ['a link', 'pages/new', page({ body: `[Harbor](${address})` })],
  ['a block', 'pages/new', page({ body: `::figure{src="${address}" alt="Harbor"}` })],
  ['the image of a section', 'homepage_sections/new', aSection({ image_url: address })],
  ['the text of a section', 'homepage_sections/new', aSection({ content: `![Harbor](${address})` })],
  ['the image of a demo', 'demo_pages/d', aDemo({ slug: 'grace', og_image_url: address })],
  ['the code of a demo', 'demo_embeds/d', { iframe_url: address }],
  ['a setting', 'site_settings/branding', setting({ logo_url: address })],
];

describe('an unshown upload', () => {
  beforeEach(async () => {
    await site.pipeline.reconcile();
    await upload();
  });

  it('stays unshown while only unpublished documents name it', async () => {
    await site.write('pages/new', page({ og_image_url: address, is_published: false }));
    await site.write('homepage_sections/new', aSection({ image_url: address, is_published: false }));
    await site.write('pages/b', aPage({ slug: 'babbage', title: 'Other' }));
    expect(isUnshown()).toBe(true);
  });

  it.each(shows)('is marked as shown when published as %s', async (_, path, data) => {
    await site.write(path, data);
    expect(isUnshown()).toBe(false);
  });

  it('is marked as shown when its document is published, without another change', async () => {
    await site.write('pages/new', page({ og_image_url: address, is_published: false }));
    await site.write('pages/new', page({ og_image_url: address }));
    expect(isUnshown()).toBe(false);
  });

  it('is marked as shown with a demo whose code was there before', async () => {
    await site.write('demo_pages/e', aDemo({ slug: 'e', is_published: false }));
    await site.write('demo_embeds/e', { iframe_url: address });
    expect(isUnshown()).toBe(true);
    await site.write('demo_pages/e', aDemo({ slug: 'e' }));
    expect(isUnshown()).toBe(false);
  });

  it('is marked as shown before the release, which shows the latest description', async () => {
    const { source } = site;
    const { markShown } = source;
    let releases = -1;
    source.markShown = async (names) => {
      releases = site.pipeline.releases().length;
      // An author's change that the pipeline has not read yet.
      source.set(media, aMedia(name, { is_unshown: true, alt: 'Changed just before' }));
      return markShown(names);
    };
    await site.write('pages/new', page({ og_image_url: address }));
    expect(site.pipeline.releases().length).toBe(releases + 1);
    expect(isUnshown()).toBe(false);
    const before = site.pipeline.releases().length;
    await site.pipeline.publish([media]);
    expect(site.pipeline.releases().length).toBe(before);
  });

  it('is in no release if it cannot be marked, and is marked when the document is retried', async () => {
    const { source } = site;
    const { markShown } = source;
    source.markShown = () => Promise.reject(new Error('unreachable'));
    await site.write('pages/new', page({ og_image_url: address })).catch(() => undefined);
    expect(await site.read('/page/new.html')).toBeNull();
    expect(isUnshown()).toBe(true);
    source.markShown = markShown;
    await site.pipeline.reconcile();
    expect(await site.read('/page/new.html')).not.toBeNull();
    expect(isUnshown()).toBe(false);
  });

  it('is marked as shown with a launch, and while the site is pinned', async () => {
    const [first] = site.pipeline.releases();
    await site.write('pages/b', aPage({ slug: 'babbage', title: 'Newer' }));
    await site.pipeline.rollback(first?.id ?? '');
    site.source.launch('l', { 'pages/new': page({ og_image_url: address }) });
    await site.pipeline.publish(['pages/new']);
    expect(isUnshown()).toBe(false);
  });
});

it('marks an upload in the first release', async () => {
  site.source.set(media, aMedia(name, { is_unshown: true }));
  site.source.set('pages/new', page({ body: `![](${address})` }));
  await site.pipeline.reconcile();
  expect(isUnshown()).toBe(false);
});

it('marks an upload whose document comes after the page that shows it', async () => {
  const marked: string[] = [];
  const { markShown } = site.source;
  site.source.markShown = (names) => {
    marked.push(...names);
    return markShown(names);
  };
  await site.pipeline.reconcile();
  await site.write('pages/new', page({ og_image_url: address }));
  await site.write('pages/new', page({ og_image_url: address, title: 'Again' }));
  expect(marked).toEqual([name]);
  await upload();
  expect(isUnshown()).toBe(false);
});

it('marks nothing for uploads that count as shown', async () => {
  await site.pipeline.reconcile();
  await site.write(media, aMedia(name));
  const [{ time: before } = { time: '' }] = (await site.source.read([media])).documents;
  site.source.markShown = () => Promise.reject(new Error('called'));
  await site.write('pages/new', page({ og_image_url: address }));
  expect((await site.source.read([media])).documents[0]?.time).toBe(before);
  expect(await site.read('/page/new.html')).not.toBeNull();
});
