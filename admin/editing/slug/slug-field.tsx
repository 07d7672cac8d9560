import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import { oldAddresses } from '@frontage/model/address-messages';
import { invalid } from '@frontage/model/messages';
import type { SlugKind } from '@frontage/model/paths';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { canTakeOverSlugs } from '@frontage/model/abilities';
import { demoSlug, pageSlug } from '@frontage/model/slug';
import { TextInput } from '../../ui/controls.tsx';
import { Field } from '../../ui/field.tsx';
import { useDebounced } from '../use-debounced.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { readSlugHolder, type SlugHolder } from '../../lib/documents/slugs.ts';
import { useViewer } from '../../lib/session.tsx';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { OldAddresses } from './old-addresses.tsx';
import { useFreeSlug } from './use-free-slug.ts';

type SlugState = SlugHolder['state'] | 'unchecked' | 'checking' | 'unknown';

const schemas = { page: pageSlug, demo: demoSlug };

/**
 * Whether this user may take a slug for document `id`; `of` names the document whose old slug it is. Invalid slugs are
 * not looked up.
 */
function useSlugState(kind: SlugKind, { slug, id }: { slug: string; id: string }): { state: SlugState; of?: string } {
  const store = useDocumentStore();
  const canTakeOver = canTakeOverSlugs(kind, useViewer());
  const isValid = schemas[kind].safeParse(slug).success;
  const query = useQuery({
    queryKey: ['slug', kind, slug, id],
    queryFn: async () => valueOf(await readSlugHolder(store, kind, { slug, id, canTakeOver })),
    enabled: isValid,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!isValid) return { state: 'unchecked' };
  if (query.isError) return { state: 'unknown' };
  return query.isFetching ? { state: 'checking' } : (query.data ?? { state: 'checking' });
}

interface SlugFieldProps {
  label: string;
  kind: SlugKind;
  /** Id of the edited document. */
  id: string;
  value: string;
  /** The stored slug; null for a new document. */
  saved: string | null;
  /** The part of the address before the slug. */
  prefix: string;
  onSuggest: (slug: string) => void;
  registration: UseFormRegisterReturn;
  error?: string | undefined;
}

const words: Record<SlugState, { text: string; color: string }> = {
  unchecked: { text: '', color: 'fg.muted' },
  checking: { text: 'Checking…', color: 'fg.muted' },
  free: { text: 'This slug is available', color: 'fg.success' },
  own: { text: 'Current slug', color: 'fg.muted' },
  // Shown as the field's error instead.
  taken: { text: '', color: 'fg.muted' },
  old: { text: '', color: 'fg.muted' },
  reserved: { text: '', color: 'fg.muted' },
  unknown: { text: 'Availability is checked on save', color: 'fg.muted' },
};

/** A slug field with the resulting address and its availability. */
export function SlugField({ label, kind, id, value, saved, prefix, onSuggest, registration, error }: SlugFieldProps) {
  const settled = useDebounced(value, 250);
  const { state, of = '' } = useSlugState(kind, { slug: settled, id });
  const isSettled = settled === value;
  const { text, color } = isSettled ? words[state] : words.checking;
  const isTaken = error === invalid.slugTaken || (error === undefined && isSettled && state === 'taken');
  const free = useFreeSlug(kind, { slug: value, isTaken });
  return (
    <Box width="full">
      <Field
        label={label}
        required
        error={isTaken ? invalid.slugTaken : isSettled && state === 'reserved' ? oldAddresses.reserved(of) : error}
        help={isSettled && state === 'old' ? oldAddresses.hint(of) : undefined}
        labelEnd={
          <Text as="span" role="status" textStyle="xs" color={color} data-slug-state={state}>
            {value === '' ? '' : text}
          </Text>
        }
      >
        <Flex width="full" align="stretch">
          <Box
            display="flex"
            alignItems="center"
            px="3"
            borderWidth="1px"
            borderEndWidth="0"
            borderColor="border.control"
            roundedStart="l2"
            bg="bg.subtle"
            color="fg.muted"
            textStyle="sm"
            aria-hidden
          >
            {prefix}
          </Box>
          <TextInput
            {...registration}
            roundedStart="0"
            fontFamily="mono"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={limits.slug + 50}
          />
        </Flex>
      </Field>
      {free !== null && (
        <Button size="xs" variant="outline" mt="1.5" onClick={() => onSuggest(free)}>
          {`Use ${free}`}
        </Button>
      )}
      {saved !== null && <OldAddresses {...{ kind, id, saved }} />}
    </Box>
  );
}
