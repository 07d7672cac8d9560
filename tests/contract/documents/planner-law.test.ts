import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { applyWrites, digest, readsOf } from '@frontage/functions/content/documents';
import { applyLaunch, launchPlanning, planningIn } from '@frontage/functions/launches/stored-launch';
import { carryOut } from '@frontage/functions/launches/carry-out';
import { baseAfter, type SaveIntent } from '@frontage/model/changes/document-writes';
import { type Change, type ChangePlan, planChange } from '@frontage/model/changes/plan-change';
import { planLaunch } from '@frontage/model/changes/plan-launch';
import { planTakeBack, publicDocuments } from '@frontage/model/changes/take-back';
import type { Data } from '@frontage/model/changes/write';
import { newDemo } from '@frontage/model/kinds/demo';
import { draftText } from '@frontage/model/draft';
import { isStamp } from '@frontage/model/fields';
import { collectionOf, type Kind, kinds } from '@frontage/model/kinds/kinds';
import type { LaunchMember } from '@frontage/model/launch';
import { newPage } from '@frontage/model/kinds/page';
import { contentCollections } from '@frontage/model/content-collections';
import { collections } from '@frontage/model/paths';
import { launchOfSchedule, type Schedule } from '@frontage/model/schedule';
import { toPlain } from '@frontage/model/stored-values';
import fc from 'fast-check';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { initializeAuth, inMemoryPersistence } from 'firebase/auth';
import { deleteApp as deleteServer, initializeApp as initializeServer } from 'firebase-admin/app';
import { type Firestore, getFirestore, Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteDocument, saveTogether } from '../../../admin/lib/documents/change-document.ts';
import type { DocumentStore } from '../../../admin/lib/documents/document-store.ts';
import { commitChange, planningOf, publishDraft, saveDocument } from '../../../admin/lib/documents/save-document.ts';
import { readDraft } from '../../../admin/lib/documents/draft.ts';
import { firestoreStore } from '../../../admin/lib/firestore/client.ts';
import {
  applyDocuments,
  applyLaunch as previewLaunch,
  type ProposedLaunch,
} from '../../../pipeline/preview/preview-content.ts';
import { applyRead, type ContentState, emptyContent } from '../../../pipeline/sync/content-state.ts';
import { aDemo, anEmbed, aPage, aSection } from '../../../pipeline/sync/documents.fixture.ts';
import type { JsonObject } from '../../../pipeline/sync/source.ts';
import { isFull } from '../../full.ts';
import { openTarget, type Target } from '../target.ts';

const at = '2026-02-01T00:00:00.000Z';
const uid = 'ada';

interface Ports {
  target: Target;
  app: FirebaseApp;
  server: ReturnType<typeof initializeServer>;
  store: DocumentStore;
  firestore: Firestore;
}

let ports: Ports;
beforeAll(async () => {
  const firestoreIndexes = join(import.meta.dirname, '../../../firestore.indexes.json');
  const target = await openTarget({ only: ['firestore'], local: { firestoreIndexes } });
  const firebase = { apiKey: 'any', authDomain: 'any', projectId: target.project, storageBucket: 'any' };
  const app = initializeApp(firebase, 'planner-law');
  const emulators = { auth: '', storage: '', functions: '', firestore: target.hosts.firestore };
  const config = { firebase, region: 'any', siteOrigin: '', emulators };
  const server = initializeServer({ projectId: target.project }, 'planner-law');
  const store = firestoreStore(initializeAuth(app, { persistence: inMemoryPersistence }), config);
  ports = { target, app, server, store, firestore: getFirestore(server) };
  await ports.firestore.doc(`${collections.userRoles}/${uid}`).set(administrator);
});
afterAll(async () => {
  await deleteApp(ports.app);
  await deleteServer(ports.server);
  await ports.target.stop();
});

const administrator = { user_id: uid, roles: ['admin'], is_active: true };

type Documents = Readonly<Record<string, JsonObject>>;

const valuesOf = (data: Data): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !isStamp(field))) as JsonObject;

const rev = fc.constantFrom(1, 2);
const isPublished = fc.boolean();
const seldomEmpty = (text: string) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(text) }, { weight: 1, arbitrary: fc.constant('') });
const livePages = fc.record({
  p1: fc
    .record({ rev, is_published: isPublished, title: seldomEmpty('One') })
    .map((page) => aPage({ ...page, slug: 'a' })),
  p2: fc.record({ rev, is_published: isPublished }).map((page) => aPage({ ...page, slug: 'b' })),
});
const liveDemo = fc
  .record({ rev, is_published: isPublished, is_password_protected: fc.boolean() })
  .map((demo) => aDemo({ ...demo, slug: 'd' }));
const liveSection = fc.record({ rev, is_published: isPublished }).map((section) => aSection(section));

const stored = fc
  .record({ pages: livePages, demo: liveDemo, section: liveSection, isGone: fc.boolean() })
  .map(({ pages, demo, section, isGone }): Documents => ({
    'pages/p1': pages.p1,
    ...(!isGone && { 'pages/p2': pages.p2 }),
    'demo_pages/d1': demo,
    'demo_embeds/d1': anEmbed(),
    'homepage_sections/s1': section,
    'slugs/page:a': { id: 'p1', updated_at: at },
    'slugs/page:b': { id: 'p2', updated_at: at },
    'slugs/page:old': { id: 'p2', updated_at: at },
    'slugs/demo:d': { id: 'd1', updated_at: at },
  }));

interface DraftChange {
  kind: Kind;
  id: string;
  change: JsonObject;
  /** Added to the revision of the document. */
  ahead: number;
  embed: string | null;
}

const target = fc.constantFrom<[Kind, string]>(
  ...(['p1', 'p2', 'new'] as const).map((id): [Kind, string] => ['page', id]),
  ['demo', 'd1'],
  ['section', 's1'],
);
const draft = fc
  .record({
    of: target,
    title: seldomEmpty('Changed'),
    slug: fc.constantFrom('a', 'b', 'old', 'fresh'),
    is_published: fc.boolean(),
    ahead: fc.constantFrom(0, 0, 0, 1),
    embed: fc.constantFrom(null, 'https://demo.example/next', 'hello'),
  })
  .map(({ of: [kind, id], title, slug, is_published, ahead, embed }): DraftChange => ({
    kind,
    id,
    change: {
      is_published,
      ...(kind === 'section' ? { title } : { [kind === 'page' ? 'title' : 'heading']: title, slug }),
    },
    ahead,
    embed: kind === 'demo' ? embed : null,
  }));
const action = fc.oneof(
  { weight: 3, arbitrary: draft },
  fc.record({ action: fc.constantFrom('publish' as const, 'unpublish' as const, 'delete' as const), of: target }),
);

const freshValues: { readonly [K in Kind]?: JsonObject } = {
  page: newPage as JsonObject,
  demo: newDemo,
  section: {},
};

/** The stored draft, with the document that it changes. */
function draftDocuments(documents: Documents, { kind, id, change, ahead, embed }: DraftChange): Documents {
  const collection = collectionOf(kind);
  const live = documents[`${collection}/${id}`];
  const data = { ...freshValues[kind], ...(live && valuesOf(live)), ...change };
  const stamps = { created_at: at, created_by: 'bob', updated_at: at, updated_by: 'bob' };
  const base_rev = live ? Number(live['rev']) + ahead : 0;
  const own: Documents = embed === null ? {} : { [`draft_embeds/${id}`]: anEmbed(embed) };
  return {
    [`drafts/${collection}_${id}`]: { collection, id, data, base_rev, rev: 3, review: null, note: null, ...stamps },
    ...own,
  };
}

const written = [
  ...contentCollections,
  collections.drafts,
  collections.draftEmbeds,
  collections.trash,
  collections.launches,
  collections.audit,
];

async function put(documents: Documents): Promise<void> {
  const { firestore } = ports;
  const batch = firestore.batch();
  for (const name of [...written, collections.launchVersions])
    for (const reference of await firestore.collection(name).listDocuments()) batch.delete(reference);
  await batch.commit();
  const setting = firestore.batch();
  for (const [path, data] of Object.entries(documents)) setting.set(firestore.doc(path), data);
  await setting.commit();
}

const timed = new Set(['created_at', 'updated_at', 'updated_by', 'from_draft', 'deleted_at']);
const withoutTimes = (data: object): unknown =>
  Object.fromEntries(Object.entries(toPlain(data) as object).filter(([field]) => !timed.has(field)));

async function contentIn(): Promise<Record<string, unknown>> {
  const found: [string, unknown][] = [];
  for (const name of contentCollections) {
    const { docs } = await ports.firestore.collection(name).get();
    for (const one of docs) found.push([one.ref.path, withoutTimes(one.data())]);
  }
  return Object.fromEntries(found.toSorted());
}

interface Case {
  documents: Documents;
  kind: Kind;
  id: string;
  action: 'publish' | 'unpublish' | 'delete' | 'publish_draft';
}

const codeIn = (documents: Documents, id: string) =>
  documents[`draft_embeds/${id}`]?.['iframe_url'] ?? documents[`demo_embeds/${id}`]?.['iframe_url'] ?? null;

/** Makes the change as the admin does. False if it is refused. */
async function inAdmin({ documents, kind, id, action: wanted }: Case): Promise<boolean> {
  const { store } = ports;
  if (wanted === 'publish_draft') {
    const kept = await readDraft(store, { kind, id });
    const version = (kept.ok && kept.value?.version) || '';
    return (await publishDraft(store, { kind, id, version, uid })).ok;
  }
  if (wanted === 'delete') {
    const isThere = documents[`${collectionOf(kind)}/${id}`] !== undefined;
    return (await deleteDocument(store, { kind, id, uid })).ok && isThere;
  }
  const shown = Number(documents[`${collectionOf(kind)}/${id}`]?.['rev'] ?? 0);
  const change: Change = wanted === 'publish' ? { action: wanted, kind, id, rev: shown } : { action: wanted, kind, id };
  const plan = await planChange(planningOf(store, uid), change);
  return plan.ok && (await store.commit(plan.writes)).ok;
}

/** The member of a launch that makes the change. */
function memberOf({ documents, kind, id, action: wanted }: Case): LaunchMember {
  const collection = collectionOf(kind);
  const held = documents[`drafts/${collection}_${id}`];
  const embed = kind === 'demo' ? codeIn(documents, id) : null;
  const text = held && draftText({ collection, id, data: held['data'] as Data }, embed as string | null);
  return {
    collection,
    id,
    action: wanted,
    document_rev: Number(documents[`${collection}/${id}`]?.['rev'] ?? 1),
    draft_rev: 3,
    draft_digest: digest(text ?? ''),
    redirect: null,
    added_by: uid,
    is_accepted: true,
    added_rev: null,
    owner: null,
    took_back: null,
  };
}

/** Makes the change as a function does, in a launch. False if it is refused. */
const inFunction = (one: Case): Promise<boolean> =>
  ports.firestore.runTransaction(async (transaction) => {
    const context = { firestore: ports.firestore, transaction, by };
    const plan = await planLaunch(await launchPlanning(context), [memberOf(one)]);
    if (plan.ok) await applyLaunch(context, 'law', plan.changes);
    return plan.ok;
  });

const by = { viewer: { uid, roles: ['admin' as const] }, usedSecondFactor: true };

/** Makes the change as a schedule does. False if it is refused. */
async function inSchedule(one: Case): Promise<boolean> {
  const { firestore } = ports;
  const { collection, id, action: wanted, document_rev, draft_rev, draft_digest } = memberOf(one);
  const isDraft = wanted === 'publish_draft';
  const approved = {
    document_rev: wanted === 'publish' ? document_rev : null,
    draft_rev: isDraft ? draft_rev : null,
    draft_digest: isDraft ? draft_digest : null,
  };
  const reference = firestore.doc(`${collections.launches}/law`);
  const due = Timestamp.fromDate(new Date(at));
  const schedule = { collection, id, action: wanted, ...approved, by: uid, second_factor: true } as Schedule;
  await reference.set(launchOfSchedule({ ...schedule, at: due, created_at: due, state: 'waiting', reason: null }));
  return (await carryOut(firestore, reference, new Date(later)))?.length === 0;
}

const later = new Date(Date.parse(at) + 1_000).toISOString();

/** Whether the document of a case is new, or valid as it is stored. */
function wasValid({ documents, kind, id }: Case): boolean {
  const live = documents[`${collectionOf(kind)}/${id}`];
  return live === undefined || kinds[kind].schema.safeParse(live).success;
}

/** Takes back the launch that was just published. The content as a preview shows it before. */
async function takeBack(): Promise<Record<string, unknown>> {
  const { firestore } = ports;
  const content = await storedState();
  const changes = await firestore.runTransaction(async (transaction) => {
    const context = { firestore, transaction, by };
    const versions = await transaction.get(firestore.collection(collections.launchVersions));
    const stored = versions.docs.map((version) => version.data());
    const plan = await planTakeBack(planningIn(context), stored, {});
    if (plan.ok !== true) throw new Error(JSON.stringify(plan));
    await applyLaunch(context, 'returned', plan.changes);
    return plan.changes;
  });
  return shownAfter(content, changes);
}

/** The stored content as the pipeline reads it. */
async function storedState(): Promise<ContentState> {
  const found: { path: string; data: JsonObject; time: string }[] = [];
  for (const name of contentCollections) {
    const { docs } = await ports.firestore.collection(name).get();
    for (const one of docs) found.push({ path: one.ref.path, data: toPlain(one.data()) as JsonObject, time: at });
  }
  return applyRead(emptyContent, { documents: found, at }).state;
}

/** The content that a preview of planned changes shows. */
function shownAfter(content: ContentState, changes: readonly ChangePlan[]): Record<string, unknown> {
  const documents = changes.flatMap((change) => publicDocuments(change, later)) as { path: string; data: JsonObject }[];
  const shown = [...applyDocuments(content, documents, later).documents].map(
    ([path, { data }]) => [path, withoutTimes(data)] as const,
  );
  return withoutCode(Object.fromEntries(shown));
}

/** Previews leave out the code of protected demos. */
const withoutCode = (content: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(content).filter(([path]) => !path.startsWith(`${collections.demoEmbeds}/`)));

/** The values of documents without their revisions; a missing value equals null. */
const valuesIn = (content: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(content).flatMap(([path, data]) => {
      if (path.startsWith(`${collections.slugs}/`)) return [];
      const fields = Object.entries(data as object).filter(([field, value]) => field !== 'rev' && value !== null);
      return [[path, Object.fromEntries(fields)]];
    }),
  );

/** The content that a preview of the change shows; null if it reports that the change is refused. */
async function inPreview({ documents, kind: what, id, action: wanted }: Case): Promise<Record<string, unknown> | null> {
  const isContent = ([path]: [string, unknown]) => contentCollections.some((name) => path.startsWith(`${name}/`));
  const content = applyRead(emptyContent, {
    documents: Object.entries(documents)
      .filter(isContent)
      .map(([path, data]) => ({ path, data, time: at })),
    at,
  }).state;
  const held = documents[`drafts/${collectionOf(what)}_${id}`];
  const code = documents[`draft_embeds/${id}`]?.['iframe_url'];
  const member: ProposedLaunch['members'][number] =
    wanted === 'publish_draft' && held
      ? {
          ...{ what, id, action: 'publish' },
          data: { ...(held['data'] as Data), ...(what === 'demo' && code != null && { embed_code: code }) },
          draft: { created_by: 'bob', base_rev: Number(held['base_rev']) },
        }
      : { what, id, action: wanted === 'publish_draft' ? 'publish' : wanted, data: null };
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const { viewer } = by;
  const preview = await previewLaunch(
    content,
    { name: 'Law', members: [member], missing: [] },
    { at: later, viewer, hash },
  );
  if (preview.refused.length > 0) return null;
  const shown = [...preview.content.documents].map(([path, { data }]) => [path, withoutTimes(data)] as const);
  return Object.fromEntries(shown.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

it(
  'admin, function and preview make the same documents of a change, or all refuse it',
  async () => {
    let [made, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(stored, action, async (live, wanted) => {
        const documents = 'change' in wanted ? { ...live, ...draftDocuments(live, wanted) } : live;
        const [kind, id] = 'change' in wanted ? [wanted.kind, wanted.id] : wanted.of;
        const one: Case = {
          documents,
          kind,
          id,
          action: 'change' in wanted ? 'publish_draft' : wanted.action,
        };
        await put(documents);
        const byAdmin = (await inAdmin(one)) && (await contentIn());
        await put(documents);
        const bySchedule = one.action === 'delete' ? byAdmin : (await inSchedule(one)) && (await contentIn());
        await put(documents);
        const before = await contentIn();
        const byFunction = (await inFunction(one)) && (await contentIn());
        // A document that was invalid before does not become invalid again.
        if (byFunction && wasValid(one)) {
          const expected = await takeBack();
          const returned = await contentIn();
          expect(valuesIn(returned)).toEqual(valuesIn(before));
          expect(expected).toEqual(withoutCode(returned));
        }
        const shown = (await inPreview(one)) ?? false;
        expect(byFunction).toEqual(byAdmin);
        expect(bySchedule).toEqual(byAdmin);
        expect(shown).toEqual(byAdmin);
        if (byAdmin) made += 1;
        else refused += 1;
      }),
      { numRuns: isFull ? 1_000 : 20 },
    );
    expect(Math.min(made, refused)).toBeGreaterThan(0);
  },
  isFull ? 1_800_000 : 120_000,
);

const trashed = (slug: string): Documents => ({
  'trash/pages_gone': {
    ...{ collection: 'pages', id: 'gone', deleted_by: uid, deleted_at: at },
    data: aPage({ slug, rev: 4 }),
  },
  'slugs/page:gone': { id: 'gone', updated_at: at },
});

const edited = fc.record({
  action: fc.constantFrom('save' as const, 'undo' as const, 'duplicate' as const, 'restore' as const),
  of: target,
  title: fc.constantFrom('Changed', 'Other'),
  slug: fc.constantFrom('a', 'b', 'old', 'fresh', 'gone'),
  ahead: fc.constantFrom(0, 0, 0, 1),
  embed: fc.constantFrom(undefined, 'https://demo.example/next'),
});

it(
  'admin and function make the same documents of a save, undo, copy or restore, which a preview of them shows',
  async () => {
    let [made, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(stored, edited, async (live, { action: wanted, of: [kind, id], title, slug, ahead, embed }) => {
        const documents = { ...live, ...trashed(slug) };
        const held = documents[`${collectionOf(kind)}/${id}`];
        const name = kind === 'demo' ? { heading: title } : { title };
        const values = {
          ...valuesOf(held ?? aPage()),
          ...name,
          ...(kind !== 'section' && { slug }),
        };
        const base = held ? baseAfter(Number(held['rev']) + ahead, held) : null;
        const companions = kind === 'demo' && embed !== undefined ? { embed } : {};
        const intent: SaveIntent = { kind, id, base, fields: values, companions, uid };
        const change: Change =
          wanted === 'duplicate'
            ? { action: wanted, kind, id, copy: 'copy', order: 7 }
            : wanted === 'restore'
              ? { action: wanted, kind: 'page', id: 'gone' }
              : { action: 'save', ...intent };
        await put(documents);
        const outcome = await commitChange(ports.store, change, { uid });
        const byAdmin = outcome.ok && (await contentIn());
        await put(documents);
        const content = await storedState();
        const plan = await ports.firestore.runTransaction(async (transaction) => {
          const reads = readsOf(ports.firestore, transaction);
          const planned = await planChange({ reads, uid, rights: null, rules: [], digest }, change);
          if (planned.ok) applyWrites(ports.firestore, transaction, planned.writes);
          return planned;
        });
        const byFunction = plan.ok && (await contentIn());
        expect(byFunction).toEqual(byAdmin);
        if (byAdmin) made += 1;
        else refused += 1;
        if (!plan.ok || !byAdmin) return;
        expect(shownAfter(content, [plan])).toEqual(withoutCode(byAdmin));
        if (change.action !== 'save') return;
        // The editor plans the save from the documents that it holds.
        await put(documents);
        const saved = await saveDocument(ports.store, intent);
        expect(saved.ok && (await contentIn())).toEqual(byAdmin);
        if (!saved.ok || wanted !== 'undo' || !held) return;
        const own = documents[`demo_embeds/${id}`]?.['iframe_url'];
        const restored = embed !== undefined && typeof own === 'string' && kind === 'demo' ? { embed: own } : {};
        const undo = { kind, id, base: saved.base, fields: valuesOf(held), companions: restored, uid };
        expect(await saveTogether(ports.store, [undo])).toBe('done');
        const { [`${collectionOf(kind)}/${id}`]: undone } = valuesIn(await contentIn());
        const { [`${collectionOf(kind)}/${id}`]: was } = valuesIn(
          Object.fromEntries(Object.entries(documents).map(([path, data]) => [path, withoutTimes(data)])),
        );
        expect(undone).toEqual(was);
      }),
      { numRuns: isFull ? 1_000 : 20 },
    );
    expect(Math.min(made, refused)).toBeGreaterThan(0);
  },
  isFull ? 1_800_000 : 120_000,
);
