import { startTransition, useCallback, useState } from 'react';

/**
 * Open state of a lazily loaded part below an existing `Suspense`: opens as soon as the part is loaded, closes
 * immediately. Ordinary state would render an empty fallback first, which React replaces only after 300 ms.
 */
export function useOpenState<State>(closed: State): [State, (next: State) => void] {
  const [opened, setOpened] = useState(closed);
  const open = useCallback(
    (next: State) => (next === closed ? setOpened(next) : startTransition(() => setOpened(next))),
    [closed],
  );
  return [opened, open];
}
