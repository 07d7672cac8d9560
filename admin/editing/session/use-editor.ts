import { lastEdit } from '@frontage/model/draft';
import { draftNotices } from '@frontage/model/messages';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { queryForEditing, useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';
import { useSignInAgain } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { useRefreshDrafts } from '../versions/listed-drafts.queries.ts';
import { validationErrors, valuesOfDraft } from '../versions/draft-values.ts';
import { usePublishQuestion } from './use-publish-question.tsx';
import type { Editor, EditorSetup } from '../editor.ts';
import { useRecordSave } from '../editor/live.queries.ts';
import { useOwnName, useReadAuthor, useRefreshOwnName } from '../presence.ts';
import { useDiscarded } from './use-leave-guard.tsx';
import { undoAction, undoSnapshot, useUndo, useUndoCreate } from '../versions/use-undo.ts';
import { useTakeOver } from '../editor/slug-field.tsx';
import type { Origin } from './session.ts';
import { RunningSession } from './running-session.ts';
import type { FinishedSave, SessionServices } from './session-services.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Base } from '@frontage/model/changes/document-writes';
import type { z } from 'zod';
import type { Savable } from '@frontage/model/kinds/kinds';
import type { Data } from '@frontage/model/changes/write';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { readDraft, readRevision, type KeptDraft } from '../../lib/documents/draft.ts';
import type { Values } from '../versions/compare-fields.ts';

/** An edit session of a form: base version, draft, save and conflicts. */
function useEditor<Input extends FieldValues, Fields extends object>(
  setup: EditorSetup<Input, Fields>,
): Editor<Input, Fields> {
  const { form, kind, schema } = setup;
  const { user } = useStaff();
  const notify = useNotify();
  const refreshDrafts = useRefreshDrafts();
  const noteSaved = useNoteSaved(setup);
  const services: SessionServices = {
    uid: user.uid,
    ownName: useOwnName(setup.draft.mayDraft) ?? user.email,
    store: useDocumentStore(),
    storage: localStorage,
    notify,
    refreshOwnName: useRefreshOwnName(),
    refreshDrafts: () => refreshDrafts(kind),
    readAuthor: useReadAuthor(),
    mayTakeSlug: useTakeOver(kind),
    signInAgain: useSignInAgain(),
    mayPublishChanges: usePublishQuestion(kind),
    onSaved: (save) => noteSaved(save, () => session.afterUndo()),
  };
  const [session] = useState(() => new RunningSession<Input, Fields>({ setup, services }));
  useEffect(() => session.connect({ setup, services }));
  useEffect(() => session.open(), [session]);
  const discarded = useDiscarded();
  useEffect(() => void session.findUnsaved(discarded), [session, discarded]);

  const view = useSyncExternalStore(session.subscribe, session.view);
  const { origin, isNew, isDirty, status, conflict, offered, isCopyKept, kept, ...draft } = view;
  const issues = useMemo(
    // A document that was never created is incomplete by nature.
    () => (kept && !isNew ? validationErrors(schema(origin.base), valuesOfDraft(kept, origin.values)) : []),
    [kept, isNew, schema, origin],
  );
  const isOwn = kept !== null && lastEdit(kept.draft).by === user.uid;

  return {
    form,
    origin: origin as Origin<Input>,
    nameOf: (values) => setup.nameOf(values),
    isPublic: (values) => setup.isPublic(values),
    isDirty,
    status,
    unsaved: { name: session.name, offered, isKept: isCopyKept, discardOffered: session.discardOffered },
    draft: { ...draft, kept, isOwn, sync: session },
    issues,
    conflict,
    mustAskBeforeLeaving: session.mustAskBeforeLeaving,
    settle: session.settle,
    settleDraft: session.settleDraft,
    save: session.save,
    saveDraft: session.saveDraft,
    ownChanges: session.ownChanges,
    cancel: async () => {
      if (!(await session.cancel())) return null;
      refreshDrafts(kind);
      return session.name;
    },
    discardDraft: async () => {
      if (!(await session.discardDraft())) notify.failure(draftNotices.notDiscarded);
    },
    isPublishable: () => {
      const isSecret = (field: string) => (setup.secretFields ?? []).some((secret) => secret === field);
      const { base } = session.state().origin;
      const errors = validationErrors(schema(base), form.getValues()).filter(({ field }) => !isSecret(field)).length;
      if (errors === 0) return true;
      void form.trigger();
      session.dispatch({ type: 'set', state: { status: { type: 'invalid', count: errors } } });
      return false;
    },
    create: session.create,
    askReview: async (step) => {
      // Only stored documents are reviewed.
      if (session.state().origin.base === null && kind !== 'setting' && (await session.create()) === null) return;
      if (!(await session.applyReviewStep(step))) return notify.failure(draftNotices.notAsked);
      notify.success(step.type === 'submit' ? draftNotices.submitted : draftNotices.withdrawn);
      refreshDrafts(kind);
    },
    reviewLinks: (published) => setup.onSaved({ ...published, isNew: false, staysOpen: false, isReview: true }),
    restoreUnsaved: () => session.dispatch({ type: 'restored' }),
    discard: () => {
      session.dispatch({ type: 'discarded' });
      return session.name;
    },
    resume: () => session.dispatch({ type: 'resumed' }),
    mergeNewest: session.mergeNewest,
    leaveDeleted: () => session.dispatch({ type: 'deletion accepted' }),
    replaceValues: (values) => session.dispatch({ type: 'replaced', values }),
    valuesOf: (data, embed) => setup.valuesOf(data, embed).values,
    keepValues: (values) => {
      session.dispatch({ type: 'conflict resolved', values });
      return session.save();
    },
    closeConflict: () => session.dispatch({ type: 'set', state: { conflict: null } }),
  };
}

/** Returns the function that reports a save and offers Undo, with the callback for a save that was undone. */
function useNoteSaved<Input extends FieldValues, Fields extends object>({
  kind,
  notices,
  onSaved,
}: EditorSetup<Input, Fields>) {
  const notify = useNotify();
  const refresh = useRefresh();
  const recordSave = useRecordSave();
  const undo = useUndo(kind);
  const undoCreate = useUndoCreate();

  const undoOf = ({ intent, before, ...saved }: FinishedSave): (() => Promise<boolean>) | null => {
    const { base, name, visibility } = saved;
    if (intent.base === null && kind !== 'setting')
      return undoCreate({ kind, id: intent.id, rev: base.rev, name, isPublished: visibility.isPublic });
    const snapshot = undoSnapshot(before, intent, saved);
    return snapshot && (() => undo([[snapshot]]));
  };

  return (save: FinishedSave, onUndone: () => void): void => {
    const { intent, base, name: about, visibility, staysOpen } = save;
    const isNew = intent.base === null;
    recordSave(kind, intent.id, { rev: base.rev, ...visibility });
    void refresh(kind);
    const links = onSaved({ isNew, isPublic: visibility.isPublic, slug: base.slug, staysOpen, isReview: false });
    // The following action reports its own result.
    if (staysOpen) return;
    const undoSave = undoOf(save);
    const run =
      undoSave &&
      (async () => {
        const isUndone = await undoSave();
        if (isUndone) onUndone();
        return isUndone;
      });
    const notice = { ...(isNew ? notices.created : notices.updated), about };
    notify.success(notice, run ? undoAction(kind, [intent.id], run) : undefined, links);
  };
}

interface FormEditorSetup<Input extends FieldValues, Fields extends object> extends Omit<
  EditorSetup<Input, Fields>,
  'form' | 'start' | 'draft'
> {
  /** The stored version, or the values of a new document. */
  live: Origin<Input>;
  /** The draft found when the screen opened. */
  opened: OpenedDraft | null;
  /** Whether this user may keep a draft. */
  mayDraft: boolean;
  /** A demo's embed code; null without one. */
  embed: string | null;
  /** Adds checks of the form that need other documents. */
  withChecks?: ((schema: z.ZodType<Fields, Input>) => z.ZodType<Fields, Input>) | undefined;
}

/** The edit of the stored version or of its draft, with a form validated by `schema`. */
export function useFormEditor<Input extends FieldValues, Fields extends object>({
  live,
  opened,
  mayDraft,
  embed,
  withChecks = (schema) => schema,
  ...setup
}: FormEditorSetup<Input, Fields>): Editor<Input, Fields> {
  const { start, first } = initialValues(live, opened, (data) => setup.valuesOf(data, embed).values);
  const schemaOf = (base: Base | null) => withChecks(setup.schema(base));
  const form = useForm<Input, unknown, Fields>({
    defaultValues: first as DefaultValues<Input>,
    // Depends on the base, which changes when another user's version is loaded.
    resolver: (...entered) => zodResolver(schemaOf(editor.origin.base))(...entered),
    mode: 'onTouched',
  });
  const draft = { mayDraft, start: opened?.kept ?? null };
  const editor: Editor<Input, Fields> = useEditor<Input, Fields>({ ...setup, form, start, draft });
  return editor;
}

/** A draft that an editor opens. */
export interface OpenedDraft {
  kept: KeptDraft;
  /** The document at the base revision of the draft; null if that revision is no longer kept. */
  baseData: Data | null;
}

/** The draft of a document or a setting and its base; null without a draft. */
export async function openDraft(
  store: DocumentStore,
  target: { kind: Savable; id: string },
): Promise<OpenedDraft | null> {
  const kept = valueOf(await readDraft(store, target));
  return kept && { kept, baseData: await readRevision(store, target, kept.draft.base_rev) };
}

/** `openDraft` as a query that reads again whenever the screen opens. */
export function useOpenedDraft(kind: Savable, id: string, isEnabled: boolean): UseQueryResult<OpenedDraft | null> {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['opened-draft', kind, id],
    queryFn: () => openDraft(store, { kind, id }),
    enabled: isEnabled,
    ...queryForEditing,
  });
}

/**
 * The base of an edit and the first values of the form: the live version, and the draft if there is one. A draft of an
 * earlier version keeps that version as its base, so that saving it merges newer changes of other users.
 */
export function initialValues<Input extends Values>(
  live: Origin<Input>,
  opened: OpenedDraft | null,
  valuesAt: (data: Data) => Input,
): { start: Origin<Input>; first: Input } {
  if (!opened) return { start: live, first: live.values };
  const { kept, baseData } = opened;
  const first = valuesOfDraft(kept, live.values);
  const rev = kept.draft.base_rev;
  if (rev === (live.base?.rev ?? 0)) return { start: live, first };
  const base = live.base && { ...live.base, rev };
  if (baseData === null) return { start: { ...live, base, isBaseLost: true }, first };
  return { start: { ...live, base, values: valuesAt(baseData) }, first };
}
