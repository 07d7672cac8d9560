import { pipelineState, type PipelineState } from '@frontage/model/build-state';
import { collections } from '@frontage/model/paths';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { valueOf, type DocumentStore } from './documents/document-store.ts';
import { toPlain } from './documents/plain.ts';
import { useDocumentStore } from './documents/use-document-store.ts';

/** What the pipeline last told of itself; null before its first word. */
export const pipelineStateQuery = (store: DocumentStore) =>
  queryOptions({
    queryKey: ['pipeline-state'],
    queryFn: async (): Promise<PipelineState | null> => {
      const stored = valueOf(await store.read(`${collections.buildState}/current`));
      return pipelineState.safeParse(toPlain(stored)).data ?? null;
    },
  });

const whileBuilding = 1_000;

/** Follows the pipeline: looks every `every` milliseconds, and every second while a release is being made. */
export function usePipelineState({ every }: { every: number }) {
  return useQuery({
    ...pipelineStateQuery(useDocumentStore()),
    refetchInterval: ({ state: { data } }) => (data?.state === 'building' ? Math.min(whileBuilding, every) : every),
  });
}
