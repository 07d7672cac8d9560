import { newPage } from '@frontage/model/page';
import { describe, expect, it } from 'vitest';
import { valueOf } from './document-store.ts';
import { readDraft, writeDraft } from './draft.ts';
import { memoryStore, type Fault } from './memory-store.fixture.ts';
import { publishDraft } from './publish-draft.ts';

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
