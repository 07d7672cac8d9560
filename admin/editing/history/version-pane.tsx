import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { RotateCcw } from '#icons';
import { useState } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { FailureState } from '../../ui/states.tsx';
import { Comparison } from '../comparison/comparison.tsx';
import type { Values } from '../conflict/compare-fields.ts';
import { momentText } from '../moment-text.ts';
import type { Versioned } from './versioned.ts';
import { useVersion, type Version, type VersionLine } from './history.queries.ts';

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
export function VersionPane({ edited, lines, line, onRestore }: VersionPaneProps) {
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
