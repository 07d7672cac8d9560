import { useCallback, useEffect, useRef } from 'react';

type Focusable = { focus(): void } | null;

/**
 * Registers a control before it has loaded. Focus requested in the meantime moves to the control on arrival, unless the
 * user has moved focus elsewhere.
 */
export function useDeferredFocus(register: (control: Focusable) => void) {
  /** The focused element at the time of the request. */
  const wanted = useRef<Element | null>(null);
  const onArrival = useCallback(
    (control: Focusable) => {
      register(control ?? { focus: () => void (wanted.current = document.activeElement) });
      if (control === null) return;
      if (wanted.current && wanted.current === document.activeElement) control.focus();
      wanted.current = null;
    },
    [register],
  );
  useEffect(() => onArrival(null), [onArrival]);
  return onArrival;
}
