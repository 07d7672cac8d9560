import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * List state kept in the address, so that a reload, a link and the back button bring it back. Values equal to their
 * default leave the address; every change but one of `page` itself returns to the first page.
 */
export function useUrlState<State extends Record<string, string>>(defaults: State) {
  const [params, setParams] = useSearchParams();
  const entries = Object.entries(defaults).map(([key, value]) => [key, params.get(key) ?? value]);
  const state = Object.fromEntries(entries) as State;

  const update = useCallback(
    (change: Partial<State>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (!('page' in change)) next.delete('page');
          for (const [key, value] of Object.entries(change)) {
            if (value === undefined || value === defaults[key]) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [defaults, setParams],
  );
  return [state, update] as const;
}
