import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type SearchEntry, searchWords } from '@frontage/model/search-words';
import { lowerBound, similarWords, type WordRange } from '@frontage/model/similar-words';
import { ListReader } from './list-reader.ts';
import type {
  ListRequest,
  MatchesAnswer,
  MatchesRequest,
  SearchAnswer,
  SearchHit,
  SearchRequest,
} from '@frontage/model/staff-index';

/** A document in memory. */
interface Row {
  id: number;
  collection: string;
  document: string;
  entry: SearchEntry;
  /** Title and slug, folded, with a space around each word. */
  title: string;
}

/** A word of the index, or all that begin with a term, and their number of typos. */
interface SimilarWords {
  term: string;
  isPrefix: boolean;
  typos: number;
}

interface Ranked {
  row: Row;
  score: number;
  isInText: boolean;
}

/** A word of the query, and the words of the index that it finds; null for those that begin with it. */
interface QueryWord {
  word: string;
  similar: readonly SimilarWords[] | null;
}

/** Weights of a word, by where and how it was found. The best one counts. */
const weights = { title: 12, titlePrefix: 10, titlePart: 4, text: 3, textPrefix: 2, typo: 1 } as const;
const phraseBonus = { start: 8, part: 5 } as const;

// A text of more words is a pasted one: further words would only take time.
const mostWords = 16;
// A title is found by parts of its words of at least this length; shorter ones are in too many titles.
const shortestPart = 3;
// An index of 10,000 pages of 2,500 words has a tenth of this.
const largestVocabulary = 1_000_000;
// After as many changes, reading the vocabulary takes less time than adding their words.
const mostAdded = 1_000;

/**
 * Searches the index through its own connection. Titles are in memory, because a query also finds parts of them;
 * texts are searched in the database. A document matches if it has every word of the query: as a whole word, as the
 * beginning of one or, in titles, as any part. If no document is found, a second search also finds words with one typo,
 * or with two from eight letters on.
 */
export class IndexReader {
  readonly #database: DatabaseSync;
  readonly #whole: StatementSync;
  readonly #words: StatementSync;
  /** By id. */
  readonly #rows: (Row | undefined)[] = [];
  #seq = 0;
  /** All words, sorted; null if they must be read. */
  #vocabulary: string[] | null = null;
  readonly #added = new Set<string>();
  readonly #lists: ListReader;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#lists = new ListReader(database);
    this.#whole = database.prepare('SELECT rowid FROM texts WHERE texts MATCH ?');
    this.#whole.setReturnArrays(true);
    this.#words = database.prepare('SELECT words FROM documents WHERE id = ?');
  }

  search({ typed, collections, limit }: Omit<SearchRequest, 'written'>): SearchAnswer {
    return this.#atOnce(() => {
      const { found, query } = this.#find(typed, collections);
      const hits = found.slice(0, limit).map((ranked) => this.#describe(ranked, query));
      return { hits, count: found.length };
    });
  }

  matches({ typed, collection }: Omit<MatchesRequest, 'written'>): MatchesAnswer {
    return this.#atOnce(() => {
      const { found } = this.#find(typed, [collection]);
      return { matches: found.map(({ row, isInText }) => ({ id: targetOf(row).id, isInText })) };
    });
  }

  /** The entries of a list, or the changes since the known version, as the JSON of a `ListAnswer`. */
  list(request: Omit<ListRequest, 'written'>): Uint8Array<ArrayBuffer> {
    return this.#inOneState(() => {
      this.#lists.refresh();
      return this.#lists.answer(request);
    });
  }

  /** Reads the vocabulary and the lists before the first request needs them. */
  prepare(): void {
    this.#atOnce(() => {
      this.#allWords();
      this.#lists.refresh();
    });
  }

  /** Runs a search in one state of the database. */
  #atOnce<Answer>(search: () => Answer): Answer {
    return this.#inOneState(() => {
      this.#refresh();
      return search();
    });
  }

  #inOneState<Answer>(read: () => Answer): Answer {
    this.#database.exec('BEGIN');
    try {
      return read();
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  /** Reads the documents changed since the last search. */
  #refresh(): void {
    const since = this.#seq;
    const gone = this.#database.prepare('SELECT id, seq FROM gone WHERE seq > ?').all(since);
    for (const { id, seq } of gone) {
      this.#rows[Number(id)] = undefined;
      this.#seq = Math.max(this.#seq, Number(seq));
    }
    const changed = this.#database.prepare('SELECT id, seq, path, entry FROM documents WHERE seq > ?').all(since);
    if (changed.length > mostAdded) this.#vocabulary = null;
    for (const { id, seq, path, entry } of changed) {
      this.#seq = Math.max(this.#seq, Number(seq));
      this.#rows[Number(id)] = typeof entry === 'string' ? rowOf(Number(id), String(path), entry) : undefined;
      if (this.#vocabulary !== null) for (const word of this.#wordsOf(Number(id))) this.#added.add(word);
    }
  }

  #wordsOf(id: number): string[] {
    const words = String(this.#words.get(id)?.['words'] ?? '');
    return words === '' ? [] : words.split(' ');
  }

  /** The words of all documents. Those that only removed documents had may be among them: they find nothing. */
  #allWords(): readonly string[] {
    if (this.#vocabulary === null) {
      const terms = this.#database.prepare(`SELECT term FROM terms LIMIT ${String(largestVocabulary)}`);
      terms.setReturnArrays(true);
      this.#vocabulary = (terms.all() as unknown as [string][]).map(([term]) => term).sort();
    } else if (this.#added.size > 0) {
      this.#vocabulary = merged(this.#vocabulary, [...this.#added].sort());
    }
    this.#added.clear();
    return this.#vocabulary;
  }

  #find(typed: string, collections: readonly string[]): { found: Ranked[]; query: QueryWord[] } {
    const words = [...new Set(searchWords(typed))].slice(0, mostWords);
    const find = (query: QueryWord[]) => ({ query, found: words.length === 0 ? [] : this.#rank(query, collections) });
    const exact = find(words.map((word) => ({ word, similar: null })));
    if (exact.found.length > 0 || words.length === 0) return exact;
    const vocabulary = this.#allWords();
    return find(
      words.map((word) => ({
        word,
        similar: similarWords(vocabulary, word).map((range) => inRange(vocabulary, range)),
      })),
    );
  }

  #rank(query: readonly QueryWord[], collections: readonly string[]): Ranked[] {
    const phrase = query.map(({ word }) => word).join(' ');
    const totals = new Float64Array(this.#rows.length);
    const inText = new Uint8Array(this.#rows.length);
    let candidates = this.#rows.filter(
      (row): row is Row => row !== undefined && collections.includes(targetOf(row).collection),
    );
    for (const each of query) {
      const scores = this.#textScores(each);
      candidates = candidates.filter((row) => {
        const title = titleScore(row.title, each);
        const score = Math.max(title, scores[row.id] ?? 0);
        totals[row.id] = (totals[row.id] ?? 0) + score;
        if (title === 0) inText[row.id] = 1;
        return score > 0;
      });
      if (candidates.length === 0) return [];
    }
    const ranked = candidates.map((row) => {
      const at = row.title.indexOf(` ${phrase}`);
      const bonus = at === 0 ? phraseBonus.start : at > 0 ? phraseBonus.part : 0;
      return { row, score: (totals[row.id] ?? 0) / query.length + bonus, isInText: inText[row.id] === 1 };
    });
    return withoutCopies(ranked.sort(byRank));
  }

  /** The weight of a word in the text of each document, by id. */
  #textScores({ word, similar }: QueryWord): Float64Array {
    const scores = new Float64Array(this.#rows.length);
    const add = (match: string, weight: number): void => {
      for (const [id] of this.#whole.all(match) as unknown as [number][]) {
        if ((scores[id] ?? 0) < weight) scores[id] = weight;
      }
    };
    // Words consist of letters and digits, so they cannot end the quotes.
    for (const { term, isPrefix, typos } of similar ?? [{ term: word, isPrefix: true, typos: 0 }]) {
      add(isPrefix ? `"${term}"*` : `"${term}"`, typos === 0 ? weights.textPrefix : weights.typo / typos);
    }
    add(`"${word}"`, weights.text);
    return scores;
  }

  #describe({ row, isInText }: Ranked, query: readonly QueryWord[]): SearchHit {
    const sorted = query[0]?.similar ? this.#wordsOf(row.id) : [];
    const found = query.flatMap(({ similar }) => similar?.flatMap((each) => wordsOf(sorted, each)) ?? []);
    return {
      ...targetOf(row),
      entry: row.entry,
      isDraft: row.entry.draftOf !== undefined,
      isInText,
      hasTypos: query.some(({ similar }) => similar !== null),
      marks: [...new Set([...query.map(({ word }) => word), ...found])],
    };
  }
}

/** The words of a range, which are one word or all with a common beginning. */
function inRange(vocabulary: readonly string[], { from, to, typos }: WordRange): SimilarWords {
  const [first = '', last = ''] = [vocabulary[from], vocabulary[to - 1]];
  if (first === last) return { term: first, isPrefix: false, typos };
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return { term: first.slice(0, length), isPrefix: true, typos };
}

/** Those of these sorted words that belong to `similar`. */
function wordsOf(sorted: readonly string[], { term, isPrefix }: SimilarWords): readonly string[] {
  const from = lowerBound(sorted, term);
  if (isPrefix) return sorted.slice(from, lowerBound(sorted, `${term}\uffff`, from));
  return sorted[from] === term ? [term] : [];
}

function rowOf(id: number, path: string, stored: string): Row {
  const entry = JSON.parse(stored) as SearchEntry;
  const [collection = '', document = ''] = path.split('/', 2);
  return { id, collection, document, entry, title: ` ${searchWords(`${entry.title} ${entry.slug}`).join(' ')} ` };
}

/** The weight of a word in a title; 0 if it is not there. */
function titleScore(title: string, { word, similar }: QueryWord): number {
  if (title.includes(word)) {
    if (title.includes(` ${word} `)) return weights.title;
    if (title.includes(` ${word}`)) return weights.titlePrefix;
    if (word.length >= shortestPart) return weights.titlePart;
  }
  let best = 0;
  for (const { term, isPrefix, typos } of similar ?? []) {
    if (typos > 0 && title.includes(isPrefix ? ` ${term}` : ` ${term} `)) best = Math.max(best, weights.typo / typos);
  }
  return best;
}

const targetOf = ({ collection, document, entry }: Row) => entry.draftOf ?? { collection, id: document };

const byRank = (a: Ranked, b: Ranked): number =>
  // Titles come first, however many texts have the words.
  Number(a.isInText) - Number(b.isInText) ||
  b.score - a.score ||
  // A document comes before its draft.
  Number(a.row.entry.draftOf !== undefined) - Number(b.row.entry.draftOf !== undefined) ||
  Number(a.row.entry.updatedAt < b.row.entry.updatedAt) - Number(a.row.entry.updatedAt > b.row.entry.updatedAt);

/** One hit per document: the document or its draft, whichever comes first. */
function withoutCopies(ranked: readonly Ranked[]): Ranked[] {
  const keyOf = (row: Row): string => `${targetOf(row).collection}/${targetOf(row).id}`;
  const pending = new Set(ranked.flatMap(({ row }) => (row.entry.draftOf ? [keyOf(row)] : [])));
  if (pending.size === 0) return [...ranked];
  const drafted = new Set(pending);
  return ranked.filter(({ row }) => !drafted.has(keyOf(row)) || pending.delete(keyOf(row)));
}

/** All words of two sorted lists, sorted. */
function merged(words: readonly string[], added: readonly string[]): string[] {
  const all: string[] = [];
  let next = 0;
  for (const word of words) {
    for (let other = added[next]; other !== undefined && other <= word; other = added[++next])
      if (other !== word) all.push(other);
    all.push(word);
  }
  return [...all, ...added.slice(next)];
}
