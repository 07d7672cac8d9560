import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import { invalid, oldAddresses } from '@frontage/model/messages';
import { kinds, pathOf, type Savable, type SlugKind, slugKindOf } from '@frontage/model/kinds/kinds';
import { collections, slugId } from '@frontage/model/paths';
import { useQuery } from '@tanstack/react-query';
import { canTakeOverSlugs } from '@frontage/model/permissions';
import { numberedSlug } from '@frontage/model/slug';
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form';
import type { Base } from '@frontage/model/changes/document-writes';
import { TextInput } from '../../ui/controls.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { useDebounced, useFieldProps, type WidgetProps } from './form-fields.tsx';
import { valueOf } from '../../lib/documents/document-store.ts';
import { firstFreeSlug } from '@frontage/model/changes/reads';
import { readsOf } from '../../lib/documents/document-store.ts';
import { shortPathOf } from '../../lib/documents/document.ts';
import { readSlugHolder, type SlugHolder } from '../../lib/documents/slugs.ts';
import { useViewer } from '../../lib/session.tsx';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useConfirm } from '../../ui/confirm.tsx';

/**
 * Asks before a save takes an old slug of another document. Returns true to proceed; false without a question if the
 * user has no permission.
 */
export function useTakeOver(kind: Savable) {
  const store = useDocumentStore();
  const confirm = useConfirm();
  const viewer = useViewer();
  return async ({ id, base }: { id: string; base: Base | null }, slug: unknown): Promise<boolean> => {
    const slugKind = slugKindOf(kind);
    if (slugKind === null || typeof slug !== 'string' || slug === base?.slug) return true;
    const holder = await readSlugHolder(store, slugKind, {
      slug,
      id,
      canTakeOver: canTakeOverSlugs(slugKind, viewer),
    });
    if (holder.ok && holder.value.state === 'reserved') return false;
    // If the lookup fails, the save would fail too.
    if (!holder.ok || holder.value.state !== 'old') return true;
    return confirm(oldAddresses.takeOver({ of: holder.value.of, address: shortPathOf(slugKind, slug) }));
  };
}

interface SlugOptions {
  kind: SlugKind;
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

/** A slug with the resulting address and its availability. */
export function SlugWidget<Input extends FieldValues, Fields>({
  kind,
  ...field
}: WidgetProps<Input, Fields> & SlugOptions) {
  const { form, origin } = field.edit.editor;
  const { id } = origin;
  const saved = origin.base?.slug ?? null;
  const value: string = useWatch({ control: form.control, name: field.name });
  const { error, ...props } = useFieldProps(field);
  const settled = useDebounced(value, 250);
  const { state, of = '' } = useSlugState(kind, { slug: settled, id });
  const isSettled = settled === value;
  const { text, color } = isSettled ? words[state] : words.checking;
  const isTaken = error === invalid.slugTaken || (error === undefined && isSettled && state === 'taken');
  const free = useFreeSlug(kind, { slug: value, isTaken });
  const take = (slug: string) =>
    form.setValue(field.name, slug as PathValue<Input, Path<Input>>, { shouldDirty: true, shouldValidate: true });
  return (
    <Box width="full">
      <Field
        {...props}
        isCompact
        error={isTaken ? invalid.slugTaken : isSettled && state === 'reserved' ? oldAddresses.reserved(of) : error}
        help={isSettled && state === 'old' ? oldAddresses.hint(of) : undefined}
        labelEnd={
          <Text as="span" role="status" textStyle="xs" color={color} data-slug-state={state}>
            {value === '' || error !== undefined ? '' : text}
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
            {shortPathOf(kind, '')}
          </Box>
          <TextInput
            {...form.register(field.name)}
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
        <Button size="xs" variant="outline" mt="1.5" onClick={() => take(free)}>
          {`Use ${free}`}
        </Button>
      )}
      {saved !== null && <OldAddresses {...{ kind, id, saved }} />}
    </Box>
  );
}

type SlugState = SlugHolder['state'] | 'unchecked' | 'checking' | 'unknown';

/**
 * Whether this user may take a slug for document `id`; `of` names the document whose old slug it is. Invalid slugs are
 * not looked up.
 */
function useSlugState(kind: SlugKind, { slug, id }: { slug: string; id: string }): { state: SlugState; of?: string } {
  const store = useDocumentStore();
  const canTakeOver = canTakeOverSlugs(kind, useViewer());
  const isValid = kinds[kind].fields['slug']?.schema.safeParse(slug).success === true;
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

const tries = 9;

/** A free slug similar to a taken one; null while unknown. Reads only if `isTaken`. */
function useFreeSlug(kind: SlugKind, { slug, isTaken }: { slug: string; isTaken: boolean }): string | null {
  const store = useDocumentStore();
  const { data } = useQuery({
    queryKey: ['free-slug', kind, slug],
    queryFn: () => {
      const candidates = Array.from({ length: tries }, (_, index) => numberedSlug(slug, index + 2));
      return firstFreeSlug(readsOf(store), kind, candidates);
    },
    enabled: isTaken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return isTaken ? (data ?? null) : null;
}

interface OldAddressesProps {
  kind: SlugKind;
  /** Id of the document. */
  id: string;
  /** The stored slug. */
  saved: string;
}

/** The old addresses that redirect to a document; renders nothing without any. */
function OldAddresses({ kind, id, saved }: OldAddressesProps) {
  const store = useDocumentStore();
  const { data: slugs = [] } = useQuery({
    queryKey: ['slugs-of', kind, id, saved],
    queryFn: async () => {
      const taken = valueOf(await store.list(collections.slugs, { where: { field: 'id', equals: id } }));
      const prefix = slugId(kind, '');
      return taken.flatMap((slug) => (slug.id.startsWith(prefix) ? [slug.id.slice(prefix.length)] : []));
    },
    staleTime: 0,
  });
  const old = slugs.filter((slug) => slug !== saved).sort();
  if (old.length === 0) return null;
  return (
    <chakra.details mt="1.5" textStyle="sm" color="fg.muted">
      <chakra.summary cursor="pointer">{oldAddresses.redirectHere(old.length)}</chakra.summary>
      <Box as="ul" fontFamily="mono" ps="4" pt="1">
        {old.map((slug) => (
          <li key={slug}>{pathOf(kind, slug)}</li>
        ))}
      </Box>
    </chakra.details>
  );
}

interface TitleOptions {
  /** The slug for a title. The slug of a new document follows its title. */
  slugFrom?: (title: string) => string;
}

/** The title of a document, which a new document focuses. */
export function TitleWidget<Input extends FieldValues, Fields>({
  slugFrom,
  ...field
}: WidgetProps<Input, Fields> & TitleOptions) {
  const { form, origin } = field.edit.editor;
  const slugName = 'slug' as Path<Input>;
  const title: string = useWatch({ control: form.control, name: field.name });

  const followSlug = (next: string) => {
    if (slugFrom === undefined) return;
    const slug: string = form.getValues(slugName);
    const suggested = { before: slugFrom(title), after: slugFrom(next) };
    const followed = followTitle({ isNew: origin.base === null, slug }, suggested);
    if (followed === slug) return;
    form.setValue(slugName, followed as PathValue<Input, Path<Input>>, { shouldValidate: followed !== '' });
  };

  return (
    <TextField
      {...useFieldProps(field)}
      isCompact
      registration={form.register(field.name, {
        onChange: (event: { target: { value: string } }) => followSlug(event.target.value),
      })}
      input={{ autoFocus: origin.base === null }}
    />
  );
}

/**
 * The slug after a change of the title. It follows the title while the document is new and the slug is empty or still
 * the suggestion for the previous title.
 */
export function followTitle(
  { isNew, slug }: { isNew: boolean; slug: string },
  suggested: { before: string; after: string },
): string {
  const follows = isNew && (slug === '' || slug === suggested.before);
  return follows ? suggested.after : slug;
}
