import { counted } from '@frontage/model/dates';
import {
  planAnswer,
  type PlanAnswer,
  type PlannedChange,
  type PlanRequest,
  previewPaths,
} from '@frontage/model/preview';
import { collections } from '@frontage/model/paths';
import { storedBlockingRules } from '@frontage/model/kinds/settings';
import type { RedirectFields } from '@frontage/model/redirect';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addresses, inboundWords, linkedFrom } from '@frontage/model/impact';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { answerOf, type Pipeline, usePipeline } from '../../lib/pipeline.ts';
import { useNotify } from '../../ui/toaster.tsx';
import type { LinkingKind } from '../text/link-notes.tsx';
import type { Previewed, PreviewSource } from '../editor/places.ts';

const retryIntervalMs = 10_000;

const impactQuery = (pipeline: Pipeline, asked: PlanRequest | null, rev: number) => ({
  queryKey: ['impact', asked, rev],
  queryFn: async () =>
    answerOf(await pipeline.post({ path: previewPaths.plan, body: asked ?? {}, answer: planAnswer })),
});

/** The addresses that a change of revision `rev` would affect; sends no request while `asked` is null. */
export function useImpact(asked: PlanRequest | null, rev = 0) {
  const pipeline = usePipeline();
  return useQuery({
    ...impactQuery(pipeline, asked, rev),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // No immediate retries: the next change sends a new request, and a failed one is repeated at intervals.
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && retryIntervalMs,
    staleTime: 10_000,
  });
}

/**
 * Returns a function that asks whether the settings prevent publishing these values, and reports the problems that do.
 * Without such a setting it does not wait for the pipeline; without an answer, publishing continues.
 */
export function usePublishGuard(source: Pick<PreviewSource, 'read'>, rev: number): () => Promise<boolean> {
  const pipeline = usePipeline();
  const client = useQueryClient();
  const store = useDocumentStore();
  const notify = useNotify();
  return async () => {
    const rules = await client
      .fetchQuery({
        queryKey: ['blocking-rules'],
        queryFn: async () => storedBlockingRules(valueOf(await store.read(`${collections.settings}/seo`))),
        staleTime: 60_000,
      })
      .catch(() => []);
    if (rules.length === 0) return false;
    const asked: PlanRequest = { ...source.read(), action: 'publish' };
    const plan = await client.fetchQuery({ ...impactQuery(pipeline, asked, rev), staleTime: 0 }).catch(() => null);
    const blocking = plan?.problems?.filter(({ blocks }) => blocks) ?? [];
    const [first] = blocking;
    if (!first) return false;
    const more = blocking.length > 1 ? ` And ${String(blocking.length - 1)} more.` : '';
    notify.failure({
      title: "Can't publish",
      description: `${first.message} (${first.path}).${more} Correct it, or save a draft.`,
    });
    return true;
  };
}

/** The addresses that publishing an open launch in revision `rev` would change, with the current drafts. */
export function useLaunchImpact(launch: string, rev: number) {
  const pipeline = usePipeline();
  const path = previewPaths.launchPlan;
  return useQuery({
    queryKey: ['impact', path, launch, rev],
    queryFn: async () => answerOf(await pipeline.post({ path, body: { launch }, answer: planAnswer })),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && retryIntervalMs,
    staleTime: 0,
  });
}

const quietTime = 400;

/**
 * The addresses that storing these redirects would change, requested `quietTime` milliseconds after the last change.
 */
export function useRedirectsImpact(redirects: readonly RedirectFields[]) {
  const pipeline = usePipeline();
  const typed = JSON.stringify({ redirects });
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), quietTime);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = redirects.length > 0;
  const impact = useQuery({
    queryKey: ['impact', previewPaths.redirects, typed],
    queryFn: async () =>
      answerOf(await pipeline.post({ path: previewPaths.redirects, body: { redirects }, answer: planAnswer })),
    enabled: isAsked && settled === typed,
    retry: false,
    staleTime: 0,
  });
  return { isAsked, impact };
}

/** The values of a form, updated `quietTime` milliseconds after the last keystroke, and whether typing continues. */
export function useDebouncedPreview(source: PreviewSource, quietTime: number): { typed: Previewed; isTyping: boolean } {
  const [typed, setTyped] = useState(() => ({ source, data: source.read(), isTyping: false }));
  if (typed.source !== source) setTyped({ source, data: source.read(), isTyping: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = source.subscribe(() => {
      clearTimeout(timer);
      setTyped((known) => (known.isTyping ? known : { ...known, isTyping: true }));
      timer = setTimeout(() => setTyped({ source, data: source.read(), isTyping: false }), quietTime);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [source, quietTime]);
  return { typed: typed.data, isTyping: typed.isTyping };
}

/** The text of a page or section whose links are checked before publishing; null for other content. */
export function checkedText({ collection, data }: Previewed): { text: string; kind: LinkingKind } | null {
  const text = collection === 'pages' ? data['body'] : collection === 'sections' ? data['content'] : null;
  return typeof text === 'string' ? { text, kind: collection === 'pages' ? 'page' : 'section' } : null;
}

/** The changes of a plan in display order: removed, added, changed. */
export const sortByImportance = (changes: readonly PlannedChange[]): PlannedChange[] =>
  (['removed', 'added', 'changed'] as const).flatMap((kind) => changes.filter(({ change }) => change === kind));

const named = 5;

/** The effect of unpublishing or deleting on the site, in two or three sentences. */
export function withdrawalWords(plan: Pick<PlanAnswer, 'changes' | 'total' | 'inbound' | 'links'>): string {
  if (plan.total === 0) return 'Visitors see no difference.';
  const gone = plan.changes.filter(({ change }) => change === 'removed').map(({ path }) => path);
  const more = gone.length > named ? ` and ${addresses(gone.length - named)} more` : '';
  const removal =
    gone.length === 0 ? '' : `${gone.slice(0, named).join(', ')}${more} ${gone.length === 1 ? 'is' : 'are'} removed.`;
  const others = plan.total - gone.length;
  const change = others === 0 ? '' : `${counted(others, 'other address changes', 'other addresses change')}.`;
  return [removal, inboundWords(plan), linkedFrom(plan), change].filter((sentence) => sentence !== '').join(' ');
}
