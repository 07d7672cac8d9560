import { useMemo } from 'react';
import { useUrlState } from '../../lib/url-state.ts';

/** Always the same ones, so that what is drawn with them need not be drawn again. */
interface Setters {
  setSearch: (this: void, search: string) => void;
  setState: (this: void, state: string) => void;
  setPage: (this: void, page: number) => void;
}

export interface ListAddress extends Setters {
  search: string;
  /** Of `listStates`; empty for all. */
  state: string;
  /** From 1. */
  page: number;
}

const defaults = { q: '', state: '', page: '1' };

/** What a list shows, kept in the address: a reload, a bookmark and the back button bring the same list. */
export function useListAddress(): ListAddress {
  const [{ q, state, page }, update] = useUrlState(defaults);
  const setters = useMemo<Setters>(
    () => ({
      setSearch: (search) => update({ q: search }),
      setState: (next) => update({ state: next, page: '1' }),
      setPage: (next) => update({ page: String(next) }, { isStep: true }),
    }),
    [update],
  );
  return { search: q, state, page: Math.max(1, Math.trunc(Number(page)) || 1), ...setters };
}
