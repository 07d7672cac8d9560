import { type Kind, kinds } from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import {
  type IndexedCollection,
  longestSearch,
  type MatchesAnswer,
  type SearchAnswer,
  staffIndexPaths,
} from '@frontage/model/staff-index';
import type { Listed } from '@frontage/model/summaries/listed';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { documentKeys } from '../documents/documents.queries.ts';
import { useFirebase } from '../firebase.tsx';
import { answerOf, usePipeline } from '../pipeline.ts';

/** Fewer letters are in nearly every text. */
export const isSearchable = (typed: string): boolean => typed.trim().length > 1;

const refreshMs = 3_000;
const maxRefreshes = 10;

const fresh = {
  placeholderData: keepPreviousData,
  staleTime: 1_000,
  gcTime: 60_000,
  retry: false,
  // Includes the writes of other users, and ends a failure when the pipeline answers again.
  refetchInterval: ({ state }: { state: { status: string; dataUpdateCount: number } }) =>
    (state.status !== 'success' || state.dataUpdateCount < maxRefreshes) && refreshMs,
} as const;

const hit = z.object({
  collection: z.string(),
  id: z.string(),
  entry: z.object({
    title: z.string(),
    slug: z.string(),
    isPublished: z.boolean(),
    updatedAt: z.string(),
  }),
  isDraft: z.boolean(),
  isInText: z.boolean(),
  hasTypos: z.boolean(),
  marks: z.array(z.string()),
});

const searchAnswer: z.ZodType<SearchAnswer> = z.object({ hits: z.array(hit), count: z.number() });

const matchesAnswer: z.ZodType<MatchesAnswer> = z.object({
  matches: z.array(z.object({ id: z.string(), isInText: z.boolean() })),
});

/** Results of the pipeline's search. */
interface Searched<Data> {
  /** While newer ones are read, the results of the previous text. */
  data: Data | undefined;
  isPending: boolean;
  /** Whether the pipeline does not answer. It is asked again every few seconds. */
  isUnavailable: boolean;
}

/** The best hits for typed words in these collections and their drafts. */
export function useSearchResults(
  typed: string,
  { collections, limit }: { collections: readonly IndexedCollection[]; limit: number },
): Searched<SearchAnswer> {
  return useSearch(typed, {
    path: staffIndexPaths.search,
    scope: { collections, limit },
    written: collections,
    answer: searchAnswer,
  });
}

/** Where the words are in a document. */
interface TextMatch {
  /** The position among all matches, the best first. */
  rank: number;
  /** Whether a word is only in the text. */
  isInText: boolean;
}

export interface TextMatches extends Pick<Searched<unknown>, 'isPending' | 'isUnavailable'> {
  byId: ReadonlyMap<string, TextMatch>;
}

/** The documents of a kind that have the typed words in any of their texts, or in their draft; empty while loading. */
export function useTextMatches(kind: Kind, typed: string): TextMatches {
  const { collection } = kinds[kind];
  const { data, isPending, isUnavailable } = useSearch(typed, {
    path: staffIndexPaths.matches,
    scope: { collection },
    written: [collection],
    answer: matchesAnswer,
  });
  useReadMissing(kind, data?.matches);
  return useMemo(() => {
    const matches = data?.matches ?? [];
    const byId = new Map(matches.map(({ id, isInText }, rank) => [id, { rank, isInText }]));
    return { byId, isPending, isUnavailable };
  }, [data, isPending, isUnavailable]);
}

/** Reads the list of a kind again if a match is not in it: a colleague has created the document since. */
function useReadMissing(kind: Kind, matches: MatchesAnswer['matches'] | undefined): void {
  const client = useQueryClient();
  // The match may be the draft of a new document, which is in no list.
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const queryKey = documentKeys.list(kind);
    const list = client.getQueryData<Listed<Kind>[]>(queryKey);
    // A list that is not loaded yet will have the document.
    if (list === undefined || matches === undefined || matches.length === 0) return;
    const listed = new Set(list.map(({ document }) => document.id));
    const missing = matches.filter(({ id }) => !listed.has(id) && !asked.current.has(id));
    for (const { id } of missing) asked.current.add(id);
    if (missing.length > 0) void client.invalidateQueries({ queryKey });
  }, [client, kind, matches]);
}

interface Search<Data> {
  path: string;
  scope: object;
  /** The collections whose recent writes the answer must include, besides drafts. */
  written: readonly string[];
  answer: z.ZodType<Data>;
}

function useSearch<Data>(typed: string, { path, scope, written, answer }: Search<Data>): Searched<Data> {
  const pipeline = usePipeline();
  const { ownWrites } = useFirebase();
  const text = typed.trim().slice(0, longestSearch);
  const isEnabled = isSearchable(text);
  const query = useQuery({
    queryKey: ['search', path, scope, text],
    queryFn: async ({ signal }) => {
      const body = { ...scope, typed: text, written: ownWrites.recent([...written, collections.drafts]) };
      return answerOf(await pipeline.post({ path, body, answer, signal }));
    },
    enabled: isEnabled,
    ...fresh,
  });
  const isUnavailable = useIsUnavailable(query, text) && isEnabled;
  const isAnswered = query.isSuccess && !query.isPlaceholderData;
  return {
    data: isEnabled && !isUnavailable ? query.data : undefined,
    isPending: isEnabled && !isUnavailable && !isAnswered,
    isUnavailable,
  };
}

// The time after which titles are shown. The request continues, so that a slow answer is still used.
const answerMs = 1_000;

type Outcome = Pick<UseQueryResult, 'isSuccess' | 'isError' | 'isPlaceholderData' | 'isFetching'>;

/** Whether the query of a text has failed or takes longer than a second, until it succeeds. */
function useIsUnavailable(query: Outcome, text: string): boolean {
  const { isError, isFetching } = query;
  const isAnswered = query.isSuccess && !query.isPlaceholderData;
  const [isUnavailable, setUnavailable] = useState(false);
  if (isUnavailable && isAnswered) setUnavailable(false);
  if (!isUnavailable && isError) setUnavailable(true);
  const isWaiting = isFetching && !isAnswered;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setUnavailable(true), answerMs);
    return () => clearTimeout(timer);
  }, [isWaiting, text]);
  return isUnavailable && !isAnswered;
}
