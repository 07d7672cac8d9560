import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { canCreate, canDraft } from '@frontage/model/permissions';
import { collectionOf, editorPath, type Kind, kinds } from '@frontage/model/kinds/kinds';
import { foldText } from '@frontage/model/fold';
import { useQuery } from '@tanstack/react-query';
import { draftNotices } from '@frontage/model/messages';
import { Pencil, Trash2 } from '#icons';
import { DocumentError, valueOf } from '../../lib/documents/document-store.ts';
import { discardDraft, readDraft } from '../../lib/documents/draft.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useViewer } from '../../lib/session.tsx';
import { useAction, type Write } from '../../ui/action.ts';
import type { Question } from '../../ui/confirm.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PublishedBadge } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { LastEdit } from '../versions/draft-mark.tsx';
import { byAge, draftsKey, loadReader, useRefreshDrafts } from '../versions/listed-drafts.queries.ts';
import type { ListedDraft } from '../versions/read-listed-drafts.ts';

export interface NewDraftsProps {
  kind: Kind;
  /** The ids of the stored documents of the kind. */
  known: readonly string[];
  search?: string;
  /** The state by which the list is filtered. */
  state: string;
}

/** The drafts of documents that were never created, loaded by `NewDrafts` of the list view. */
export default function NewDrafts({ kind, known, search = '', state }: NewDraftsProps) {
  const wanted = foldText(search.trim());
  const drafts = useNewDrafts(kind).filter(({ id, title }) => !known.includes(id) && foldText(title).includes(wanted));
  const remove = useDeleteDraft(kind);
  if (drafts.length === 0 || !['', 'draft', 'edited'].includes(state)) return null;
  return (
    <Box
      as="ul"
      aria-label={`New ${kinds[kind].nouns.many}`}
      display="flex"
      flexDirection="column"
      gap="3"
      mb="4"
      listStyle="none"
      overflowWrap="anywhere"
    >
      {drafts.map((draft) => (
        <NewDraft key={draft.id} kind={kind} draft={draft} onDelete={() => void remove(draft)} />
      ))}
    </Box>
  );
}

interface NewDraftProps {
  kind: Kind;
  draft: ListedDraft;
  onDelete: () => void;
}

function NewDraft({ kind, draft, onDelete }: NewDraftProps) {
  const viewer = useViewer();
  const { id, title } = draft;
  const path = editorPath(kind, id);
  const canEdit = canCreate(kind, viewer) && canDraft(kind, viewer, draft);
  const named = <chakra.span srOnly>{` ${title}`}</chakra.span>;
  return (
    <chakra.li
      data-new-draft={id}
      data-row={id}
      display="flex"
      flexDirection={{ base: 'column', lg: 'row' }}
      gap="3"
      alignItems={{ lg: 'center' }}
      justifyContent="space-between"
      bg="bg.panel"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      rounded="l3"
      px={{ base: '4', md: '5' }}
      py={{ base: '4', lg: '3' }}
    >
      <Flex gap="2" align="center" wrap="wrap" minW="0">
        <TextLink to={path} fontWeight="semibold" variant="plain" color="fg">
          {title}
        </TextLink>
        <PublishedBadge isPublished={false} />
        <Text as="span" textStyle="xs" color="fg.muted">
          {'Not created yet, edited '}
          <LastEdit draft={draft} />
        </Text>
      </Flex>
      <Flex gap="1" flexShrink="0" ms={{ base: '-3', lg: '0' }}>
        <ButtonLink size="sm" variant="ghost" colorPalette="gray" to={path}>
          <Pencil />
          {canEdit ? 'Edit' : 'Open'}
          {named}
        </ButtonLink>
        {canEdit && (
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={onDelete}>
            <Trash2 />
            Delete
            {named}
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}

/** Deletes the draft of a new document after confirmation: it has no other copy. */
function useDeleteDraft(kind: Kind) {
  const store = useDocumentStore();
  const { perform } = useAction();
  const notify = useNotify();
  const refreshDrafts = useRefreshDrafts();
  return async ({ id, title: about }: ListedDraft): Promise<void> => {
    const question: Question = {
      title: 'Delete this draft?',
      description: `“${about}” was never created, so it does not go to the trash. This cannot be undone.`,
      action: 'Delete',
      tone: 'danger',
    };
    const discard = async (write: Write) => {
      await write(async () => {
        const kept = valueOf(await readDraft(store, { kind, id }));
        const outcome = kept && (await discardDraft(store, { kind, id }, kept));
        if (outcome && !outcome.ok)
          throw new DocumentError(outcome.failure.reason === 'moved' ? 'unexpected' : outcome.failure.reason);
      });
      notify.success({ ...draftNotices.newDeleted, about });
    };
    await perform({ ...draftNotices.newNotDeleted, about }, discard, { question, settle: () => refreshDrafts(kind) });
  };
}

/** The drafts of documents that were never created, last changed first. */
function useNewDrafts(kind: Kind): readonly ListedDraft[] {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: [...draftsKey(kind), 'new'],
    queryFn: async () => {
      const { listDrafts } = await loadReader();
      const where = [
        { field: 'collection', equals: collectionOf(kind) },
        { field: 'base_rev', equals: 0 },
      ];
      return (await listDrafts(store, { where })).toSorted((a, b) => byAge(b, a));
    },
    staleTime: 1_000,
    retry: false,
  });
  return data ?? [];
}
