import { describe, expect, it } from 'vitest';
import { shareRequests, type WrittenDocument } from './share-requests.ts';

const told = (name: string): WrittenDocument => ({ id: `event-${name}`, document: `pages/${name}` });

/** A receiver that answers on demand. */
function receiver() {
  const requests: { documents: string[]; answer: PromiseWithResolvers<void> }[] = [];
  const tell = shareRequests((some) => {
    const answer = Promise.withResolvers<void>();
    requests.push({ documents: some.map(({ document }) => document), answer });
    return answer.promise;
  });
  return { tell, requests, documents: () => requests.map(({ documents }) => documents) };
}

/** Sends hints of documents, the first one a moment earlier. */
async function tellOf(tell: (told: WrittenDocument) => Promise<void>, [first = '', ...others]: readonly string[]) {
  const calls = [tell(told(first))];
  await Promise.resolve();
  return { calls: [...calls, ...others.map((name) => tell(told(name)))] };
}

describe('requests that calls share', () => {
  it('send the first document at once and later ones in one batch', async () => {
    const { tell, requests, documents } = receiver();
    const { calls } = await tellOf(tell, ['a', 'b', 'c']);
    expect(documents()).toEqual([['pages/a']]);
    requests[0]?.answer.resolve();
    await expect.poll(documents).toEqual([['pages/a'], ['pages/b', 'pages/c']]);
    requests[1]?.answer.resolve();
    await Promise.all(calls);
    void tell(told('d'));
    await expect.poll(documents).toHaveLength(3);
  });

  it('fail only for the calls of a failed request', async () => {
    const { tell, requests } = receiver();
    const { calls } = await tellOf(tell, ['a', 'b', 'c', 'd']);
    const outcomes = Promise.allSettled(calls);
    requests[0]?.answer.resolve();
    await expect.poll(() => requests.length).toBe(2);
    requests[1]?.answer.reject(new Error('503'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    void tell(told('e'));
    await expect.poll(() => requests.at(-1)?.documents).toEqual(['pages/e']);
  });

  it.each<[string, string, number, number[]]>([
    ['at most 500 documents', 'x', 1_201, [1, 500, 500, 200]],
    ['at most a full request', 'x'.repeat(1_500), 12, [1, 5, 5, 1]],
  ])('name %s', async (...[, name, count, sizes]) => {
    const { tell, requests } = receiver();
    const names = Array.from({ length: count }, (_, index) => `${name}${String(index)}`);
    const { calls } = await tellOf(tell, names);
    for (const index of sizes.keys()) {
      await expect.poll(() => requests.length).toBe(index + 1);
      requests[index]?.answer.resolve();
    }
    await Promise.all(calls);
    expect(requests.map(({ documents }) => documents.length)).toEqual(sizes);
  });
});
