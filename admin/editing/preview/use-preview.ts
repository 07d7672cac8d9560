import { previewAnswer, type PreviewAnswer, previewPaths } from '@frontage/model/preview';
import { useEffect, useState } from 'react';
import { type PipelineAnswer, usePipeline } from '../../lib/pipeline.ts';
import type { PreviewSource } from './places.ts';

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
