import { chakra } from '@chakra-ui/react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { editorPath, type Kind } from '@frontage/model/kinds/kinds';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { reviewState } from '@frontage/model/draft';
import { CircleCheck, Columns2, Eye, EyeOff, type Icon, PenLine, Send, Trash2, Undo2, Users } from '#icons';
import { nameFields } from '../lib/documents/document.ts';
import { useFirebase } from '../lib/firebase.tsx';
import { commandKey } from '../ui/browser.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { lazyDialog, useOpenState } from '../ui/lazy.tsx';
import { WorkBadge } from './versions/draft-mark.tsx';
import { Banner } from '../ui/note.tsx';
import { useScreenCommands } from '../ui/screen-commands.tsx';
import type { FieldWords } from './versions/compare-fields.ts';
import { DuplicateButton } from './list/duplicate-button.tsx';
import type { Editor } from './editor.ts';
import { type BarAction, type BarActions, barActions, editorState, saveEffect } from './editor/bar-actions.ts';
import { Banners, EditorForm, type EditorPanel, EditorPanels } from './editor/panels.tsx';
import { barActionLabels, EditorBar } from './editor/editor-bar.tsx';
import { ImpactLine } from './publish/impact-line.tsx';
import { usePublishGuard } from './publish/impact.queries.ts';
import { ImpactNote } from './publish/impact-note.tsx';
import { BesidePreview, PreviewButton, useFieldFocus, usePreviewSwitch } from './editor/beside-preview.tsx';
import { usePreviewSource } from './editor/places.ts';
import { HistoryButton } from './versions/history-button.tsx';
import { ScheduleBadge } from './publish/schedule-mark.tsx';
import { useLiveAddress } from './editor/live.queries.ts';
import { useSchedules } from './publish/schedules.queries.ts';
import { useCancel } from './session/use-cancel.tsx';
import { useLeaveGuard } from './session/use-leave-guard.tsx';
import { useEditing } from './use-editing.tsx';

// Loaded lazily: few users delete from an editor.
const DeleteFromEditor = lazyDialog(() => import('./list/delete-from-editor.tsx'));

// Loaded lazily: only authors open it.
const SubmitDialog = lazyDialog(() => import('./publish/submit-dialog.tsx'));

interface EditorFrameProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  kind: Kind;
  title: string;
  /** The state of the document: 'Draft', 'Published'. */
  badge: ReactNode;
  /** The link to the published document; its path is null while the document is not public. Kinds without a page have none. */
  view?: { label: string; path: string | null } | undefined;
  back: { to: string; label: string };
  saveLabel: string;
  words: FieldWords;
  /** The reason for read-only access; null if the user may edit. */
  readOnlyReason: string | null;
  canPublish: boolean;
  /** Describes further effects of unpublishing on the site. */
  aboutUnpublishing?: () => string;
  /** The stored document, with the effects of its deletion; null if this user may not delete it. */
  deletion: { read: () => ListedDocuments[Kind]; about: () => string } | null;
  main: EditorPanel<Input>;
  side: readonly EditorPanel<Input>[];
}

/** The frame of every editor: the bar with state and actions, and notices. */
export function EditorFrame<Input extends FieldValues, Fields>(props: EditorFrameProps<Input, Fields>) {
  const { editor, kind, title, badge, view, back, saveLabel, words, readOnlyReason, canPublish } = props;
  const { aboutUnpublishing = () => '', deletion, main, side } = props;
  const navigate = useNavigate();
  const confirm = useConfirm();
  const canEdit = readOnlyReason === null;
  const { base, values: saved } = editor.origin;
  const isPublished = base !== null && saved['is_published'] === true;
  const { isOn, kept } = editor.draft;
  const [isToBePublished] = useWatch({ control: editor.form.control, name: shownInBar as FieldPath<Input>[] });
  const address = useLiveAddress(kind, editor.origin.id, view?.path ?? null);
  const { siteOrigin } = useFirebase().config;
  const schedules = useSchedules(kind, editor.origin.id).data ?? [];
  const state = editorState({
    isStored: base !== null,
    isPublished,
    isToBePublished: isToBePublished === true,
    canEdit,
    canPublish,
    isScheduled: schedules.some(({ action, state }) => action !== 'unpublish' && state === 'waiting'),
    draft: isOn ? { isKept: kept !== null, review: kept ? reviewState(kept.draft) : 'none' } : null,
  });
  const actions = barActions(state, kept !== null);
  const isUntouched = base === null && !editor.isDirty;
  const [last, setLast] = useState<BarAction>(actions.saves);
  const openReview = useRef<() => void>(null);
  const [isSubmitting, setSubmitting] = useOpenState(false);
  const [isDeleting, setDeleting] = useOpenState(false);

  /** Runs an action of the bar; by default the one that saves. */
  const act = async (action: BarAction = actions.saves) => {
    if (!canEdit) return;
    setLast(action);
    if (action === 'unpublish' && !(await confirm({ ...unpublishing(aboutUnpublishing()), more: unpublishImpact() })))
      return;
    const isPublic = action === 'publish' || (action === 'save' && editor.isPublic(editor.form.getValues()));
    if (isPublic && canPublish && (await isPrevented())) return;
    if (action === 'review') openReview.current?.();
    else if (action === 'draft') await editor.saveDraft();
    else if (action === 'discard') await editor.discardDraft();
    else if (action === 'withdraw') await editor.askReview({ type: action });
    else if (action === 'submit') setSubmitting(editor.isPublishable());
    else await editor.save(action === 'save' ? undefined : { isPublished: action === 'publish' });
  };
  const isFree = canEdit && editor.status.type !== 'saving';
  useBarCommands({ actions: isFree ? actions : null, saveLabel, act });
  useScreenCommands(
    canEdit && deletion
      ? [{ label: 'Delete', icon: Trash2, keywords: 'trash remove', run: () => setDeleting(true) }]
      : [],
  );
  useSaveKeys({ onSave: act, onPrimary: () => act(actions.primary) });
  const leaveGuard = useLeaveGuard({
    mustAsk: editor.mustAskBeforeLeaving,
    onSettle: editor.settle,
    onSave: () => (actions.saves === 'draft' ? editor.saveDraft() : editor.save()),
    onDiscard: () => [editor.discard()],
    own: { path: editorPath(kind, editor.origin.id), isValid: kept !== null },
  });
  const unpublishImpact = () => <ImpactNote asked={{ ...source.read(), data: null, action: 'unpublish' }} />;
  const preview = usePreviewSwitch();
  const source = usePreviewSource(kind, editor.origin.id, editor.form);
  const isPrevented = usePublishGuard(source, editor.origin.base?.rev ?? 0);
  const { wanted, goTo } = useFieldFocus(source);
  const leave = () => void navigate(back.to);
  const { cancel, dialog: cancelDialog } = useCancel(editor, { kind, leave });
  const { line, live, note, banners, dialog } = useEditing(editor, {
    kind,
    isEditing: canEdit,
    canPublish,
    words,
    onGone: leave,
    openReview,
  });
  return (
    <>
      <EditorForm title={title} onSave={act} isUntouched={isUntouched}>
        <EditorBar
          {...{ title, back, line, live, saveLabel }}
          view={view && address !== null ? { label: view.label, href: siteOrigin + address } : null}
          name={editor.nameOf(editor.form.getValues())}
          saveEffect={saveEffect({
            wasPublic: base !== null && editor.isPublic(saved),
            isPublic: canPublish && editor.isPublic(editor.form.getValues()),
          })}
          badge={
            <>
              {badge}
              <ScheduleBadge schedules={schedules} />
              {/* Last, because the hidden badge keeps its space. */}
              {(isOn || kept) && <WorkBadge draft={kept?.draft ?? null} isNew={base === null} />}
            </>
          }
          isSaving={editor.status.type === 'saving'}
          note={
            <>
              {canEdit && canPublish && (
                <ImpactLine
                  source={source}
                  rev={editor.origin.base?.rev ?? 0}
                  isPublished={isPublished}
                  isDue={editor.isDirty || kept !== null || (editor.origin.base !== null && !isPublished)}
                />
              )}
              {note}
            </>
          }
          tools={
            <>
              <PreviewButton
                isBeside={preview.isWide}
                isShown={preview.isShown}
                onToggle={() => preview.show(!preview.isShown)}
              />
              <HistoryButton {...{ editor, kind, words, canEdit }} />
              {editor.origin.base && (
                <DuplicateButton kind={kind} id={editor.origin.id} name={editor.nameOf(editor.origin.values)} />
              )}
            </>
          }
          actions={canEdit ? actions : null}
          onAct={(action) => void act(action)}
          onRetry={() => void act(last)}
          onCancel={canEdit ? cancel : leave}
        />
        <Banners>
          {readOnlyReason !== null && (
            <Banner icon={Eye} tone="info" title="Read only">
              {readOnlyReason}
            </Banner>
          )}
          {banners}
        </Banners>
        <BesidePreview
          {...{ preview, source }}
          isStored={editor.origin.base !== null}
          isUntouched={isUntouched}
          labels={words.labels}
          onPlace={goTo}
        >
          <chakra.fieldset disabled={!canEdit} display="contents">
            <chakra.legend srOnly>{title}</chakra.legend>
            <EditorPanels form={editor.form} isBeside={preview.isShown} {...{ main, side, wanted }} />
          </chakra.fieldset>
        </BesidePreview>
      </EditorForm>
      <Suspense>
        {isDeleting && deletion && (
          <DeleteFromEditor
            kind={kind}
            document={deletion.read()}
            about={deletion.about()}
            onClose={(isDeleted = false) => {
              setDeleting(false);
              if (!isDeleted) return;
              editor.leaveDeleted();
              leave();
            }}
          />
        )}
      </Suspense>
      {leaveGuard}
      {cancelDialog}
      {dialog}
      <Suspense>
        {isSubmitting && (
          <SubmitDialog
            onSubmit={(message) => void editor.askReview({ type: 'submit', message })}
            onClose={() => setSubmitting(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const actionIcons: Record<BarAction, Icon> = {
  ...{ save: CircleCheck, publish: Send, unpublish: EyeOff, draft: PenLine, discard: Undo2 },
  ...{ submit: Users, withdraw: Undo2, review: Columns2 },
};

interface BarCommands {
  /** Null while there are none. */
  actions: BarActions | null;
  saveLabel: string;
  act: (action: BarAction) => Promise<unknown>;
}

/** Offers the actions of the bar in the command palette. */
function useBarCommands({ actions, saveLabel, act }: BarCommands): void {
  const { primary, saves, buttons, menu } = actions ?? { buttons: [], menu: [] };
  const all = [...new Set([...buttons, ...menu, ...(primary ? [primary] : [])])];
  useScreenCommands(
    all.map((action) => ({
      label: action === 'save' ? saveLabel : barActionLabels[action],
      icon: actionIcons[action],
      ...(action === saves ? { keys: [commandKey, 'S'] } : action === primary ? { keys: [commandKey, 'Enter'] } : {}),
      run: () => void act(action),
    })),
  );
}

/** The fields that determine the actions of the bar, for all kinds; each kind has some of them. */
const shownInBar: readonly string[] = ['is_published', 'is_visible', ...nameFields];

const unpublishing = (more: string) => ({
  title: 'Unpublish?',
  description: `Visitors will no longer find it. It stays here as a draft and can be published again. ${more}`.trim(),
  action: 'Unpublish',
});

interface SaveKeys {
  /** Ctrl/Cmd+S. */
  onSave: () => Promise<unknown>;
  /** Ctrl/Cmd+Enter; `onSave` if absent. */
  onPrimary?: () => Promise<unknown>;
}

/**
 * Keyboard shortcuts of an editor, everywhere outside dialogs. They replace those of the browser and of text fields.
 */
export function useSaveKeys(keys: SaveKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const { onSave, onPrimary = onSave } = latest.current;
      const run = { s: onSave, enter: onPrimary }[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      event.stopPropagation();
      if (!document.querySelector('dialog:modal')) void run();
    };
    // Captured before the event reaches the text field, which inserts a line break for Ctrl+Enter.
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
}
