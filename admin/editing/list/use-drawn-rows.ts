import { startTransition, useEffect, useState } from 'react';

/** As many as a tall screen shows of them. */
const first = 12;

/**
 * The rows of a list that are drawn by now: at first those that a screen shows, soon after all of them, between whose drawing the
 * browser answers. Whoever shows another list by it has it begin anew by a `key`.
 */
export function useDrawnRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [isWhole, setWhole] = useState(rows.length <= first);
  useEffect(() => {
    if (isWhole) return;
    // The first ones are painted before anything is done about the rest.
    const frame = requestAnimationFrame(() => {
      startTransition(() => setWhole(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole]);
  return isWhole ? rows : rows.slice(0, first);
}
