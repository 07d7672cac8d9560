import { type RefObject, useEffect, useLayoutEffect } from 'react';

const controls = 'a[href], button, input, select, textarea, summary, [role="switch"], [tabindex="0"]';

// Content that notices cover only if no other position is free: labels of controls and figures of a list.
const contents = 'label, dl > *';

// Taller controls, such as large text fields, may be covered at a corner.
const maxHeight = 200;

const delayMs = 120;

/** The boxes of visible elements that match `selector` inside `root` but not inside `excluded`. */
function boxesIn(root: Element, selector: string, excluded: Element): Box[] {
  return [...root.querySelectorAll(selector)].flatMap((control) => {
    if (excluded.contains(control) || !control.checkVisibility()) return [];
    const box = control.getBoundingClientRect();
    const isSeen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return isSeen && box.width > 0 && box.height > 0 && box.height <= maxHeight ? [box] : [];
  });
}

/**
 * Positions a fixed element with notices so that it covers no control inside `root`, while any are `shown`: also after
 * scrolling and navigation. It does not move while the pointer is on it.
 */
export function useFreePosition(element: RefObject<HTMLElement | null>, root: Element, shown: number): void {
  useLayoutEffect(() => {
    if (shown > 0 && element.current) place(element.current, root);
  }, [element, root, shown]);

  const isShown = shown > 0;
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A resting pointer under the moved element does not count.
    let isPointedAt = false;
    const follow = ({ target }: Event) => {
      isPointedAt = target instanceof Node && element.current?.contains(target) === true;
    };
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const here = element.current;
        // An element in the flow of a dialog stays there: moving it back and forth would shift scrolled content.
        if (here && !('inFlow' in here.dataset) && !isPointedAt && !here.contains(document.activeElement))
          place(here, root);
      }, delayMs);
    };
    addEventListener('pointermove', follow, { passive: true });
    const observer = new MutationObserver(later);
    observer.observe(document.body, { childList: true, subtree: true });
    for (const event of ['scroll', 'resize']) addEventListener(event, later, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('pointermove', follow);
      for (const event of ['scroll', 'resize']) removeEventListener(event, later, { capture: true });
    };
  }, [element, root, isShown]);
}

/** Shows as many of the newest notices as fit, at least one. If a dialog has no free space, notices join its layout. */
function place(element: HTMLElement, root: Element): void {
  delete element.dataset['inFlow'];
  const notices = [...element.querySelectorAll<HTMLElement>('[data-toast]')];
  const newestFirst = notices.sort((a, b) => Number(b.dataset['toast']) - Number(a.dataset['toast']));
  for (const notice of notices) notice.hidden = false;
  const obstacles = boxesIn(root, controls, element);
  const all = [...obstacles, ...boxesIn(root, contents, element)];
  for (let count = notices.length; ; count -= 1) {
    // Layout sizes, because the opening animation of a dialog scales the rendered size.
    const { offsetWidth: width, offsetHeight: height } = element;
    const window = { width: innerWidth, height: innerHeight };
    const clear = freePosition({ width, height }, window, all);
    const found = clear.covered === 0 ? clear : freePosition({ width, height }, window, obstacles);
    element.style.left = `${found.left}px`;
    // Anchored at the bottom: when an older notice is removed, newer ones keep their position.
    element.style.bottom = `${innerHeight - found.top - height}px`;
    if (found.covered === 0) return;
    const oldest = newestFirst[count - 1];
    if (count <= 1 || !oldest) break;
    oldest.hidden = true;
  }
  if (root !== document.body) element.dataset['inFlow'] = '';
}

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
