import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorEnv, type Local, startLocal } from '@frontage/local/start';
import { planChange, type Planning } from '@frontage/model/changes/plan-change';
import { type Data, noField } from '@frontage/model/changes/write';
import { draftText } from '@frontage/model/draft';
import { type Kind, kinds } from '@frontage/model/kinds/kinds';
import { searchedDocument } from '@frontage/model/searched-document';
import type { Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeKinds, storedKindsPath } from '../../../cli/content/compare-kinds.ts';
import {
  readDeployedKinds,
  refuseChangedKinds,
  storeDeployedKinds,
  storeMigratedKinds,
} from '../../../cli/content/deployed-kinds.ts';
import { migrateKinds } from '../../../cli/content/migrate-kinds.ts';
import { findKind, removeDocuments } from '../../../cli/content/remove-kind.ts';
import { openFirebase } from '../../../cli/target/firebase.ts';
import { isFailure } from '../../../cli/runtime/failure.ts';
import { eachOnSmallSite } from '../../../pipeline/engine/small-site.fixture.ts';
import { linkedRenderer } from '../../../pipeline/render/linked-renderer.fixture.ts';
import type { Renderer } from '../../../pipeline/render/renderer.ts';
import { job as earlierJob } from './jobs.fixture.ts';

// Runs in the copy of the project in which the fields of the kind have changed: see changed-kind.test.ts.

const kind = 'job' as string as Kind;
const stamps = { rev: 3, created_by: 'ada', updated_by: 'ada' };
const moments = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
/** An entry of the earlier version. */
const earlier = { name: 'Launch', slug: 'launch', summary: 'We are live', body: null, cover: null, source: 'Press' };
const stored = { ...earlier, is_published: true, ...stamps, ...moments };
const draftOf = (id: string, more: Data = {}) => ({
  ...{ collection: 'job_openings', id, data: { ...earlier, summary: 'Drafted', is_published: true }, base_rev: 3 },
  ...{ review: null, note: null, authors: ['ada'], ...stamps, ...moments, ...more },
});

let local: Local;
let firebase: ReturnType<typeof openFirebase>;
let firestore: Firestore;
const folder = mkdtempSync(join(tmpdir(), 'frontage-changed-'));
beforeAll(async () => {
  local = await startLocal({
    project: 'demo-changed',
    host: '127.0.0.1',
    ports: { functions: 0, auth: 0, storage: 0, firestore: 0 },
    dataDir: folder,
    firestoreRules: 'firestore.rules',
    storageRules: 'storage.rules',
    firestoreIndexes: 'firestore.indexes.json',
    functions: {},
    only: ['firestore'],
    log: () => undefined,
  });
  Object.assign(process.env, emulatorEnv('demo-changed', { firestore: `127.0.0.1:${String(local.ports.firestore)}` }));
  firebase = openFirebase('demo-changed');
  firestore = firebase.firestore;
});
afterAll(async () => {
  await firebase.close();
  await local.stop();
  rmSync(folder, { recursive: true });
});

const read = async (path: string): Promise<Data> => (await firestore.doc(path).get()).data() ?? {};
const write = (documents: Record<string, Data>) =>
  Promise.all(Object.entries(documents).map(([path, data]) => firestore.doc(path).set(data)));

describe('the stored kinds', () => {
  const withEarlier = { ...kinds, job: earlierJob } as unknown as typeof kinds;

  it('allow the stated changes, which are due until they are migrated', async () => {
    await firestore.doc(storedKindsPath).set(describeKinds(withEarlier, { kinds: {} }));
    expect(await refuseChangedKinds(firestore)).toBeNull();
    await storeDeployedKinds(firestore);
    const due = ['summary renamed to lead', 'topic added', 'source removed'];
    expect((await readDeployedKinds(firestore))?.kinds['job']).toMatchObject({ due, fields: { lead: { max: 300 } } });
    await storeMigratedKinds(firestore);
    expect((await readDeployedKinds(firestore))?.kinds['job']?.due).toEqual([]);
    await storeDeployedKinds(firestore);
    expect((await readDeployedKinds(firestore))?.kinds['job']?.due).toEqual([]);
  });

  it('name a field that the project has and the code lacks', async () => {
    const { fields } = earlierJob;
    const withPlace = { ...kinds, job: { ...earlierJob, fields: { ...fields, place: fields.summary } } };
    await firestore.doc(storedKindsPath).set(describeKinds(withPlace, { kinds: {} }));
    expect(await refuseChangedKinds(firestore)).toMatchObject({
      what: 'The field "place" of "job" is missing and not stated as renamed or removed',
    });
  });
});

describe('migration', () => {
  const documents: Record<string, Data> = {
    'job_openings/n1': stored,
    'trash/job_openings_n2': { collection: 'job_openings', id: 'n2', data: stored, deleted_by: 'ada' },
    'drafts/job_openings_n1': draftOf('n1'),
    'drafts/job_openings_n3': draftOf('n3', { review: { rev: 3, by: 'ada' } }),
    'drafts/job_openings_n4': draftOf('n4'),
    'launches/l1': { state: 'open', members: [{ collection: 'job_openings', id: 'n4', draft_rev: 3 }] },
    'revisions/job_openings_n1_3': { document: 'job_openings/n1', data: earlier },
    'pages/p1': { title: 'Page', slug: 'page', body: null },
  };
  const total = {
    kind: 'job',
    documents: 1,
    drafts: 1,
    trash: 1,
    pinned: ['drafts/job_openings_n3', 'drafts/job_openings_n4'],
  };
  const { summary: _, source: __, ...others } = stored;
  const converted = { ...others, lead: 'We are live', topic: 'Other' };

  it('counts without writing, then converts documents, drafts and the trash, and names pinned drafts', async () => {
    await write(documents);
    expect(await migrateKinds({ firestore, isDry: true })).toEqual([total]);
    expect(await read('job_openings/n1')).toEqual(stored);
    expect(await migrateKinds({ firestore, isDry: false })).toEqual([total]);
    expect(await read('job_openings/n1')).toEqual(converted);
    expect((await read('trash/job_openings_n2'))['data']).toEqual(converted);
    const { summary: ___, source: ____, ...drafted } = earlier;
    expect((await read('drafts/job_openings_n1'))['data']).toEqual({ ...drafted, lead: 'Drafted', is_published: true });
    for (const path of ['drafts/job_openings_n3', 'drafts/job_openings_n4', 'revisions/job_openings_n1_3', 'pages/p1'])
      expect(await read(path)).toEqual(documents[path]);
  });

  it('changes nothing when it is repeated', async () => {
    expect(await migrateKinds({ firestore, isDry: false })).toEqual([{ ...total, documents: 0, drafts: 0, trash: 0 }]);
    expect(await read('job_openings/n1')).toEqual(converted);
  });
});

it('a pinned draft of the earlier shape is converted when it is published', async () => {
  const draft = draftOf('n1');
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const content: Record<string, Data> = { 'job_openings/n1': stored, 'drafts/job_openings_n1': draft };
  const planning: Planning = {
    reads: { read: (paths) => Promise.resolve(paths.map((path) => (content[path] ? { data: content[path] } : null))) },
    uid: 'eve',
    rights: { viewer: { uid: 'eve', roles: ['editor'] }, usedSecondFactor: false },
    rules: [],
    digest,
  };
  const approved = { rev: 3, digest: digest(draftText(draft, null)) };
  const plan = await planChange(planning, { action: 'publish_draft', kind, id: 'n1', draft: approved });
  expect(plan).toMatchObject({
    ok: true,
    writes: [
      { path: 'job_openings/n1', data: { lead: 'Drafted', topic: 'Other', summary: noField, rev: 4 } },
      { path: 'drafts/job_openings_n1' },
    ],
  });
});

it('a deleted entry of the earlier shape is restored and copied in the new one', async () => {
  const content: Record<string, Data> = {
    'trash/job_openings_n2': { collection: 'job_openings', id: 'n2', data: stored },
    'job_openings/n1': stored,
  };
  const planning: Planning = {
    reads: { read: (paths) => Promise.resolve(paths.map((path) => (content[path] ? { data: content[path] } : null))) },
    uid: 'eve',
    rights: null,
    rules: [],
    digest: (text) => text,
  };
  const restored = await planChange(planning, { action: 'restore', kind, id: 'n2' });
  expect(restored).toMatchObject({ ok: true, writes: [{ data: { lead: 'We are live', topic: 'Other' } }, {}, {}] });
  const copied = await planChange(planning, { action: 'duplicate', kind, id: 'n1', copy: 'n3', order: 0 });
  expect(copied).toMatchObject({ ok: true, writes: [{ data: { lead: 'We are live', topic: 'Other' } }, {}] });
});

describe('the pipeline', () => {
  const site = eachOnSmallSite();
  const jobsRenderer = (): Renderer => {
    const renderer = linkedRenderer();
    const render: Renderer['render'] = (path, content) => {
      if (!path.startsWith('/jobs/')) return renderer.render(path, content);
      const shown = content.entry(`job:${path.slice('/jobs/'.length)}`);
      const body = `<html lang="en"><head><title>x</title></head><body>${JSON.stringify(shown)}</body></html>`;
      return Promise.resolve({ ok: true, status: 200, contentType: 'text/html; charset=utf-8', body });
    };
    return { ...renderer, render };
  };
  beforeEach(async () => {
    await site.pipeline.close();
    await site.open({ renderer: jobsRenderer });
    site.source.set('job_openings/n1', stored);
    await site.pipeline.reconcile();
  });

  it('shows an entry of the earlier shape, and renders nothing when it is migrated', async () => {
    expect(await site.read('/jobs/launch.html')).toMatch(/"lead":"We are live".*"topic":"Other"/);
    const { summary: _, source: __, ...others } = stored;
    site.source.set('job_openings/n1', { ...others, lead: 'We are live', topic: 'Other' });
    expect((await site.pipeline.plan()).render).toEqual([]);
  });

  it('shows the text of an open tab of the earlier version', async () => {
    await site.write('job_openings/n1', { ...stored, lead: 'Migrated', topic: 'News', summary: 'Typed', rev: 4 });
    expect(await site.read('/jobs/launch.html')).toMatch(/"lead":"Typed".*"topic":"News"/);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('finds it by the words of a renamed field', () => {
    expect(searchedDocument('job_openings', stored)?.text).toContain('We are live');
  });
});

describe('the removal of a kind', () => {
  const event = { collection: 'events', many: 'events', fields: {}, due: [] };

  it('is refused while the code has the kind, and for an unknown one', async () => {
    await firestore.doc(storedKindsPath).set({ kinds: { event } });
    expect(await findKind(firestore, 'job')).toHaveProperty('what', 'The kind "job" is still in model/kinds/kinds.ts');
    expect(await findKind(firestore, 'other')).toHaveProperty('what', 'The project has no kind "other"');
    const refused = await refuseChangedKinds(firestore);
    expect(refused?.what).toContain('The project has events');
    expect(refused?.next).toContain('frontage migrate --remove event');
  });

  it('lists its documents and the links to them, and removes documents, drafts, slugs and trash', async () => {
    const kept: Record<string, Data> = {
      'pages/p2': { body: 'See [a](event:e1#b), [b](event:missing), [c](page:e1) and (event:e%202)' },
      'drafts/pages_p3': { collection: 'pages', id: 'p3', data: { body: '[x](event:e1)' } },
      'slugs/page:event': { id: 'p2' },
    };
    const removed = [...['events/e1', 'events/e 2', 'drafts/events_e1', 'trash/events_e9', 'slugs/event:one']];
    await write({ ...kept, ...Object.fromEntries(removed.map((path) => [path, { name: 'x' }])) });
    const found = await findKind(firestore, 'event');
    if (isFailure(found)) throw new Error(found.what);
    expect(found.documents).toEqual(['events/e 2', 'events/e1']);
    expect(found.links).toEqual([
      { document: 'pages/p2', field: 'body', to: 'event:e1' },
      { document: 'pages/p2', field: 'body', to: 'event:e 2' },
      { document: 'drafts/pages_p3', field: 'body', to: 'event:e1' },
    ]);
    await removeDocuments(firestore, 'event', found);
    for (const path of removed) expect((await firestore.doc(path).get()).exists).toBe(false);
    for (const [path, data] of Object.entries(kept)) expect(await read(path)).toEqual(data);
    expect(await refuseChangedKinds(firestore)).toBeNull();
  });
});
