import { foldText } from './fold.ts';

/** A document that a search finds, as its result row shows it. */
export interface SearchEntry {
  title: string;
  /** The slug or a section's key: searched like the title. */
  slug: string;
  isPublished: boolean;
  updatedAt: string;
  /** The document that a draft changes. */
  draftOf?: { collection: string; id: string };
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
