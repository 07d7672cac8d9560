import { documentState, type DocumentState, type Problem, type Progress } from '@frontage/model/build-state';
import { buildStateId, collections } from '@frontage/model/paths';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { collectionOf, type Kind, type Savable } from '@frontage/model/kinds/kinds';
import { fieldLabel } from '@frontage/model/field-labels';
import { counted } from '@frontage/model/dates';
import { type DocumentStore, valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { toPlain } from '@frontage/model/stored-values';
import { keepRows, selectRow, useVisibleWith } from '../../ui/list-rows.ts';

/** A save of this session, with the data needed to follow its publication. */
export interface RecentSave {
  /** Null after a deletion. */
  rev: number | null;
  /** Whether the document was public before and is public after the save. */
  wasPublic: boolean;
  isPublic: boolean;
  /** Milliseconds since the epoch, by the browser's clock. */
  at: number;
}

export type LiveState =
  | { type: 'not-published' }
  | { type: 'publishing'; progress: Progress | null }
  | { type: 'live'; ms: number }
  | { type: 'removed'; ms: number }
  /** `shownAt` is the address of the version that is still live; null for none. */
  | { type: 'failed'; problems: readonly Problem[]; shownAt: string | null };

/** Whether the pipeline has to publish anything for a save. */
const affectsVisitors = ({ wasPublic, isPublic }: RecentSave): boolean => wasPublic || isPublic;

/** The state of a save, from the pipeline's newest report on its document and the `progress` of the current release. */
export function liveState(save: RecentSave, report: DocumentState | null, progress: Progress | null = null): LiveState {
  if (!affectsVisitors(save)) return { type: 'not-published' };
  if (!report || !covers(report, save)) return { type: 'publishing', progress };
  if (report.state === 'failed') return failed(report);
  return { type: save.isPublic ? 'live' : 'removed', ms: report.ms };
}

/** The state for a report of a failed version. */
const failed = ({ problems, shown_at }: DocumentState): LiveState & { type: 'failed' } => ({
  type: 'failed',
  problems,
  shownAt: shown_at,
});

function covers(report: DocumentState, save: RecentSave): boolean {
  if (save.rev === null || report.rev === null) return report.rev === save.rev;
  return report.rev >= save.rev;
}

/**
 * The public address of a document: `own`, its own address (null if it is not public), unless the state of its newest
 * save differs.
 */
export function addressFrom(own: string | null, state: LiveState | null, save: RecentSave | null): string | null {
  if (own === null) return null;
  if (state?.type === 'failed') return state.shownAt;
  return state?.type === 'publishing' && save?.wasPublic === false ? null : own;
}

const isSettled = (state: LiveState): boolean => state.type !== 'publishing';

/** Milliseconds until the next poll, `elapsed` after the save: frequent at first, then rarer. Null to stop. */
export function nextPollDelay(elapsed: number): number | null {
  if (elapsed < 2_000) return 100;
  if (elapsed < 10_000) return 500;
  if (elapsed < 60_000) return 2_000;
  return elapsed < 600_000 ? 10_000 : null;
}

const seconds = (ms: number): string => (Math.max(ms, 50) / 1_000).toFixed(1);

/** One line for staff. */
export function describeLive(state: LiveState): string {
  switch (state.type) {
    case 'not-published':
      return 'Not published';
    case 'publishing':
      return state.progress ? `Publishing… ${describeProgress(state.progress)}` : 'Publishing…';
    case 'live':
      return `Live in ${seconds(state.ms)} s`;
    case 'removed':
      return `Unpublished in ${seconds(state.ms)} s`;
    case 'failed':
      return 'Failed';
  }
}

/** Why a change is not live, which version visitors see, and how to fix it. */
export function describeProblems({ problems, shownAt }: LiveState & { type: 'failed' }): string {
  const reasons = problems.map(({ document, field, message }) =>
    (field === null ? message : `${fieldLabel(document, field)}: ${message}`).replace(/[^.!?]$/, '$&.'),
  );
  return [
    ...reasons,
    shownAt === null ? 'It is not on the site.' : 'The previous version is still live.',
    ...(problems.some(({ field }) => field !== null) ? ['Correct it and save again.'] : []),
  ].join(' ');
}

/** '4,200 of 10,000 pages, 3 s left'. */
export function describeProgress({ done, total, seconds_left: left }: Progress): string {
  const pages = `${done.toLocaleString('en')} of ${counted(total, 'page')}`;
  if (left === null) return pages;
  return `${pages}, ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`} left`;
}

const savedKey = (kind: Savable, id: string) => ['saved', kind, id] as const;

const failuresKey = ['failures'] as const;

const remembered = 10 * 60_000;
const progressDelayMs = 1_000;

/** Records a save, so that every screen that shows the document follows its publication. */
export function useRecordSave(): (kind: Savable, id: string, save: Omit<RecentSave, 'at'>) => void {
  const client = useQueryClient();
  return (kind, id, save) => {
    client.setQueryDefaults(['saved'], { gcTime: remembered, staleTime: Infinity });
    client.setQueryData(savedKey(kind, id), { ...save, at: Date.now() });
    // A new save invalidates earlier failures of the document.
    void client.invalidateQueries({ queryKey: failuresKey, refetchType: 'none' });
  };
}

/** The newest save of the document in this session; null for none. */
function useRecentSave(kind: Savable, id: string): RecentSave | null {
  const { data } = useQuery<RecentSave | null>({
    queryKey: savedKey(kind, id),
    queryFn: () => null,
    enabled: false,
    gcTime: remembered,
    staleTime: Infinity,
  });
  return data ?? null;
}

function parseReport(data: unknown): DocumentState | null {
  const parsed = documentState.safeParse(toPlain(data));
  return parsed.success ? parsed.data : null;
}

/** The progress of the current release, read at most once a second for all documents. */
async function readProgress(client: QueryClient, store: DocumentStore): Promise<Progress | null> {
  const { pipelineStateQuery } = await import('../../lib/pipeline.ts');
  const state = await client.fetchQuery({ ...pipelineStateQuery(store), staleTime: 1_000 }).catch(() => null);
  return state?.progress ?? null;
}

/**
 * The failed report of a document's newest version, by any user. One query reads the reports of all visible documents.
 */
function useFailure(kind: Savable, id: string): DocumentState | undefined {
  const store = useDocumentStore();
  const documents = useVisibleWith(id).map((shown) => `${collectionOf(kind)}/${shown}`);
  const { data } = useQuery({
    queryKey: [...failuresKey, documents],
    queryFn: async () => {
      const { listAmong } = await import('../../lib/documents/list-among.ts');
      const where = { field: 'state', equals: 'failed' };
      const found = await listAmong(store, collections.buildState, { where, field: 'document', values: documents });
      return new Map(
        valueOf(found).flatMap(({ data: stored }) => {
          const report = parseReport(stored);
          return report ? [[report.document, report] as const] : [];
        }),
      );
    },
    select: selectRow(`${collectionOf(kind)}/${id}`),
    placeholderData: keepRows,
    // A failed read leaves lists without this mark.
    retry: false,
    staleTime: 10_000,
  });
  return data ?? undefined;
}

/** The state of a document's newest version: of this session's save, or a failure of an earlier one. */
export function useListedLiveState(kind: Kind, id: string): LiveState | null {
  const live = useLiveState(kind, id);
  const report = useFailure(kind, id);
  return live ?? (report ? failed(report) : null);
}

/** The public address of a document; `own` is its path by its fields, null if it is not public. */
export function useLiveAddress(kind: Kind, id: string, own: string | null): string | null {
  return addressFrom(own, useListedLiveState(kind, id), useRecentSave(kind, id));
}

/** The state of the newest save of the document; null without a save in this session. */
export function useLiveState(kind: Savable, id: string): LiveState | null {
  const store = useDocumentStore();
  const client = useQueryClient();
  const save = useRecentSave(kind, id);
  const { data: seen } = useQuery({
    queryKey: ['build-state', kind, id, save?.at],
    queryFn: async () => {
      const path = `${collections.buildState}/${buildStateId(collectionOf(kind), id)}`;
      const report = parseReport(valueOf(await store.read(path)));
      const isLong = save !== null && Date.now() - save.at > progressDelayMs;
      if (!isLong || isSettled(liveState(save, report))) return { report, progress: null };
      return { report, progress: await readProgress(client, store) };
    },
    enabled: save !== null && affectsVisitors(save),
    // A failed poll is ignored; the next one follows.
    retry: false,
    refetchInterval: (query) => {
      if (!save || isSettled(liveState(save, query.state.data?.report ?? null))) return false;
      return nextPollDelay(Date.now() - save.at) ?? false;
    },
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  return save && liveState(save, seen?.report ?? null, seen?.progress ?? null);
}
