import { Button, Text } from '@chakra-ui/react';
import { lastEdit, type Draft } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds/kinds';
import { Suspense, useDeferredValue, useEffect, useRef, type ReactNode, type Ref } from 'react';
import type { FieldValues } from 'react-hook-form';
import { History, Trash2, Users } from '#icons';
import { useOnline } from '../ui/browser.ts';
import { lazyDialog } from '../ui/lazy.tsx';
import { Banner } from '../ui/note.tsx';
import { useAction } from '../ui/action.ts';
import type { FieldWords } from './versions/compare-fields.ts';
import type { ValidationIssue } from './versions/draft-values.ts';
import type { EditedDraft, Editor, UnsavedState } from './editor.ts';
import { type LiveState, useLiveState } from './editor/live.queries.ts';
import { momentPhrase } from './moment-text.ts';
import { ReviewNotice } from './publish/review-notice.tsx';
import { type NewerVersion, type Present, useDraftWatch, useWatch } from './presence.ts';
import { statusLine, type DraftStatus, type StatusLine } from './editor/save-status.ts';
import { useDiscarded } from './session/use-leave-guard.tsx';
import { editName, type UnsavedEdit } from './session/unsaved-edits.ts';

// Loaded only for a conflict.
const ConflictDialog = lazyDialog(() => import('./versions/conflict-dialog.tsx'));

interface EditingOptions {
  kind: Savable;
  /** Whether this user may edit the document and its screen is shown. */
  isEditing: boolean;
  /** Whether this user may publish and answer proposals. */
  canPublish: boolean;
  words: FieldWords;
  /** Called when another user deleted the document and the deletion is accepted. */
  onGone: () => void;
  /** Receives a function that opens the review of a proposal. */
  openReview?: Ref<() => void>;
}

/** The parts of an editor's screen beside the fields. */
export interface Editing {
  /** The save status. */
  line: StatusLine;
  live: LiveState | null;
  /** For the bar: the status of the edit and the other users with the document open. */
  note: ReactNode;
  /** Notices below the bar. */
  banners: ReactNode;
  /** Open while a conflict needs a choice. */
  dialog: ReactNode;
}

/** Renders the parts common to all editors beside the fields, and watches for changes by others. */
export function useEditing<Input extends FieldValues, Fields>(
  editor: Editor<Input, Fields>,
  { kind, isEditing, canPublish, words, onGone, openReview }: EditingOptions,
): Editing {
  const { origin, unsaved, isDirty, draft } = editor;
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
        <ValidationSummary issues={editor.issues} labels={words.labels} />
        <OthersHere others={others} />
      </>
    ),
    banners: isEditing && (
      <>
        {/* One at a time: merging with the live version includes the draft. */}
        {newer ? (
          <NewerNotice newer={newer} editor={editor} />
        ) : (
          draft.draftConflict && <DraftConflictNotice draft={draft} />
        )}
        {draft.kept && <ReviewNotice {...{ editor, kind, words, canPublish, openReview, onDone: onGone }} />}
        {unsaved.offered && (
          <UnsavedOffer
            unsaved={unsaved}
            nameOf={(values) => editor.nameOf({ ...origin.values, ...values })}
            onRestore={editor.restoreUnsaved}
          />
        )}
      </>
    ),
    dialog: <Conflicts {...{ editor, words, onGone }} />,
  };
}

/** The save state of the draft; null if unsaved changes are stored in this browser only. */
function draftStatus({ isOn, isPending, failure, kept, isOwn }: EditedDraft): DraftStatus | null {
  if (!isOn) return null;
  if (!kept) return { isPending, failure, kept };
  const { name, at } = lastEdit(kept.draft);
  return { isPending, failure, kept: { at: new Date(at), by: isOwn ? null : (name ?? 'a colleague') } };
}

function NotKept() {
  return (
    <Text textStyle="sm" color="fg.error" ps="7">
      This browser has no space to keep unsaved text. Save soon.
    </Text>
  );
}

/** Restores discarded text after "Undo", possibly before the screen was left. */
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

interface ConflictsProps<Input extends FieldValues, Fields> extends Pick<EditingOptions, 'words' | 'onGone'> {
  editor: Editor<Input, Fields>;
}

/** The dialog for a conflict with the live version or with the draft. */
function Conflicts<Input extends FieldValues, Fields>({ editor, words, onGone }: ConflictsProps<Input, Fields>) {
  const { draft } = editor;
  const draftConflict = draft.draftConflict?.isShown === true ? draft.draftConflict : null;
  // Rendered after loading, without a fallback: see `useOpenState`.
  const conflict = useDeferredValue(editor.conflict);
  const deferredConflict = useDeferredValue(draftConflict);
  return (
    <Suspense>
      {conflict && conflict === editor.conflict && (
        <ConflictDialog
          theirs={conflict.theirs && { who: conflict.theirs.who, when: momentPhrase(conflict.theirs.at) }}
          mine={conflict.mine}
          differences={conflict.differences}
          words={words}
          onKeep={(values) => void editor.keepValues(values)}
          onLeave={() => {
            editor.leaveDeleted();
            onGone();
          }}
          onClose={editor.closeConflict}
        />
      )}
      {deferredConflict && deferredConflict === draftConflict && !conflict && (
        <ConflictDialog
          theirs={authorOf(deferredConflict.theirs.draft)}
          mine={deferredConflict.mine}
          differences={deferredConflict.differences}
          words={words}
          onKeep={(values) => draft.sync.keepValues(values)}
          onClose={() => draft.sync.showDraftConflict(false)}
        />
      )}
    </Suspense>
  );
}

function authorOf(draft: Draft): { who: string; when: string } {
  const { name, at } = lastEdit(draft);
  return { who: name ?? 'A colleague', when: momentPhrase(at) };
}

/** The validation errors that keep a draft from being published. */
function ValidationSummary({
  issues,
  labels,
}: {
  issues: readonly ValidationIssue[];
  labels: Readonly<Record<string, string>>;
}) {
  if (issues.length === 0) return null;
  const named = issues.map(({ field, message }) => {
    const label = labels[field] ?? field;
    return message.startsWith(label) ? message : `${label}: ${message}`;
  });
  return (
    <Text textStyle="sm" color="fg.warning" ps="7">
      {`Not ready to publish. ${named.join('. ')}.`}
    </Text>
  );
}

const moment = (iso: string): string => new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

interface UnsavedOfferProps {
  unsaved: UnsavedState;
  /** The name of a document with these values. */
  nameOf(values: UnsavedEdit['values']): string;
  onRestore: () => void;
}

/** Offers to restore an edit that an earlier session did not save. */
function UnsavedOffer({ unsaved, nameOf, onRestore }: UnsavedOfferProps) {
  if (!unsaved.offered) return null;
  return (
    <Banner
      icon={History}
      tone="info"
      title="Unsaved changes found"
      actions={
        <>
          <Button size="sm" variant="outline" onClick={onRestore}>
            Restore
          </Button>
          <Button size="sm" variant="outline" colorPalette="gray" onClick={unsaved.discardOffered}>
            Discard
          </Button>
        </>
      }
    >
      {`“${nameOf(unsaved.offered.edit.values)}” was edited in this browser on ${moment(unsaved.offered.edit.at)} but not saved.`}
    </Banner>
  );
}

/** Lists the other users with the document open. The live region is always rendered, so that changes are announced. */
function OthersHere({ others }: { others: readonly Present[] }) {
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name));
  return (
    <Text role="status" textStyle="xs" color="fg.muted" ps="7" truncate>
      {others.length > 0 && `${names} ${others.length === 1 ? 'has' : 'have'} this open too`}
    </Text>
  );
}

interface NewerNoticeProps<Input extends FieldValues, Fields> {
  newer: NewerVersion;
  editor: Editor<Input, Fields>;
}

/** Announces that another user saved or deleted the open document, with the next step. */
function NewerNotice<Input extends FieldValues, Fields>(props: NewerNoticeProps<Input, Fields>) {
  const { newer, editor } = props;
  const { isRunning, perform } = useAction();
  if (newer.type === 'deleted') {
    return (
      <Banner icon={Trash2} tone="waiting" title="Someone deleted this">
        Your version is kept here. Saving restores the document.
      </Banner>
    );
  }
  const merge = () => perform({ title: 'The newer version could not be loaded' }, () => editor.mergeNewest());
  return (
    <Banner
      icon={Users}
      tone="info"
      title={`${newer.who} saved this ${momentPhrase(newer.at)}`}
      actions={
        <Button size="sm" variant="outline" disabled={isRunning} onClick={() => void merge()}>
          {editor.isDirty ? 'Merge with mine' : 'Show it'}
        </Button>
      }
    >
      {editor.isDirty
        ? 'Your changes are kept. Merge to combine both; you choose where they conflict.'
        : 'You are viewing an older version.'}
    </Banner>
  );
}

/**
 * Announces a conflict with another user's changes. The dialog opens on demand, so that it does not interrupt typing.
 */
function DraftConflictNotice({ draft: { draftConflict, sync } }: { draft: EditedDraft }) {
  const who = (draftConflict && lastEdit(draftConflict.theirs.draft).name) ?? 'A colleague';
  return (
    <Banner
      icon={Users}
      tone="waiting"
      title={`${who} changed the same parts of this draft`}
      actions={
        <Button size="sm" variant="outline" onClick={() => sync.showDraftConflict(true)}>
          Choose
        </Button>
      }
    >
      Your changes are kept in this browser until you choose.
    </Banner>
  );
}
