import { previewAnswer, type PreviewAnswer, previewPaths } from '@frontage/model/preview';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type PipelineAnswer, usePipeline } from '../../lib/pipeline.ts';
import type { PreviewSource } from './places.ts';
import type { FrameCommand } from './preview-frame.tsx';
import { type TextLines, textLinesIn } from './text-lines.ts';

// Milliseconds during which scroll events are ignored: a programmatic scroll would otherwise echo back with rounding
// errors.
const echoSuppressionMs = 250;

const scrollRange = ({ scrollHeight, clientHeight }: HTMLElement): number => scrollHeight - clientHeight;

/**
 * The offset of the reading position in the visible part of a text, in pixels below its first line: the top at the
 * start of the text, the bottom at its end.
 */
const readingOffset = (ratio: number, { clientHeight }: HTMLElement, { padding }: TextLines): number =>
  ratio * (clientHeight - 2 * padding);

const sourceIn = (fields: HTMLElement | null) => fields?.querySelector<HTMLElement>('[data-markdown-source]') ?? null;

interface Followed {
  ratio: number;
  at?: number | null | undefined;
}

/**
 * Synchronizes scrolling of the text in `fields` and its rendered page in both directions, and keeps the edited passage
 * visible.
 */
export function useScrollSync(
  fields: HTMLElement | null,
  { text, move }: { text: PreviewAnswer['text']; move: RefObject<((command: FrameCommand) => void) | null> },
) {
  const quietUntil = useRef(0);
  const lines = useRef<readonly number[] | null>(null);
  const frame = useRef(0);

  const currentText = useCallback((): { lines: TextLines; places: ReturnType<typeof sourceLinePositions> } | null => {
    const source = sourceIn(fields);
    const found = source && lines.current ? textLinesIn(source) : null;
    return found && lines.current ? { lines: found, places: sourceLinePositions(lines.current, found.count) } : null;
  }, [fields]);

  /** Runs the last task once per animation frame. */
  const soon = useCallback((task: () => void) => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(task);
  }, []);

  const reveal = useCallback(() => {
    const source = sourceIn(fields);
    const text = currentText();
    if (!text || !source?.contains(document.activeElement)) return;
    move.current?.({ type: 'frontage:reveal', at: text.places.at(text.lines.caret) });
  }, [fields, currentText, move]);

  useEffect(() => {
    lines.current = text?.lines ?? null;
    reveal();
  }, [text, reveal]);

  useEffect(() => {
    if (!fields) return;
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.closest('[data-markdown-source]')) return;
      if (performance.now() < quietUntil.current || scrollRange(target) <= 0) return;
      soon(() => {
        const ratio = target.scrollTop / scrollRange(target);
        const text = currentText();
        const at =
          text && text.places.at(text.lines.lineAt(target.scrollTop + readingOffset(ratio, target, text.lines)));
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
  }, [fields, currentText, move, reveal, soon]);

  return {
    /** Scrolls the text to the position of its page. */
    follow: ({ ratio, at }: Followed) => {
      const source = sourceIn(fields);
      const scroller = [source?.querySelector<HTMLElement>('.cm-scroller'), source].find(
        (element) => element && scrollRange(element) > 0,
      );
      if (!scroller) return;
      quietUntil.current = performance.now() + echoSuppressionMs;
      const text = at == null ? null : currentText();
      scroller.scrollTop =
        text && at != null
          ? text.lines.topOf(text.places.line(at)) - readingOffset(ratio, scroller, text.lines)
          : ratio * scrollRange(scroller);
    },
    /** Places the caret at a position of the page. */
    putCaret: (at: number) => {
      const text = currentText();
      quietUntil.current = performance.now() + echoSuppressionMs;
      text?.lines.putCaret(text.places.line(at));
    },
  };
}

/**
 * Maps lines of a text to positions among its rendered blocks, and back. `lines` are the first lines of the blocks,
 * from 0; `end` is the number of lines. A position is the index of a block plus the fraction of it above.
 */
interface SourceLinePositions {
  /** The position of a line. */
  at(line: number): number;
  /** The line of a position. */
  line(at: number): number;
}

export function sourceLinePositions(lines: readonly number[], end: number): SourceLinePositions {
  // Lines may have been removed since the text was rendered.
  const start = (block: number): number => Math.min(end, lines[block] ?? end);
  return {
    at: (line) => {
      const next = lines.findIndex((first) => first > line);
      const block = next === -1 ? lines.length - 1 : next - 1;
      if (block < 0) return 0;
      const length = start(block + 1) - start(block);
      return block + (length > 0 ? Math.min(1, (line - start(block)) / length) : 0);
    },
    line: (at) => {
      const block = Math.floor(at);
      return start(block) + (start(block + 1) - start(block)) * (at - block);
    },
  };
}

interface Drawn {
  /** The last rendered page; null before the first. */
  page: PreviewAnswer | null;
  /** Why the current input is not rendered. */
  failure: Extract<PipelineAnswer<never>, { ok: false }> | null;
}

const pauses = [1_000, 2_000, 5_000, 10_000];
const longestPause = 30_000;

/**
 * The page at `path` rendered with the current input, updated with every change; `path` null is the document's own
 * page.
 */
export function usePreview(source: PreviewSource, path: string | null) {
  const pipeline = usePipeline();
  const [drawn, setDrawn] = useState<Drawn>({ page: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let failures = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const push = () => pump.push({ ...source.read(), ...(path !== null && { path }) });
    const pump = createLatestRequest(
      (body: object) => pipeline.post({ path: previewPaths.preview, body, answer: previewAnswer }),
      (result) => {
        setDrawn(({ page }) => (result.ok ? { page: result.answer, failure: null } : { page, failure: result }));
        failures = result.ok || result.reason === 'refused' ? 0 : failures + 1;
        if (failures > 0) retry = setTimeout(push, pauses[failures - 1] ?? longestPause);
      },
    );
    push();
    const unsubscribe = source.subscribe(() => {
      // An unreachable pipeline is retried at intervals, not with every key.
      if (failures === 0) push();
    });
    return () => {
      unsubscribe();
      pump.stop();
      clearTimeout(retry);
    };
  }, [pipeline, source, path, attempt]);
  return { ...drawn, origin: pipeline.origin, retry: () => setAttempt((count) => count + 1) };
}

interface Pump<Draft> {
  /** Sends this draft when the current request is answered, replacing any waiting draft. */
  push(draft: Draft): void;
  stop(): void;
}

/**
 * Sends one request at a time, always with the newest draft, so that the result is at most one response behind. `ask`
 * does not reject.
 */
export function createLatestRequest<Draft, Answer>(
  ask: (draft: Draft) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): Pump<Draft> {
  let waiting: { draft: Draft } | null = null;
  let isAsking = false;
  let isStopped = false;

  const run = async () => {
    isAsking = true;
    while (waiting && !isStopped) {
      const { draft } = waiting;
      waiting = null;
      const answer = await ask(draft);
      if (!isStopped) onAnswer(answer);
    }
    isAsking = false;
  };

  return {
    push: (draft) => {
      waiting = { draft };
      if (!isAsking) void run();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
