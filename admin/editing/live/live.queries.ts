import { documentState, type DocumentState, type Progress } from '@frontage/model/build-state';
import { buildStateId, collections } from '@frontage/model/paths';
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { valueOf, type DocumentStore } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { collectionOf, type Kind, type Savable } from '@frontage/model/kinds';
import { toPlain } from '../../lib/documents/plain.ts';
import { ofRow } from '../list/of-row.ts';
import { useShownWith } from '../list/shown-rows.ts';
import {
  addressAfter,
  concernsVisitors,
  failed,
  isSettled,
  liveState,
  nextLook,
  type LiveState,
  type RecentSave,
} from './live-state.ts';

const savedKey = (kind: Savable, id: string) => ['saved', kind, id] as const;

const failuresKey = ['failures'] as const;

const remembered = 10 * 60_000;
const tellsProgressAfter = 1_000;

/** Notes a save, so that every screen that shows the document follows it to the site. */
export function useNoteSave(): (kind: Savable, id: string, save: Omit<RecentSave, 'at'>) => void {
  const client = useQueryClient();
  return (kind, id, save) => {
    client.setQueryDefaults(['saved'], { gcTime: remembered, staleTime: Infinity });
    client.setQueryData(savedKey(kind, id), { ...save, at: Date.now() });
    // What becomes of it is told below; what was told before no longer holds.
    void client.invalidateQueries({ queryKey: failuresKey, refetchType: 'none' });
  };
}

/** The newest save of the document in this session; null when there was none. */
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

/** How far the release in the making is. However many documents are followed, that is asked once a second. */
async function readProgress(client: QueryClient, store: DocumentStore): Promise<Progress | null> {
  const { pipelineStateQuery } = await import('../../lib/pipeline-state.queries.ts');
  const state = await client.fetchQuery({ ...pipelineStateQuery(store), staleTime: 1_000 }).catch(() => null);
  return state?.progress ?? null;
}

/** What is not on the site as it was saved last, whoever saved it: of what is on the screen with a document, its own report. */
function useFailure(kind: Savable, id: string): DocumentState | undefined {
  const store = useDocumentStore();
  const documents = useShownWith(id).map((shown) => `${collectionOf(kind)}/${shown}`);
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
    select: ofRow(`${collectionOf(kind)}/${id}`),
    placeholderData: keepPreviousData,
    // Without it lists say only what documents say of themselves.
    retry: false,
    staleTime: 10_000,
  });
  return data ?? undefined;
}

/** What became of the newest version of a document: of this session's save, or, of an earlier one, that it failed. */
export function useListedLiveState(kind: Kind, id: string): LiveState | null {
  const live = useLiveState(kind, id);
  const report = useFailure(kind, id);
  return live ?? (report ? failed(report) : null);
}

/** Where visitors find a document, `own` being the path it has by its fields: null where it is not public. */
export function useLiveAddress(kind: Kind, id: string, own: string | null): string | null {
  return addressAfter(own, useListedLiveState(kind, id), useRecentSave(kind, id));
}

/** Where the newest save of the document is on its way to visitors; null when nothing was saved in this session. */
export function useLiveState(kind: Savable, id: string): LiveState | null {
  const store = useDocumentStore();
  const client = useQueryClient();
  const save = useRecentSave(kind, id);
  const { data: seen } = useQuery({
    queryKey: ['build-state', kind, id, save?.at],
    queryFn: async () => {
      const path = `${collections.buildState}/${buildStateId(collectionOf(kind), id)}`;
      const report = parseReport(valueOf(await store.read(path)));
      const isLong = save !== null && Date.now() - save.at > tellsProgressAfter;
      if (!isLong || isSettled(liveState(save, report))) return { report, progress: null };
      return { report, progress: await readProgress(client, store) };
    },
    enabled: save !== null && concernsVisitors(save),
    // A look that fails is no news; the next one follows anyway.
    retry: false,
    refetchInterval: (query) => {
      if (!save || isSettled(liveState(save, query.state.data?.report ?? null))) return false;
      return nextLook(Date.now() - save.at) ?? false;
    },
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  return save && liveState(save, seen?.report ?? null, seen?.progress ?? null);
}
