import { approvalReason, type Launch, launchComment } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { approvalRules } from '@frontage/model/kinds/settings';
import { useQuery } from '@tanstack/react-query';
import { toPlain } from '@frontage/model/stored-values';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';

/** Why the settings require an approval of an open launch; null if they do not, or while that is unknown. */
export function useApprovalReason({ state, members }: Pick<Launch, 'state' | 'members'>): string | null {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['launches', 'approval rules'],
    queryFn: async () => approvalRules(valueOf(await store.read(`${collections.settings}/launches`))),
    staleTime: 10_000,
  });
  return data && state === 'open' ? approvalReason(data, members) : null;
}

/** The comments on a launch, newest last. */
export function useLaunchComments(launch: string) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['launches', 'comments', launch],
    queryFn: async () => {
      const found = await store.list(collections.launchComments, { where: { field: 'launch', equals: launch } });
      return valueOf(found)
        .flatMap(({ id, data }) => {
          const comment = launchComment.safeParse(toPlain(data)).data;
          return comment ? [{ ...comment, id }] : [];
        })
        .sort((a, b) => a.at.localeCompare(b.at));
    },
    staleTime: 0,
    refetchInterval: 10_000,
  });
}
