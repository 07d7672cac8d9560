/** A rectangle in pixels of the window. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = Pick<Box, 'width' | 'height'>;
/** `covered` is in square pixels. */
type Place = Pick<Box, 'left' | 'top'> & { covered: number };

const margin = 12;
const step = 8;

const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
};

/**
 * A position for an element of this size that covers no obstacle: at the bottom if possible, else at the top, else as
 * low as possible; on the left only if the right has no space. Without free space, the position that covers least.
 */
export function freePosition(size: Size, window: Size, obstacles: readonly Box[]): Place {
  const lowest = Math.max(margin, window.height - size.height - margin);
  const right = Math.max(margin, window.width - size.width - margin);
  const rows = Array.from({ length: Math.floor((lowest - margin) / step) }, (_, index) => lowest - index * step);
  const places = [...new Set([right, margin])].flatMap((left) =>
    [lowest, margin, ...rows].map((top) => ({ left, top })),
  );
  let best: Place | null = null;
  for (const place of places) {
    const covered = obstacles.reduce((sum, obstacle) => sum + overlap({ ...place, ...size }, obstacle), 0);
    if (best === null || covered < best.covered) best = { ...place, covered };
    if (covered === 0) break;
  }
  return best ?? { left: right, top: lowest, covered: 0 };
}
