import { Text } from '@chakra-ui/react';
import { isNeverCreated, type Draft } from '@frontage/model/draft';
import { abilities, canCreate, canDraft, type Viewer } from '@frontage/model/permissions';
import { fieldLabels } from '@frontage/model/field-labels';
import { editorPath, type Kind, type KindDocuments, kinds, orderFieldOf } from '@frontage/model/kinds/kinds';
import { sitePaths } from '@frontage/model/paths';
import { readListed } from '@frontage/model/summaries/listed';
import { baseAfter } from '@frontage/model/changes/document-writes';
import type { Data } from '@frontage/model/changes/write';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { FileQuestion } from '#icons';
import {
  documentName,
  idOfRoute,
  isPublic,
  newId,
  parseDocument,
  type Publishable,
  readNextOrder,
  type Stored,
} from '../lib/documents/document.ts';
import { queryForEditing, useDocument } from '../lib/documents/documents.queries.ts';
import { useFirebase } from '../lib/firebase.tsx';
import { useDocumentStore } from '../lib/firestore/client.ts';
import { useViewer } from '../lib/session.tsx';
import { fieldText } from './field-text.ts';
import { useKnownTitles } from './text/links.queries.ts';
import type { FieldWords } from './versions/compare-fields.ts';
import { type OpenedDraft, useFormEditor, useOpenedDraft } from './session/use-editor.ts';
import { useCopied } from './list/duplicate-button.tsx';
import type { Editor, EditorSetup } from './editor.ts';
import { EditorFrame } from './editor-frame.tsx';
import { Deferred, type EditorPanel } from './editor/panels.tsx';
import { FormFields, namesIn, type FormPanel, type FormTable, useFormEdit } from './editor/form-fields.tsx';
import { KeptDraft } from './publish/publish-switch.tsx';
import { schedulesOf } from './publish/schedules.queries.ts';
import { BackLink, ButtonLink } from '../ui/links.tsx';
import { sameScreen } from '../ui/modal.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailureState, FormSkeleton } from '../ui/states.tsx';

/** The form of a kind of document. */
export interface DocumentForm<K extends Kind, Input extends FieldValues, Fields, Panel extends string = string> {
  kind: K;
  fields: FormTable<Input, Fields, Panel>;
  /** The main panel, then those beside it. */
  panels: readonly [FormPanel<Panel>, ...FormPanel<Panel>[]];
  /** The values of a new document; `nextOrder` places it after all others. */
  blank(nextOrder: number): Input;
  /** The values of a stored document. `embed` is a demo's embed code, null without access to it. */
  valuesOf(document: KindDocuments[K], embed: string | null): Input;
  titles: { create: string; edit: string };
  /** The label of the save button of a new document. */
  createLabel: string;
  /** The link to the list. */
  back: { to: string; label: string };
  /** Whether the editor stays open after saving an existing document. */
  staysOpen: boolean;
  /** The state of a stored document. */
  badge(values: Input): ReactNode;
  /** The link to the published document, given its slug. */
  view?: { label: string; path: (slug: string) => string };
  notices: EditorSetup<Input, object>['notices'];
  /** The reason for read-only access. */
  readOnlyReason(isAuthor: boolean): string;
}

/** A document opened for editing. */
export interface OpenedDocument<K extends Kind> {
  id: string;
  /** Null for a new document. */
  stored: Stored<K> | null;
  opened: OpenedDraft | null;
  nextOrder: number;
}

interface DocumentEditorProps<K extends Kind, Input extends FieldValues, Fields extends object>
  extends OpenedDocument<K>, Pick<EditorSetup<Input, Fields>, 'schema' | 'prepare' | 'secretFields'> {
  form: DocumentForm<K, Input, Fields>;
  embed?: string | null;
  /** Adds checks of the form that need other documents. */
  withChecks?: (schema: z.ZodType<Fields, Input>) => z.ZodType<Fields, Input>;
  /** The display texts of values. */
  valueText?: FieldWords['valueText'];
  /** Describes further effects of unpublishing on the site. */
  aboutUnpublishing?: () => string;
  /** Describes further effects of deleting. */
  aboutDeleting?: () => string;
}

/** The editor of a document, as described by the form of its kind. */
export function DocumentEditor<K extends Kind, Input extends FieldValues & Publishable, Fields extends object>(
  props: DocumentEditorProps<K, Input, Fields>,
) {
  const { form: description, id, stored, opened, nextOrder, embed = null, schema } = props;
  const { withChecks, valueText, aboutUnpublishing, aboutDeleting = () => '', prepare, secretFields } = props;
  const { kind, valuesOf, titles, staysOpen, badge, view, notices } = description;
  const back = { ...description.back, to: lastAddress(description.back.to) };
  const navigate = useNavigate();
  const viewer = useViewer();
  const { config } = useFirebase();
  const ownPath = editorPath(kind, id);
  const document = stored?.document ?? null;
  const { canEdit, canPublish, mayDraft } = rightsOn(kind, viewer, props);
  const baseOf = (saved: KindDocuments[K]) => baseAfter(saved.rev, { ...saved });
  const valuesAt = (data: Data, code: string | null) => {
    const version = parseDocument(kind, id, data).document;
    return { values: valuesOf(version, code), base: baseOf(version) };
  };
  const live = {
    id,
    base: document && baseOf(document),
    values: document ? valuesOf(document, embed) : description.blank(nextOrder),
    savedAt: document?.updated_at ?? null,
  };
  const editor = useFormEditor<Input, Fields>({
    kind,
    live,
    opened,
    mayDraft,
    embed,
    schema,
    withChecks,
    nameOf: documentName,
    valuesOf: valuesAt,
    isPublic,
    notices,
    onSaved: (saved) => {
      const closes = saved.isNew || !staysOpen || saved.isReview;
      if (saved.staysOpen) void navigate(ownPath, { replace: true, state: sameScreen });
      else if (closes && !saved.isReview) {
        // The filters of the list could hide a new document.
        void navigate(saved.isNew ? description.back.to : back.to);
      }
      const publicAddress = config.siteOrigin + (view?.path(saved.slug ?? '') ?? sitePaths.home);
      return [
        ...(saved.isPublic ? [{ label: 'View', href: publicAddress }] : []),
        ...(closes ? [{ label: 'Keep editing', run: () => void navigate(ownPath) }] : []),
      ];
    },
    ...(prepare && { prepare }),
    ...(secretFields && { secretFields }),
  });
  useCopiedValues(editor);

  const { base, values: saved } = editor.origin;
  const mayDelete =
    document !== null &&
    base !== null &&
    abilities(kind, viewer, { created_by: document.created_by, is_published: saved.is_published }).canDelete;
  const publicPath = base && view && saved.is_published ? view.path(String(saved['slug'])) : null;
  const edit = useFormEdit(editor, { kind, canEdit, canPublish });
  const [main, ...side] = editorPanels(description, edit);
  const titleOf = useKnownTitles();
  const textOf: FieldWords['valueText'] = (field, value) =>
    valueText?.(field, value) ?? fieldText(kinds[kind].fields[field] ?? {}, value, titleOf);
  return (
    <KeptDraft value={editor.draft.kept}>
      <EditorFrame
        editor={editor}
        kind={kind}
        title={base ? titles.edit : titles.create}
        badge={base && badge(saved)}
        view={view && { label: view.label, path: publicPath }}
        back={back}
        saveLabel={base ? 'Save Changes' : description.createLabel}
        words={{ labels: fieldLabels[kinds[kind].collection], valueText: textOf }}
        readOnlyReason={canEdit ? null : description.readOnlyReason(viewer.roles.includes('author'))}
        canPublish={canPublish}
        {...(aboutUnpublishing && { aboutUnpublishing })}
        deletion={
          mayDelete
            ? {
                read: () => readListed(kind, id, { ...document, ...saved, rev: base.rev }).document,
                about: aboutDeleting,
              }
            : null
        }
        main={main}
        side={side}
      />
    </KeptDraft>
  );
}

/** The rights of a person on an opened document, or on the draft of a new one. */
function rightsOn(kind: Kind, viewer: Viewer, { stored, opened }: Pick<OpenedDocument<Kind>, 'stored' | 'opened'>) {
  const own = { created_by: viewer.uid, is_published: false };
  const { canEdit, canPublish } = abilities(kind, viewer, stored?.document ?? own);
  if (stored !== null) {
    const mayDraft = canDraft(kind, viewer, stored.document);
    return { canEdit: canEdit || mayDraft, canPublish, mayDraft };
  }
  const creator = opened?.kept.draft.created_by ?? viewer.uid;
  const mayDraft = canCreate(kind, viewer) && canDraft(kind, viewer, { created_by: creator });
  return { canEdit: mayDraft, canPublish, mayDraft };
}

/** The panels of a form with their fields. */
function editorPanels<K extends Kind, Input extends FieldValues, Fields>(
  { fields, panels }: Pick<DocumentForm<K, Input, Fields>, 'fields' | 'panels'>,
  edit: ReturnType<typeof useFormEdit<Input, Fields>>,
): [EditorPanel<Input>, ...EditorPanel<Input>[]] {
  const [first, ...others] = panels;
  const panelOf = ({ intro, ...panel }: FormPanel): EditorPanel<Input> => ({
    ...panel,
    fields: namesIn(fields, panel.key, first.key),
    content: (
      <>
        {intro !== undefined && (
          <Text textStyle="sm" color="fg.muted">
            {intro}
          </Text>
        )}
        <FormFields table={fields} panel={panel.key} firstPanel={first.key} edit={edit} />
      </>
    ),
  });
  return [panelOf(first), ...others.map(panelOf)];
}

/** The path of a list with the search and filters that it had last in this tab, as kept by `useUrlState`. */
function lastAddress(path: string): string {
  const query = sessionStorage.getItem(path);
  return query ? `${path}?${query}` : path;
}

/** Fills the form of a new document with copied values. Secrets are not copied. */
function useCopiedValues<Input extends FieldValues, Fields>(editor: Editor<Input, Fields>) {
  const copied = useCopied();
  const latest = useRef(editor);
  useEffect(() => {
    if (copied === null || latest.current.origin.base !== null) return;
    latest.current.replaceValues(latest.current.valuesOf(copied.fields, copied.embed));
  }, [copied]);
}

interface DocumentScreenProps<K extends Kind> {
  kind: K;
  /** The title while the document loads or cannot be shown. */
  title: string;
  back: { to: string; label: string };
  /**
   * Renders the editor. `stored` is null for a new document, whose id is already chosen and which may have a draft;
   * `nextOrder` places it after all others of its kind.
   */
  children: (edited: OpenedDocument<K>) => ReactNode;
}

/** The document in the address, or a new one for `new`: loading, missing, failed, or ready to edit. */
export function DocumentScreen<K extends Kind>({ kind, title, back, children }: DocumentScreenProps<K>) {
  const id = idOfRoute(useParams()) ?? 'new';
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
  const list = lastAddress(back.to);
  const shown = (stored: typeof query.data, opened: typeof draft.data) => {
    if (stored && opened !== undefined) return children({ id, stored, opened, nextOrder: 0 });
    if (stored === null && opened && isNeverCreated(opened.kept.draft))
      return children({ id, stored, opened, nextOrder: orderIn(kind, opened.kept.draft) });
    return (
      <>
        <PageHeader title={title} back={<BackLink to={list}>{back.label}</BackLink>} />
        {(stored !== null || opened === undefined) && !failed && <FormSkeleton fields={6} />}
        {failed && <FailureState error={failed.error} onRetry={() => void failed.refetch()} />}
        {stored === null && opened !== undefined && !failed && (
          <EmptyState
            icon={FileQuestion}
            title="This no longer exists"
            description="Someone may have deleted it. Deleted items stay in the trash for 30 days."
            action={<ButtonLink to={list}>{back.label}</ButtonLink>}
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
function orderIn(kind: Kind, { data }: Draft): number {
  const order = data[orderFieldOf(kind) ?? ''];
  return typeof order === 'number' ? order : 0;
}
