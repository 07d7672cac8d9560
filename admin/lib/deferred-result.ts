import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

export interface DeferredResult<Data> extends Pick<UseQueryResult<Data>, 'isError' | 'error' | 'refetch'> {
  data: Data | undefined;
  /** Whether neither data nor an error can be shown yet. */
  isPending: boolean;
}

/**
 * The result of a query whose data takes long to render, such as a list. React renders new data of a query in one task;
 * deferred data is rendered in parts, between which the browser responds.
 */
export function useDeferredResult<Data>(query: UseQueryResult<Data>): DeferredResult<Data> {
  const { isError, error, refetch } = query;
  const data = useDeferredValue(query.data);
  return { data, isPending: data === undefined && !isError, isError, error, refetch };
}
