import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSite, type Site } from '../../site/site.ts';
import type { Commit, ReleaseStore } from '../../site/store.ts';
import { applyRead, contentFrom, emptyContent, type ContentState } from '../../sync/content-state.ts';
import { aDemo, anEmbed, aPage, aRedirect, aSection, aSetting, aSlug } from '../../sync/documents.fixture.ts';
import { keptReading } from '../../sync/reading.ts';
import type { JsonObject } from '../../sync/source.ts';
import { temporaryFolder } from '../../engine/text-pipeline.fixture.ts';
import { DiskStore } from './store.ts';

const upload = 'https://files.example/v0/b/images.example/o/picture.png?alt=media&token=a';
const home = { folder: '', remove: () => {} };
let store: ReleaseStore;
let content: ContentState;

/** Applies documents to the content and commits them. */
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

/** The properties of a content state to compare, including bodies. */
const summaryOf = ({ documents, composition, uploads, links, invalid, asOf }: ContentState) => ({
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
  store = new DiskStore(home.folder);
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

it('loads equal content from documents and from stored readings', () => {
  const asRead = summaryOf(contentFrom(store.current().documents, { asOf: content.asOf, leave: store.contents }));
  const before: Site = loadSite(store, 'one');
  expect(summaryOf(before.content)).toEqual(asRead);
  keep('one');
  expect(keptBy('one')).toHaveLength(content.documents.size);
  expect(summaryOf(loadSite(store, 'one').content)).toEqual(asRead);
});

it('ignores the readings of another reader', () => {
  keep('one');
  expect(keptBy('another')).toEqual([]);
});

it('has no reading of a document that was changed after it was stored', () => {
  keep('one');
  write({ 'pages/a': aPage({ title: 'New' }), 'demo_pages/d': null });
  expect([...content.documents.keys()].filter((path) => !keptBy('one').includes(path))).toEqual(['pages/a']);
  expect(summaryOf(loadSite(store, 'one').content)).toEqual(
    summaryOf(contentFrom(store.current().documents, { asOf: content.asOf, leave: store.contents })),
  );
  keep('one');
  expect(keptBy('one')).toHaveLength(content.documents.size);
});
