import {
  externalCheck,
  type ExternalCheck,
  healthAnswer,
  type HealthAnswer,
  healthPaths,
} from '@frontage/model/health';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, usePipeline } from '../../lib/pipeline.ts';

const queryKey = ['health'];
const idleMs = 15_000;
const busyMs = 1_000;

/** The findings about the live site; read again while the screen is open, and often while a check runs. */
export function useHealth() {
  const pipeline = usePipeline();
  const client = useQueryClient();
  return useQuery({
    queryKey,
    queryFn: async () => {
      const health = answerOf(await pipeline.post({ path: healthPaths.read, body: {}, answer: healthAnswer }));
      // The side menu shows the same findings.
      void client.invalidateQueries({ queryKey: ['health-counts'] });
      return health;
    },
    refetchInterval: ({ state: { data } }) =>
      data && (data.waiting > 0 || data.checked_at === null || data.external.running) ? busyMs : idleMs,
    retry: 1,
    staleTime: 0,
  });
}

/** Starts the check of links to other sites. */
export function useExternalCheck() {
  const pipeline = usePipeline();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<ExternalCheck> =>
      answerOf(await pipeline.post({ path: healthPaths.external, body: {}, answer: externalCheck })),
    onSuccess: (external) => client.setQueryData<HealthAnswer>(queryKey, (known) => known && { ...known, external }),
  });
}
