import type { Page } from '@frontage/model/page';
import { useMemo } from 'react';
import { useDocuments } from '../../lib/documents/documents.queries.ts';

/** All pages; none while they are on their way. */
export function usePages(): readonly Page[] {
  const { data } = useDocuments('page');
  return useMemo(() => data?.map(({ document }) => document) ?? [], [data]);
}
