import { startTransition, useEffect, useState } from 'react';

/** About as many rows as a tall screen shows. */
const first = 12;

/**
 * The rows of a list to render: at first those of one screen, then all in a transition, so that the browser stays
 * responsive. A component that changes to another list needs a `key`.
 */
export function useRenderedRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [isWhole, setWhole] = useState(rows.length <= first);
  useEffect(() => {
    if (isWhole) return;
    // The first rows are painted before the rest is rendered.
    const frame = requestAnimationFrame(() => {
      startTransition(() => setWhole(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole]);
  return isWhole ? rows : rows.slice(0, first);
}
