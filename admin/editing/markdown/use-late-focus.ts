import { useCallback, useEffect, useRef } from 'react';

type Focusable = { focus(): void } | null;

/**
 * Registers a control that is still to come, and tells of its arrival: what was to have the focus meanwhile gets it then,
 * unless somebody has gone elsewhere.
 */
export function useLateFocus(register: (control: Focusable) => void) {
  /** Where the focus was when it was wanted here. */
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
