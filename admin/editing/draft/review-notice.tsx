import { Button } from '@chakra-ui/react';
import { reviewState } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import { Undo2, Users } from '#icons';
import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { Banner } from '../banner.tsx';
import type { FieldWords } from '../conflict/field-words.ts';
import type { Editor } from '../editor.ts';

// Only who answers a proposal needs it.
const ReviewDialog = lazyPart(() => import('./review-dialog.tsx'));

interface ReviewNoticeProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  kind: Savable;
  words: FieldWords;
  /** Whether this person answers it. */
  canPublish: boolean;
  /** Called when it was published. */
  onDone: () => void;
}

/** How far a proposal has come, for whoever made it and for whoever answers it. */
export function ReviewNotice<Input extends FieldValues, Fields>(props: ReviewNoticeProps<Input, Fields>) {
  const { editor, kind, words, canPublish, onDone } = props;
  const { origin, draft, lacks } = editor;
  const { keeper, kept } = draft;
  const [isOpen, setOpen] = useOpened(false);
  if (!kept) return null;
  const { review, note, name } = kept.draft;
  const state = reviewState(kept.draft);
  // It closes itself, and says why, when there is nothing to answer any more.
  const dialog = (
    <Suspense>
      {isOpen && (
        <ReviewDialog
          {...{ kind, words, lacks, draft, onDone }}
          id={origin.id}
          live={origin.values}
          onClose={() => setOpen(false)}
        />
      )}
    </Suspense>
  );
  if (state === 'none') return dialog;
  if (state === 'returned') {
    return (
      <>
        <Banner
          icon={Undo2}
          tone="waiting"
          title={canPublish ? 'Returned with a note' : `${name ?? 'An editor'} returned this`}
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
          ? 'Editors and administrators see it. What you change from now on is submitted anew.'
          : 'Submit it again when it is ready.'}
      </Banner>
    );
  }
  const who = review?.name ?? 'A colleague';
  const open = async () => {
    // What is live may be newer than what the draft began from.
    if ((await editor.meetTheirs()) && (await keeper.flush())) setOpen(true);
  };
  return (
    <>
      <Banner
        icon={Users}
        tone="info"
        title={`${who} asks for a review`}
        actions={
          <Button size="sm" onClick={() => void open().catch(reportError)}>
            Compare with live
          </Button>
        }
      >
        {isWaiting
          ? 'Publish it as it stands, or return it with a note.'
          : `It was changed after ${who} submitted it: look at what is there now.`}
      </Banner>
      {dialog}
    </>
  );
}
