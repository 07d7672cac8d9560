import { chakra, Text } from '@chakra-ui/react';
import { lastEdit, reviewState, type DraftSummary, type ReviewState } from '@frontage/model/draft';
import type { Kind } from '@frontage/model/kinds/kinds';
import { useStaff } from '../../lib/session.tsx';
import { Badge, PublishedBadge, type Tone } from '../../ui/note.tsx';
import { momentPhrase } from '../moment-text.ts';
import { useListedDraft } from './listed-drafts.queries.ts';

const marks: Record<ReviewState, { tone: Tone; text: string } | null> = {
  none: null,
  waiting: { tone: 'info', text: 'In review' },
  moved: { tone: 'info', text: 'In review' },
  returned: { tone: 'bad', text: 'Returned' },
};

/** Marks a document with a draft. */
const EditedBadge = () => <Badge tone="waiting">Edited</Badge>;

/**
 * The review state of an editor's draft, or 'Draft' for a new document; `draft` is null without one. In a wide bar the
 * hidden badge keeps its space, so that the bar does not move when the first change is stored.
 */
export function WorkBadge({ draft, isNew }: { draft: DraftSummary | null; isNew: boolean }) {
  const mark = draft && marks[reviewState(draft)];
  const work = isNew ? <PublishedBadge isPublished={false} /> : <EditedBadge />;
  return (
    <chakra.span
      display={draft ? 'inline-flex' : { base: 'none', lg: 'inline-flex' }}
      visibility={draft ? 'visible' : 'hidden'}
    >
      {mark ? <Badge tone={mark.tone}>{mark.text}</Badge> : work}
    </chakra.span>
  );
}

/** The draft of a document in a list: its review state, last author and time. */
export function DraftMark({ kind, id, isCompact = false }: { kind: Kind; id: string; isCompact?: boolean }) {
  const draft = useListedDraft(kind, id);
  const { user } = useStaff();
  if (!draft) return null;
  const mark = marks[reviewState(draft)];
  const edit = lastEditWords(draft, user.uid);
  return (
    <>
      <chakra.span display="inline-flex" title={isCompact ? edit : undefined}>
        <EditedBadge />
        {isCompact && <chakra.span srOnly>{edit}</chakra.span>}
      </chakra.span>
      {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
      {!isCompact && (
        <Text as="span" textStyle="xs" color="fg.muted">
          {edit}
        </Text>
      )}
    </>
  );
}

/** The last author of a draft and the time: 'by you today at 14:02'. */
export function LastEdit({ draft }: { draft: DraftSummary }) {
  const { user } = useStaff();
  return lastEditWords(draft, user.uid);
}

function lastEditWords(draft: DraftSummary, uid: string): string {
  const { by, name, at } = lastEdit(draft);
  return `by ${by === uid ? 'you' : (name ?? 'a colleague')} ${momentPhrase(at)}`;
}
