import { useCallback, useEffect, useRef, useState } from 'react';
import { useHref, useLocation, useSearchParams } from 'react-router';

type Values = Record<string, string>;

/** The values in the address; defaults for missing ones. */
export function readUrl<State extends Values>(params: URLSearchParams, defaults: State): State {
  return Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, params.get(key) ?? value])) as State;
}

/** The address with these values. Values equal to their default are removed; other parameters stay. */
export function writeUrl<State extends Values>(
  params: URLSearchParams,
  state: State,
  defaults: State,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(state)) {
    if (value === defaults[key]) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

interface UpdateOptions {
  /** Whether the back button returns to the previous state. */
  isStep?: boolean;
}

/**
 * State kept in the address, restored by a reload, a link and the back button. The state changes at once and the
 * address follows; external changes of the address replace the state. A change of any value but `page` resets to the
 * first page.
 */
export function useUrlState<State extends Values>(defaults: State) {
  const [params, setParams] = useSearchParams();
  const here = useHref(useLocation().pathname);
  const [state, setState] = useState(() => readUrl(params, defaults));
  const latest = useRef({ state, params, setParams });
  // Pending addresses: they confirm the state that is already shown.
  const expected = useRef<string[]>([]);

  useEffect(() => {
    latest.current.setParams = setParams;
  }, [setParams]);

  useEffect(() => {
    latest.current.params = params;
    // Read by the links that return to the screen.
    sessionStorage.setItem(here, String(params));
    const arrived = expected.current.indexOf(params.toString());
    if (arrived >= 0) {
      expected.current.splice(0, arrived + 1);
      return;
    }
    const outside = readUrl(params, defaults);
    expected.current = [];
    latest.current.state = outside;
    setState((shown) => (Object.keys(defaults).every((key) => shown[key] === outside[key]) ? shown : outside));
  }, [defaults, here, params]);

  // If the user goes back before the new address has rendered, `params` never change: only this event reports it.
  useEffect(() => {
    const onPopState = () => {
      if (window.location.pathname !== here) return;
      const outside = readUrl(new URLSearchParams(window.location.search), defaults);
      expected.current = [];
      latest.current.state = outside;
      setState(outside);
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [defaults, here]);

  const update = useCallback(
    (change: Partial<State>, { isStep = false }: UpdateOptions = {}) => {
      const first = 'page' in defaults && !('page' in change) ? { page: defaults['page'] } : {};
      const next = { ...latest.current.state, ...first, ...change };
      latest.current.state = next;
      setState(next);
      const address = writeUrl(latest.current.params, next, defaults);
      const current = expected.current.at(-1) ?? latest.current.params.toString();
      if (address.toString() === current) return;
      expected.current.push(address.toString());
      // The router returns a new function at each address.
      latest.current.setParams(address, { replace: !isStep, preventScrollReset: !isStep });
    },
    [defaults],
  );
  return [state, update] as const;
}
