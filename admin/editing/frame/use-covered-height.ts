import { useLayoutEffect, type RefObject } from 'react';

const property = '--bar-height';

/** Tells how high an element stands that sticks to the top of narrow windows: what is scrolled into sight stops below it (theme). */
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
