import { Button } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { notices } from '@frontage/model/messages';
import type { ListedSection } from '@frontage/model/summaries/listed';
import { changeOf } from '@frontage/model/changes/document-writes';
import { Send } from '#icons';
import { keepRowFocus } from '../../ui/list-rows.ts';
import { useRecordSave } from '../../editing/editor/live.queries.ts';
import { undoAction, type UndoSnapshot, useUndo } from '../../editing/versions/use-undo.ts';
import { documentName, isPublic } from '../../lib/documents/document.ts';
import { documentPath } from '@frontage/model/changes/write';
import { useNoteWritten, useRefresh } from '../../lib/documents/documents.queries.ts';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useStaff } from '../../lib/session.tsx';
import { useAction, type Write } from '../../ui/action.ts';
import { NameList, type Question } from '../../ui/confirm.tsx';
import { useNotify } from '../../ui/toaster.tsx';

/** A button that publishes all unpublished sections in one server call, after confirmation. */
export default function PublishAll({ drafts }: { drafts: readonly ListedSection[] }) {
  const firebase = useFirebase();
  const refresh = useRefresh();
  const noteWritten = useNoteWritten();
  const recordSave = useRecordSave();
  const notify = useNotify();
  const { isRunning, perform } = useAction();
  const undo = useUndo('section');
  const { user } = useStaff();

  const run = () => {
    const restoreFocus = keepRowFocus(...drafts.map(({ id }) => id));
    const publish = async (write: Write) => {
      const { refused = [] } = await write(() => call(firebase, 'publishAllDrafts', {}));
      const problems = new Map(refused.map(({ id, problem }) => [id, problem]));
      const snapshots = publishedDrafts(
        drafts.filter(({ id }) => !problems.has(id)),
        user.uid,
      );
      for (const { id, base, visibility } of snapshots) {
        recordSave('section', id, { rev: base?.rev ?? 0, wasPublic: false, isPublic: visibility.wasPublic });
      }
      const ids = snapshots.map(({ id }) => id);
      await Promise.all(ids.map((id) => noteWritten(documentPath('section', id))));
      const undoAll = () => undo(snapshots.map((draft) => [draft]));
      const done =
        refused.length === 0 ? notices.allPublished : { title: `${counted(ids.length, 'section')} published` };
      if (ids.length > 0) notify.success(done, undoAction('section', ids, undoAll));
      for (const draft of drafts) {
        const problem = problems.get(draft.id);
        if (problem) notify.failure({ title: "Couldn't publish", about: documentName(draft), description: problem });
      }
    };
    const settle = async () => {
      await refresh('section');
      restoreFocus();
    };
    return perform(notices.saveFailed, publish, { question: publishAllQuestion(drafts), settle });
  };
  return (
    <Button
      variant="outline"
      colorPalette="gray"
      loading={isRunning}
      loadingText="Publish All Drafts"
      onClick={() => void run()}
    >
      <Send /> Publish All Drafts
    </Button>
  );
}

/** The confirmation before all drafts are published, with their names. */
const publishAllQuestion = (drafts: readonly ListedSection[]): Question => ({
  title: drafts.length === 1 ? 'Publish 1 draft?' : `Publish all ${drafts.length} drafts?`,
  description: 'These sections will be published:',
  more: (
    <NameList
      names={drafts.map((draft) => (draft.is_visible ? documentName(draft) : `${documentName(draft)} (stays hidden)`))}
    />
  ),
  action: 'Publish all',
});

/** The previous state of the published drafts, for undo. */
const publishedDrafts = (drafts: readonly ListedSection[], uid: string): UndoSnapshot[] =>
  drafts.map((draft) => ({
    ...changeOf({ kind: 'section', id: draft.id, rev: draft.rev + 1, fields: { is_published: false }, uid }),
    name: documentName(draft),
    visibility: { wasPublic: isPublic({ ...draft, is_published: true }), isPublic: false },
  }));
