import { FileQuestion } from '#icons';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { useDocument } from '../lib/documents/documents.queries.ts';
import type { Kind } from '@frontage/model/kinds';
import { newId } from '../lib/documents/new-id.ts';
import { canDraft } from '@frontage/model/abilities';
import type { Stored } from '../lib/documents/parse-document.ts';
import { useViewer } from '../lib/viewer.ts';
import { useOpenedDraft, type OpenedDraft } from './draft/opened-draft.queries.ts';
import { BackLink, ButtonLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FormSkeleton } from '../ui/skeletons.tsx';
import { EmptyState, FailureState } from '../ui/states.tsx';

interface DocumentScreenProps<K extends Kind> {
  kind: K;
  /** Shown while the document is on its way or cannot be shown. */
  title: string;
  back: { to: string; label: string };
  /** Draws the editor. `stored` is null for a new document, which then has the id it will get. */
  children: (edited: { id: string; stored: Stored<K> | null; opened: OpenedDraft | null }) => ReactNode;
}

/** The document named in the address, or a new one where it says `new`: loading, missing, failed, or ready to edit. */
export function DocumentScreen<K extends Kind>({ kind, title, back, children }: DocumentScreenProps<K>) {
  const { id = 'new' } = useParams();
  return id === 'new' ? (
    <NewDocument>{children}</NewDocument>
  ) : (
    <StoredDocument key={id} {...{ kind, id, title, back, children }} />
  );
}

function NewDocument<K extends Kind>({ children }: Pick<DocumentScreenProps<K>, 'children'>) {
  const [id] = useState(newId);
  return children({ id, stored: null, opened: null });
}

function StoredDocument<K extends Kind>({ kind, id, title, back, children }: DocumentScreenProps<K> & { id: string }) {
  const query = useDocument(kind, id);
  // A form is much to draw: deferred, it is drawn in slices between which the browser answers.
  const stored = useDeferredValue(query.data);
  const mayDraft = canDraft(kind, useViewer(), query.data?.document ?? null);
  const draft = useOpenedDraft(kind, id, mayDraft && query.data != null);
  const opened = useDeferredValue(mayDraft ? draft.data : null);
  const failed = query.isError ? query : draft.isError ? draft : null;
  if (stored && opened !== undefined) return children({ id, stored, opened });
  return (
    <>
      <PageHeader title={title} back={<BackLink to={back.to}>{back.label}</BackLink>} />
      {stored !== null && !failed && <FormSkeleton fields={6} />}
      {failed && <FailureState error={failed.error} onRetry={() => void failed.refetch()} />}
      {stored === null && (
        <EmptyState
          icon={FileQuestion}
          title="This no longer exists"
          description="Somebody may have deleted it. Deleted things wait in the trash for 30 days."
          action={<ButtonLink to={back.to}>{back.label}</ButtonLink>}
        />
      )}
    </>
  );
}
