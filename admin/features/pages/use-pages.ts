import type { ListedPage } from '@frontage/model/summaries/listed';
import { useMemo } from 'react';
import { useDocuments } from '../../lib/documents/documents.queries.ts';

/** All pages; empty while they load. */
export function usePages(): readonly ListedPage[] {
  const { data } = useDocuments('page');
  return useMemo(() => data?.map(({ document }) => document) ?? [], [data]);
}
