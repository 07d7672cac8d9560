import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSite, type Site } from '../../release/site.ts';
import type { Commit, ReleaseStore } from '../../release/store.ts';
import { applyRead, contentFrom, emptyContent, type ContentState } from '../../sync/content-state.ts';
import { aDemo, anEmbed, aPage, aRedirect, aSection, aSetting, aSlug } from '../../sync/documents.fixture.ts';
import { keptReading } from '../../sync/reading.ts';
import type { JsonObject } from '../../sync/source.ts';
import { temporaryFolder } from '../../trigger/text-pipeline.fixture.ts';
import { openReleaseStore } from './store.ts';

const upload = 'https://files.example/v0/b/images.example/o/picture.png?alt=media&token=a';
const home = { folder: '', remove: () => {} };
let store: ReleaseStore;
let content: ContentState;

/** Reads documents and stores their readings. */
function write(written: Record<string, JsonObject | null>): void {
  const number = (store.head()?.commit ?? 0) + 1;
  const time = `2026-01-0${String(number)}T00:00:00.000Z`;
  const documents = Object.entries(written).map(([path, data]) => ({ path, data, time }));
  const { state, changes } = applyRead(content, { documents, at: time });
  content = state;
  const none = { set: [], end: [] };
  const config = { origin: '', adminOrigin: '', embedOrigin: '' };
  const head: Commit['head'] = { commit: number, release: null, pin: null, asOf: state.asOf, leaving: {}, config };
  store.commit({ head, release: null, documents: changes, receipts: none, files: none, images: none, notices: [] }, 2);
}

/** All that is known of content, bodies included. */
const saidBy = ({ documents, composition, uploads, links, invalid, asOf }: ContentState) => ({
  documents: JSON.parse(JSON.stringify([...documents])) as unknown,
  marks: [...documents].map(([path, { marks, usedMarks }]) => [path, marks, usedMarks]),
  values: Object.entries(composition.values).map(([name, values]) => [
    name,
    JSON.parse(JSON.stringify([...values])) as unknown,
  ]),
  uploads: [...uploads],
  links: [...links],
  invalid: [...invalid],
  asOf,
});
const keptBy = (reader: string): string[] =>
  [...store.known(reader)].flatMap((version) => ('kept' in version ? [version.path] : []));
const keep = (reader: string): void => store.keepReadings(reader, (version) => keptReading(content, version));

beforeEach(() => {
  Object.assign(home, temporaryFolder());
  store = openReleaseStore(home.folder);
  content = emptyContent;
  write({
    'pages/a': aPage({ body: `[There](/page/b) ![](${upload})`, og_image_url: upload }),
    'pages/was': aPage({ slug: 'was', title: 'Valid', body: 'Before' }),
    'pages/never': aPage({ slug: 'never', title: '' }),
    'homepage_sections/s': aSection({ image_url: upload }),
    'demo_pages/d': aDemo(),
    'demo_embeds/d': anEmbed(),
    'site_settings/ga4_id': aSetting('G-1'),
    'slugs/page:old': aSlug('a'),
    'redirects/r': aRedirect('/from', '/to'),
  });
  write({ 'pages/was': aPage({ slug: 'was', title: '', body: 'After' }) });
});
afterEach(() => {
  store.close();
  home.remove();
});

it('content is equal from documents and from stored readings', () => {
  const asRead = saidBy(contentFrom(store.current().documents, { asOf: content.asOf, leave: store.contents }));
  const before: Site = loadSite(store, 'one');
  expect(saidBy(before.content)).toEqual(asRead);
  keep('one');
  expect(keptBy('one')).toHaveLength(content.documents.size);
  expect(saidBy(loadSite(store, 'one').content)).toEqual(asRead);
});

it('another program reads the documents themselves', () => {
  keep('one');
  expect(keptBy('another')).toEqual([]);
});

it('has no reading for documents changed since', () => {
  keep('one');
  write({ 'pages/a': aPage({ title: 'New' }), 'demo_pages/d': null });
  expect([...content.documents.keys()].filter((path) => !keptBy('one').includes(path))).toEqual(['pages/a']);
  expect(saidBy(loadSite(store, 'one').content)).toEqual(
    saidBy(contentFrom(store.current().documents, { asOf: content.asOf, leave: store.contents })),
  );
  keep('one');
  expect(keptBy('one')).toHaveLength(content.documents.size);
});
