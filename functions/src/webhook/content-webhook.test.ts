import { describe, expect, it } from 'vitest';
import { batchHints } from './content-webhook.ts';
import type { WrittenDocument } from './publish-request.ts';

const written = (name: string): WrittenDocument => ({ id: `event-${name}`, document: `pages/${name}` });

/** A receiver whose responses the test settles. */
function receiver() {
  const requests: { documents: string[]; answer: PromiseWithResolvers<void> }[] = [];
  const send = batchHints((some) => {
    const answer = Promise.withResolvers<void>();
    requests.push({ documents: some.map(({ document }) => document), answer });
    return answer.promise;
  });
  return { send, requests, documents: () => requests.map(({ documents }) => documents) };
}

/** Sends hints for documents, the first one in an earlier microtask than the others. */
async function sendAll(send: (written: WrittenDocument) => Promise<void>, [first = '', ...others]: readonly string[]) {
  const calls = [send(written(first))];
  await Promise.resolve();
  return { calls: [...calls, ...others.map((name) => send(written(name)))] };
}

describe('shareRequests', () => {
  it('sends the first document at once and later ones in one batch', async () => {
    const { send, requests, documents } = receiver();
    const { calls } = await sendAll(send, ['a', 'b', 'c']);
    expect(documents()).toEqual([['pages/a']]);
    requests[0]?.answer.resolve();
    await expect.poll(documents).toEqual([['pages/a'], ['pages/b', 'pages/c']]);
    requests[1]?.answer.resolve();
    await Promise.all(calls);
    void send(written('d'));
    await expect.poll(documents).toHaveLength(3);
  });

  it('rejects only the calls of a failed request', async () => {
    const { send, requests } = receiver();
    const { calls } = await sendAll(send, ['a', 'b', 'c', 'd']);
    const outcomes = Promise.allSettled(calls);
    requests[0]?.answer.resolve();
    await expect.poll(() => requests.length).toBe(2);
    requests[1]?.answer.reject(new Error('503'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    void send(written('e'));
    await expect.poll(() => requests.at(-1)?.documents).toEqual(['pages/e']);
  });

  it.each<[string, string, number, number[]]>([
    ['500 documents', 'x', 1_201, [1, 500, 500, 200]],
    ['the size of a request', 'x'.repeat(1_500), 12, [1, 5, 5, 1]],
  ])('limits a request to %s', async (...[, name, count, sizes]) => {
    const { send, requests } = receiver();
    const names = Array.from({ length: count }, (_, index) => `${name}${String(index)}`);
    const { calls } = await sendAll(send, names);
    for (const index of sizes.keys()) {
      await expect.poll(() => requests.length).toBe(index + 1);
      requests[index]?.answer.resolve();
    }
    await Promise.all(calls);
    expect(requests.map(({ documents }) => documents.length)).toEqual(sizes);
  });
});
