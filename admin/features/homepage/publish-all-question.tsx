import type { ListedSection } from '@frontage/model/summaries/listed';
import { documentName } from '../../lib/documents/document-name.ts';
import type { Question } from '../../ui/confirm.tsx';
import { NameList } from '../../ui/name-list.tsx';

/** Asks before every draft is published, naming each. */
export const publishAllQuestion = (drafts: readonly ListedSection[]): Question => ({
  title: drafts.length === 1 ? 'Publish 1 draft?' : `Publish all ${drafts.length} drafts?`,
  description: 'Visitors will see on the homepage:',
  more: (
    <NameList
      names={drafts.map((draft) =>
        draft.is_visible ? documentName(draft) : `${documentName(draft)} (hidden: not until it is shown)`,
      )}
    />
  ),
  action: 'Publish all',
});
