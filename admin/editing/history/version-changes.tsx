import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ChangedWords } from './changed-words.tsx';
import type { ComparedField, ComparedVersions } from './compare-versions.ts';

/** What differs between two versions, word by word, and below it what they share. */
export function VersionChanges({ compared: { changed, same } }: { compared: ComparedVersions }) {
  return (
    <Flex direction="column" gap="4">
      {changed.length === 0 && <Text color="fg.muted">These versions hold the same.</Text>}
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
          <Flex direction="column" gap="4" pt="4">
            <VersionFields fields={same} />
          </Flex>
        </chakra.details>
      )}
    </Flex>
  );
}

/** A version as it was. */
export function VersionFields({ fields }: { fields: readonly ComparedField[] }) {
  return fields.map(({ field, label, after }) => (
    <FieldText key={field} label={label}>
      {after}
    </FieldText>
  ));
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
