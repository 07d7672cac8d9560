import { Button, Text } from '@chakra-ui/react';
import { reviewState } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds/kinds';
import { Undo2, Users } from '#icons';
import { Suspense, useImperativeHandle, type Ref } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { Banner } from '../../ui/note.tsx';
import type { FieldWords } from '../versions/compare-fields.ts';
import type { Editor } from '../editor.ts';
import type { Reviewed } from './review-dialog.tsx';

// Loaded lazily: only reviewers open it.
const ReviewDialog = lazyDialog(() => import('./review-dialog.tsx'));

interface ReviewNoticeProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  kind: Savable;
  words: FieldWords;
  /** Whether this user may publish or return the draft. */
  canPublish: boolean;
  /** Receives a function that opens the comparison. */
  openReview?: Ref<() => void> | undefined;
  /** Called after the draft was published. */
  onDone: () => void;
}

/** The state of a proposal, for its author and for reviewers. */
export function ReviewNotice<Input extends FieldValues, Fields>(props: ReviewNoticeProps<Input, Fields>) {
  const { editor, kind, words, canPublish, openReview, onDone } = props;
  const { origin, draft, issues } = editor;
  const { sync, kept } = draft;
  const [isOpen, setOpen] = useOpenState(false);
  const open = async () => {
    // The comparison includes this user's pending changes and the newest stored draft.
    if (draft.isPending) await sync.flush();
    await sync.refresh();
    if (sync.state().draftConflict) sync.showDraftConflict(true);
    else setOpen(true);
  };
  useImperativeHandle(openReview, () => () => void open().catch(reportError));
  if (!kept) return null;
  const { review, note, noted } = kept.draft;
  const state = reviewState(kept.draft);
  const isLive = kind === 'setting' || origin.values['is_published'] === true;
  const reviewed: Reviewed = {
    ...{ kind, words, issues, draft, isLive, id: origin.id, blank: origin.values },
    valuesOf: (data, embed) => editor.valuesOf(data, embed),
    merge: () => editor.mergeNewest(),
    links: editor.reviewLinks,
  };
  // Rendered in every state: the dialog closes with a notice when another user has published or returned the draft.
  const dialog = (
    <Suspense>{isOpen && <ReviewDialog {...{ reviewed, onDone }} onClose={() => setOpen(false)} />}</Suspense>
  );
  if (state === 'none') return dialog;
  if (state === 'returned') {
    return (
      <>
        <Banner
          icon={Undo2}
          tone="waiting"
          title={canPublish ? 'Returned with a note' : `${noted?.name ?? 'An editor'} returned this`}
        >
          {note}
        </Banner>
        {dialog}
      </>
    );
  }
  const isWaiting = state === 'waiting';
  if (!canPublish) {
    return (
      <Banner
        icon={Users}
        tone={isWaiting ? 'info' : 'waiting'}
        title={isWaiting ? 'Waiting for review' : 'Changed since it was submitted'}
      >
        {isWaiting
          ? 'An editor will review it. After further changes, submit it again.'
          : 'Submit it again when it is ready.'}
      </Banner>
    );
  }
  const who = review?.name ?? 'A colleague';
  return (
    <>
      <Banner
        icon={Users}
        tone="info"
        title={`${who} asks for a review`}
        actions={
          <Button size="sm" onClick={() => void open().catch(reportError)}>
            {isLive ? 'Compare with live' : 'Review'}
          </Button>
        }
      >
        {review?.message && (
          <Text color="fg" whiteSpace="pre-wrap" overflowWrap="anywhere" mb="1">
            {review.message}
          </Text>
        )}
        {isWaiting
          ? 'Publish it, or return it with a note.'
          : `It was changed after ${who} submitted it: review the current version.`}
      </Banner>
      {dialog}
    </>
  );
}
