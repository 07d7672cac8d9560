import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { memoryStore } from '../../lib/documents/memory-store.fixture.ts';
import { createDraftSync } from './draft-sync.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const live = { heading: 'Live', iframe_url: 'https://example.com/', is_published: true };

/**
 * Types into a field of a demo for a minute. Returns the number of written documents and the longest gap in
 * milliseconds.
 */
async function typeInto(field: 'heading' | 'iframe_url') {
  const { store } = memoryStore({ 'demo_pages/d1': { ...live, rev: 1 } });
  let form = live;
  const writes: { at: number; documents: number }[] = [];
  const start = Date.now();
  const counted: DocumentStore = {
    ...store,
    commit: (batch) => {
      writes.push({ at: Date.now() - start, documents: batch.length });
      return store.commit(batch);
    },
  };
  const sync = createDraftSync<typeof live>({
    store: counted,
    kind: 'demo',
    uid: 'ada',
    start: null,
    ports: {
      mayDraft: () => true,
      name: () => 'Ada',
      origin: () => ({ id: 'd1', base: { rev: 1, slug: null, isProtected: false }, values: live }),
      typed: () => form,
      put: () => {},
      mergeLive: () => Promise.resolve(),
      onKept: () => {},
      onMerged: () => {},
      onDenied: () => {},
    },
  });
  for (let key = 0; key < 600; key += 1) {
    form = { ...form, [field]: `${form[field]}x` };
    sync.note();
    await vi.advanceTimersByTimeAsync(100);
  }
  const gaps = writes.map(({ at }, index) => at - (writes[index - 1]?.at ?? 0));
  return { documents: writes.reduce((sum, each) => sum + each.documents, 0), longestGap: Math.max(...gaps) };
}

it.each([
  { field: 'heading' as const, gap: 2_100 },
  { field: 'iframe_url' as const, gap: 4_400 },
])("a minute of typing into a demo's $field writes at most 29 documents", async ({ field, gap }) => {
  const { documents, longestGap } = await typeInto(field);
  expect(documents).toBeGreaterThan(20);
  expect(documents).toBeLessThanOrEqual(29);
  expect(longestGap).toBeLessThanOrEqual(gap);
});
