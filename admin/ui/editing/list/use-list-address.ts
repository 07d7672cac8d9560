import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export interface ListAddress {
  search: string;
  /** From 1. */
  page: number;
  setSearch(search: string): void;
  setPage(page: number): void;
}

/** What a list shows, kept in the address: a reload, a bookmark and the back button bring the same list. */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (change: Record<string, string | null>, isStep: boolean) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === null) after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: !isStep, preventScrollReset: !isStep },
      );
    },
    [setParams],
  );
  return {
    search: params.get('q') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    setSearch: (search) => set({ q: search === '' ? null : search, page: null }, false),
    setPage: (page) => set({ page: page === 1 ? null : String(page) }, true),
  };
}
