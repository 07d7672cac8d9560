import { chakra, Text } from '@chakra-ui/react';
import { editorPath, kindOf } from '@frontage/model/kinds/kinds';
import { launchFailures, type LaunchProblem } from '@frontage/model/launch';
import { adminPaths } from '@frontage/model/paths';
import { canRestore } from '@frontage/model/permissions';
import { settingKeys, settingTabs } from '@frontage/model/kinds/settings';
import { type Data, trashPath } from '@frontage/model/changes/write';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { StoredLaunch } from '../../editing/publish/launches.queries.ts';
import { documentName, parseDocument } from '../../lib/documents/document.ts';
import { type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { readDraft } from '../../lib/documents/draft.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useViewer } from '../../lib/session.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Badge, Note } from '../../ui/note.tsx';
import { useApprovalReason } from './launch-review.queries.ts';

/** The state of a launch. */
export function LaunchBadge({ launch }: { launch: StoredLaunch }) {
  const { state, planned, failures, takes_back, taken_back_by, approval, returned } = launch;
  const reason = useApprovalReason(launch);
  if (state === 'published') {
    if (taken_back_by !== null) return <Badge tone="quiet">Taken back</Badge>;
    return <Badge tone="good">{takes_back === null ? 'Published' : 'Published, takes another back'}</Badge>;
  }
  if (failures.length > 0) return <Badge tone="bad">Not published</Badge>;
  if (returned !== null) return <Badge tone="bad">Returned</Badge>;
  if (reason !== null && approval === null) return <Badge tone="waiting">Waiting for approval</Badge>;
  if (planned) return <Badge tone="info">Scheduled</Badge>;
  return approval === null ? <Badge tone="waiting">Open</Badge> : <Badge tone="good">Approved</Badge>;
}

interface NamedDocument {
  /** Null if it was deleted for good, undefined while it loads. */
  name: string | null | undefined;
  /** Null for a deleted document. */
  to: string | null;
}

/** The names of documents, also of those that exist only as drafts, with the addresses of their editors. */
export function useDocumentNames(paths: readonly string[]): NamedDocument[] {
  const store = useDocumentStore();
  const mayReadTrash = canRestore(useViewer());
  const found = useQueries({ queries: paths.map((path) => nameQuery(store, path, mayReadTrash)) });
  return found.map(({ data }, index) => described(paths[index] ?? '', data));
}

export function useDocumentName(path: string): NamedDocument {
  const store = useDocumentStore();
  return described(path, useQuery(nameQuery(store, path, canRestore(useViewer()))).data);
}

function nameQuery(store: DocumentStore, path: string, mayReadTrash: boolean) {
  const [collection = '', id = ''] = path.split('/');
  const kind = kindOf(collection);
  return {
    queryKey: ['launch-name', path],
    queryFn: async () => {
      if (kind === null) return null;
      const stored = valueOf(await store.read(path));
      const fields = stored ?? valueOf(await readDraft(store, { kind, id }))?.draft.data;
      if (fields) return { name: documentName(parseDocument(kind, id, fields).document), isDeleted: false };
      const data = mayReadTrash ? valueOf(await store.read(trashPath(kind, id), ['data']))?.['data'] : null;
      return data ? { name: documentName(data as Data), isDeleted: true } : null;
    },
    enabled: kind !== null,
  };
}

function described(path: string, found: { name: string; isDeleted: boolean } | null | undefined): NamedDocument {
  const [collection = '', id = ''] = path.split('/');
  const kind = kindOf(collection);
  const name = found && found.name;
  if (kind !== null) return { name, to: found === null || found?.isDeleted ? null : editorPath(kind, id) };
  const key = settingKeys.find((known) => known === id);
  if (key === undefined) return { name: 'A redirect', to: adminPaths.redirects };
  const { title, tab } = settingTabs[key];
  return { name: `${title} (settings)`, to: `${adminPaths.settings}?tab=${tab}` };
}

/** The name of a document as a link to its editor. */
export function DocumentName({ path }: { path: string }) {
  const { name, to } = useDocumentName(path);
  if (name === null) return <>A deleted document</>;
  if (to === null) return <>{name}</>;
  return <TextLink to={to}>{name ?? '…'}</TextLink>;
}

/** Why a launch published nothing, by document. */
export function Problems({ title, problems }: { title: string; problems: readonly LaunchProblem[] }) {
  return (
    <Note kind="problem">
      <Text>{title}</Text>
      <chakra.ul ps="5" mt="1">
        {problems.map(({ document, reason }) => (
          <li key={document ?? ''}>
            {document !== null && <DocumentName path={document} />}
            {document !== null && ': '}
            {launchFailures[reason]}
          </li>
        ))}
      </chakra.ul>
    </Note>
  );
}
