import { describe, expect, it } from 'vitest';
import { memoryStore, type Fault } from './memory-store.fixture.ts';
import { patchDocument } from './patch-document.ts';

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
