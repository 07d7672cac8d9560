import { useCallback, useEffect, useRef, useState } from 'react';
import { useHref, useLocation, useSearchParams } from 'react-router';

type Values = Record<string, string>;

/** The values in the address, defaults where it names none. */
export function readUrl<State extends Values>(params: URLSearchParams, defaults: State): State {
  return Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, params.get(key) ?? value])) as State;
}

/** The address with these values; those equal to their default leave it, everything else in it stays. */
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
  /** Whether the back button returns to the state before. */
  isStep?: boolean;
}

/**
 * State kept in the address, so that a reload, a link and the back button bring it back. It changes at once and the
 * address follows, however fast one types; a change of the address from outside is taken over. Every change but one of
 * `page` itself returns to the first page.
 */
export function useUrlState<State extends Values>(defaults: State) {
  const [params, setParams] = useSearchParams();
  const here = useHref(useLocation().pathname);
  const [state, setState] = useState(() => readUrl(params, defaults));
  const latest = useRef({ state, params, setParams });
  // Addresses on their way there: they confirm what is shown already.
  const expected = useRef<string[]>([]);

  useEffect(() => {
    latest.current.setParams = setParams;
  }, [setParams]);

  useEffect(() => {
    latest.current.params = params;
    const arrived = expected.current.indexOf(params.toString());
    if (arrived >= 0) {
      expected.current.splice(0, arrived + 1);
      return;
    }
    const outside = readUrl(params, defaults);
    expected.current = [];
    latest.current.state = outside;
    setState((shown) => (Object.keys(defaults).every((key) => shown[key] === outside[key]) ? shown : outside));
  }, [defaults, params]);

  // Going back at once may reach an address before the one left was ever drawn: `params` then never change.
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
      // The router's own is another one at each address.
      latest.current.setParams(address, { replace: !isStep, preventScrollReset: !isStep });
    },
    [defaults],
  );
  return [state, update] as const;
}
