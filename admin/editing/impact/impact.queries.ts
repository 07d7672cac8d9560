import { planAnswer, previewPaths, type PlanRequest } from '@frontage/model/preview';
import type { RedirectFields } from '@frontage/model/redirect';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';
import type { PreviewSource } from '../preview/preview-source.ts';
import type { Previewed } from '../preview/previewed.ts';

const retryIntervalMs = 10_000;

/** The addresses that a change of revision `rev` would affect; sends no request while `asked` is null. */
export function useImpact(asked: PlanRequest | null, rev = 0) {
  const pipeline = usePipeline();
  return useQuery({
    queryKey: ['impact', asked, rev],
    queryFn: async () =>
      answerOf(await pipeline.post({ path: previewPaths.plan, body: asked ?? {}, answer: planAnswer })),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // No immediate retries: the next change sends a new request, and a failed one is repeated at intervals.
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && retryIntervalMs,
    staleTime: 10_000,
  });
}

const quietTime = 400;

/**
 * The addresses that storing these redirects would change, requested `quietTime` milliseconds after the last change.
 */
export function useRedirectsImpact(redirects: readonly RedirectFields[]) {
  const pipeline = usePipeline();
  const typed = JSON.stringify({ redirects });
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), quietTime);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = redirects.length > 0;
  const impact = useQuery({
    queryKey: ['impact', previewPaths.redirects, typed],
    queryFn: async () =>
      answerOf(await pipeline.post({ path: previewPaths.redirects, body: { redirects }, answer: planAnswer })),
    enabled: isAsked && settled === typed,
    retry: false,
    staleTime: 0,
  });
  return { isAsked, impact };
}

/** The values of a form, updated `quietTime` milliseconds after the last keystroke, and whether typing continues. */
export function useDebouncedPreview(source: PreviewSource, quietTime: number): { typed: Previewed; isTyping: boolean } {
  const [typed, setTyped] = useState(() => ({ source, data: source.read(), isTyping: false }));
  if (typed.source !== source) setTyped({ source, data: source.read(), isTyping: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = source.subscribe(() => {
      clearTimeout(timer);
      setTyped((known) => (known.isTyping ? known : { ...known, isTyping: true }));
      timer = setTimeout(() => setTyped({ source, data: source.read(), isTyping: false }), quietTime);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [source, quietTime]);
  return { typed: typed.data, isTyping: typed.isTyping };
}
