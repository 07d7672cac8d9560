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
    const tell = () => style.setProperty(property, `${bar.offsetHeight}px`);
    const observer = new ResizeObserver(tell);
    observer.observe(bar);
    tell();
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element]);
}
