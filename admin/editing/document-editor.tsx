import { Text } from '@chakra-ui/react';
import { abilities, canCreate, canDraft } from '@frontage/model/permissions';
import { fieldLabels } from '@frontage/model/field-labels';
import { kinds, type Kind, type KindDocuments } from '@frontage/model/kinds';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { baseAfter } from '@frontage/model/writes/plan-save';
import type { Data } from '@frontage/model/writes/write';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { documentName, isPublic, parseDocument, type Publishable, type Stored } from '../lib/documents/document.ts';
import { useFirebase } from '../lib/firebase.tsx';
import { useViewer } from '../lib/session.tsx';
import type { FieldWords } from './conflict/compare-fields.ts';
import { type OpenedDraft, useFormEditor } from './session/use-editor.ts';
import { useCopied } from './duplicate/duplicate-button.tsx';
import type { Editor, EditorSetup } from './editor.ts';
import { EditorFrame } from './editor-frame.tsx';
import type { EditorPanel } from './frame/panels.tsx';
import { FormFields, namesIn, type FormPanel, type FormTable, useFormEdit } from './form/form-fields.tsx';
import { KeptDraft } from './schedule/publish-switch.tsx';
import { sameScreen } from '../ui/modal.tsx';

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
}

/** The editor of a document, as described by the form of its kind. */
export function DocumentEditor<K extends Kind, Input extends FieldValues & Publishable, Fields extends object>(
  props: DocumentEditorProps<K, Input, Fields>,
) {
  const { form: description, id, stored, opened, nextOrder, embed = null, schema } = props;
  const { withChecks, valueText, aboutUnpublishing, prepare, secretFields } = props;
  const { kind, fields, panels, valuesOf, titles, back, staysOpen, badge, view, notices } = description;
  const navigate = useNavigate();
  const viewer = useViewer();
  const { config } = useFirebase();
  const ownPath = adminPaths[kind](id);
  const document = stored?.document ?? null;
  const owned = document ?? { created_by: viewer.uid, is_published: false };
  const { canEdit: canEditLive, canPublish } = abilities(kind, viewer, owned);
  const creator = opened?.kept.draft.created_by ?? viewer.uid;
  const mayCreate = canCreate(kind, viewer) && canDraft(kind, viewer, { created_by: creator });
  const mayDraft = document ? canDraft(kind, viewer, document) : mayCreate;
  const canEdit = document ? canEditLive || mayDraft : mayCreate;
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
      else if (closes && !saved.isReview) void navigate(back.to);
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
  const publicPath = base && view && saved.is_published ? view.path(String(saved['slug'])) : null;
  const edit = useFormEdit(editor, { kind, canEdit, canPublish });
  const panelOf = ({ intro, ...panel }: FormPanel): EditorPanel<Input> => {
    const firstPanel = panels[0].key;
    return {
      ...panel,
      fields: namesIn(fields, panel.key, firstPanel),
      content: (
        <>
          {intro !== undefined && (
            <Text textStyle="sm" color="fg.muted">
              {intro}
            </Text>
          )}
          <FormFields table={fields} panel={panel.key} firstPanel={firstPanel} edit={edit} />
        </>
      ),
    };
  };
  const [main, ...side] = panels;
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
        words={{ labels: fieldLabels[kinds[kind].collection], ...(valueText && { valueText }) }}
        readOnlyReason={canEdit ? null : description.readOnlyReason(viewer.roles.includes('author'))}
        canPublish={canPublish}
        {...(aboutUnpublishing && { aboutUnpublishing })}
        main={panelOf(main)}
        side={side.map(panelOf)}
      />
    </KeptDraft>
  );
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
