import { useDeferredValue } from 'react';
import { adminPaths } from '@frontage/model/paths';
import { abilities } from '@frontage/model/abilities';
import { useEmbed } from '../../lib/documents/documents.queries.ts';
import type { Stored } from '../../lib/documents/document.ts';
import { useViewer } from '../../lib/session.tsx';
import { DocumentScreen } from '../../editing/document-screen.tsx';
import type { OpenedDraft } from '../../editing/draft/opened-draft.queries.ts';
import { BackLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { FailureState } from '../../ui/states.tsx';
import { DemoEditor } from './demo-editor.tsx';

const back = { to: adminPaths.demos, label: 'Back to Demos' };

export function Component() {
  return (
    <DocumentScreen kind="demo" title="Edit Demo" back={back}>
      {({ id, stored, opened }) =>
        stored ? (
          <WithEmbed key={id} {...{ id, stored, opened }} />
        ) : (
          <DemoEditor key={id} id={id} stored={null} opened={null} embed={null} back={back} />
        )
      }
    </DocumentScreen>
  );
}

interface WithEmbedProps {
  id: string;
  stored: Stored<'demo'>;
  opened: OpenedDraft | null;
}

/**
 * Reads the embed code, which is stored separately: for a protected demo only its owner, editors and administrators can
 * read it.
 */
function WithEmbed({ id, stored, opened }: WithEmbedProps) {
  const viewer = useViewer();
  const { document } = stored;
  const isOpen = !document.is_password_protected || document.created_by === viewer.uid;
  const isReadable = isOpen || abilities('demo', viewer, document).canPublish;
  const embed = useEmbed(id, isReadable);
  // Deferred like the document, to keep the browser responsive.
  const code = useDeferredValue(embed.data);

  if (isReadable && code === undefined) {
    return (
      <>
        <PageHeader title="Edit Demo" back={<BackLink to={back.to}>{back.label}</BackLink>} />
        {embed.isError ? (
          <FailureState error={embed.error} onRetry={() => void embed.refetch()} />
        ) : (
          <FormSkeleton fields={6} />
        )}
      </>
    );
  }
  return <DemoEditor {...{ id, stored, opened, back }} embed={code ?? null} />;
}
