import { planAnswer, previewPaths, type PlanRequest } from '@frontage/model/preview';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';
import type { PreviewSource } from '../preview/preview-source.ts';
import type { Previewed } from '../preview/previewed.ts';

/** Which addresses doing this would change; nothing is asked while `asked` is null. `rev` is what it would be done to. */
export function useImpact(asked: PlanRequest | null, rev = 0) {
  const pipeline = usePipeline();
  return useQuery({
    queryKey: ['impact', asked, rev],
    queryFn: async () =>
      answerOf(await pipeline.ask({ path: previewPaths.plan, body: asked ?? {}, answer: planAnswer })),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // Nothing waits for it: it is asked again with the next change.
    retry: false,
    staleTime: 10_000,
  });
}

/** What stands in a form once nobody has typed for `quietTime` milliseconds. */
export function useTyped(source: PreviewSource, quietTime: number): Previewed {
  const [typed, setTyped] = useState(() => ({ source, data: source.read() }));
  if (typed.source !== source) setTyped({ source, data: source.read() });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = source.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setTyped({ source, data: source.read() }), quietTime);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [source, quietTime]);
  return typed.data;
}
