import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { memoryStore } from '../../lib/documents/memory-store.fixture.ts';
import { nextWriteDelay } from './running-session.ts';
import { openSession, stubBrowser } from './open-session.fixture.ts';

beforeEach(() => {
  vi.useFakeTimers();
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const live = { heading: 'Live', iframe_url: 'https://example.com/', is_published: true };

/**
 * Types into a field of a demo for a minute. Returns the number of written documents and the longest gap in
 * milliseconds.
 */
async function typeInto(field: 'heading' | 'iframe_url') {
  const { store } = memoryStore({ 'demo_pages/p1': { ...live, rev: 1 } });
  const writes: { at: number; documents: number }[] = [];
  const start = Date.now();
  const counted: DocumentStore = {
    ...store,
    commit: (batch) => {
      writes.push({ at: Date.now() - start, documents: batch.length });
      return store.commit(batch);
    },
  };
  const { type, values } = openSession({ kind: 'demo', uid: 'ada', store: counted, live: { rev: 1, values: live } });
  for (let key = 0; key < 600; key += 1) {
    type({ [field]: `${values()[field]}x` });
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

describe('nextWriteDelay', () => {
  it.each([
    ['after a pause', { sinceLast: 60_000, documents: 1 as const, failures: 0 }, 500],
    ['right after a write', { sinceLast: 0, documents: 1 as const, failures: 0 }, 2_080],
    ['right after a write of two documents', { sinceLast: 0, documents: 2 as const, failures: 0 }, 4_300],
    ['after one failure', { sinceLast: 10_000, documents: 1 as const, failures: 1 }, 2_000],
    ['after many failures', { sinceLast: 10_000, documents: 1 as const, failures: 9 }, 30_000],
  ])('returns the delay %s', (_name, { sinceLast, ...at }, wait) => {
    expect(nextWriteDelay(sinceLast, at)).toBe(wait);
  });
});
