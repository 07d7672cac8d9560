import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { FileQuestion } from '#icons';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { Deferred } from './frame/panels.tsx';
import { queryForEditing, useDocument } from '../lib/documents/documents.queries.ts';
import type { Kind } from '@frontage/model/kinds';
import { newId, readNextOrder, type Stored } from '../lib/documents/document.ts';
import { isNeverCreated, type Draft } from '@frontage/model/draft';
import { canDraft } from '@frontage/model/permissions';
import { useDocumentStore } from '../lib/firestore/client.ts';
import { useViewer } from '../lib/session.tsx';
import { useOpenedDraft, type OpenedDraft } from './session/use-editor.ts';
import { schedulesOf } from './schedule/schedules.queries.ts';
import { BackLink, ButtonLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailureState, FormSkeleton } from '../ui/states.tsx';

interface DocumentScreenProps<K extends Kind> {
  kind: K;
  /** The title while the document loads or cannot be shown. */
  title: string;
  back: { to: string; label: string };
  /**
   * Renders the editor. `stored` is null for a new document, whose id is already chosen and which may have a draft;
   * `nextOrder` places it after all others of its kind.
   */
  children: (edited: {
    id: string;
    stored: Stored<K> | null;
    opened: OpenedDraft | null;
    nextOrder: number;
  }) => ReactNode;
}

/** The document in the address, or a new one for `new`: loading, missing, failed, or ready to edit. */
export function DocumentScreen<K extends Kind>({ kind, title, back, children }: DocumentScreenProps<K>) {
  const { id = 'new' } = useParams();
  // A new document keeps its editor when the address changes to the document's own.
  const [{ shown, fresh }, setShown] = useState({ shown: id, fresh: newId() });
  if (shown !== id) setShown({ shown: id, fresh: id === 'new' ? newId() : fresh });
  return id === 'new' || id === fresh ? (
    <NewDocument key={fresh} kind={kind} id={fresh}>
      {children}
    </NewDocument>
  ) : (
    <StoredDocument key={id} {...{ kind, id, title, back, children }} />
  );
}

function NewDocument<K extends Kind>({
  kind,
  id,
  children,
}: Pick<DocumentScreenProps<K>, 'kind' | 'children'> & { id: string }) {
  return (
    <Deferred value={useNextOrder(kind)}>
      {(nextOrder) =>
        nextOrder === undefined ? <FormSkeleton fields={6} /> : children({ id, stored: null, opened: null, nextOrder })
      }
    </Deferred>
  );
}

/** The order proposed for a new document, after all others: undefined while it is read, 0 if it cannot be read. */
function useNextOrder(kind: Kind): number | undefined {
  const store = useDocumentStore();
  const { data, isError } = useQuery({
    queryKey: ['next order', kind],
    queryFn: () => readNextOrder(store, kind),
    ...queryForEditing,
    refetchOnReconnect: false,
    retry: false,
    // Offline, the read fails at once instead of waiting.
    networkMode: 'always',
  });
  return isError ? 0 : data;
}

function StoredDocument<K extends Kind>({ kind, id, title, back, children }: DocumentScreenProps<K> & { id: string }) {
  const query = useDocument(kind, id);
  const viewer = useViewer();
  // The draft of a new document names its creator.
  const mayDraft = query.data === null || canDraft(kind, viewer, query.data?.document ?? null);
  // Starts loading early, because the bar shows it.
  usePrefetchQuery(schedulesOf(useDocumentStore(), kind, id));
  const draft = useOpenedDraft(kind, id, mayDraft && query.data !== undefined);
  const failed = query.isError ? query : draft.isError ? draft : null;
  const shown = (stored: typeof query.data, opened: typeof draft.data) => {
    if (stored && opened !== undefined) return children({ id, stored, opened, nextOrder: 0 });
    if (stored === null && opened && isNeverCreated(opened.kept.draft))
      return children({ id, stored, opened, nextOrder: orderIn(opened.kept.draft) });
    return (
      <>
        <PageHeader title={title} back={<BackLink to={back.to}>{back.label}</BackLink>} />
        {(stored !== null || opened === undefined) && !failed && <FormSkeleton fields={6} />}
        {failed && <FailureState error={failed.error} onRetry={() => void failed.refetch()} />}
        {stored === null && opened !== undefined && !failed && (
          <EmptyState
            icon={FileQuestion}
            title="This no longer exists"
            description="Someone may have deleted it. Deleted items stay in the trash for 30 days."
            action={<ButtonLink to={back.to}>{back.label}</ButtonLink>}
          />
        )}
      </>
    );
  };
  return (
    <Deferred value={query.data}>
      {(stored) => <Deferred value={mayDraft ? draft.data : null}>{(opened) => shown(stored, opened)}</Deferred>}
    </Deferred>
  );
}

/** The order in the draft of a new document. */
function orderIn({ data }: Draft): number {
  const order = data['menu_order'] ?? data['order_index'];
  return typeof order === 'number' ? order : 0;
}
