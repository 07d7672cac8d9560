import { useMemo } from 'react';
import { useUrlState } from '../../lib/url-state.ts';

/** Stable functions, so that memoized children do not re-render. */
interface Setters {
  setSearch: (this: void, search: string) => void;
  setState: (this: void, state: string) => void;
  setPage: (this: void, page: number) => void;
}

export interface ListAddress extends Setters {
  search: string;
  /** A key of `listStates`; empty for all. */
  state: string;
  /** Starts at 1. */
  page: number;
}

const defaults = { q: '', state: '', page: '1' };

/** The state of a list, kept in the address: a reload, a bookmark and the back button restore it. */
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
