import { chakra, Text } from '@chakra-ui/react';
import { Eye } from '#icons';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Kind } from '@frontage/model/kinds';
import { BackLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Banner } from './banner.tsx';
import { ConflictDialog, type FieldWords } from './conflict/conflict-dialog.tsx';
import { useAuthorName } from './conflict/author-name.queries.ts';
import { UnsavedOffer } from './unsaved/unsaved-offer.tsx';
import { useLiveState } from './live/live.queries.ts';
import { SaveBar } from './save/save-bar.tsx';
import type { Conflict as ConflictWith, Editor } from './editor.ts';
import { useLeaveGuard } from './save/use-leave-guard.tsx';
import { useSaveShortcut } from './save/use-save-shortcut.ts';

interface EditorFrameProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  kind: Kind;
  title: string;
  badges?: ReactNode;
  actions?: ReactNode;
  back: { to: string; label: string };
  saveLabel: string;
  words: FieldWords;
  /** Why this person can only read; null when they may edit. */
  readOnlyReason: string | null;
  children: ReactNode;
}

/** What surrounds the fields of every editor: its name, what to know before going on, and the bar that saves. */
export function EditorFrame<Input extends FieldValues, Fields>(props: EditorFrameProps<Input, Fields>) {
  const { editor, kind, title, badges, actions, back, saveLabel, words, readOnlyReason, children } = props;
  const navigate = useNavigate();
  const live = useLiveState(kind, editor.origin.id);
  const canEdit = readOnlyReason === null;
  const save = () => {
    if (canEdit) void editor.save();
  };
  useSaveShortcut(save);
  const leaveGuard = useLeaveGuard({
    mustAsk: editor.mustAskBeforeLeaving,
    isDirty: editor.isDirty,
    onSave: editor.save,
    onDiscard: editor.discard,
  });

  return (
    <>
      <PageHeader
        title={title}
        back={<BackLink to={back.to}>{back.label}</BackLink>}
        badges={badges}
        actions={actions}
      />
      {readOnlyReason !== null && (
        <Banner icon={Eye} tone="info" title="Read only">
          {readOnlyReason}
        </Banner>
      )}
      {canEdit && <UnsavedOffer unsaved={editor.unsaved} onRestore={editor.restoreUnsaved} />}
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <chakra.fieldset disabled={!canEdit} minW="0">
          <chakra.legend srOnly>{title}</chakra.legend>
          {children}
        </chakra.fieldset>
        {canEdit ? (
          <SaveBar
            status={editor.status}
            isDirty={editor.isDirty}
            live={live}
            isKept={editor.unsaved.isKept}
            saveLabel={saveLabel}
            onSave={save}
            onCancel={() => void navigate(back.to)}
          />
        ) : (
          <Text srOnly>{readOnlyReason}</Text>
        )}
      </form>
      {leaveGuard}
      {editor.conflict && <Conflict editor={editor} theirs={editor.conflict.theirs} words={words} leaveTo={back.to} />}
    </>
  );
}

interface ConflictProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  theirs: ConflictWith<Input>['theirs'];
  words: FieldWords;
  leaveTo: string;
}

function Conflict<Input extends FieldValues, Fields>({ editor, theirs, words, leaveTo }: ConflictProps<Input, Fields>) {
  const navigate = useNavigate();
  const who = useAuthorName(theirs?.by ?? null);
  return (
    <ConflictDialog
      theirs={theirs && { values: theirs.values, who, when: momentText(theirs.at) }}
      base={editor.origin.values}
      mine={editor.form.getValues()}
      words={words}
      onTakeTheirs={() => {
        editor.takeTheirs();
        if (!theirs) void navigate(leaveTo);
      }}
      onKeep={(values) => void editor.keepValues(values)}
      onClose={editor.closeConflict}
    />
  );
}

function momentText(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? 'meanwhile'
    : `on ${moment.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`;
}
