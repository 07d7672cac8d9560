import type { DraftIntent } from '@frontage/model/changes/document-writes';
import { describe, expect, it } from 'vitest';
import { valueOf } from './document-store.ts';
import { discardDraft, readDraft, writeDraft } from './draft.ts';
import { memoryStore, type Fault } from './memory-store.fixture.ts';
import { saveDocument } from './save-document.ts';

const target = { kind: 'page', id: 'p1' } as const;
const path = 'drafts/pages_p1';
const intent = (rev: number | null, title: string, uid = 'ada'): DraftIntent => ({
  ...target,
  before: rev === null ? null : { rev, data: {}, authors: ['ada'] },
  entered: { data: { title }, base_rev: 2 },
  uid,
  name: 'Ada',
});

async function drafted() {
  const memory = memoryStore({ 'pages/p1': { rev: 2, slug: 'us' } });
  await writeDraft(memory.store, intent(null, 'first'));
  return memory;
}
const titleIn = (documents: ReadonlyMap<string, Readonly<Record<string, unknown>>>) =>
  (documents.get(path)?.['data'] as { title?: string } | undefined)?.title;

describe('a stored draft', () => {
  it.each<[string, Fault | null, boolean]>([
    ['is written', null, true],
    ['is written when only the response was lost', { after: 'unreachable' }, true],
    ['is not written without a connection', { before: 'unreachable' }, false],
    ['is not written when denied', { before: 'denied' }, false],
  ])('%s', async (_name, fault, isWritten) => {
    const { store, documents, faults } = await drafted();
    faults.push(fault);
    const outcome = await writeDraft(store, intent(1, 'second'));
    expect(outcome.ok).toBe(isWritten);
    expect(titleIn(documents)).toBe(isWritten ? 'second' : 'first');
    if (outcome.ok) expect(valueOf(await readDraft(store, target))?.version).toBe(outcome.version);
  });

  it("is not written over another user's version", async () => {
    const { store, faults } = await drafted();
    await writeDraft(store, intent(1, 'theirs', 'bob'));
    // The rules deny a write over an unseen version.
    faults.push({ before: 'denied' });
    const outcome = await writeDraft(store, intent(1, 'mine'));
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'moved', theirs: { draft: { rev: 2 } } } });
  });

  it('is not written over a recreated draft with the same revision', async () => {
    const { store, documents } = await drafted();
    const read = valueOf(await readDraft(store, target));
    if (read) await discardDraft(store, target, read);
    await writeDraft(store, intent(null, 'another', 'bob'));
    const outcome = await writeDraft(store, { ...intent(1, 'mine'), version: read?.version ?? '' });
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'moved', theirs: { draft: { rev: 1 } } } });
    expect(titleIn(documents)).toBe('another');
    const newest = valueOf(await readDraft(store, target));
    expect(await writeDraft(store, { ...intent(1, 'mine'), version: newest?.version ?? '' })).toMatchObject({ rev: 2 });
  });

  it('is deleted only in the version that was read', async () => {
    const { store, documents } = await drafted();
    const read = valueOf(await readDraft(store, target));
    await writeDraft(store, intent(1, 'newer'));
    expect(read && (await discardDraft(store, target, read))).toMatchObject({
      ok: false,
      failure: { reason: 'moved' },
    });
    expect(titleIn(documents)).toBe('newer');
    const newest = valueOf(await readDraft(store, target));
    expect(newest && (await discardDraft(store, target, newest))).toEqual({ ok: true });
    expect(newest && (await discardDraft(store, target, newest))).toEqual({ ok: true });
    expect(documents.has(path)).toBe(false);
  });

  it('is not published after it changed', async () => {
    const { store, documents } = await drafted();
    const draft = valueOf(await readDraft(store, target));
    const base = { rev: 2, slug: 'us', isProtected: false };
    const save = { ...target, base, fields: { slug: 'us', title: 'first' }, companions: {}, uid: 'ada' };
    await writeDraft(store, intent(1, 'newer'));
    const refused = await saveDocument(store, { ...save, draft });
    expect(refused).toMatchObject({ ok: false, failure: { reason: 'draft-moved', theirs: { draft: { rev: 2 } } } });
    expect(documents.get('pages/p1')).toMatchObject({ rev: 2 });
    const newest = valueOf(await readDraft(store, target));
    expect(await saveDocument(store, { ...save, draft: newest })).toMatchObject({ ok: true, rev: 3 });
    expect(documents.has(path)).toBe(false);
  });
});
