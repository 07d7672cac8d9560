import { Button, Flex, Text } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import type { Savable } from '@frontage/model/kinds/kinds';
import { draftNotices, invalid, type Notice } from '@frontage/model/messages';
import { type Data, documentPath } from '@frontage/model/changes/write';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { baseAfter } from '@frontage/model/changes/document-writes';
import { DocumentError, valueOf } from '../../lib/documents/document-store.ts';
import { queryForEditing, useRefresh } from '../../lib/documents/documents.queries.ts';
import { documentName, isPublic } from '../../lib/documents/document.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { publishDraft, type PublishOutcome, readStoredVersion } from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { FailureState, FormSkeleton } from '../../ui/states.tsx';
import { type ToastLink, useNotify } from '../../ui/toaster.tsx';
import { usePublishGuard } from './impact.queries.ts';
import { previewedOf } from '../editor/places.ts';
import { Comparison } from '../versions/comparison.tsx';
import type { FieldWords, Values } from '../versions/compare-fields.ts';
import type { EditedDraft } from '../editor.ts';
import { plainFailure } from '../../lib/errors.ts';
import { useWrite } from '../../lib/write.ts';
import { type Saved, undoAction, undoSnapshot, type UndoSnapshot, useUndo } from '../versions/use-undo.ts';
import { useRecordSave } from '../editor/live.queries.ts';
import { type ValidationIssue, valuesOfDraft } from '../versions/draft-values.ts';
import { useRefreshDrafts } from '../versions/listed-drafts.queries.ts';

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
  /** Further actions for the notice after publishing. */
  links(published: { isPublic: boolean; slug: string | null }): readonly ToastLink[];
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
  const { isBusy, publish, returnDraft } = useReview({ reviewed, shown, onClose, onDone });
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

type Published = PublishOutcome & { ok: true };

interface ReviewSetup {
  reviewed: Reviewed;
  /** The compared draft: only this version is published or returned. */
  shown: KeptDraft;
  onClose: () => void;
  onDone: () => void;
}

/** Publishes or returns a submitted draft. */
function useReview({ reviewed, shown, onClose, onDone }: ReviewSetup) {
  const { kind, id, links, blank } = reviewed;
  const { sync } = reviewed.draft;
  const { user } = useStaff();
  const store = useDocumentStore();
  const refresh = useRefresh();
  const refreshDrafts = useRefreshDrafts();
  const noteSave = useRecordSave();
  const undo = useUndo(kind);
  const notify = useNotify();
  const write = useWrite();
  const [isBusy, setBusy] = useState(false);

  const reportMoved = (notice: Notice) => {
    // Names the document, so that the next notice, about merged changes, does not replace it.
    notify.failure({ ...notice, about: documentName(shown.draft.data) });
    onClose();
    refreshDrafts(kind);
    void sync.refresh();
  };
  const published = () => previewedOf(kind, id, { ...valuesOfDraft(shown, blank), is_published: true });
  const checkRules = usePublishGuard({ read: published }, shown.draft.base_rev);
  const isPrevented = async () => kind !== 'setting' && (await checkRules());
  const isAsShown = () => sync.state().kept?.version === shown.version;

  const publishShown = async (): Promise<PublishOutcome> => {
    const outcome = await publishDraft(store, { kind, id, version: shown.version, uid: user.uid });
    if (!outcome.ok && (outcome.reason === 'unauthenticated' || outcome.reason === 'denied')) {
      throw new DocumentError(outcome.reason);
    }
    return outcome;
  };

  const publish = async () => {
    setBusy(true);
    try {
      if (await isPrevented()) return;
      const outcome = await write(publishShown);
      if (outcome.ok) {
        const { rev, fields, before } = outcome;
        const isShown = (data: object | null) =>
          data !== null && isPublic({ is_published: kind === 'setting', ...data });
        const visibility = { wasPublic: isShown(before.data), isPublic: isShown(fields) };
        noteSave(kind, id, { rev, ...visibility });
        const base = baseAfter(rev, fields);
        sync.published(base, kind === 'setting' ? {} : { is_published: fields['is_published'] });
        void refresh(kind);
        refreshDrafts(kind);
        const about = documentName(fields);
        const snapshot = snapshotOfPublished(id, outcome, { base, name: about, visibility });
        const undoPublish = snapshot && undoAction(kind, [id], () => undo([[snapshot]]));
        const further = links({ isPublic: visibility.isPublic, slug: base.slug });
        notify.success({ ...draftNotices.published, about }, undoPublish ?? undefined, further);
        onDone();
      } else if (outcome.reason === 'moved') reportMoved(draftNotices.moved);
      else notify.failure({ title: titleFor(outcome), description: wordsFor(outcome) });
    } catch (error) {
      notify.failure({ title: draftNotices.moved.title, description: plainFailure(error) });
    } finally {
      setBusy(false);
    }
  };

  const returnDraft = async (note: string) => {
    if (!isAsShown()) {
      reportMoved(draftNotices.notReturned);
      return;
    }
    setBusy(true);
    const isDone = await sync.applyReviewStep({ type: 'return', note });
    setBusy(false);
    refreshDrafts(kind);
    if (isDone) notify.success(draftNotices.returned);
    else notify.failure(draftNotices.notReturned);
    onClose();
  };

  return { isBusy, publish, returnDraft };
}

function snapshotOfPublished(id: string, { fields, before, embed }: Published, saved: Saved): UndoSnapshot | null {
  const { data } = before;
  if (data === null) return null;
  const snapshot = Object.fromEntries(Object.keys(fields).map((field) => [field, data[field] ?? null]));
  return undoSnapshot(
    { fields: snapshot, companions: before.embed === null ? {} : { embed: before.embed } },
    { id, base: baseAfter(Number(data['rev']), data), companions: embed === null ? {} : { embed } },
    saved,
  );
}

function titleFor({ reason }: PublishOutcome & { ok: false }): string {
  if (reason === 'slug-taken') return 'Choose another slug before you publish';
  return reason === 'invalid' ? 'Fix errors before publishing' : draftNotices.moved.title;
}

function wordsFor(outcome: PublishOutcome & { ok: false }): string {
  if (outcome.reason === 'slug-taken') return invalid.slugTaken;
  if (outcome.reason === 'invalid') return outcome.problems.map(({ message }) => message).join('. ');
  return plainFailure(new DocumentError(outcome.reason === 'moved' ? 'unexpected' : outcome.reason));
}
