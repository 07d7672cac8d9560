import { describe, expect, it } from 'vitest';
import { newPage, pageForm } from '@frontage/model/kinds/page';
import { baseAfter, type SaveIntent } from '@frontage/model/changes/document-writes';
import { type Fault, memoryStore } from './memory-store.fixture.ts';
import { publishDraft, saveDocument } from './save-document.ts';
import { type DocumentStore, valueOf } from './document-store.ts';
import { readDraft, writeDraft } from './draft.ts';

const fieldsOf = (change: object) => pageForm.parse({ ...newPage, title: 'About', slug: 'about', ...change });

const creation: SaveIntent = {
  kind: 'page',
  id: 'p1',
  base: null,
  fields: fieldsOf({}),
  companions: {},
  uid: 'ada',
};

const stored = (change: object = {}) => ({
  ...fieldsOf({}),
  rev: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  created_by: 'ada',
  updated_by: 'ada',
  ...change,
});

const edit = (change: object): SaveIntent => ({
  ...creation,
  base: baseAfter(1, fieldsOf({})),
  fields: fieldsOf(change),
});

// The rules' response to a save that is not based on the stored revision.
const denied: Fault = { before: 'denied' };

describe('saveDocument', () => {
  it('creates the document and reserves its slug', async () => {
    const { store, documents } = memoryStore();
    expect(await saveDocument(store, creation)).toMatchObject({ ok: true, rev: 1, base: { rev: 1, slug: 'about' } });
    expect(documents.get('slugs/page:about')).toEqual({ id: 'p1', updated_at: expect.any(String) as string });
    expect(documents.get('pages/p1')).toMatchObject({ rev: 1, created_by: 'ada', title: 'About' });
  });

  it('continues the revisions of a deleted document that is created again', async () => {
    const { store, documents, faults } = memoryStore({ 'trash/pages_p1': { id: 'p1', data: stored({ rev: 5 }) } });
    faults.push(denied);
    expect(await saveDocument(store, creation)).toMatchObject({ ok: true, rev: 6, base: { rev: 6 } });
    expect(documents.get('pages/p1')).toMatchObject({ rev: 6, title: 'About' });
  });

  it('reports a denied creation beside a deleted document', async () => {
    const { store, documents, faults } = memoryStore({ 'trash/pages_p1': { id: 'p1', data: stored({ rev: 5 }) } });
    faults.push(denied, denied);
    expect(await saveDocument(store, creation)).toMatchObject({ ok: false, failure: { reason: 'denied' } });
    expect(documents.has('pages/p1')).toBe(false);
  });

  it('saves with one request and reads nothing', async () => {
    const { store } = memoryStore({ 'pages/p1': stored(), 'slugs/page:about': { id: 'p1' } });
    const requests: string[] = [];
    const counted = new Proxy(store, {
      get: (target, name: keyof DocumentStore) => {
        requests.push(name);
        return target[name];
      },
    });
    expect(await saveDocument(counted, edit({ slug: 'us' }))).toMatchObject({ ok: true, rev: 2 });
    expect(requests).toEqual(['commit']);
  });

  it('keeps the old slug when the slug changes', async () => {
    const { store, documents } = memoryStore({ 'pages/p1': stored(), 'slugs/page:about': { id: 'p1' } });
    expect(await saveDocument(store, edit({ slug: 'us' }))).toMatchObject({ ok: true, rev: 2 });
    expect([...documents.keys()].sort()).toEqual(['pages/p1', 'slugs/page:about', 'slugs/page:us']);
  });

  const lost: Fault = { after: 'unreachable' };
  const never: Fault = { before: 'unreachable' };

  it.each<[string, SaveIntent, Fault, number]>([
    ['a creation that arrived', creation, lost, 1],
    ['an edit that arrived', edit({ body: 'new' }), lost, 2],
  ])('counts %s as saved although the response was lost', async (...[, intent, fault, rev]) => {
    const { store, faults } = memoryStore(
      intent.base ? { 'pages/p1': stored(), 'slugs/page:about': { id: 'p1' } } : {},
    );
    faults.push(fault);
    expect(await saveDocument(store, intent)).toMatchObject({ ok: true, rev });
  });

  it('can be repeated until it succeeds and writes once', async () => {
    const { store, documents, faults } = memoryStore();
    faults.push(never, never);
    const first = await saveDocument(store, creation);
    expect(first).toMatchObject({ ok: false, failure: { reason: 'unreachable' } });
    const second = await saveDocument(store, creation, first.ok ? [] : first.unresolved);
    expect(second).toMatchObject({ ok: false });
    expect(await saveDocument(store, creation, second.ok ? [] : second.unresolved)).toMatchObject({ ok: true, rev: 1 });
    expect(documents.get('pages/p1')).toMatchObject({ rev: 1 });
  });

  it('saves newer input on top of an earlier attempt that succeeded late', async () => {
    const { store, documents, faults } = memoryStore({ 'pages/p1': stored({ body: 'first', rev: 2 }) });
    faults.push(denied);
    const unresolved = [{ rev: 2, fields: fieldsOf({ body: 'first' }), companions: {} }];
    expect(await saveDocument(store, edit({ body: 'second' }), unresolved)).toMatchObject({ ok: true, rev: 3 });
    expect(documents.get('pages/p1')).toMatchObject({ body: 'second', rev: 3 });
  });

  it('does not mistake the same text saved in another window for its own save', async () => {
    const { store, faults } = memoryStore({ 'pages/p1': stored({ body: 'same', rev: 2 }) });
    faults.push(denied);
    const outcome = await saveDocument(store, edit({ body: 'same' }));
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'conflict' } });
  });

  it('reports a newer revision with its content', async () => {
    const theirs = stored({ title: 'Theirs', rev: 4, updated_by: 'bob' });
    const { store, faults } = memoryStore({ 'pages/p1': theirs });
    faults.push(denied);
    const outcome = await saveDocument(store, edit({ title: 'Mine' }));
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'conflict', theirs: { data: theirs } } });
  });

  it('reports a document deleted in the meantime as a conflict without content', async () => {
    const { store } = memoryStore();
    const outcome = await saveDocument(store, edit({ title: 'Mine' }));
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'conflict', theirs: { data: null } } });
  });

  it('reports a slug that belongs to another page', async () => {
    const { store, faults } = memoryStore({ 'slugs/page:about': { id: 'other' }, 'pages/other': stored() });
    faults.push(denied);
    expect(await saveDocument(store, creation)).toMatchObject({ ok: false, failure: { reason: 'slug-taken' } });
  });

  it.each(['denied', 'unauthenticated'] as const)('reports %s', async (reason) => {
    const { store, faults } = memoryStore();
    faults.push({ before: reason });
    expect(await saveDocument(store, creation)).toMatchObject({ ok: false, failure: { reason }, unresolved: [] });
  });
});

describe('saveDocument of a setting', () => {
  const path = 'site_settings/ga4_id';
  const change = (rev: number | null): SaveIntent => ({
    kind: 'setting',
    id: 'ga4_id',
    base: rev === null ? null : baseAfter(rev, {}),
    fields: { value: 'G-NEW' },
    companions: {},
    uid: 'ada',
  });
  const setting = { value: 'G-OLD', rev: 3, updated_at: '2026-01-01T00:00:00.000Z', updated_by: 'ada' };

  it('creates a setting that was never saved, with its stamps', async () => {
    const { store, documents } = memoryStore();
    expect(await saveDocument(store, change(null))).toMatchObject({ ok: true, rev: 1 });
    expect(Object.keys(documents.get(path) ?? {}).sort()).toEqual(['rev', 'updated_at', 'updated_by', 'value']);
  });

  it('raises the revision, also after a lost response', async () => {
    const { store, documents, faults } = memoryStore({ [path]: setting });
    faults.push({ after: 'unreachable' });
    expect(await saveDocument(store, change(3))).toMatchObject({ ok: true, rev: 4 });
    expect(documents.get(path)).toMatchObject({ value: 'G-NEW', rev: 4, updated_by: 'ada' });
  });

  it("writes nothing over another user's save", async () => {
    const theirs = { ...setting, value: 'G-THEIRS', rev: 4, updated_by: 'grace' };
    const { store, documents, faults } = memoryStore({ [path]: theirs });
    faults.push(denied);
    const outcome = await saveDocument(store, change(3));
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'conflict', theirs: { data: theirs } } });
    expect(documents.get(path)).toEqual(theirs);
  });
});

const target = { kind: 'page', id: 'p1' } as const;

async function proposed(change: object = {}, documents: Record<string, Readonly<Record<string, unknown>>> = {}) {
  const memory = memoryStore({ 'pages/p1': { rev: 2, slug: 'us' }, 'slugs/page:us': { id: 'p1' }, ...documents });
  const entered = { data: { ...newPage, title: 'Us', slug: 'us', is_published: true, ...change }, base_rev: 2 };
  await writeDraft(memory.store, {
    ...{ ...target, before: null, entered, uid: 'cy', name: 'Cy' },
    review: { type: 'submit', message: 'Prices went up' },
  });
  const version = valueOf(await readDraft(memory.store, target))?.version ?? '';
  return { ...memory, publish: () => publishDraft(memory.store, { ...target, version, uid: 'ada' }) };
}

describe('publishDraft', () => {
  it('publishes the draft and deletes it', async () => {
    const { documents, publish } = await proposed({ slug: 'about' });
    expect(await publish()).toMatchObject({ ok: true, rev: 3, before: { data: { rev: 2 }, embed: null } });
    expect(documents.get('pages/p1')).toMatchObject({ title: 'Us', rev: 3, updated_by: 'ada' });
    expect([documents.has('drafts/pages_p1'), documents.has('slugs/page:about')]).toEqual([false, true]);
  });

  it('stores the authors and the message to the reviewer in the document', async () => {
    const { documents, publish } = await proposed();
    await publish();
    expect(documents.get('pages/p1')).toMatchObject({
      updated_by: 'ada',
      from_draft: { rev: 3, authors: ['cy'], message: 'Prices went up' },
    });
  });

  it('does nothing if the draft has changed', async () => {
    const { store, documents, publish } = await proposed();
    const entered = { data: { title: 'Newer' }, base_rev: 2 };
    await writeDraft(store, { ...target, before: { rev: 1, data: {} }, entered, uid: 'cy', name: 'Cy' });
    expect(await publish()).toEqual({ ok: false, reason: 'moved' });
    expect(documents.get('pages/p1')).toMatchObject({ rev: 2 });
  });

  it('does nothing if the document has changed', async () => {
    const { documents, publish } = await proposed();
    documents.set('pages/p1', { rev: 3, slug: 'us' });
    expect(await publish()).toEqual({ ok: false, reason: 'moved' });
  });

  it.each<[string, object, Fault | null, string]>([
    ['a draft that is invalid', { title: '' }, null, 'invalid'],
    ['a draft whose slug is taken', { slug: 'taken' }, { before: 'denied' }, 'slug-taken'],
    ['a denied publish', {}, { before: 'denied' }, 'denied'],
  ])('reports %s', async (...[, change, fault, reason]) => {
    const { documents, faults, publish } = await proposed(change, {
      'slugs/page:taken': { id: 'p2' },
      'pages/p2': { slug: 'taken' },
    });
    faults.push(fault);
    expect(await publish()).toMatchObject({ ok: false, reason });
    expect(documents.has('drafts/pages_p1')).toBe(true);
  });
});
