import { Button, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { SearchX } from '#icons';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { EmptyState, FailureState, type StateProps, TableSkeleton } from './states.tsx';

/** The read of a list: a query, or its result with other data. */
interface ListQuery {
  /** Undefined until the first answer. */
  data: unknown;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** The search and the filters of a list. */
interface Narrowing {
  /** Whether rows may be hidden by them. */
  isActive: boolean;
  /** Whether more rows may be found: then nothing says that there are none. */
  isPending?: boolean;
  /** The text if no row is left: 'No pages found'. */
  title: string;
  description?: string;
  onClear: () => void;
}

interface ListContentProps {
  query: ListQuery;
  /** Shown until the first answer; a table by default. */
  skeleton?: ReactNode;
  /** The number of rows that the search and the filters leave. */
  count: number;
  narrowing?: Narrowing | undefined;
  /** Shown for a list without any rows. */
  empty: StateProps | null;
  children: ReactNode;
}

/** The rows of a list, or in their place a skeleton, a failure with a retry, or an empty state. */
export function ListContent({ query, skeleton, count, narrowing, empty, children }: ListContentProps) {
  if (query.data === undefined)
    return query.isError ? (
      <FailureState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      (skeleton ?? <TableSkeleton />)
    );
  return (
    <>
      {children}
      {count === 0 &&
        (narrowing?.isActive === true ? <NothingFound {...narrowing} /> : empty && <EmptyState {...empty} />)}
    </>
  );
}

function NothingFound({ isPending = false, title, description, onClear }: Narrowing) {
  if (isPending) return null;
  const action = (
    <Button variant="outline" onClick={onClear}>
      Clear filters
    </Button>
  );
  return <EmptyState icon={SearchX} title={title} description={description} action={action} />;
}

interface ListScreenProps extends ListContentProps, PageHeaderProps {
  /** Above the search. */
  figures?: ReactNode;
  /** The search and the filters. */
  tools?: ReactNode;
  /** Below the search. */
  note?: ReactNode;
}

/** The frame of a screen with a list: heading, figures, search and filters, and the content. */
export function ListScreen({ figures, tools, note, query, ...props }: ListScreenProps) {
  const { skeleton, count, narrowing, empty, children, ...header } = props;
  return (
    <>
      <PageHeader {...header} />
      {figures}
      {tools && (
        <Flex gap="3" mb="4" wrap="wrap" align="center">
          {tools}
        </Flex>
      )}
      {note}
      <ListContent {...{ query, skeleton, count, narrowing, empty }}>{children}</ListContent>
    </>
  );
}
