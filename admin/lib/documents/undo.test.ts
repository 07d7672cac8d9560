import { changeOf, type SaveIntent } from '@frontage/model/changes/document-writes';
import { describe, expect, it } from 'vitest';
import { memoryStore } from './memory-store.fixture.ts';
import { undoCreate, saveTogether } from './change-document.ts';

const intent = (id: string, title = 'Before'): SaveIntent =>
  changeOf({ kind: 'page', id, rev: 2, fields: { title }, uid: 'ada' });
const page = (rev: number, updated_by = 'ada') => ({ title: 'After', rev, updated_by });

describe('saveTogether', () => {
  it('writes the previous values as a new revision', async () => {
    const { store, documents } = memoryStore({ 'pages/p1': page(2), 'pages/p2': page(2) });
    expect(await saveTogether(store, [intent('p1'), intent('p2')])).toBe('done');
    expect(documents.get('pages/p1')).toMatchObject({ title: 'Before', rev: 3 });
    expect(documents.get('pages/p2')).toMatchObject({ title: 'Before', rev: 3 });
  });

  it('is rejected if one of the documents was changed since', async () => {
    const { store, documents, faults } = memoryStore({ 'pages/p1': page(2), 'pages/p2': page(3, 'bob') });
    faults.push({ before: 'denied' });
    expect(await saveTogether(store, [intent('p1'), intent('p2')])).toBe('changed since');
    expect(documents.get('pages/p1')).toMatchObject({ title: 'After', rev: 2 });
  });

  it('is rejected if the document was deleted since', async () => {
    expect(await saveTogether(memoryStore().store, [intent('p1')])).toBe('changed since');
  });

  it('recognizes its own write after a lost response', async () => {
    const { store, faults } = memoryStore({ 'pages/p1': page(2) });
    faults.push({ after: 'unreachable' });
    expect(await saveTogether(store, [intent('p1')])).toBe('done');
  });

  it('reports that another document has the old slug', async () => {
    const taken = { 'slugs/page:old': { id: 'p2' }, 'pages/p2': { slug: 'old' } };
    const { store, faults } = memoryStore({ 'pages/p1': page(2), ...taken });
    faults.push({ before: 'denied' });
    const slug = { ...intent('p1'), base: { rev: 2, slug: 'new', isProtected: false }, fields: { slug: 'old' } };
    expect(await saveTogether(store, [slug])).toBe('slug taken');
  });

  it('rejects with any other failure', async () => {
    const { store, faults } = memoryStore({ 'pages/p1': page(2) });
    faults.push({ before: 'busy' });
    await expect(saveTogether(store, [intent('p1')])).rejects.toMatchObject({ code: 'resource-exhausted' });
  });
});

describe('undoCreate', () => {
  const created = { kind: 'page', id: 'p1', uid: 'ada', rev: 1 } as const;

  it('moves the document to the trash', async () => {
    const { store, documents } = memoryStore({ 'pages/p1': page(1) });
    expect(await undoCreate(store, created)).toBe('done');
    expect(documents.get('pages/p1')).toBeUndefined();
    expect(documents.get('trash/pages_p1')).toMatchObject({ data: page(1), deleted_by: 'ada' });
  });

  it('is rejected if the document was changed since', async () => {
    const { store, documents } = memoryStore({ 'pages/p1': page(2, 'bob') });
    expect(await undoCreate(store, created)).toBe('changed since');
    expect(documents.get('pages/p1')).toEqual(page(2, 'bob'));
  });

  it('succeeds if the document is already deleted', async () => {
    expect(await undoCreate(memoryStore().store, created)).toBe('done');
  });

  it('rejects with any other failure', async () => {
    const { store, faults } = memoryStore({ 'pages/p1': page(1) });
    faults.push({ before: 'denied' });
    await expect(undoCreate(store, created)).rejects.toMatchObject({ code: 'permission-denied' });
  });
});
