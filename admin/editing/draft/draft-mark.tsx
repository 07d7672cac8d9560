import { Text } from '@chakra-ui/react';
import { reviewState, type ReviewState } from '@frontage/model/draft';
import type { Kind } from '@frontage/model/kinds';
import { useStaff } from '../../lib/session.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { momentWords } from '../moment-words.ts';
import { EditedBadge } from './edited-badge.tsx';
import { useListedDraft } from './listed-drafts.queries.ts';

const marks: Record<ReviewState, { tone: Tone; text: string } | null> = {
  none: null,
  waiting: { tone: 'info', text: 'In review' },
  moved: { tone: 'info', text: 'In review' },
  returned: { tone: 'bad', text: 'Returned' },
};

/** In a list: that a document has a working copy, whose last word it has, and whether it waits for somebody. */
export function DraftMark({ kind, id }: { kind: Kind; id: string }) {
  const { user } = useStaff();
  const draft = useListedDraft(kind, id);
  if (!draft) return null;
  const mark = marks[reviewState(draft)];
  const who = draft.updated_by === user.uid ? 'you' : (draft.name ?? 'a colleague');
  return (
    <>
      <EditedBadge />
      {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
      <Text as="span" textStyle="xs" color="fg.muted">
        {`by ${who} ${momentWords(draft.updated_at)}`}
      </Text>
    </>
  );
}
