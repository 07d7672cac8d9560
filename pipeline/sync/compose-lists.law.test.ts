import { date, required, text } from '@frontage/model/kinds/field';
import { listName, parsePartKey, partKey } from '@frontage/model/lists';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeLists, type ComposedLists, noLists } from './compose-lists.ts';
import { changedKeys, patchMap } from './patched-map.ts';

const isFull = Boolean(process.env['FULL']);
const definition = {
  nameField: 'title',
  fields: {
    title: required({ label: 'Title', max: 100, card: true, sorted: true }),
    day: date({ label: 'Date' }),
    topic: text({ label: 'Topic', max: 100, filtered: true }),
  },
  archive: { sort: 'day', pageSize: 3 },
};

interface Entry {
  id: string;
  slug: string;
  title: string;
  day: string | null;
  topic: string | null;
}

type Entries = ReadonlyMap<string, Entry>;

const change = (lists: ComposedLists, before: Entries, after: Entries): ComposedLists =>
  changeLists(lists, { kind: 'news', definition, before, after });

const fromScratch = (entries: Entries): ComposedLists => change(noLists, new Map(), new Map(entries));

const contentOf = ({ parts, neighbors }: ComposedLists) => ({
  parts: Object.fromEntries([...parts].sort()),
  neighbors: Object.fromEntries([...neighbors].sort()),
});

/** All documents of a list from its first to its last, by the links of its pages. */
function walk({ parts }: ComposedLists, list: string): string[] {
  const newest = parts.get(partKey(list, 'newest'));
  let slugs = [...(newest?.slugs ?? [])];
  for (let page = newest?.older ?? null; page !== null;) {
    const part = parts.get(partKey(list, page));
    expect(part).toBeDefined();
    slugs = [...(part?.slugs ?? []), ...slugs];
    page = part?.older ?? null;
  }
  return slugs;
}

const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-02-01', null];
const entry = fc.record({
  title: fc.constantFrom('A', 'B', 'C'),
  day: fc.constantFrom(...days),
  topic: fc.constantFrom('launch', 'a#b/c', null),
});
const slug = fc.integer({ min: 0, max: 24 }).map((number) => `e${String(number)}`);
/** The new entry at a slug, or null; with the id of another one if the slug was taken over. */
const edit = fc.record({ slug, entry: fc.option(entry, { freq: 4 }), isOther: fc.boolean() });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(edit, { minLength: 1, maxLength: 3 }) },
  fc.array(edit, { minLength: 10, maxLength: 40 }),
);

describe('lists of documents', () => {
  it('equal lists from scratch after any edits, and contain each document once in order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let entries: Entries = new Map();
        let lists = noLists;
        for (const edits of steps) {
          const next = patchMap(
            entries,
            edits.map(({ slug: at, entry: data, isOther }) => [
              at,
              data === null ? undefined : { ...data, id: isOther ? `other-${at}` : at, slug: at },
            ]),
          );
          lists = change(lists, entries, next);
          entries = next;
          expect(contentOf(lists)).toEqual(contentOf(fromScratch(entries)));
          const all = [...entries.values()];
          const ordered = all.toSorted((one, other) =>
            (one.day ?? '0') + one.id < (other.day ?? '0') + other.id ? -1 : 1,
          );
          expect(walk(lists, listName('news', ''))).toEqual(ordered.map((each) => each.slug));
          const launched = ordered.filter(({ topic }) => topic === 'launch');
          expect(walk(lists, listName('news', '', 'topic=launch'))).toEqual(launched.map((each) => each.slug));
          const byTitle = all.toSorted((one, other) => (one.title + one.id < other.title + other.id ? -1 : 1));
          expect(walk(lists, listName('news', 'title'))).toEqual(byTitle.map((each) => each.slug));
          for (const [at, each] of ordered.entries())
            expect(lists.neighbors.get(`news:${each.slug}`)).toEqual({
              newer: ordered[at + 1]?.slug ?? null,
              older: ordered[at - 1]?.slug ?? null,
            });
        }
      }),
      { numRuns: isFull ? 20_000 : 300 },
    );
  });

  it('change the newest part and at most one numbered page when a newer document is added', () => {
    let entries: Entries = new Map();
    let lists = noLists;
    for (let number = 100; number < 160; number += 1) {
      const id = `e${String(number)}`;
      const next = patchMap(entries, [[id, { id, slug: id, title: 'A', day: '2026-01-01', topic: null }]]);
      const changed = change(lists, entries, next);
      const pages = changedKeys(lists.parts, changed.parts)
        .map(parsePartKey)
        .filter(({ order }) => order === '');
      expect(pages.filter(({ page }) => page !== 'newest').length).toBeLessThanOrEqual(1);
      expect(changedKeys(lists.neighbors, changed.neighbors).length).toBeLessThanOrEqual(2);
      [entries, lists] = [next, changed];
    }
    expect(lists.parts.get(partKey(listName('news', ''), 3))?.slugs).toEqual(['e106', 'e107', 'e108']);
  });
});
