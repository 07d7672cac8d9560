import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Values } from '../conflict/compare-fields.ts';
import type { FieldWords } from '../conflict/field-words.ts';
import { ChangedWords } from './changed-words.tsx';
import { compareVersions, type ComparedField } from './compare-versions.ts';

interface FieldsProps {
  words: FieldWords;
  /** Null to show the fields of `after` without comparison. */
  before: Values | null;
  after: Values;
}

/** The changed fields of a form with marked words, and below them the unchanged fields, collapsed. */
export function Fields({ words, before, after }: FieldsProps) {
  const { changed, same } = compareVersions(words, before ?? after, after);
  if (before === null) return <FieldList fields={same} />;
  return (
    <Flex direction="column" gap="4">
      {changed.length === 0 && <Text color="fg.muted">These versions are the same.</Text>}
      {changed.map((field) => (
        <FieldText key={field.field} label={field.label}>
          <ChangedWords {...field} />
        </FieldText>
      ))}
      {same.length > 0 && (
        <chakra.details>
          <chakra.summary cursor="pointer" textStyle="sm" fontWeight="medium">
            {same.length === 1 ? '1 field is the same' : `${same.length} fields are the same`}
          </chakra.summary>
          <Box pt="4">
            <FieldList fields={same} />
          </Box>
        </chakra.details>
      )}
    </Flex>
  );
}

function FieldList({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <Flex direction="column" gap="4">
      {fields.map(({ field, label, after }) => (
        <FieldText key={field} label={label}>
          {after}
        </FieldText>
      ))}
    </Flex>
  );
}

function FieldText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={label}>
      <Heading as="h4" textStyle="sm" fontWeight="semibold" mb="1">
        {label}
      </Heading>
      <Text as="div" textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {children}
      </Text>
    </Box>
  );
}
