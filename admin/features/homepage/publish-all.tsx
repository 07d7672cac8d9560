import type { ListedSection } from '@frontage/model/summaries/listed';
import { changeOf } from '@frontage/model/writes/plan-save';
import type { UndoSnapshot } from '../../editing/save/use-undo.ts';
import { documentName, isPublic } from '../../lib/documents/document.ts';
import { NameList, type Question } from '../../ui/confirm.tsx';

/** The confirmation before all drafts are published, with their names. */
export const publishAllQuestion = (drafts: readonly ListedSection[]): Question => ({
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
export const publishedDrafts = (drafts: readonly ListedSection[], uid: string): UndoSnapshot[] =>
  drafts.map((draft) => ({
    ...changeOf({ kind: 'section', id: draft.id, rev: draft.rev + 1, fields: { is_published: false }, uid }),
    name: documentName(draft),
    visibility: { wasPublic: isPublic({ ...draft, is_published: true }), isPublic: false },
  }));
