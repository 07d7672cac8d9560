import { Button, Flex, Text } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import type { Savable } from '@frontage/model/kinds';
import { draftNotices } from '@frontage/model/messages';
import { documentPath } from '@frontage/model/writes/document-paths';
import type { Data } from '@frontage/model/writes/write';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { valueOf } from '../../lib/documents/document-store.ts';
import { queryForEditing } from '../../lib/documents/documents.queries.ts';
import { documentName } from '../../lib/documents/document.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { readStoredVersion } from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { FailureState } from '../../ui/states.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { Comparison } from '../comparison/comparison.tsx';
import type { FieldWords, Values } from '../conflict/compare-fields.ts';
import type { EditedDraft } from '../editor.ts';
import { valuesOfDraft, type ValidationIssue } from './draft-values.ts';
import { useRefreshDrafts } from './listed-drafts.queries.ts';
import { useReview } from './use-review.ts';

/** The proposal that the dialog reviews. */
export interface Reviewed {
  kind: Savable;
  id: string;
  words: FieldWords;
  draft: EditedDraft;
  /** Whether visitors see an earlier version of the document. */
  isLive: boolean;
  /** The validation errors that keep the draft from being published. */
  issues: readonly ValidationIssue[];
  /** A stored version as form values. */
  valuesOf(data: Data, embed: string | null): Values;
  /** The form values if no version is stored. */
  blank: Values;
  /** Merges the live version into the draft; false if a choice is needed first. */
  merge(): Promise<boolean>;
}

interface ReviewDialogProps {
  reviewed: Reviewed;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Compares a draft, as it was when the dialog opened, with the live version. Publishes exactly that draft or returns it
 * with a note.
 */
export default function ReviewDialog(props: ReviewDialogProps) {
  const [shown] = useState(props.reviewed.draft.kept);
  return shown && <Review {...props} shown={shown} />;
}

function Review({ reviewed, shown, onClose, onDone }: ReviewDialogProps & { shown: KeptDraft }) {
  const { kind, id, words, draft, issues, isLive } = reviewed;
  const [note, setNote] = useState('');
  const { user } = useStaff();
  const notify = useNotify();
  const refreshDrafts = useRefreshDrafts();
  const { isBusy, publish, returnDraft } = useReview({ kind, id, shown, sync: draft.sync, onClose, onDone });
  const live = useLive(reviewed);
  const now = draft.kept?.draft;
  const isOver = now?.review === null && now.updated_by !== user.uid;
  const end = useEffectEvent(() => {
    refreshDrafts(kind);
    notify.info({ ...draftNotices.over, about: documentName(shown.draft.data) });
    onClose();
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);

  const hasMoved = live.data !== undefined && live.data.rev !== shown.draft.base_rev;
  const merge = async () => {
    onClose();
    if (await reviewed.merge()) await draft.sync.flush();
  };
  const isNew = kind !== 'setting' && live.data?.values['is_published'] !== true;
  const { review } = shown.draft;
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      title={isLive ? 'Compare with live' : 'Review'}
      description={`Proposed by ${review?.name ?? 'a colleague'}.`}
      safe={{ label: 'Keep editing', onPress: onClose }}
      footer={
        <>
          <Button
            variant="outline"
            disabled={isBusy || note.trim() === ''}
            onClick={() => void returnDraft(note.trim())}
          >
            Return with this note
          </Button>
          <Button disabled={isBusy || issues.length > 0 || hasMoved} onClick={() => void publish()}>
            Publish
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="5" minH={{ lg: '60dvh' }}>
        {review?.message && (
          <Note kind="info">
            <Text fontWeight="semibold">{`${review.name ?? 'The author'} writes`}</Text>
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
              {review.message}
            </Text>
          </Note>
        )}
        {hasMoved && (
          <Note kind="warning">
            <Text>The live version was changed after this draft was started. Merge both before you publish.</Text>
            <Button size="xs" variant="outline" mt="2" onClick={() => void merge().catch(reportError)}>
              Merge with live
            </Button>
          </Note>
        )}
        {live.isPending && <FormSkeleton fields={3} />}
        {live.isError && <FailureState error={live.error} onRetry={() => void live.refetch()} />}
        {live.data && (
          <Flex direction="column" flex="1" minH="0">
            <Comparison
              title={isNew ? 'All of this is new to visitors' : 'Changes'}
              compared={{
                ...{ kind, id, words },
                before: isNew ? null : { name: 'Live', values: live.data.values },
                after: {
                  name: 'Draft',
                  // Publishing a proposal publishes its document, even with the switch off.
                  values: { ...valuesOfDraft(shown, live.data.values), ...(isNew && { is_published: true }) },
                },
              }}
            />
          </Flex>
        )}
        <TextAreaField
          label="Note to the author"
          counter={{ length: note.length, max: limits.reviewNote }}
          input={{
            rows: 2,
            maxLength: limits.reviewNote,
            value: note,
            onChange: (event) => setNote(event.target.value),
          }}
        />
      </Flex>
    </Modal>
  );
}

/** The stored version as form values. It may be newer than the base of the draft. */
function useLive({ kind, id, valuesOf, blank }: Reviewed) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['live', kind, id],
    queryFn: async () => {
      const found = valueOf(await store.read(documentPath(kind, id)));
      const { data, embed } = await readStoredVersion(store, { kind, id }, found);
      return data === null ? { rev: 0, values: blank } : { rev: Number(data['rev']), values: valuesOf(data, embed) };
    },
    ...queryForEditing,
  });
}
