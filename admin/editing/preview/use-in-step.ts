import { useCallback, useEffect, useRef, type RefObject } from 'react';

// Who follows would lead back by the pixels that rounding makes.
const followingLasts = 250;

const isText = (element: EventTarget | null): element is HTMLElement =>
  element instanceof HTMLElement && element.closest('[data-markdown-source]') !== null;

const wayOf = ({ scrollHeight, clientHeight }: HTMLElement): number => scrollHeight - clientHeight;

/** Scrolls the preview as far as the text in `fields`, and the text as far as the preview, whichever somebody moves. */
export function useInStep(fields: HTMLElement | null, scroll: RefObject<((ratio: number) => void) | null>) {
  const follows = useRef({ who: 'nobody', until: 0 });
  const isFollowing = (who: 'text' | 'preview') =>
    follows.current.who === who && performance.now() < follows.current.until;
  useEffect(() => {
    if (!fields) return;
    let frame = 0;
    const onScroll = ({ target }: Event) => {
      if (!isText(target) || isFollowing('text')) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (wayOf(target) <= 0) return;
        follows.current = { who: 'preview', until: performance.now() + followingLasts };
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
      if (isFollowing('preview')) return;
      const around = fields?.querySelector<HTMLElement>('[data-markdown-source]');
      const text = [around?.querySelector<HTMLElement>('.cm-scroller'), around].find(
        (element) => element && wayOf(element) > 0,
      );
      if (!text) return;
      follows.current = { who: 'text', until: performance.now() + followingLasts };
      text.scrollTop = ratio * wayOf(text);
    },
    [fields],
  );
}
