import { useLayoutEffect, type RefObject } from 'react';

const property = '--bar-height';

/**
 * Stores the height of an element that sticks to the top of narrow windows as a CSS variable, so that scrolling into
 * view stops below it (theme).
 */
export function useCoveredHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = element.current;
    if (!bar) return;
    const { style } = document.documentElement;
    const update = () => style.setProperty(property, `${bar.offsetHeight}px`);
    const observer = new ResizeObserver(update);
    observer.observe(bar);
    update();
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element]);
}
