import { foldText } from '../fold.ts';

/** A document that a search finds, as its result row shows it. */
export interface SearchEntry {
  title: string;
  /** The slug, a section's key or a user's email: searched like the title. */
  slug: string;
  isPublished: boolean;
  updatedAt: string;
  /** The document that a draft changes. */
  draftOf?: { collection: string; id: string };
}

/** A document with the text in which a search finds it. The text is not stored: the index has its words. */
export interface SearchedDocument {
  entry: SearchEntry;
  text: string;
}

/** An index of some documents. */
export interface SearchShard {
  documents: [id: string, entry: SearchEntry][];
  /** Sorted. */
  words: string[];
  /** The documents of word `n` have the indexes `places[starts[n]]` to before `places[starts[n + 1]]`, ascending. */
  starts: Uint32Array;
  /** One array for all words: an array per word takes several times as long to read and to change. */
  places: Uint16Array | Uint32Array;
}

const longestWord = 40;
const wordPattern = /[\p{L}\p{N}]+/gu;

/** The words of a text in lowercase without accents, in their order. Single Latin letters are left out. */
export const searchWords = (text: string): string[] =>
  (foldText(text).match(wordPattern) ?? []).flatMap((word) =>
    word.length > 1 || word > '\u024f' || /\d/.test(word) ? [word.slice(0, longestWord)] : [],
  );

/** The words by which the title row of a document is found. */
export const titleWords = ({ title, slug }: SearchEntry): string[] => searchWords(`${title} ${slug}`);

export const emptyShard: SearchShard = {
  documents: [],
  words: [],
  starts: new Uint32Array(1),
  places: new Uint16Array(),
};

const placesFor = (documents: number, size: number): Uint16Array | Uint32Array =>
  new (documents > 2 ** 16 ? Uint32Array : Uint16Array)(size);

/** The shard with some documents replaced, added, or removed (null). Unchanged documents keep their order. */
export function updateShard(shard: SearchShard, changes: ReadonlyMap<string, SearchedDocument | null>): SearchShard {
  const documents: SearchShard['documents'] = [];
  // The changed documents with each word.
  const added = new Map<string, number[]>();
  const add = (id: string, { entry, text }: SearchedDocument): void => {
    for (const word of new Set([...titleWords(entry), ...searchWords(text)])) {
      const found = added.get(word);
      if (found) found.push(documents.length);
      else added.set(word, [documents.length]);
    }
    documents.push([id, entry]);
  };
  // The next index of each unchanged document, -1 for the others.
  const moved = shard.documents.map(([id, entry]) => {
    const change = changes.get(id);
    if (change === undefined) return documents.push([id, entry]) - 1;
    if (change) add(id, change);
    return -1;
  });
  const known = new Set(shard.documents.map(([id]) => id));
  for (const [id, change] of changes) if (change && !known.has(id)) add(id, change);

  const words: string[] = [];
  const starts = [0];
  const sizeOfAdded = [...added.values()].reduce((sum, list) => sum + list.length, 0);
  const places = placesFor(documents.length, shard.places.length + sizeOfAdded);
  let end = 0;
  /** Adds a word: its unchanged documents from `places[from]` to before `places[to]`, and changed ones. */
  const put = (word: string, [from, to]: readonly [number, number], more: readonly number[] = []): void => {
    const start = end;
    for (let at = from; at < to; at += 1) {
      const next = moved[shard.places[at] ?? 0] ?? -1;
      if (next >= 0) places[end++] = next;
    }
    if (more.length > 0) {
      places.set(more, end);
      end += more.length;
      places.subarray(start, end).sort();
    }
    if (end === start) return;
    words.push(word);
    starts.push(end);
  };
  const newWords = [...added.keys()].sort();
  let next = 0;
  for (const [index, word] of shard.words.entries()) {
    for (let other = newWords[next]; other !== undefined && other < word; other = newWords[++next])
      put(other, [0, 0], added.get(other));
    const unchanged = [shard.starts[index] ?? 0, shard.starts[index + 1] ?? 0] as const;
    const isAdded = newWords[next] === word;
    if (isAdded) next += 1;
    put(word, unchanged, isAdded ? added.get(word) : []);
  }
  for (const word of newWords.slice(next)) put(word, [0, 0], added.get(word));
  return { documents, words, starts: Uint32Array.from(starts), places: places.slice(0, end) };
}

/** A shard that finds documents by their titles only. */
export const shardOfTitles = (entries: Iterable<readonly [id: string, entry: SearchEntry]>): SearchShard =>
  updateShard(emptyShard, new Map([...entries].map(([id, entry]) => [id, { entry, text: '' }])));

// Five bits a digit; a digit with the sixth bit continues the number.
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitValues = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, digits.indexOf(String.fromCharCode(code))),
);
const space = ' '.charCodeAt(0);

/** A shard as one text, which compresses to a fifth: stored compressed. Places are written as the gaps between them, in base 32. */
export function formatShard({ documents, words, starts, places }: SearchShard): string {
  const texts = words.map((_, index) => {
    let text = '';
    let before = -1;
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at += 1) {
      const place = places[at] ?? 0;
      let gap = place - before - 1;
      for (; gap >= 32; gap >>= 5) text += digits[32 + (gap & 31)] ?? '';
      text += digits[gap] ?? '';
      before = place;
    }
    return text;
  });
  return JSON.stringify({ documents, words: words.join(' '), places: texts.join(' ') });
}

/** Parses the text of a shard. Throws if it is invalid. */
export function parseShard(text: string): SearchShard {
  const stored = JSON.parse(text) as Pick<SearchShard, 'documents'> & Record<'words' | 'places', string>;
  const words = stored.words === '' ? [] : stored.words.split(' ');
  const places = placesFor(stored.documents.length, stored.places.length);
  const starts = new Uint32Array(words.length + 1);
  let [word, end] = [0, 0];
  let [gap, shift, before] = [0, 0, -1];
  for (let at = 0; at < stored.places.length; at += 1) {
    const code = stored.places.charCodeAt(at);
    if (code === space) {
      starts[(word += 1)] = end;
      before = -1;
      continue;
    }
    const value = digitValues[code] ?? 0;
    gap |= (value & 31) << shift;
    shift += 5;
    if (value >= 32) continue;
    before += gap + 1;
    places[end++] = before;
    [gap, shift] = [0, 0];
  }
  starts[words.length] = end;
  return { documents: stored.documents, words, starts, places: places.slice(0, end) };
}
