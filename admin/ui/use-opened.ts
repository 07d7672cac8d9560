import { startTransition, useCallback, useState } from 'react';

/**
 * What is open of what loads when it is first opened, below a `Suspense` that is there before: shown as soon as it is loaded,
 * closed at once. Opened as other state is set, an empty fallback would be drawn first, and React draws nothing in a fallback's
 * place until 300 ms after it.
 */
export function useOpened<State>(closed: State): [State, (next: State) => void] {
  const [opened, setOpened] = useState(closed);
  const open = useCallback(
    (next: State) => (next === closed ? setOpened(next) : startTransition(() => setOpened(next))),
    [closed],
  );
  return [opened, open];
}
