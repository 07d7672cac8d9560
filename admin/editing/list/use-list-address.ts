import { useUrlState } from '../../lib/url-state.ts';

export interface ListAddress {
  search: string;
  /** Of `listStates`; empty for all. */
  state: string;
  /** From 1. */
  page: number;
  setSearch(search: string): void;
  setState(state: string): void;
  setPage(page: number): void;
}

const defaults = { q: '', state: '', page: '1' };

/** What a list shows, kept in the address: a reload, a bookmark and the back button bring the same list. */
export function useListAddress(): ListAddress {
  const [{ q, state, page }, update] = useUrlState(defaults);
  return {
    search: q,
    state,
    page: Math.max(1, Math.trunc(Number(page)) || 1),
    setSearch: (search) => update({ q: search }),
    setState: (next) => update({ state: next, page: '1' }),
    setPage: (next) => update({ page: String(next) }, { isStep: true }),
  };
}
