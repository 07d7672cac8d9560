import { Box, Button, Flex, SimpleGrid, Text, Textarea } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import type { Savable } from '@frontage/model/kinds';
import { draftNotices } from '@frontage/model/messages';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { documentName } from '../../lib/documents/document-name.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { Modal } from '../../ui/modal.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { compareFields, type Values } from '../conflict/compare-fields.ts';
import type { FieldWords } from '../conflict/field-words.ts';
import DiffView from '../conflict/diff-view.tsx';
import type { Lack } from '../editor.ts';
import type { EditedDraft } from './use-draft.ts';
import { valuesOfDraft } from './draft-values.ts';
import { useRefreshDrafts } from './listed-drafts.queries.ts';
import { useReview } from './use-review.ts';

interface ReviewDialogProps {
  id: string;
  /** The values that are live. */
  live: Values;
  draft: EditedDraft;
  lacks: readonly Lack[];
  kind: Savable;
  words: FieldWords;
  onClose: () => void;
  onDone: () => void;
}

/** A draft beside what is live, as it stood when the dialog opened: publish just that, or return it with a note. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const [shown] = useState(props.draft.kept);
  return shown && <Comparison {...props} shown={shown} />;
}

function Comparison(props: ReviewDialogProps & { shown: KeptDraft }) {
  const { id: documentId, live, draft, lacks, kind, words, shown, onClose, onDone } = props;
  const id = useId();
  const [note, setNote] = useState('');
  const { keeper } = draft;
  const notify = useNotify();
  const refreshDrafts = useRefreshDrafts();
  const { isBusy, publish, giveBack } = useReview({ kind, id: documentId, shown, keeper, onClose, onDone });
  const isOver = draft.kept?.draft.review === null && !draft.isOwn;
  const end = useEffectEvent(() => {
    refreshDrafts(kind);
    notify.info({ ...draftNotices.over, about: documentName(shown.draft.data) });
    onClose();
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  const differences = compareFields({
    base: {},
    mine: valuesOfDraft(shown, live),
    theirs: live,
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="xl"
      title="Compare with live"
      description={`Proposed by ${shown.draft.review?.name ?? shown.draft.name ?? 'a colleague'}.`}
      safe={{ label: 'Keep editing', onPress: onClose }}
      footer={
        <>
          <Button variant="outline" disabled={isBusy || note.trim() === ''} onClick={() => void giveBack(note.trim())}>
            Return with this note
          </Button>
          <Button disabled={isBusy || lacks.length > 0} onClick={() => void publish()}>
            Publish
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="4">
        {differences.length === 0 && <Text>The draft holds what is live.</Text>}
        {differences.map(({ field, mine, theirs }) => {
          const label = words.labels[field] ?? field;
          const textOf = (value: unknown) => words.valueText?.(field, value) ?? plainText(value);
          return (
            <Box as="section" key={field} aria-label={label} borderWidth="1px" rounded="l2" p="3">
              <Text fontWeight="semibold" textStyle="sm" mb="2">
                {label}
              </Text>
              <SimpleGrid columns={{ base: 1, md: 2 }} gap="3">
                <Side name="Live" text={textOf(theirs)} />
                <Side name="Draft" text={textOf(mine)} isNew />
              </SimpleGrid>
              {[mine, theirs].some((value) => typeof value === 'string' && value.includes('\n')) && (
                <DiffView label={label} from={String(theirs ?? '')} to={String(mine ?? '')} sides={sides} />
              )}
            </Box>
          );
        })}
        <Box>
          <Text asChild textStyle="sm" fontWeight="medium" mb="1">
            <label htmlFor={id}>Note to its author</label>
          </Text>
          <Textarea
            id={id}
            rows={2}
            maxLength={limits.reviewNote}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Box>
      </Flex>
    </Modal>
  );
}

const sides = { added: 'Draft: ', removed: 'Live: ' };

function Side({ name, text, isNew = false }: { name: string; text: string; isNew?: boolean }) {
  return (
    <Box minW="0" p="2" rounded="l1" bg={isNew ? 'bg.info' : 'bg.subtle'}>
      <Text textStyle="xs" color="fg.muted">
        {name}
      </Text>
      <Text textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" maxH="18rem" overflowY="auto">
        {text}
      </Text>
    </Box>
  );
}

function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value);
}
