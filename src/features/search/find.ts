import { keyLength, searchStarts, shardName, shardOf, termsIn, type ShardKind } from '@frontage/model/search';

/** Reads a file of the search index by its name. Rejects if it cannot be loaded. */
type ReadShard = (name: string) => Promise<string>;

export interface Matches {
  /** The keys of the documents with all words, best first. */
  keys: readonly string[];
  /** Whether more letters would find more: so many words begin with the entered letters that not all were loaded. */
  isPartial: boolean;
  /** Whether the words are on too many pages to be listed. */
  isCommon: boolean;
}

export interface Result {
  path: string;
  title: string;
  summary: string;
}

export interface Search {
  find(query: string): Promise<Matches>;
  /** The documents with these keys, in this order. */
  results(keys: readonly string[]): Promise<Result[]>;
}

const mostWords = 6;
// With the files of results, a search loads at most about 100 kB.
const mostShards = 6;

// Scores of a word in the title, prominent in the text, and elsewhere in the text.
const exact = [20, 6, 3];
const beginning = [10, 3, 1];

/** Searches an index (`SearchIndex` in `model/search.ts`). Words are found in any order, also by their first letters. */
export function openSearch(read: ReadShard): Search {
  let starts: Promise<Record<ShardKind, string[]>> | null = null;
  const loadStarts = (): NonNullable<typeof starts> =>
    (starts ??= read(searchStarts).then(
      (text) => {
        const [w = '', r = ''] = text.split('\n');
        return { w: w.split(' '), r: r.split(' ') };
      },
      (error: unknown) => {
        starts = null;
        throw error;
      },
    ));
  const linesOf = async (kind: ShardKind, start: string | undefined): Promise<string[]> =>
    start === undefined ? [] : (await read(shardName(kind, start))).split('\n');

  return {
    find: async (query) => {
      const words = [...new Set(termsIn(query))].slice(0, mostWords);
      if (words.length === 0) return { keys: [], isPartial: false, isCommon: false };
      const { w } = await loadStarts();
      const ranges = words.map((word) => ({ first: shardOf(w, word), last: shardOf(w, `${word}\uffff`) }));
      let left = mostShards - words.length;
      const wanted = ranges.map(({ first, last }) => {
        const more = Math.min(last - first, left);
        left -= more;
        return w.slice(first, first + 1 + more);
      });
      const hits = await Promise.all(
        words.map(async (word, index) => {
          const shards = await Promise.all((wanted[index] ?? []).map((start) => linesOf('w', start)));
          return hitsOf(word, shards.flat());
        }),
      );
      const isPartial = ranges.some(({ first, last }, index) => last - first + 1 > (wanted[index]?.length ?? 0));
      const keys = ranked(hits);
      return { keys, isPartial, isCommon: keys.length === 0 && hits.every(({ everywhere }) => everywhere > 0) };
    },

    results: async (keys) => {
      const { r } = await loadStarts();
      const found = await Promise.all(
        keys.map(async (key) => {
          const range = r.slice(shardOf(r, key), shardOf(r, `${key}\uffff`) + 1);
          const shards = await Promise.all(range.map((start) => linesOf('r', start)));
          return shards
            .flat()
            .filter((line) => line.startsWith(key))
            .map(resultIn);
        }),
      );
      return found.flat();
    },
  };
}

const resultIn = (line: string): Result => {
  const [path = '', title = '', summary = ''] = line.slice(line.indexOf(' ') + 1).split('\t');
  return { path, title, summary };
};

interface Hits {
  /** The score of each listed document. */
  scores: Map<string, number>;
  /** The score of all other documents, if a list is too long; otherwise 0. */
  everywhere: number;
}

/** The documents with words that begin with `word`. */
function hitsOf(word: string, lines: readonly string[]): Hits {
  const scores = new Map<string, number>();
  let everywhere = 0;
  for (const line of lines) {
    if (!line.startsWith(word)) continue;
    const space = line.indexOf(' ');
    const values = space === word.length ? exact : beginning;
    for (const [index, keys] of line
      .slice(space + 1)
      .split('|')
      .entries()) {
      const score = values[index] ?? 0;
      if (keys === '*') everywhere = Math.max(everywhere, score);
      else
        for (let at = 0; at < keys.length; at += keyLength) {
          const key = keys.slice(at, at + keyLength);
          scores.set(key, Math.max(score, scores.get(key) ?? 0));
        }
    }
  }
  return { scores, everywhere };
}

/** The documents with all words, best first. */
function ranked(hits: readonly Hits[]): string[] {
  const listed = hits.filter(({ everywhere }) => everywhere === 0);
  const candidates = new Set(
    (listed.length > 0 ? listed.slice(0, 1) : hits).flatMap(({ scores }) => [...scores.keys()]),
  );
  const found: { key: string; score: number }[] = [];
  for (const key of candidates) {
    const scores = hits.map(({ scores: own, everywhere }) => own.get(key) ?? everywhere);
    if (scores.every((score) => score > 0)) found.push({ key, score: scores.reduce((sum, score) => sum + score, 0) });
  }
  return found.sort((one, other) => other.score - one.score || (one.key < other.key ? -1 : 1)).map(({ key }) => key);
}
