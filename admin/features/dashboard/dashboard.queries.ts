import { releaseDocument, type ReleaseDocument } from '@frontage/model/build-state';
import { kindOf, kinds, type Kind } from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import { defaultSettings } from '@frontage/model/kinds/settings';
import { useQuery } from '@tanstack/react-query';
import { lastEdit } from '@frontage/model/draft';
import { byAge, loadReader } from '../../editing/versions/listed-drafts.queries.ts';
import { launchesKey } from '../../editing/publish/launches.queries.ts';
import { listPlanned, type PlannedChange } from '../../editing/publish/schedules.queries.ts';
import { toPlain } from '@frontage/model/stored-values';
import { documentName } from '../../lib/documents/document.ts';
import { type CollectionQuery, type DocumentStore, type Entry, valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';

/** The number of rows of each panel. */
export const rowsShown = 4;

// Opening the dashboard again within this time reads nothing.
const staleTime = 30_000;

/** The newest drafts with text of the user, also those that others changed or returned since. */
export function useMyDrafts(isEnabled: boolean) {
  const store = useDocumentStore();
  const { uid } = useStaff().user;
  return useQuery({
    queryKey: ['dashboard', 'drafts', uid],
    queryFn: async () => {
      const { listDrafts } = await loadReader();
      // Drafts of an earlier version name only the last writer, possibly an editor that returned the draft of another user.
      const [written, changed] = await Promise.all([
        listDrafts(store, { where: { field: 'authors', contains: uid }, newestBy: 'updated_at', limit: rowsShown }),
        listDrafts(store, { where: { field: 'updated_by', equals: uid }, newestBy: 'updated_at', limit: rowsShown }),
      ]);
      const own = changed.filter((draft) => draft.authors == null && lastEdit(draft).by === uid);
      return [...written, ...own].toSorted((a, b) => byAge(b, a)).slice(0, rowsShown);
    },
    enabled: isEnabled,
    // Short, because a user returning from an editor has just changed a draft.
    staleTime: 1_000,
  });
}

export interface UpcomingChange extends PlannedChange {
  /** The name of the launch or document; null for a deleted document, and for a setting. */
  name: string | null;
}

/** The schedules and launches that are carried out next. */
export function useUpcoming() {
  const store = useDocumentStore();
  return useQuery({
    queryKey: [...launchesKey, 'dashboard'],
    queryFn: async (): Promise<UpcomingChange[]> => {
      const { changes } = await listPlanned(store, { areWaiting: true, limit: rowsShown });
      return Promise.all(
        changes.slice(0, rowsShown).map(async (change) => ({ ...change, name: await nameOfPlanned(store, change) })),
      );
    },
    staleTime,
  });
}

async function nameOfPlanned(store: DocumentStore, { schedule, launch }: PlannedChange): Promise<string | null> {
  const kind = schedule && kindOf(schedule.collection);
  if (!schedule || kind === null) return launch?.name ?? null;
  const stored = valueOf(await store.read(`${schedule.collection}/${schedule.id}`, [kinds[kind].nameField]));
  return stored === null ? null : documentName(stored);
}

export interface ChangedDocument {
  kind: Kind;
  id: string;
  name: string;
  isPublished: boolean;
  isMine: boolean;
  /** ISO. */
  at: string;
}

/** The documents changed last, of all kinds. */
export function useChangedLately() {
  const store = useDocumentStore();
  const { uid } = useStaff().user;
  return useQuery({
    queryKey: ['dashboard', 'changed', uid],
    queryFn: async () => {
      const lists = await Promise.all(
        (Object.keys(kinds) as Kind[]).map(async (kind) => {
          const { collection, nameField } = kinds[kind];
          const fields = [nameField, 'is_published', 'updated_at', 'updated_by'];
          const choice = { newestBy: 'updated_at', limit: rowsShown, fields };
          return valueOf(await store.list(collection, choice)).map((entry) => changedDocument(kind, entry, uid));
        }),
      );
      return lists
        .flat()
        .sort((a, b) => b.at.localeCompare(a.at))
        .slice(0, rowsShown);
    },
    staleTime: 1_000,
  });
}

function changedDocument(kind: Kind, { id, data }: Entry, uid: string): ChangedDocument {
  return {
    kind,
    id,
    name: documentName(data),
    isPublished: data['is_published'] === true,
    isMine: data['updated_by'] === uid,
    at: String(toPlain(data['updated_at'])),
  };
}

/** The newest releases. */
export function useLastReleases(release: string | null | undefined) {
  const store = useDocumentStore();
  return useQuery({
    // A new release reads the list again.
    queryKey: ['dashboard', 'releases', release ?? null],
    queryFn: async (): Promise<Omit<ReleaseDocument, 'documents'>[]> => {
      const fields = ['id', 'created_at', 'added', 'changed', 'removed', 'ms', 'pages', 'bytes'];
      const choice = { newestBy: 'created_at', limit: rowsShown, fields };
      const entries = valueOf(await store.list(collections.releases, choice));
      const shown = releaseDocument.omit({ documents: true });
      return entries.flatMap(({ data }) => shown.safeParse(toPlain(data)).data ?? []);
    },
    enabled: release !== undefined,
    placeholderData: (before) => before,
    staleTime,
  });
}

/** The first steps whose completion is known from stored data. */
export type FirstStep = 'identity' | 'homepage' | 'page' | 'demo' | 'team';

/** Which of these first steps the user has done; reads at most two documents for each. */
export function useFirstSteps(steps: readonly FirstStep[]) {
  const store = useDocumentStore();
  const { uid } = useStaff().user;
  return useQuery({
    queryKey: ['dashboard', 'steps', uid, steps],
    queryFn: async () => {
      const created = { where: { field: 'created_by', equals: uid } };
      const changed = { where: { field: 'updated_by', equals: uid } };
      const checks: Record<FirstStep, () => Promise<boolean>> = {
        identity: () => hasNamedSite(store, uid),
        homepage: async () =>
          (await exist(store, collections.sections, changed)) || (await exist(store, collections.sections, created)),
        page: () => exist(store, collections.pages, created),
        demo: () => exist(store, collections.demos, created),
        team: () => exist(store, collections.invites, { where: { field: 'invited_by', equals: uid } }),
      };
      const done = await Promise.all(steps.map(async (step) => ((await checks[step]()) ? [step] : [])));
      return new Set(done.flat());
    },
    enabled: steps.length > 0,
    staleTime,
  });
}

async function exist(store: DocumentStore, collection: string, choice: CollectionQuery): Promise<boolean> {
  return valueOf(await store.list(collection, { fields: ['created_at'], ...choice, limit: 1 })).length === 1;
}

/** Whether the user gave the site another name and logo than a new one has. */
async function hasNamedSite(store: DocumentStore, uid: string): Promise<boolean> {
  const { value, updated_by } = valueOf(await store.read(`${collections.settings}/branding`)) ?? {};
  if (updated_by !== uid || typeof value !== 'object' || value === null) return false;
  const { site_name, logo_url } = { ...defaultSettings.branding, ...value };
  return site_name !== defaultSettings.branding.site_name && logo_url !== defaultSettings.branding.logo_url;
}
