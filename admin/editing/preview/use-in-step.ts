import { useCallback, useEffect, useRef, type RefObject } from 'react';

// The text that follows would lead back by the pixels that rounding makes; the frame tells of nobody's scroll but the reader's.
const followingLasts = 250;

const isText = (element: EventTarget | null): element is HTMLElement =>
  element instanceof HTMLElement && element.closest('[data-markdown-source]') !== null;

const wayOf = ({ scrollHeight, clientHeight }: HTMLElement): number => scrollHeight - clientHeight;

/** Scrolls the preview as far as the text in `fields`, and the text as far as the preview, whichever somebody moves. */
export function useInStep(fields: HTMLElement | null, scroll: RefObject<((ratio: number) => void) | null>) {
  const followsUntil = useRef(0);
  useEffect(() => {
    if (!fields) return;
    let frame = 0;
    const onScroll = ({ target }: Event) => {
      if (!isText(target) || performance.now() < followsUntil.current) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (wayOf(target) <= 0) return;
        scroll.current?.(target.scrollTop / wayOf(target));
      });
    };
    fields.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      fields.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [fields, scroll]);
  return useCallback(
    (ratio: number) => {
      const around = fields?.querySelector<HTMLElement>('[data-markdown-source]');
      const text = [around?.querySelector<HTMLElement>('.cm-scroller'), around].find(
        (element) => element && wayOf(element) > 0,
      );
      if (!text) return;
      followsUntil.current = performance.now() + followingLasts;
      text.scrollTop = ratio * wayOf(text);
    },
    [fields],
  );
}
