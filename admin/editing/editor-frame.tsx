import { chakra, Box, Text } from '@chakra-ui/react';
import { Eye } from '#icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import type { Kind } from '@frontage/model/kinds';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotify } from '../ui/toaster.tsx';
import { useOnline } from '../ui/use-online.ts';
import { Banner } from './banner.tsx';
import { ConflictDialog, type FieldWords } from './conflict/conflict-dialog.tsx';
import { momentWords } from './moment-words.ts';
import type { Conflict as ConflictWith, Editor } from './editor.ts';
import { barActions, type BarAction } from './frame/bar-actions.ts';
import { EditorBar } from './frame/editor-bar.tsx';
import { EditorPanels, type EditorPanel } from './frame/panels.tsx';
import { useLiveState } from './live/live.queries.ts';
import { statusLine } from './save/save-status.ts';
import { NewerNotice, OthersHere } from './presence/notices.tsx';
import { useWatch } from './presence/use-watch.ts';
import { restoring, useLeaveGuard } from './save/use-leave-guard.tsx';
import { useSaveKeys } from './save/use-save-keys.ts';
import { UnsavedOffer } from './unsaved/unsaved-offer.tsx';

interface EditorFrameProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  kind: Kind;
  title: string;
  /** The state of the document: 'Draft', 'Published'. */
  badge: ReactNode;
  /** Where visitors see it; null while they do not. */
  view?: { label: string; href: string } | null;
  back: { to: string; label: string };
  saveLabel: string;
  words: FieldWords;
  /** Why this person can only read; null when they may edit. */
  readOnlyReason: string | null;
  canPublish: boolean;
  /** What else becomes of the site when it is unpublished. */
  aboutUnpublishing?: string;
  main: EditorPanel<Input>;
  side: readonly EditorPanel<Input>[];
}

/** What surrounds the fields of every editor: the bar that says where the work stands and saves it, and what to know. */
export function EditorFrame<Input extends FieldValues, Fields>(props: EditorFrameProps<Input, Fields>) {
  const { editor, kind, title, badge, view = null, back, saveLabel, words, readOnlyReason, canPublish } = props;
  const { aboutUnpublishing = '', main, side } = props;
  const navigate = useNavigate();
  const confirm = useConfirm();
  const isOnline = useOnline();
  const live = useLiveState(kind, editor.origin.id);
  const canEdit = readOnlyReason === null;
  const isPublished = editor.origin.base !== null && editor.origin.values['is_published'] === true;
  const actions = barActions({ isPublished, canPublish });
  const [last, setLast] = useState<BarAction>('save');

  const act = async (action: BarAction) => {
    if (!canEdit) return;
    setLast(action);
    if (action === 'unpublish' && !(await confirm(unpublishing(aboutUnpublishing)))) return;
    await editor.save(action === 'save' ? undefined : { isPublished: action === 'publish' });
  };
  useSaveKeys({ onSave: () => void act('save'), onPublish: () => void act(actions.right) });
  const leaveGuard = useLeaveGuard({
    mustAsk: editor.mustAskBeforeLeaving,
    isDirty: editor.isDirty,
    onSave: () => editor.save(),
    onDiscard: editor.discard,
  });
  useRestoreOnReturn(editor);

  const watch = useWatch(editor, { kind, isEditing: canEdit });
  const { savedAt } = editor.origin;
  const line = statusLine(editor.status, {
    isDirty: editor.isDirty,
    live,
    isOnline,
    savedAt: savedAt === null ? null : new Date(savedAt),
  });
  return (
    <>
      <chakra.form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          void act('save');
        }}
        display="flex"
        flexDirection="column"
        flex="1"
        minH="0"
      >
        <EditorBar
          {...{ title, back, badge, view, line, live, saveLabel }}
          isSaving={editor.status.type === 'saving'}
          note={
            <>
              {editor.isDirty && !editor.unsaved.isKept && <NotKept />}
              <OthersHere others={watch.others} />
            </>
          }
          actions={canEdit ? actions : null}
          onAct={(action) => void act(action)}
          onRetry={() => void act(last)}
          onCancel={() => void navigate(back.to)}
        />
        <Box px={{ base: '4', md: '8' }} css={{ '&:not(:empty)': { paddingTop: '{spacing.4}' } }}>
          {readOnlyReason !== null && (
            <Banner icon={Eye} tone="info" title="Read only">
              {readOnlyReason}
            </Banner>
          )}
          {canEdit && watch.newer && <NewerNotice newer={watch.newer} editor={editor} />}
          {canEdit && editor.unsaved.offered && (
            <UnsavedOffer unsaved={editor.unsaved} onRestore={editor.restoreUnsaved} />
          )}
        </Box>
        <chakra.fieldset disabled={!canEdit} display="contents">
          <chakra.legend srOnly>{title}</chakra.legend>
          <EditorPanels form={editor.form} main={main} side={side} />
        </chakra.fieldset>
      </chakra.form>
      {leaveGuard}
      {editor.conflict && <Conflict editor={editor} conflict={editor.conflict} words={words} leaveTo={back.to} />}
    </>
  );
}

const unpublishing = (more: string) => ({
  title: 'Unpublish?',
  description: `Visitors will no longer find it. It stays here as a draft and can be published again. ${more}`.trim(),
  action: 'Unpublish',
});

function NotKept() {
  return (
    <Text textStyle="sm" color="fg.error" ps="7">
      This browser has no room to keep unsaved text. Save soon.
    </Text>
  );
}

/** Goes on with what was discarded when somebody comes back by "Undo". */
function useRestoreOnReturn<Input extends FieldValues, Fields>({ unsaved, restoreUnsaved }: Editor<Input, Fields>) {
  const state: unknown = useLocation().state;
  const isDue = state === restoring && unsaved.offered !== null;
  const latest = useRef(restoreUnsaved);
  useEffect(() => {
    latest.current = restoreUnsaved;
  });
  useEffect(() => {
    if (isDue) latest.current();
  }, [isDue]);
}
interface ConflictProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  conflict: ConflictWith<Input>;
  words: FieldWords;
  leaveTo: string;
}

function Conflict<Input extends FieldValues, Fields>({ editor, conflict, ...rest }: ConflictProps<Input, Fields>) {
  const { words, leaveTo } = rest;
  const { theirs, mine, differences } = conflict;
  const navigate = useNavigate();
  const notify = useNotify();
  return (
    <ConflictDialog
      theirs={theirs && { who: theirs.who, when: momentWords(theirs.at) }}
      mine={mine}
      differences={differences}
      words={words}
      onTakeTheirs={() => {
        editor.takeTheirs();
        if (theirs) notify.info(taken, { label: 'Undo', run: () => editor.typeOver(mine) });
        else void navigate(leaveTo);
      }}
      onKeep={(values) => void editor.keepValues(values)}
      onClose={editor.closeConflict}
    />
  );
}

const taken = { title: 'Their version is shown', description: 'What you typed can be brought back.' };
