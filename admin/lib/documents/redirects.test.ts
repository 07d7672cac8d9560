import { createHash } from 'node:crypto';
import { summarySet, summaryShard } from '@frontage/model/summaries/listed';
import { summarize } from '@frontage/model/summaries/summarize';
import type { Data } from '@frontage/model/changes/write';
import { describe, expect, it } from 'vitest';
import type { DocumentStore } from './document-store.ts';
import { createRedirects, isAddressUsed } from './redirects.ts';
import { memoryStore } from './memory-store.fixture.ts';

const path = (from: string) => `redirects/${createHash('sha256').update(from).digest('hex')}`;
const stamps = { updated_at: '2026-01-01T00:00:00.000Z', updated_by: 'ada' };
const stored = (from: string, to: string | null) => ({ [path(from)]: { from, to, status: 301, ...stamps } });
const to = (from: string, target: string) => ({ from, to: target, status: 301 as const });

describe('createRedirects', () => {
  it('stores each under the hash of its address and retargets redirects that pointed to it', async () => {
    const { store, documents } = memoryStore(stored('/a', '/b'));
    expect(await createRedirects(store, { wanted: [to('/b', '/c')], uid: 'eve' })).toMatchObject({
      ok: true,
      value: { circles: [] },
    });
    expect(documents.get(path('/a'))).toMatchObject({ from: '/a', to: '/c', updated_by: 'eve' });
    expect(documents.get(path('/b'))).toMatchObject({ from: '/b', to: '/c', status: 301 });
  });

  it('leaves other redirects unchanged if the address may be used again', async () => {
    const { store, documents } = memoryStore(stored('/a', '/b'));
    await createRedirects(store, { wanted: [to('/b', '/c')], uid: 'eve', keepsOthers: true });
    expect(documents.get(path('/a'))).toMatchObject({ to: '/b' });
    expect(documents.get(path('/b'))).toMatchObject({ to: '/c' });
  });

  it('does not resolve through an address that is in use', async () => {
    const page = { 'slugs/page:b': { id: 'p1' }, 'pages/p1': { slug: 'b', title: 'B' } };
    const { store, documents } = memoryStore({ ...stored('/b', '/c'), ...page });
    await createRedirects(store, { wanted: [to('/a', '/b')], uid: 'eve' });
    expect(documents.get(path('/a'))).toMatchObject({ to: '/b' });
  });

  it('stores no redirect loop and returns the rejected ones', async () => {
    const { store, documents } = memoryStore(stored('/a', '/b'));
    const answer = await createRedirects(store, { wanted: [to('/b', '/a'), to('/c', '/d')], uid: 'eve' });
    expect(answer).toMatchObject({ ok: true, value: { circles: [to('/b', '/a')], writes: [to('/c', '/d')] } });
    expect(documents.has(path('/b'))).toBe(false);
  });

  it('reads summaries of unchanged redirects and only the most recent writes', async () => {
    const all = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => {
        const updated_at = new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
        return [path(`/old${n}`), { ...to(`/old${n}`, '/b'), updated_by: 'ada', updated_at }];
      }),
    );
    const set = summarySet('redirects');
    // The last one is newer than its summary.
    const summarized = Object.entries(all).slice(0, 299);
    const byShard = Map.groupBy(summarized, ([at]) => summaryShard('redirects', at.slice('redirects/'.length)));
    const shards = [...byShard].map(([shard, entries]) => {
      const summaries = entries.map(([at, data]) => [at.slice('redirects/'.length), summarize('redirects', data)]);
      return [`summaries/${shard}`, { set, entries: JSON.stringify(Object.fromEntries(summaries)) }];
    });
    const { store, documents } = memoryStore({
      ...all,
      ...(Object.fromEntries(shards) as Record<string, Data>),
      [`summaries/${set}`]: { set, behind: 0 },
    });
    let read = 0;
    const counting: DocumentStore = {
      ...store,
      list: async (...request) => {
        const answer = await store.list(...request);
        if (answer.ok) read += answer.value.length;
        return answer;
      },
    };
    await createRedirects(counting, { wanted: [to('/b', '/c')], uid: 'eve' });
    expect(read).toBeLessThan(20);
    expect([...documents.values()].filter((data) => data['to'] === '/c')).toHaveLength(301);
  });

  it('writes many in batches and continues after a failed batch', async () => {
    const { store, documents, faults } = memoryStore();
    const many = Array.from({ length: 250 }, (_, index) => to(`/old${String(index)}`, '/new'));
    faults.push(null, { before: 'unreachable' });
    expect(await createRedirects(store, { wanted: many, uid: 'eve' })).toMatchObject({
      ok: false,
      reason: 'unreachable',
    });
    expect(documents.size).toBe(100);
    expect(await createRedirects(store, { wanted: many, uid: 'eve' })).toMatchObject({ ok: true });
    expect(documents.size).toBe(250);
  });
});

it.each([
  ['/', false],
  ['/demos', true],
  ['/sitemap.xml', true],
  ['/b', true],
  ['/page/b', true],
  ['/demo/b', false],
  ['/page/old', false],
  ['/a/b', false],
  ['/page/b/c', false],
])('isAddressUsed(%j) is %s', async (address, expected) => {
  const { store } = memoryStore({
    'slugs/page:b': { id: 'p1' },
    'slugs/page:old': { id: 'p1' },
    'pages/p1': { slug: 'b', title: 'B' },
  });
  expect(await isAddressUsed(store, address)).toEqual({ ok: true, value: expected });
});
