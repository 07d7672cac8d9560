import { documentState, type DocumentState, type Progress } from '@frontage/model/build-state';
import { buildStateId, collections } from '@frontage/model/paths';
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { valueOf, type DocumentStore } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { collectionOf, type Kind, type Savable } from '@frontage/model/kinds';
import { toPlain } from '../../lib/documents/document.ts';
import { selectRow, useVisibleWith } from '../list/rows.ts';
import {
  addressFrom,
  affectsVisitors,
  failed,
  isSettled,
  liveState,
  nextPollDelay,
  type LiveState,
  type RecentSave,
} from './live-state.ts';

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
  const { pipelineStateQuery } = await import('../../lib/pipeline-state.queries.ts');
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
      const { listAmong } = await import('../../lib/documents/read-listed.ts');
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
    placeholderData: keepPreviousData,
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
