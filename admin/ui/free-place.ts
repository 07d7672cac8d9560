/** In pixels of the window. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = Pick<Box, 'width' | 'height'>;
/** `covered` in square pixels. */
type Place = Pick<Box, 'left' | 'top'> & { covered: number };

const margin = 12;
const step = 8;

const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
};

/**
 * Where something of this size covers none of the obstacles: at the lower end if it can, else at the top, else as low as there is
 * room, on the left only where the right has none. Where there is no room at all, where it covers least.
 */
export function freePlace(size: Size, window: Size, obstacles: readonly Box[]): Place {
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
