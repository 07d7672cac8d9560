import { foldText } from '@frontage/model/fold';

/** What is searched: each card's heading and description, in one text as searches compare it. */
export interface Searchable<Card> {
  card: Card;
  text: string;
}

/** A text as searches compare it. */
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
