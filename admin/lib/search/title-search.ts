import { searchWords } from '@frontage/model/search-words';
import { similarWords } from '@frontage/model/similar-words';

/** An item that was found. */
interface TitleHit<Item> {
  item: Item;
  /** The words of the item that were found, in lowercase without accents, or their beginnings. */
  marks: string[];
}

interface TitleResults<Item> {
  /** All hits, the best first; equally good ones in the order of the items. */
  hits: TitleHit<Item>[];
  /** Whether a word was found with typos only. */
  hasTypos: boolean;
}

export type TitleSearch<Item> = (typed: string) => TitleResults<Item>;

/** Weights of a word, by how it was found. */
const weights = { whole: 12, beginning: 10, part: 4, typo: 1 } as const;
const phraseBonus = { start: 8, part: 5 } as const;

/**
 * Searches items in memory by short texts, such as a title and a slug. An item is found if it has every typed word: as a
 * word, as the beginning of one, or from three letters on as a part. Words with typos are found only if no item has the
 * words as typed.
 */
export function createTitleSearch<Item>(items: readonly Item[], textOf: (item: Item) => string): TitleSearch<Item> {
  const rows = items.map((item) => {
    const words = searchWords(textOf(item));
    return { item, words, text: ` ${words.join(' ')} ` };
  });
  let sorted: string[] | undefined;
  const vocabulary = () => (sorted ??= [...new Set(rows.flatMap(({ words }) => words))].sort());

  return (typed) => {
    const words = [...new Set(searchWords(typed))];
    if (words.length === 0) return { hits: [], hasTypos: false };
    const find = (similar: readonly ReadonlyMap<string, number>[]) =>
      rows
        .flatMap((row) => {
          const scores = words.map((word, index) => weightOf(row, word, similar[index]));
          if (scores.includes(0)) return [];
          const score = scores.reduce((sum, each) => sum + each, 0) / words.length + bonusOf(row.text, words);
          const found = row.words.filter((word) => similar.some((each) => each.has(word)));
          return [{ score, hit: { item: row.item, marks: [...new Set([...words, ...found])] } }];
        })
        .sort((a, b) => b.score - a.score)
        .map(({ hit }) => hit);
    const exact = find([]);
    if (exact.length > 0) return { hits: exact, hasTypos: false };
    const hits = find(words.map((word) => typosIn(vocabulary(), word)));
    return { hits, hasTypos: hits.length > 0 };
  };
}

interface Row {
  words: readonly string[];
  /** The words with a space around each. */
  text: string;
}

function weightOf({ words, text }: Row, word: string, similar?: ReadonlyMap<string, number>): number {
  if (text.includes(` ${word} `)) return weights.whole;
  if (text.includes(` ${word}`)) return weights.beginning;
  // Short words are part of too many titles.
  if (word.length > 2 && text.includes(word)) return weights.part;
  const typos = similar && words.map((each) => similar.get(each) ?? Infinity);
  return typos ? weights.typo / Math.min(...typos, Infinity) : 0;
}

function bonusOf(text: string, words: readonly string[]): number {
  const at = text.indexOf(` ${words.join(' ')}`);
  return at === 0 ? phraseBonus.start : at > 0 ? phraseBonus.part : 0;
}

/** The words of a vocabulary that are similar to `word`, with their numbers of typos. */
function typosIn(vocabulary: readonly string[], word: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { from, to, typos } of similarWords(vocabulary, word)) {
    for (const each of vocabulary.slice(from, to)) found.set(each, Math.min(found.get(each) ?? Infinity, typos));
  }
  return found;
}
