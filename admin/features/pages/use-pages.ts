import type { ListedPage } from '@frontage/model/summaries/listed';
import { useMemo } from 'react';
import { useDocuments } from '../../lib/documents/documents.queries.ts';

/** All pages; none while they are on their way. */
export function usePages(): readonly ListedPage[] {
  const { data } = useDocuments('page');
  return useMemo(() => data?.map(({ document }) => document) ?? [], [data]);
}
