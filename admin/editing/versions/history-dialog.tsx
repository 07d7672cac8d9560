import { Box, Button, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { History, RotateCcw } from '#icons';
import { Modal } from '../../ui/modal.tsx';
import { EmptyState, FailureState, FormSkeleton } from '../../ui/states.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { momentText } from '../moment-text.ts';
import { SelectField } from '../../ui/field.tsx';
import { Comparison } from './comparison.tsx';
import type { Values } from './compare-fields.ts';
import {
  restoredValues,
  useVersion,
  useVersionLines,
  type Version,
  type Versioned,
  type VersionLine,
} from './history.queries.ts';

interface HistoryDialogProps {
  edited: Versioned;
  canEdit: boolean;
  onClose: () => void;
}

/** Every version of the edited document: shows, compares and restores it. */
export default function HistoryDialog({ edited, canEdit, onClose }: HistoryDialogProps) {
  const notify = useNotify();
  const query = useVersionLines(edited, edited.rev);
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const line = lines.find(({ rev }) => rev === chosen) ?? lines[0];

  const restore = ({ at }: VersionLine, { data, embed }: Version) => {
    const before = edited.current();
    const hidden = edited.kind === 'demo' && embed === null ? ['iframe_url'] : [];
    edited.replaceValues(restoredValues(before, edited.valuesOf(data, embed), hidden));
    onClose();
    const notice = { title: `The form now shows the revision of ${momentText(at)}`, description: 'Save to keep it.' };
    notify.info(notice, { label: 'Undo', run: () => edited.replaceValues(before) });
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      title="History"
      description="Every save creates a revision. The newest 100 and all of the last 180 days are kept."
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Close
        </Button>
      }
    >
      {query.isPending && <FormSkeleton fields={3} />}
      {query.isError && !line && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && !line && (
        <EmptyState icon={History} title="No revisions yet" description="The next save creates the first revision." />
      )}
      {line && (
        <Grid gap="5" templateColumns={{ md: '17rem minmax(0, 1fr)' }}>
          <Timeline
            lines={lines}
            chosen={line.rev}
            onChoose={setChosen}
            onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
            isLoadingMore={query.isFetchingNextPage}
          />
          <VersionPane
            key={line.rev}
            {...{ edited, lines, line }}
            onRestore={canEdit ? (version) => restore(line, version) : null}
          />
        </Grid>
      )}
    </Modal>
  );
}

interface TimelineProps {
  lines: readonly VersionLine[];
  chosen: number;
  onChoose: (rev: number) => void;
  /** Null if all versions are loaded. */
  onMore: (() => void) | null;
  isLoadingMore: boolean;
}

/** The versions of a document: time, changes and authors. The selected one is shown beside the list. */
function Timeline({ lines, chosen, onChoose, onMore, isLoadingMore }: TimelineProps) {
  return (
    <Box as="section" aria-label="Revisions" overflowY="auto" maxH={{ base: '14rem', md: '60dvh' }}>
      <ol>
        {lines.map(({ rev, at, who, summary }) => (
          <li key={rev}>
            <chakra.button
              type="button"
              aria-current={rev === chosen}
              data-current={rev === chosen ? '' : undefined}
              onClick={() => onChoose(rev)}
              display="block"
              width="full"
              textAlign="start"
              px="3"
              py="2"
              rounded="l2"
              cursor="pointer"
              focusVisibleRing="inside"
              _hover={{ bg: 'bg.subtle' }}
              _current={{ bg: 'bg.info' }}
            >
              <Text textStyle="sm" fontWeight="medium">
                {momentText(at)}
              </Text>
              <Text textStyle="sm" overflowWrap="anywhere">
                {summary}
              </Text>
              <Text textStyle="xs" color="fg.muted">
                {who}
              </Text>
            </chakra.button>
          </li>
        ))}
      </ol>
      {onMore && (
        <Button size="sm" variant="outline" my="2" ms="3" loading={isLoadingMore} onClick={onMore}>
          Show older revisions
        </Button>
      )}
    </Box>
  );
}

interface VersionPaneProps {
  edited: Versioned;
  lines: readonly VersionLine[];
  line: VersionLine;
  /** Null for users with read access only. */
  onRestore: ((version: Version) => void) | null;
}

// Options of the comparison besides revision numbers.
const [nothing, form] = ['nothing', 'form'];

/** One version: alone, or compared with another version or the form. */
function VersionPane({ edited, lines, line, onRestore }: VersionPaneProps) {
  const older = lines.find(({ rev }) => rev < line.rev);
  const [against, setAgainst] = useState(older ? String(older.rev) : nothing);
  const otherRev = against === nothing || against === form ? null : Number(against);
  const version = useVersion(edited, line.rev);
  const other = useVersion(edited, otherRev);
  const otherLine = lines.find(({ rev }) => rev === otherRev);
  const failed = [version, other].find(({ isError }) => isError);
  const isGone = version.data === null || other.data === null;
  const valuesOf = ({ data, embed }: Version): Values => edited.valuesOf(data, embed);
  const before: Values | null | undefined =
    against === nothing ? null : against === form ? edited.current() : other.data && valuesOf(other.data);
  const after = version.data && valuesOf(version.data);

  const options = [
    { value: nothing, label: 'No comparison' },
    { value: form, label: 'Current form' },
    ...lines
      .filter(({ rev }) => rev !== line.rev)
      .map(({ rev, at, who }) => ({ value: String(rev), label: `${momentText(at)}, ${who}` })),
  ];
  return (
    <Flex as="section" aria-label="Chosen revision" direction="column" gap="4" minW="0">
      <Flex gap="3" align="flex-start" justify="space-between" wrap="wrap">
        <Box>
          <Heading as="h3" size="md">
            {momentText(line.at)}
          </Heading>
          <Text textStyle="sm" color="fg.muted">{`${line.who} · ${line.summary}`}</Text>
          {line.message && (
            <Text textStyle="sm" mt="1" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {`Message to the reviewer: ${line.message}`}
            </Text>
          )}
        </Box>
        {onRestore && version.data && (
          <Button size="sm" variant="outline" onClick={() => version.data && onRestore(version.data)}>
            <RotateCcw />
            Restore
          </Button>
        )}
      </Flex>
      <SelectField
        label="Compare with"
        options={options}
        select={{ value: against, onChange: (event) => setAgainst(event.currentTarget.value) }}
      />
      {failed ? (
        <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isGone ? (
        <Text color="fg.muted">This revision is no longer kept.</Text>
      ) : !after || before === undefined ? (
        <FormSkeleton fields={2} />
      ) : (
        <Comparison
          title={before === null ? `Revision of ${momentText(line.at)}` : 'Changes'}
          compared={{
            ...{ kind: edited.kind, id: edited.id, words: edited.words },
            before: before && { name: against === form ? 'The form' : momentText(otherLine?.at ?? ''), values: before },
            after: { name: momentText(line.at), values: after },
          }}
        />
      )}
    </Flex>
  );
}
