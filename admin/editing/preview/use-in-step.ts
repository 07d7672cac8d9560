import type { PreviewAnswer } from '@frontage/model/preview';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { Move } from './preview-frame.tsx';
import type { TextLines, textLinesIn } from './text-lines.ts';
import { textPlaces } from './text-places.ts';

// The text that follows would lead back by the pixels that rounding makes; the frame tells of nobody's scroll but the reader's.
const followingLasts = 250;

const wayOf = ({ scrollHeight, clientHeight }: HTMLElement): number => scrollHeight - clientHeight;

/** How far down the window of a text, without what is above its first line, what is read is: at the ends of the text its ends. */
const readAt = (ratio: number, { clientHeight }: HTMLElement, { padding }: TextLines): number =>
  ratio * (clientHeight - 2 * padding);

const sourceIn = (fields: HTMLElement | null) => fields?.querySelector<HTMLElement>('[data-markdown-source]') ?? null;

interface Followed {
  ratio: number;
  at?: number | null | undefined;
}

/**
 * Keeps the text in `fields` and its page side by side, whichever somebody moves: what one reads here stands beside it
 * there, and where one types is in sight.
 */
export function useInStep(
  fields: HTMLElement | null,
  { text, move }: { text: PreviewAnswer['text']; move: RefObject<((how: Move) => void) | null> },
) {
  const quietUntil = useRef(0);
  const find = useRef<typeof textLinesIn>(null);
  const lines = useRef<readonly number[] | null>(null);
  const frame = useRef(0);

  const known = useCallback((): { lines: TextLines; places: ReturnType<typeof textPlaces> } | null => {
    const source = sourceIn(fields);
    const found = source && lines.current ? find.current?.(source) : null;
    return found && lines.current ? { lines: found, places: textPlaces(lines.current, found.count) } : null;
  }, [fields]);

  /** Once a frame, however much happens. */
  const soon = useCallback((task: () => void) => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(task);
  }, []);

  const reveal = useCallback(() => {
    const source = sourceIn(fields);
    const text = known();
    if (!text || !source?.contains(document.activeElement)) return;
    move.current?.({ type: 'frontage:reveal', at: text.places.at(text.lines.caret) });
  }, [fields, known, move]);

  useEffect(() => {
    lines.current = text?.lines ?? null;
    // It is there with the editor, and no preview waits for it.
    if (text && !find.current) {
      void import('./text-lines.ts').then(({ textLinesIn }) => (find.current = textLinesIn)).catch(() => undefined);
    }
    reveal();
  }, [text, reveal]);

  useEffect(() => {
    if (!fields) return;
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.closest('[data-markdown-source]')) return;
      if (performance.now() < quietUntil.current || wayOf(target) <= 0) return;
      soon(() => {
        const ratio = target.scrollTop / wayOf(target);
        const text = known();
        const at = text && text.places.at(text.lines.lineAt(target.scrollTop + readAt(ratio, target, text.lines)));
        move.current?.({ type: 'frontage:scroll', ratio, at });
      });
    };
    const onCaret = () => {
      if (sourceIn(fields)?.contains(document.activeElement)) soon(reveal);
    };
    fields.addEventListener('scroll', onScroll, { capture: true, passive: true });
    document.addEventListener('selectionchange', onCaret);
    return () => {
      cancelAnimationFrame(frame.current);
      fields.removeEventListener('scroll', onScroll, { capture: true });
      document.removeEventListener('selectionchange', onCaret);
    };
  }, [fields, known, move, reveal, soon]);

  return {
    /** Scrolls the text as far as its page was. */
    follow: ({ ratio, at }: Followed) => {
      const source = sourceIn(fields);
      const scroller = [source?.querySelector<HTMLElement>('.cm-scroller'), source].find(
        (one) => one && wayOf(one) > 0,
      );
      if (!scroller) return;
      quietUntil.current = performance.now() + followingLasts;
      const text = at == null ? null : known();
      scroller.scrollTop =
        text && at != null
          ? text.lines.topOf(text.places.line(at)) - readAt(ratio, scroller, text.lines)
          : ratio * wayOf(scroller);
    },
    /** Puts the caret where a place of the page is written. */
    putCaret: (at: number) => {
      const text = known();
      quietUntil.current = performance.now() + followingLasts;
      text?.lines.putCaret(text.places.line(at));
    },
  };
}
