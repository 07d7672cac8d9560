import { newDemo } from '@frontage/model/kinds/demo';
import { describe, expect, it } from 'vitest';
import { deleteDocument, patchDocument } from './change-document.ts';
import type { DocumentStore } from './document-store.ts';
import { type Fault, memoryStore } from './memory-store.fixture.ts';

const created = { toDate: () => new Date('2026-03-01T10:00:00Z'), nanoseconds: 123_456_000 };
const page = { title: 'About', slug: 'about', rev: 2, created_at: created };
const { iframe_url: _embed, password: _password, ...fields } = newDemo;
const demo = { ...fields, heading: 'Ada', slug: 'ada', rev: 1, is_password_protected: true };

const stored = () =>
  memoryStore({
    'pages/p1': page,
    'slugs/page:about': { id: 'p1' },
    'demo_pages/d1': demo,
    'slugs/demo:ada': { id: 'd1' },
    'demo_embeds/d1': { iframe_url: 'https://example.com' },
    'demo_secrets/d1': { password_hash: 'sealed' },
  });

describe('deleteDocument', () => {
  it('moves the exact stored document to the trash and keeps the slug', async () => {
    const { store, documents } = stored();
    expect(await deleteDocument(store, { kind: 'page', id: 'p1', uid: 'ada' })).toEqual({ ok: true });
    expect(documents.has('pages/p1')).toBe(false);
    expect(documents.get('slugs/page:about')).toEqual({ id: 'p1' });
    expect(documents.get('trash/pages_p1')).toMatchObject({ collection: 'pages', id: 'p1', deleted_by: 'ada' });
    expect(documents.get('trash/pages_p1')?.['data']).toBe(page);
  });

  it('keeps the embed code of a demo in the trash and leaves its password for a restore', async () => {
    const { store, documents } = stored();
    await deleteDocument(store, { kind: 'demo', id: 'd1', uid: 'ada' });
    expect(documents.get('trash/demo_pages_d1')).toMatchObject({ data: demo, embed: 'https://example.com' });
    expect(documents.has('demo_embeds/d1')).toBe(false);
    expect(documents.has('demo_secrets/d1')).toBe(true);
  });

  it.each<[string, Fault, object]>([
    ['succeeds when only the response was lost', { after: 'unreachable' }, { ok: true }],
    ['fails when the request was lost', { before: 'unreachable' }, { ok: false, reason: 'unreachable' }],
    ['fails when denied', { before: 'denied' }, { ok: false, reason: 'denied' }],
  ])('%s', async (_name, fault, expected) => {
    const { store, faults } = stored();
    faults.push(fault);
    expect(await deleteDocument(store, { kind: 'page', id: 'p1', uid: 'ada' })).toMatchObject(expected);
  });

  it('deletes the newer version that another user saves during the deletion', async () => {
    const { store, documents, faults } = stored();
    faults.push({ before: 'denied' });
    const newer = { ...page, title: 'Newer', rev: 3 };
    const commit: DocumentStore['commit'] = async (writes) => {
      const answer = await store.commit(writes);
      if (documents.has('pages/p1')) documents.set('pages/p1', newer);
      return answer;
    };
    expect(await deleteDocument({ ...store, commit }, { kind: 'page', id: 'p1', uid: 'ada' })).toEqual({ ok: true });
    expect(documents.get('trash/pages_p1')).toMatchObject({ data: newer });
  });

  it('counts a document that is already gone as deleted', async () => {
    expect(await deleteDocument(memoryStore().store, { kind: 'page', id: 'p1', uid: 'ada' })).toEqual({ ok: true });
  });
});

const section = { title: 'Hero', is_published: false, order_index: 0, rev: 4, updated_by: 'bob' };
const publish = { kind: 'section', id: 's1', rev: 4, fields: { is_published: true }, uid: 'ada' } as const;

describe('patchDocument', () => {
  it.each<[string, number, Fault[], object]>([
    ['raises the revision', 4, [], { is_published: true, title: 'Hero', rev: 5, updated_by: 'ada' }],
    ['retries when the server was unreachable', 4, [{ before: 'unreachable' }], { is_published: true, rev: 5 }],
    ['writes once when only the response was lost', 4, [{ after: 'unreachable' }], { is_published: true, rev: 5 }],
  ])('%s', async (...[, rev, faultsToCome, expected]) => {
    const { store, documents, faults } = memoryStore({ 'homepage_sections/s1': { ...section, rev } });
    faults.push(...faultsToCome);
    expect(await patchDocument(store, publish)).toMatchObject({ ok: true });
    expect(documents.get('homepage_sections/s1')).toMatchObject(expected);
  });

  it('applies a change to a newer version', async () => {
    const { store, documents, faults } = memoryStore({ 'homepage_sections/s1': { ...section, rev: 6 } });
    faults.push({ before: 'denied' });
    expect(await patchDocument(store, { ...publish, fields: { order_index: 3 } })).toMatchObject({ ok: true });
    expect(documents.get('homepage_sections/s1')).toMatchObject({ order_index: 3, rev: 7, updated_by: 'ada' });
  });

  it('does not publish a newer version that this user has not seen', async () => {
    const { store, documents, faults } = memoryStore({ 'homepage_sections/s1': { ...section, rev: 6 } });
    faults.push({ before: 'denied' });
    expect(await patchDocument(store, publish)).toMatchObject({ ok: false, failure: { reason: 'conflict' } });
    expect(documents.get('homepage_sections/s1')).toMatchObject({ is_published: false, rev: 6 });
  });

  it.each<[string, Fault[], string]>([
    ['denied', [{ before: 'denied' }], 'denied'],
    ['unreachable twice', [{ before: 'unreachable' }, { before: 'unreachable' }], 'unreachable'],
  ])('reports %s', async (...[, faultsToCome, reason]) => {
    const { store, faults } = memoryStore({ 'homepage_sections/s1': section });
    faults.push(...faultsToCome);
    expect(await patchDocument(store, publish)).toMatchObject({ ok: false, failure: { reason } });
  });

  it('reports a deleted document', async () => {
    expect(await patchDocument(memoryStore().store, publish)).toMatchObject({
      ok: false,
      failure: { reason: 'conflict', theirs: { data: null } },
    });
  });
});
