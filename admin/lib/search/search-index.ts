import { type SearchEntry, type SearchShard, searchWords } from '@frontage/model/search-index/search-shard';
import { lowerBound, prefixedWords, similarWords, type WordRange } from '@frontage/model/similar-words';
import type { SearchAnswer, SearchHit } from '@frontage/model/staff-index';

interface SearchScope {
  /** The collections of the documents to find; all if absent. */
  collections?: readonly string[];
}

/** A part of the index, in the form that is searched. */
interface Part extends SearchShard {
  collection: string;
  /** The titles and slugs, folded, with a space around each word. */
  titles: string[];
  /** The number in `vocabulary` of each word, ascending. */
  numbers: Uint32Array;
}

/** Weights of a word, by where and how it was found. The best one counts. */
const weights = { title: 12, titlePrefix: 10, titlePart: 4, text: 3, textPrefix: 2, typo: 1 } as const;
const mostReordered = 100;
const phraseBonus = { start: 8, part: 5 } as const;

/**
 * Full-text search over shards. A document matches if it has every word of the query: as a whole word, as the beginning of
 * one or, in titles, as any part. If no document is found, a second search also finds words with one typo, or with two
 * from eight letters on.
 */
export class SearchIndex {
  #parts = new Map<string, Part>();
  #vocabulary: string[] | null = null;

  /** Adds or replaces a part. */
  put(name: string, collection: string, shard: SearchShard): void {
    const titles = shard.documents.map(([, { title, slug }]) => ` ${searchWords(`${title} ${slug}`).join(' ')} `);
    this.#parts.set(name, { ...shard, collection, titles, numbers: new Uint32Array() });
    this.#vocabulary = null;
  }

  search(typed: string, { collections, limit }: SearchScope & { limit: number }): SearchAnswer {
    const { found, query } = this.#find(typed, collections);
    const vocabulary = this.#merge();
    // Similar words in a title come first. They are known only for described hits.
    const described = found
      .slice(0, Math.max(limit, mostReordered))
      .map((hit) => describe(hit, { ...query, vocabulary }))
      .sort((a, b) => Number(a.hasTypos && a.isInText) - Number(b.hasTypos && b.isInText));
    return { hits: described.slice(0, limit), count: found.length };
  }

  /** The ids of all documents found in one collection. */
  findIds(typed: string, collection: string): string[] {
    return this.#find(typed, [collection]).found.map((hit) => targetOf(hit).id);
  }

  #find(typed: string, collections: SearchScope['collections']): { found: Ranked[]; query: Query } {
    const words = [...new Set(searchWords(typed))];
    const vocabulary = this.#merge();
    const parts = [...this.#parts.values()].filter(
      ({ collection }) => collections === undefined || collection === 'drafts' || collections.includes(collection),
    );
    const find = (allowTypos: boolean) => {
      const ranges = words.map((word) =>
        allowTypos ? similarWords(vocabulary, word) : [prefixedWords(vocabulary, word)],
      );
      const query = { words, ranges, allowTypos, collections };
      return { found: words.length === 0 ? [] : this.#rank(parts, query), query };
    };
    const exact = find(false);
    return exact.found.length > 0 ? exact : find(true);
  }

  /** The words of all parts, sorted. */
  #merge(): string[] {
    if (this.#vocabulary) return this.#vocabulary;
    const all = new Set<string>();
    for (const { words } of this.#parts.values()) for (const word of words) all.add(word);
    const vocabulary = [...all].sort();
    for (const part of this.#parts.values()) {
      let number = 0;
      part.numbers = Uint32Array.from(part.words, (word) => {
        while (vocabulary[number] !== word) number += 1;
        return number;
      });
      // Equal words of different parts share one string.
      part.words = Array.from(part.numbers, (each) => vocabulary[each] ?? '');
    }
    this.#vocabulary = vocabulary;
    return vocabulary;
  }

  #rank(parts: readonly Part[], { words, ranges, collections }: Query): Ranked[] {
    const phrase = words.join(' ');
    const size = this.#merge().length;
    const tables = ranges.map((each) => weightsOf(each, size));
    const found: Ranked[] = [];
    for (const part of parts) {
      const scores = words.map((word, index) => scoresOf(part, word, tables[index] ?? none));
      for (let place = 0; place < part.documents.length; place += 1) {
        let total = 0;
        for (const each of scores) {
          const score = each[place] ?? 0;
          // Every word must be found.
          total = score === 0 ? -Infinity : total + score;
        }
        const entry = total > 0 ? part.documents[place]?.[1] : undefined;
        if (!entry || (entry.draftOf && collections && !collections.includes(entry.draftOf.collection))) continue;
        const title = part.titles[place] ?? '';
        const at = title.indexOf(` ${phrase}`);
        const bonus = at === 0 ? phraseBonus.start : at > 0 ? phraseBonus.part : 0;
        found.push({ part, place, entry, score: total / words.length + bonus });
      }
    }
    return withoutCopies(found.sort(byRank));
  }
}

const none: WordWeights = { table: new Float32Array(), from: 0, to: 0 };

interface Query {
  words: readonly string[];
  /** The found words of the vocabulary, for each word. */
  ranges: readonly (readonly WordRange[])[];
  allowTypos: boolean;
  collections?: readonly string[] | undefined;
}

interface Ranked {
  part: Part;
  place: number;
  entry: SearchEntry;
  score: number;
}

const byRank = (a: Ranked, b: Ranked): number =>
  b.score - a.score ||
  // A document comes before its draft.
  Number(a.entry.draftOf !== undefined) - Number(b.entry.draftOf !== undefined) ||
  Number(a.entry.updatedAt < b.entry.updatedAt) - Number(a.entry.updatedAt > b.entry.updatedAt);

const targetOf = ({ part, place, entry }: Ranked) =>
  entry.draftOf ?? { collection: part.collection, id: part.documents[place]?.[0] ?? '' };

/** One hit per document: a document or its draft. */
function withoutCopies(ranked: readonly Ranked[]): Ranked[] {
  const keyOf = ({ collection, id }: { collection: string; id: string }): string => `${collection}/${id}`;
  const drafts = ranked.flatMap(({ entry }) => entry.draftOf ?? []);
  const ids = new Set(drafts.map(({ id }) => id));
  const pending = new Set(drafts.map(keyOf));
  const drafted = new Set(pending);
  return ranked.filter((hit) => {
    const target = targetOf(hit);
    // Most documents have no draft: their keys are not made.
    return !ids.has(target.id) || !drafted.has(keyOf(target)) || pending.delete(keyOf(target));
  });
}

/** The weights of the words of the vocabulary for a typed word; those outside `from` to before `to` are 0. */
interface WordWeights {
  table: Float32Array;
  from: number;
  to: number;
}

function weightsOf(ranges: readonly WordRange[], size: number): WordWeights {
  const table = new Float32Array(size);
  const [starts, ends] = [ranges.map(({ from }) => from), ranges.map(({ to }) => to)];
  for (const { from, to, typos, isWhole } of ranges) {
    const weight = typos > 0 ? weights.typo / typos : weights.textPrefix;
    for (let number = from; number < to; number += 1) table[number] = Math.max(table[number] ?? 0, weight);
    if (isWhole) table[from] = weights.text;
  }
  return { table, from: Math.min(...starts, size), to: Math.max(...ends, 0) };
}

/** The weight of a word in each document of a part; 0 where it is missing. */
function scoresOf(
  { titles, numbers, starts, places, documents }: Part,
  word: string,
  { table, from, to }: WordWeights,
): Float32Array {
  const scores = new Float32Array(documents.length);
  for (let index = lowerBound(numbers, from); (numbers[index] ?? Infinity) < to; index += 1) {
    const weight = table[numbers[index] ?? 0] ?? 0;
    if (weight === 0) continue;
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at += 1) {
      const place = places[at] ?? 0;
      if ((scores[place] ?? 0) < weight) scores[place] = weight;
    }
  }
  for (let place = 0; place < titles.length; place += 1) {
    const title = titles[place] ?? '';
    if (!title.includes(word)) continue;
    // Short words are part of too many titles.
    const isPrefix = title.includes(` ${word}`);
    if (!isPrefix && word.length < 3) continue;
    scores[place] = !isPrefix ? weights.titlePart : title.includes(` ${word} `) ? weights.title : weights.titlePrefix;
  }
  return scores;
}

/** Adds to a hit why it was found. */
function describe(
  ranked: Ranked,
  { words, ranges, vocabulary, allowTypos }: Query & { vocabulary: readonly string[] },
): SearchHit {
  const { part, place, entry } = ranked;
  const title = part.titles[place] ?? '';
  const found = allowTypos ? ranges.flat().flatMap((range) => wordsAt(part, place, range)) : [];
  const marks = [...new Set([...words, ...found.map((number) => vocabulary[number] ?? '')])];
  const isInTitle = (word: string): boolean => title.includes(word.length < 3 ? ` ${word}` : word);
  return {
    ...targetOf(ranked),
    entry,
    isDraft: entry.draftOf !== undefined,
    isInText: allowTypos ? found.some((number) => !isInTitle(vocabulary[number] ?? '')) : !words.every(isInTitle),
    hasTypos: allowTypos,
    marks,
  };
}

/** The words of a range that a document has. */
function wordsAt({ numbers, starts, places }: Part, place: number, { from, to }: WordRange): number[] {
  const found: number[] = [];
  for (let index = lowerBound(numbers, from); (numbers[index] ?? Infinity) < to; index += 1) {
    if (places.subarray(starts[index], starts[index + 1]).includes(place)) found.push(numbers[index] ?? 0);
  }
  return found;
}
