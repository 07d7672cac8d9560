import { foldText } from '@frontage/model/fold';

/** The searchable text of each card: heading and description, normalized for comparison. */
export interface Searchable<Card> {
  card: Card;
  text: string;
}

/** A text in normalized form for searching. */
export const searchText = (...parts: string[]): string => foldText(parts.join('\n'));

/** Splits cards into those whose text contains `query` (all, when it is blank) and the others. */
export function filterCards<Card>(
  cards: readonly Searchable<Card>[],
  query: string,
): { shown: Card[]; hidden: Card[] } {
  const wanted = foldText(query.trim());
  const { shown = [], hidden = [] } = Object.groupBy(cards, ({ text }) => (text.includes(wanted) ? 'shown' : 'hidden'));
  return { shown: shown.map(({ card }) => card), hidden: hidden.map(({ card }) => card) };
}
