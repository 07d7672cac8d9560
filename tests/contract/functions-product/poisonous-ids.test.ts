import type { CallInput, CallName } from '@frontage/model/calls';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { changeEntry, embedEntry } from '@frontage/functions/record/audit-entries';
import { demoRevision, revision } from '@frontage/functions/record/versions';
import { runDue } from '@frontage/functions/launches/run-due';
import { triggers } from '@frontage/functions/triggers';
import { deleteDoc, doc as clientDocument } from 'firebase/firestore/lite';
import { FieldValue } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sampled } from '../../full.ts';
import { describeFunctions, openProduct, parameters, type Product, refusalOf } from './product.ts';
import { recordingPipeline } from './recording-pipeline.ts';

let product: Product;
let server: PipelineServer;
const published: string[] = [];

beforeAll(async () => {
  server = await startPipelineServer({
    port: 0,
    secret: parameters.PUBLISH_WEBHOOK_SECRET,
    pipeline: recordingPipeline(published),
  });
  product = await openProduct({
    only: ['auth', 'firestore', 'functions'],
    env: { PUBLISH_WEBHOOK_URL: `http://127.0.0.1:${server.port}/hooks/publish` },
  });
});
afterAll(async () => {
  await product.stop();
  await server.stop();
});
afterEach(async () => {
  await product.clear();
  published.length = 0;
});

/** Ids that Firestore accepts and that change when they are decoded, split, quoted or appended to. */
const ids = [
  'a%2Fb',
  'a%252Fb',
  '%',
  '%zz',
  '100% sure',
  '%E2%82%AC',
  '%00',
  'a b+c',
  '.hidden',
  '...',
  'a..b',
  '\'"`$&',
  '{id}',
  '<b>',
  'a?b#c',
  'a\\b',
  'a:b_c',
  '__x',
  'ünïcödé',
  'e\u0301',
  '\u202Ertl',
  '👩‍🚀',
  'constructor',
  '__proto',
  'a\nb',
  ' a ',
];
const long = ['x'.repeat(1_500), '€'.repeat(500), '%2F'.repeat(500)];

const everywhere = [...Object.keys(triggers), 'draft_embeds', 'profiles'];
interface Row {
  record?: string;
  hint?: string;
  version?: unknown;
  audit?: unknown;
}
const collectionsWith = (isIncluded: (row: Row) => boolean) =>
  Object.entries<Row>(triggers).flatMap(([collection, row]) => (isIncluded(row) ? [collection] : []));
const hinted = collectionsWith(({ hint }) => hint !== undefined);
const audited = collectionsWith(({ audit }) => audit === changeEntry || audit === embedEntry);
const versioned = collectionsWith(({ version }) => version === revision || version === demoRevision);

const fields = (collection: string) => ({
  rev: 1,
  title: 'A',
  slug: 'a',
  updated_by: 'ada',
  updated_at: FieldValue.serverTimestamp(),
  ...(collection === 'demo_embeds' && { iframe_url: 'https://example.com' }),
});
const pathsIn = async (collection: string, field: string): Promise<string[]> =>
  (await product.firestore.collection(collection).get()).docs.map((found) => String(found.get(field)));

/** Writes, changes and deletes a document of each id, and waits for the functions in between. */
async function live(collection: string, some: readonly string[]): Promise<string[]> {
  const documents = some.map((id) => product.firestore.collection(collection).doc(id));
  const commit = async (change: (batch: FirebaseFirestore.WriteBatch, document: (typeof documents)[0]) => unknown) => {
    const batch = product.firestore.batch();
    for (const document of documents) change(batch, document);
    await batch.commit();
    await product.idle();
  };
  await commit((batch, document) => batch.set(document, fields(collection)));
  await commit((batch, document) => batch.update(document, { title: 'B', rev: 2 }));
  await commit((batch, document) => batch.delete(document));
  return documents.map(({ path }) => path).sort();
}

const failures = () => product.functionLogs.filter((line) => /"severity":"(ERROR|CRITICAL)"/.test(line));

describeFunctions('triggers with poisonous ids', () => {
  it.each(sampled(everywhere))('name each document of %s by its path', async (collection) => {
    const paths = await live(collection, ids);
    if (hinted.includes(collection)) {
      expect([...new Set(published)].sort()).toEqual(paths);
      expect((await pathsIn('tombstones', 'path')).sort()).toEqual(paths);
    }
    if (audited.includes(collection)) expect([...new Set(await pathsIn('audit', 'document'))].sort()).toEqual(paths);
    if (versioned.includes(collection)) {
      expect([...new Set(await pathsIn('revisions', 'document'))].sort()).toEqual(paths);
      const names = (await product.firestore.collection('revisions').get()).docs.map(({ id }) => id);
      expect(names).toContain(`${collection}_a%2Fb_2`);
    }
    expect(failures()).toEqual([]);
  });

  it.each(sampled(everywhere))('finish for the longest ids of %s', async (collection) => {
    const paths = await live(collection, long);
    if (hinted.includes(collection)) expect((await pathsIn('tombstones', 'path')).sort()).toEqual(paths);
    if (audited.includes(collection)) expect([...new Set(await pathsIn('audit', 'document'))].sort()).toEqual(paths);
    expect(failures()).toEqual([]);
  });

  it('keep the embed code of each demo in its history', async () => {
    for (const id of ids) {
      const batch = product.firestore.batch();
      batch.set(product.firestore.collection('demo_pages').doc(id), fields('demo_pages'));
      batch.set(product.firestore.collection('demo_embeds').doc(id), { iframe_url: 'https://example.com' });
      await batch.commit();
    }
    await product.idle();
    const expected = ids.map((id) => `demo_pages/${id}`).sort();
    expect((await pathsIn('revision_embeds', 'document')).sort()).toEqual(expected);
    expect(failures()).toEqual([]);
  });
});

describeFunctions('drafts and schedules that name poisonous ids', () => {
  it('are searched, reviewed, carried out and deleted without an error', async () => {
    const admin = await product.signUp({ roles: ['admin'] });
    const named = [...ids, '.', '..', '__x__', '____', 'x'.repeat(1_400)];
    const stamps = { created_at: new Date(0), created_by: admin.uid, updated_at: new Date(0), updated_by: admin.uid };
    const drafts = named.map((id) => product.firestore.collection('drafts').doc(`pages_${id}`));
    for (const [index, draft] of drafts.entries()) {
      const held = { collection: 'pages', id: named[index], data: { title: 'A', slug: 'a' }, base_rev: 0, rev: 1 };
      await draft.set({ ...held, review: null, note: null, ...stamps });
      await draft.update({ review: { rev: 1, by: admin.uid }, rev: 2 });
      await product.firestore
        .collection('schedules')
        .doc(`pages_${String(named[index])}_publish_draft`)
        .set({
          ...{ collection: 'pages', id: named[index], action: 'publish_draft', document_rev: null, draft_rev: 2 },
          ...{ draft_digest: '0'.repeat(64), at: new Date(0), by: admin.uid, second_factor: false },
          ...{ created_at: new Date(0), state: 'waiting', reason: null },
        });
    }
    await product.idle();
    await runDue(product.firestore, new Date());
    await product.idle();
    const schedules = await product.firestore.collection('schedules').get();
    expect(new Set(schedules.docs.map((one): unknown => one.get('state')))).toEqual(new Set(['failed']));
    expect(failures()).toEqual([]);
    // As an administrator deletes them, by the rules.
    for (const draft of drafts) await draft.update({ review: null });
    for (const one of [...drafts, ...schedules.docs.map(({ ref }) => ref)])
      await deleteDoc(clientDocument(admin.firestore, one.parent.id, one.id));
    await product.idle();
    expect((await product.firestore.collection('drafts').get()).size).toBe(0);
    expect(failures()).toEqual([]);
  });
});

/** Ids that Firestore refuses. */
const refusedIds = ['', '.', '..', '__x__', '____', 'a/b', '../a', '\uD800', 'x'.repeat(1_501), '€'.repeat(501)];

describeFunctions('functions called with poisonous ids', () => {
  const digest = '0'.repeat(64);
  const launch = 'a'.repeat(20);
  const member = (id: string) =>
    [
      { collection: 'pages', id, action: 'publish_draft', draft_rev: 1, draft_digest: digest },
      { collection: 'demo_pages', id, action: 'publish', document_rev: 1 },
      { collection: 'homepage_sections', id, action: 'delete', document_rev: 1 },
      { collection: 'site_settings', id, action: 'publish_draft', draft_rev: 1, draft_digest: digest },
      {
        collection: 'redirects',
        id,
        action: 'redirect',
        redirect: { from: '/a', to: '/b', status: 301 },
      },
    ] as const;
  const linked = (id: string) =>
    (['pages', 'demo_pages', 'homepage_sections', 'launches'] as const).map((collection) => ({ collection, id }));
  const mediaForm = { title: 'T', alt: '', is_decorative: false, focal: { x: 0.5, y: 0.5 } };
  /** Ids of images: a name as an id, and as the path of a file. */
  const images = (name: string): string[] =>
    [name, `demo-images_${name}`, `demo-images_a%2F${name}`].flatMap((id) =>
      name.isWellFormed() ? [id, `demo-images_${encodeURIComponent(name)}`] : [id],
    );
  const inputs: { [Name in CallName]?: (id: string) => readonly unknown[] } = {
    setUserRoles: (userId) => [{ userId, roles: ['viewer'] }],
    setUserActive: (userId) => [{ userId, isActive: false }],
    deleteUser: (userId) => [{ userId }, { userId, erase: true }],
    describeAccounts: (userId) => [{ userIds: [userId] }],
    resetSecondFactor: (userId) => [{ userId }],
    verifyInviteToken: (id) => [{ token: id }, { token: 't', userId: id }],
    verifyDemoPassword: (demoId) => [{ demoId, password: 'x' }],
    getDemoEmbed: (demoId) => [{ demoId, token: 'x' }],
    createPreviewLink: linked,
    listPreviewLinks: linked,
    changeLaunchMembers: (id) => [
      ...member(id).map((one) => ({ id: launch, add: [one], remove: [], accept: [] })),
      { id: launch, add: [], remove: [`pages/${id}`], accept: [] },
      { id: launch, add: [], remove: [], accept: [id] },
    ],
    setSchedule: (id) => [
      {
        ...{ collection: 'pages', id, action: 'publish', document_rev: 1, draft_rev: null },
        plannedAt: 4_102_444_800_000,
      },
      { ...{ collection: 'demo_pages', id, action: 'publish_draft', draft_rev: 1 }, plannedAt: 4_102_444_800_000 },
    ],
    removeSchedule: (id) => [{ collection: 'pages', id, action: 'unpublish' }],
    addLaunchComment: (id) => [{ id: launch, text: 'x', about: `pages/${id}` }],
    planTakeBackLaunch: (id) => [{ id: launch, choices: { [`pages/${id}`]: 'before' } }],
    restoreFromTrash: (id) => [{ trashId: id }, { trashId: `pages_${id}` }],
    describeMedia: (name) => images(name).map((id) => ({ id, rev: 1, fields: mediaForm })),
    deleteMedia: (name) => images(name).map((id) => ({ id })),
    replaceMedia: (name) =>
      images(name).flatMap((id) => [
        { id, by: 'a', md5: 'x' },
        { id: 'a', by: id, md5: 'x' },
      ]),
  };

  it.each(sampled(Object.keys(inputs) as CallName[]))('are refused or answered by %s', async (name) => {
    const admin = await product.signUp({ roles: ['admin'] });
    const unexpected: string[] = [];
    for (const id of [...ids, ...long, ...refusedIds]) {
      await product.firestore.doc(`launches/${launch}`).set({
        ...{ name: 'L', description: '', owner: 'ada', state: 'open', members: [], documents: [], written: [] },
        ...{
          planned: null,
          failures: [],
          published_at: null,
          published_by: null,
          takes_back: null,
          taken_back_by: null,
        },
        ...{ rev: 1, created_at: new Date(0), created_by: 'ada', updated_at: new Date(0), updated_by: 'ada' },
      });
      for (const input of inputs[name]?.(id) ?? []) {
        const refusal = await refusalOf(admin.call(name, input as CallInput<typeof name>));
        if (/^(internal|unknown|resource-exhausted)/.test(refusal))
          unexpected.push(`${JSON.stringify(input).slice(0, 80)}: ${refusal}`);
      }
    }
    expect(unexpected).toEqual([]);
    expect(failures()).toEqual([]);
  });
});
