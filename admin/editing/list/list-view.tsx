import { Box, Button, chakra, Flex, Spinner, Text } from '@chakra-ui/react';
import type { DraftSummary } from '@frontage/model/draft';
import { Suspense, useMemo, useState } from 'react';
import { type Kind, kinds } from '@frontage/model/kinds/kinds';
import { fieldLabel } from '@frontage/model/field-labels';
import type { FieldProblem } from '@frontage/model/fields';
import { abilities } from '@frontage/model/permissions';
import { Select } from '../../ui/controls.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { useViewer } from '../../lib/session.tsx';
import { lazyInline, lazyWithFallback } from '../../ui/lazy.tsx';
import type { NewDraftsProps } from './new-drafts.tsx';
import { describeLive, describeProblems, useListedLiveState } from '../editor/live.queries.ts';
import type { RowMarksProps } from './row-marks.tsx';

/** Stable functions, so that memoized children do not re-render. */
interface Setters {
  setSearch: (this: void, search: string) => void;
  setState: (this: void, state: string) => void;
  setPage: (this: void, page: number) => void;
}

interface ListAddress extends Setters {
  search: string;
  /** A key of `listStates`; empty for all. */
  state: string;
  /** Starts at 1. */
  page: number;
}

const defaults = { q: '', state: '', page: '1' };

/** The state of a list, kept in the address: a reload, a bookmark and the back button restore it. */
export function useListAddress(): ListAddress {
  const [{ q, state, page }, update] = useUrlState(defaults);
  const setters = useMemo<Setters>(
    () => ({
      setSearch: (search) => update({ q: search }),
      setState: (next) => update({ state: next, page: '1' }),
      setPage: (next) => update({ page: String(next) }, { isStep: true }),
    }),
    [update],
  );
  return { search: q, state, page: Math.max(1, Math.trunc(Number(page)) || 1), ...setters };
}

/** The filters of a list: the value in its address, and the label. */
const listStates = {
  '': 'Any status',
  published: 'Published',
  draft: 'Draft',
  edited: 'Edited',
  review: 'In review',
} as const;

/** Whether a document is in the filtered state; unknown filters match all. */
export function isInState(
  state: string,
  { is_published }: { is_published: boolean },
  draft: Pick<DraftSummary, 'review'> | undefined,
): boolean {
  if (state === 'published') return is_published;
  if (state === 'draft') return !is_published;
  if (state === 'edited') return draft !== undefined;
  return state !== 'review' || Boolean(draft?.review);
}

const options = Object.entries(listStates).map(([value, label]) => ({ value, label }));

/** Filters a list by state. */
export function StateFilter({ state, onChange }: { state: string; onChange: (state: string) => void }) {
  return (
    <Box minW="12rem">
      <Select aria-label="Status" options={options} value={state} onChange={(event) => onChange(event.target.value)} />
    </Box>
  );
}

/** A button that extends a filtered list; renders nothing if all is shown. */
export function ShowMore({ more }: { more: (() => void) | null }) {
  if (more === null) return null;
  return (
    <Button variant="outline" mt="4" onClick={more}>
      Show more
    </Button>
  );
}

export type BulkName = 'publish' | 'unpublish' | 'delete';

export interface Selection {
  /** The bulk actions this user may run on documents of the kind; without any, nothing can be selected. */
  actions: readonly BulkName[];
  has(id: string): boolean;
  select(ids: readonly string[], isSelected: boolean): void;
  clear(): void;
}

/** The selected documents of a list; the same object while they stay the same. */
export function useSelection(kind: Kind): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const { canPublish, canDelete } = abilities(kind, useViewer(), { created_by: null, is_published: true });
  return useMemo(
    () => ({
      actions: [
        ...(canPublish ? (['publish', 'unpublish'] as const) : []),
        ...(canDelete ? (['delete'] as const) : []),
      ],
      has: (id) => ids.has(id),
      select: (changed, isSelected) =>
        setIds(
          (before) => new Set(isSelected ? [...before, ...changed] : [...before].filter((id) => !changed.includes(id))),
        ),
      clear: () => setIds(new Set()),
    }),
    [canDelete, canPublish, ids],
  );
}

interface SelectBoxProps {
  id: string;
  /** The document's name, for assistive technology. */
  name: string;
  selection: Selection;
}

/** A checkbox that selects one document of a list; hidden if the user has no bulk actions. */
export function SelectBox({ id, name, selection }: SelectBoxProps) {
  if (selection.actions.length === 0) return null;
  return (
    <chakra.input
      type="checkbox"
      boxSize="1.125rem"
      mt="1"
      flexShrink="0"
      accentColor="ink.solid"
      cursor="pointer"
      aria-label={`Select ${name}`}
      checked={selection.has(id)}
      onChange={(event) => selection.select([id], event.target.checked)}
    />
  );
}

/** A note that a stored document is invalid and stays off the site until it is corrected. */
export function ProblemNote({ kind, problems }: { kind: Kind; problems: readonly FieldProblem[] }) {
  if (problems.length === 0) return null;
  const reasons = problems
    .map(({ field, message }) => `${fieldLabel(kinds[kind].collection, field)}: ${message}`)
    .join('; ');
  return (
    <Text textStyle="sm" color="fg.error" mt="1">
      {`Not on the site until corrected. ${reasons}`}
    </Text>
  );
}

// Rows render before the code of drafts and schedules has loaded, and stay usable if loading fails.
const RowMarks = lazyWithFallback<RowMarksProps>(
  () => import('./row-marks.tsx'),
  () => null,
);

/** The draft and the next schedule of a document in a list; loads after the rows. */
export const DocumentMarks = (props: RowMarksProps) => (
  <Suspense>
    <RowMarks {...props} />
  </Suspense>
);

/**
 * In a list: whether a change of this session has reached visitors, and failed publications of any user. Renders
 * nothing for documents that are unchanged and published.
 */
export function LiveMark({ kind, id }: { kind: Kind; id: string }) {
  const live = useListedLiveState(kind, id);
  if (!live || live.type === 'not-published') return null;
  const isFailed = live.type === 'failed';
  return (
    <Flex role="status" gap="1.5" align="center" textStyle="xs" color={isFailed ? 'fg.error' : 'fg.muted'}>
      {live.type === 'publishing' && <Spinner size="xs" aria-hidden />}
      <Text as="span" fontWeight="medium">
        {isFailed ? `${describeLive(live)}. ${describeProblems(live)}` : describeLive(live)}
      </Text>
    </Flex>
  );
}

const LoadedNewDrafts = lazyInline('The drafts of new documents', () => import('./new-drafts.tsx'));

/** The drafts of documents that were never created, above the list of the stored ones. */
export const NewDrafts = (props: NewDraftsProps) => (
  <Suspense>
    <LoadedNewDrafts {...props} />
  </Suspense>
);
