import { pipelineState, type PipelineState } from '@frontage/model/build-state';
import { collections } from '@frontage/model/paths';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { valueOf, type DocumentStore } from './documents/document-store.ts';
import { toPlain } from './documents/document.ts';
import { useDocumentStore } from './documents/use-document-store.ts';

/** The pipeline's last status; null before the first. */
export const pipelineStateQuery = (store: DocumentStore) =>
  queryOptions({
    queryKey: ['pipeline-state'],
    queryFn: async (): Promise<PipelineState | null> => {
      const stored = valueOf(await store.read(`${collections.buildState}/current`));
      return pipelineState.safeParse(toPlain(stored)).data ?? null;
    },
  });

const pollWhileBuildingMs = 1_000;

/** Polls the pipeline's status every `every` milliseconds, and every second while a release is built. */
export function usePipelineState({ every }: { every: number }) {
  return useQuery({
    ...pipelineStateQuery(useDocumentStore()),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'building' ? Math.min(pollWhileBuildingMs, every) : every,
  });
}
