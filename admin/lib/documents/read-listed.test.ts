import { summarySet, summaryShard } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { memoryStore } from './memory-store.fixture.ts';
import { withExcerpts } from './read-excerpts.ts';
import { listAmong, readListedDocuments } from './read-listed.ts';
import type { DocumentStore } from './document-store.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const page = (rev: number, second: number) => ({ rev, updated_at: at(second), title: `rev ${rev}` });
const set = summarySet('pages');
const marker = (behind: number) => ({ [`summaries/${set}`]: { set, behind } });

/** The summaries of these pages as stored documents, one per shard. */
function summaries(pages: Record<string, object>) {
  const byShard = Map.groupBy(Object.entries(pages), ([id]) => summaryShard('pages', id));
  const shards = [...byShard].map(([shard, entries]) => [
    `summaries/${shard}`,
    { set, entries: JSON.stringify(Object.fromEntries(entries)) },
  ]);
  return Object.fromEntries(shards) as Record<string, object>;
}

const pages = (many: Record<string, object>) =>
  Object.fromEntries(Object.entries(many).map(([id, data]) => [`pages/${id}`, data]));

const times = (count: number, of: (index: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, of(index)]));

async function listed(documents: Record<string, object>, mayReadTrash = true) {
  const { store } = memoryStore(documents as Record<string, Record<string, unknown>>);
  const entries = await readListedDocuments(store, 'page', { mayReadTrash });
  return entries.map(({ document: { id, title }, isAhead }) => `${id}: ${title}${isAhead ? ', ahead' : ''}`).sort();
}

const trashed = { 'trash/pages_a': { collection: 'pages', id: 'a', deleted_at: at(5) } };
const known = { a: page(1, 1), b: page(1, 2) };

describe('readListedDocuments', () => {
  it.each<[string, Record<string, object>, string[]]>([
    ['lists summaries', { ...marker(0), ...summaries(known), ...pages(known) }, ['a: rev 1', 'b: rev 1']],
    [
      'adds newer writes and new documents',
      { ...marker(0), ...summaries(known), ...pages({ ...known, a: page(2, 3), c: page(1, 4) }) },
      ['a: rev 2, ahead', 'b: rev 1', 'c: rev 1, ahead'],
    ],
    [
      'omits documents deleted since',
      { ...marker(0), ...summaries(known), ...pages({ b: known.b }), ...trashed },
      ['b: rev 1'],
    ],
    [
      'includes documents restored since',
      { ...marker(0), ...summaries(known), ...pages({ ...known, a: page(2, 9) }), ...trashed },
      ['a: rev 2, ahead', 'b: rev 1'],
    ],
    ['reads the documents if there are no summaries', pages(known), ['a: rev 1', 'b: rev 1']],
    [
      'reads the documents if the summaries have no marker',
      { ...summaries({ a: known.a }), ...pages(known) },
      ['a: rev 1', 'b: rev 1'],
    ],
    [
      'reads the documents while the summaries are behind',
      { ...marker(1), ...summaries({ a: known.a }), ...pages(known) },
      ['a: rev 1', 'b: rev 1'],
    ],
  ])('%s', async (_name, documents, expected) => {
    expect(await listed(documents)).toEqual(expected);
  });

  it('uses summaries alone for users without access to the trash', async () => {
    expect(await listed({ ...marker(0), ...summaries(known), ...trashed }, false)).toEqual(['a: rev 1', 'b: rev 1']);
  });

  it.each([
    ['omits documents deleted in this browser', known.a, ['b: rev 1']],
    ['includes documents restored since', page(2, 9), ['a: rev 2', 'b: rev 1']],
  ])('%s for users without access to the trash', async (_name, a, expected) => {
    const all = { ...known, a };
    const documents: Record<string, object> = { ...marker(0), ...summaries(all), ...pages(all) };
    const { store } = memoryStore(documents as Record<string, Record<string, unknown>>);
    const entries = await readListedDocuments(store, 'page', { mayReadTrash: false, deletedHere: new Map([['a', 1]]) });
    expect(entries.map(({ document: { id, title } }) => `${id}: ${title}`).sort()).toEqual(expected);
  });

  describe('with documents newer than their summaries', () => {
    const section = (rev: number, content: string) => ({ rev, updated_at: at(rev), title: 'A', content });
    const withText = (rev: number, body: string) => ({ ...page(rev, rev), body });
    const excerpts = async (kind: 'page' | 'section', documents: Record<string, object>) => {
      const { store } = memoryStore(documents as Record<string, Record<string, unknown>>);
      let texts = 0;
      const counting = {
        ...store,
        read: (...request: Parameters<typeof store.read>) => ((texts += 1), store.read(...request)),
      };
      const now = await readListedDocuments(counting, kind, { mayReadTrash: false });
      const first = await withExcerpts(counting, kind, { now });
      const again = await withExcerpts(counting, kind, { now, before: first });
      expect(again).toEqual(first);
      return { texts, excerpts: first.map(({ document }) => `${document.id}: ${document.excerpt}`).sort() };
    };

    it('reads the text of a new and of an edited page once', async () => {
      const summarized = { a: { ...page(1, 1), excerpt: 'Old' }, b: { ...page(1, 2), excerpt: 'Other' } };
      const stored = pages({ a: withText(2, '**New** words'), b: withText(1, 'Other'), c: withText(3, 'Third') });
      expect(
        await excerpts('page', { ...marker(0), ...summaries(summarized), ...stored, 'pages/b': page(1, 2) }),
      ).toEqual({
        texts: 2,
        excerpts: ['a: New words', 'b: Other', 'c: Third'],
      });
    });

    it('reads the text of a section', async () => {
      const sections = summarySet('homepage_sections');
      const documents = {
        [`summaries/${sections}`]: { set: sections, behind: 0 },
        'homepage_sections/s': section(1, 'Hello'),
      };
      expect(await excerpts('section', documents)).toEqual({ texts: 1, excerpts: ['s: Hello'] });
    });

    it('reads at most twenty texts, new documents first', async () => {
      const old = times(10, (index) => ({ ...page(1, 1), excerpt: `Old ${index}` }));
      const now = times(35, (index) => withText(index + 2, `Text ${index}`));
      const { texts, excerpts: found } = await excerpts('page', { ...marker(0), ...summaries(old), ...pages(now) });
      expect(texts).toBe(20);
      expect(found.filter((each) => each.includes(': Text')).length).toBe(20);
      expect(found.filter((each) => each.includes('Old')).length).toBe(10);
    });
  });

  it('reads more recent writes if all of the latest are unknown', async () => {
    const all = times(30, (index) => page(1, index));
    const old = times(10, (index) => page(1, index));
    expect(await listed({ ...marker(0), ...summaries(old), ...pages(all) })).toHaveLength(30);
  });
});

const drafts = Object.fromEntries(
  Array.from({ length: 200 }, (_, n) => [
    `drafts/pages_p${n}`,
    { collection: n % 2 === 0 ? 'pages' : 'demo_pages', id: `p${n}` },
  ]),
);
const ids = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
const asked = (values: readonly string[]) =>
  ({ where: { field: 'collection', equals: 'pages' }, field: 'id', values }) as const;

it.each([0, 1, 30, 31, 75])('finds all documents among %d values', async (count) => {
  const answer = await listAmong(memoryStore(drafts).store, 'drafts', asked(ids(count)));
  const found = answer.ok ? answer.value.map(({ data }) => data['id']) : answer;
  expect(found).toEqual(ids(count).filter((_, n) => n % 2 === 0));
});

it('fails if one of its queries fails', async () => {
  const { store } = memoryStore(drafts);
  let calls = 0;
  const failing: DocumentStore = {
    ...store,
    list: async (...choice) =>
      (calls += 1) === 2 ? { ok: false, reason: 'unreachable', message: 'away' } : store.list(...choice),
  };
  expect(await listAmong(failing, 'drafts', asked(ids(75)))).toMatchObject({ ok: false, reason: 'unreachable' });
});
