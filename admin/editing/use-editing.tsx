import { Text } from '@chakra-ui/react';
import type { Savable } from '@frontage/model/kinds';
import { useEffect, useRef, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNotify } from '../ui/toaster.tsx';
import { useOnline } from '../ui/use-online.ts';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import type { FieldWords } from './conflict/field-words.ts';
import type { Conflict as ConflictWith, Editor } from './editor.ts';
import { DraftClashDialog } from './draft/draft-clash-dialog.tsx';
import type { EditedDraft } from './draft/use-draft.ts';
import type { LiveState } from './live/live-state.ts';
import { useLiveState } from './live/live.queries.ts';
import { momentWords } from './moment-words.ts';
import { ClashNotice } from './draft/clash-notice.tsx';
import { Lacks } from './draft/lacks.tsx';
import { ReviewNotice } from './draft/review-notice.tsx';
import { useDraftWatch } from './draft/use-draft-watch.ts';
import { NewerNotice, OthersHere } from './presence/notices.tsx';
import { useWatch } from './presence/use-watch.ts';
import { statusLine, type DraftStatus, type StatusLine } from './save/save-status.ts';
import { useDiscarded } from './save/use-leave-guard.tsx';
import { UnsavedOffer } from './unsaved/unsaved-offer.tsx';
import { editName } from './unsaved/unsaved-edits.ts';

interface EditingOptions {
  kind: Savable;
  /** Whether this person changes it, on a screen that shows it. */
  isEditing: boolean;
  /** Whether this person answers those who ask for it to be published. */
  canPublish: boolean;
  words: FieldWords;
  /** Called when somebody else deleted it and it is to stay deleted. */
  onGone: () => void;
}

/** What a screen shows of an edit. */
export interface Editing {
  /** Where the work stands. */
  line: StatusLine;
  live: LiveState | null;
  /** For the bar: what else to know of the work, and who has it open too. */
  note: ReactNode;
  /** Below the bar: what to know before going on. */
  banners: ReactNode;
  /** Open while somebody must choose between two versions. */
  dialog: ReactNode;
}

/** Draws what goes with every edit, of a document or a setting, beside its fields; watches what others do to it meanwhile. */
export function useEditing<Input extends FieldValues, Fields>(
  editor: Editor<Input, Fields>,
  { kind, isEditing, canPublish, words, onGone }: EditingOptions,
): Editing {
  const { origin, unsaved, conflict, isDirty, draft } = editor;
  const isOnline = useOnline();
  const live = useLiveState(kind, origin.id);
  const { others, newer } = useWatch(editor, { kind, isEditing });
  useDraftWatch(draft, { kind, id: origin.id, isEditing, others: others.length });
  useRestoreOnReturn(editor);
  const savedAt = origin.savedAt === null ? null : new Date(origin.savedAt);
  return {
    line: statusLine(editor.status, { isDirty, draft: draftStatus(draft), live, isOnline, savedAt }),
    live,
    note: (
      <>
        {isDirty && !unsaved.isKept && <NotKept />}
        <Lacks lacks={editor.lacks} labels={words.labels} />
        <OthersHere others={others} />
      </>
    ),
    banners: isEditing && (
      <>
        {newer && <NewerNotice newer={newer} editor={editor} />}
        {draft.clash && <ClashNotice draft={draft} />}
        {draft.kept && <ReviewNotice {...{ editor, kind, words, canPublish, onDone: onGone }} />}
        {unsaved.offered && <UnsavedOffer unsaved={unsaved} onRestore={editor.restoreUnsaved} />}
      </>
    ),
    dialog: (
      <>
        {conflict && <Conflict editor={editor} conflict={conflict} words={words} onGone={onGone} />}
        {draft.clash?.isAsked && <DraftClashDialog clash={draft.clash} keeper={draft.keeper} words={words} />}
      </>
    ),
  };
}

/** How far the working copy is kept; null where what is typed is kept in this browser only. */
function draftStatus({ isOn, isPending, failure, kept, isOwn }: EditedDraft): DraftStatus | null {
  if (!isOn) return null;
  const by = isOwn ? null : (kept?.draft.name ?? 'a colleague');
  return { isPending, failure, kept: kept && { at: new Date(kept.draft.updated_at), by } };
}

function NotKept() {
  return (
    <Text textStyle="sm" color="fg.error" ps="7">
      This browser has no room to keep unsaved text. Save soon.
    </Text>
  );
}

/** Goes on with what was discarded when somebody comes back by "Undo", perhaps before the screen was left. */
function useRestoreOnReturn<Input extends FieldValues, Fields>(editor: Editor<Input, Fields>) {
  const { unsaved } = editor;
  const discarded = useDiscarded();
  const isStillOpen = discarded.includes(unsaved.name);
  const isFound = unsaved.offered !== null && discarded.includes(editName(unsaved.offered.address));
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  useEffect(() => {
    if (isStillOpen) latest.current.resume();
  }, [isStillOpen, discarded]);
  useEffect(() => {
    if (isFound) latest.current.restoreUnsaved();
  }, [isFound]);
}

interface ConflictProps<Input extends FieldValues, Fields> extends Pick<EditingOptions, 'words' | 'onGone'> {
  editor: Editor<Input, Fields>;
  conflict: ConflictWith<Input>;
}

function Conflict<Input extends FieldValues, Fields>({
  editor,
  conflict,
  words,
  onGone,
}: ConflictProps<Input, Fields>) {
  const { theirs, mine, differences } = conflict;
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
        else onGone();
      }}
      onKeep={(values) => void editor.keepValues(values)}
      onClose={editor.closeConflict}
    />
  );
}

const taken = { title: 'Their version is shown', description: 'What you typed can be brought back.' };
