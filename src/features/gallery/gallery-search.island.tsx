import { useRef, useState } from 'react';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { filterCards, searchText, type Searchable } from './filter.ts';

interface Props {
  /** Ids of the searched list and of its empty message. */
  listId: string;
  emptyId: string;
}

/** The search field of the gallery. The cards are static HTML: typing only hides and shows them. */
export function GallerySearch({ listId, emptyId }: Props) {
  const isReady = useHydrated();
  const [query, setQuery] = useState('');
  const [count, setCount] = useState<number | null>(null);
  const cards = useRef<Searchable<HTMLElement>[] | null>(null);

  const search = (entered: string): void => {
    cards.current ??= readCards(listId);
    const { shown, hidden } = filterCards(cards.current, entered);
    for (const card of shown) setHidden(card, false);
    for (const card of hidden) setHidden(card, true);
    const empty = document.getElementById(emptyId);
    if (empty) empty.hidden = shown.length > 0;
    setQuery(entered);
    setCount(entered.trim() === '' ? null : shown.length);
  };

  return (
    <search className="search">
      <label className="visually-hidden" htmlFor="gallery-search">
        Search demos
      </label>
      <input
        id="gallery-search"
        type="search"
        value={query}
        disabled={!isReady}
        autoComplete="off"
        placeholder="Search demos"
        onChange={(event) => search(event.target.value)}
      />
      <p className="visually-hidden" role="status">
        {count === null ? '' : count === 1 ? '1 demo found' : `${count} demos found`}
      </p>
    </search>
  );
}

function setHidden(card: HTMLElement, isHidden: boolean): void {
  // Writing an unchanged value would still cost a style recalculation per card.
  if (card.hidden !== isHidden) card.hidden = isHidden;
}

function readCards(listId: string): Searchable<HTMLElement>[] {
  const elements = document.getElementById(listId)?.querySelectorAll<HTMLElement>('[data-card]') ?? [];
  return [...elements].map((card) => {
    const parts = [...card.querySelectorAll('[data-search]')].map((element) => element.textContent);
    return { card, text: searchText(...parts) };
  });
}
