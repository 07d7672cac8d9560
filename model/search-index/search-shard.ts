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

/** An index of some documents. Words are sorted; the places in `documents` of word `n` are in `places[n]`, ascending. */
export interface SearchShard {
  documents: [id: string, entry: SearchEntry][];
  words: string[];
  places: number[][];
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

/** The shard with some documents replaced, added, or removed (null). Unchanged documents keep their places. */
export function updateShard(
  { documents, words, places }: SearchShard,
  changes: ReadonlyMap<string, SearchedDocument | null>,
): SearchShard {
  const next: SearchShard['documents'] = [];
  const wordsOfChanged: [place: number, words: ReadonlySet<string>][] = [];
  const add = (id: string, { entry, text }: SearchedDocument): void => {
    wordsOfChanged.push([next.length, new Set([...titleWords(entry), ...searchWords(text)])]);
    next.push([id, entry]);
  };
  const newPlaces = documents.map(([id, entry]) => {
    const change = changes.get(id);
    if (change) add(id, change);
    else if (change === undefined) return next.push([id, entry]) - 1;
    return -1;
  });
  const known = new Set(documents.map(([id]) => id));
  for (const [id, change] of changes) if (change && !known.has(id)) add(id, change);

  const byWord = new Map<string, number[]>();
  for (const [index, word] of words.entries()) {
    const kept = (places[index] ?? []).flatMap((place) => {
      const moved = newPlaces[place] ?? -1;
      return moved === -1 ? [] : [moved];
    });
    if (kept.length > 0) byWord.set(word, kept);
  }
  for (const [place, ofDocument] of wordsOfChanged) {
    for (const word of ofDocument) {
      const found = byWord.get(word);
      if (found) found.push(place);
      else byWord.set(word, [place]);
    }
  }
  return shardOf(next, byWord);
}

export const emptyShard: SearchShard = { documents: [], words: [], places: [] };

/** A shard that finds documents by their titles only. */
export const shardOfTitles = (entries: Iterable<readonly [id: string, entry: SearchEntry]>): SearchShard =>
  updateShard(emptyShard, new Map([...entries].map(([id, entry]) => [id, { entry, text: '' }])));

/** The shard without the words of texts. */
export function withoutTexts({ documents, words, places }: SearchShard): SearchShard {
  const titles = documents.map(([, entry]) => new Set(titleWords(entry)));
  const kept = words.map((word, index) => {
    const inTitle = (places[index] ?? []).filter((place) => titles[place]?.has(word));
    return [word, inTitle] as const;
  });
  return shardOf(documents, new Map(kept.filter(([, inTitle]) => inTitle.length > 0)));
}

function shardOf(documents: SearchShard['documents'], byWord: ReadonlyMap<string, number[]>): SearchShard {
  const words = [...byWord.keys()].sort();
  return { documents, words, places: words.map((word) => (byWord.get(word) ?? []).sort((a, b) => a - b)) };
}

// Five bits a digit; a digit with the sixth bit continues the number.
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitValues = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]));

/** A shard as one text, which compresses to a fifth: stored compressed. */
export function formatShard({ documents, words, places }: SearchShard): string {
  return JSON.stringify({ documents, words: words.join(' '), places: places.map(formatPlaces).join(' ') });
}

function formatPlaces(places: readonly number[]): string {
  let text = '';
  let before = -1;
  for (const place of places) {
    let gap = place - before - 1;
    for (; gap >= 32; gap >>= 5) text += digits[32 + (gap & 31)] ?? '';
    text += digits[gap] ?? '';
    before = place;
  }
  return text;
}

/** Parses the text of a shard. Throws if it is invalid. */
export function parseShard(text: string): SearchShard {
  const { documents, words, places } = JSON.parse(text) as Record<'words' | 'places', string> & SearchShard;
  const split = (list: string): string[] => (list === '' ? [] : list.split(' '));
  return { documents, words: split(words), places: split(places).map(parsePlaces) };
}

function parsePlaces(text: string): number[] {
  const places: number[] = [];
  let [gap, shift, before] = [0, 0, -1];
  for (let at = 0; at < text.length; at += 1) {
    const value = digitValues.get(text.charCodeAt(at)) ?? 0;
    gap |= (value & 31) << shift;
    shift += 5;
    if (value >= 32) continue;
    before += gap + 1;
    places.push(before);
    [gap, shift] = [0, 0];
  }
  return places;
}
