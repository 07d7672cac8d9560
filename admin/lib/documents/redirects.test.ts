import { createHash } from 'node:crypto';
import { redirectFields } from '@frontage/model/redirect';
import { describe, expect, it } from 'vitest';
import { memoryStore } from './memory-store.fixture.ts';
import { createRedirects, isAddressUsed, type Redirect } from './redirects.ts';

const path = (from: string) => `redirects/${createHash('sha256').update(from).digest('hex')}`;
const stamps = { updated_at: '2026-01-01T00:00:00.000Z', updated_by: 'ada' };
const stored = (from: string, to: string | null) => ({ [path(from)]: { from, to, status: 301, ...stamps } });
const to = (from: string, target: string) => ({ from, to: target, status: 301 as const });

function opened(initial: Parameters<typeof memoryStore>[0] = {}) {
  const { store, documents, faults } = memoryStore(initial);
  const create = (wanted: Redirect[], keepsOthers = false) => {
    const all = [...documents].filter(([at]) => at.startsWith('redirects/'));
    const stored = all.map(([, data]) => redirectFields.parse(data));
    return createRedirects(store, { wanted, stored, uid: 'eve', keepsOthers });
  };
  return { create, documents, faults };
}

describe('createRedirects', () => {
  it('stores each under the hash of its address and retargets redirects that pointed to it', async () => {
    const { create, documents } = opened(stored('/a', '/b'));
    expect(await create([to('/b', '/c')])).toMatchObject({
      ok: true,
      value: { circles: [] },
    });
    expect(documents.get(path('/a'))).toMatchObject({ from: '/a', to: '/c', updated_by: 'eve' });
    expect(documents.get(path('/b'))).toMatchObject({ from: '/b', to: '/c', status: 301 });
  });

  it('leaves other redirects unchanged if the address may be used again', async () => {
    const { create, documents } = opened(stored('/a', '/b'));
    await create([to('/b', '/c')], true);
    expect(documents.get(path('/a'))).toMatchObject({ to: '/b' });
    expect(documents.get(path('/b'))).toMatchObject({ to: '/c' });
  });

  it('does not resolve through an address that is in use', async () => {
    const page = { 'slugs/page:b': { id: 'p1' }, 'pages/p1': { slug: 'b', title: 'B' } };
    const { create, documents } = opened({ ...stored('/b', '/c'), ...page });
    await create([to('/a', '/b')]);
    expect(documents.get(path('/a'))).toMatchObject({ to: '/b' });
  });

  it('stores no redirect loop and returns the rejected ones', async () => {
    const { create, documents } = opened(stored('/a', '/b'));
    const answer = await create([to('/b', '/a'), to('/c', '/d')]);
    expect(answer).toMatchObject({ ok: true, value: { circles: [to('/b', '/a')], writes: [to('/c', '/d')] } });
    expect(documents.has(path('/b'))).toBe(false);
  });

  it('writes many in batches and continues after a failed batch', async () => {
    const { create, documents, faults } = opened();
    const many = Array.from({ length: 250 }, (_, index) => to(`/old${String(index)}`, '/new'));
    faults.push(null, { before: 'unreachable' });
    expect(await create(many)).toMatchObject({
      ok: false,
      reason: 'unreachable',
    });
    expect(documents.size).toBe(100);
    expect(await create(many)).toMatchObject({ ok: true });
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
  ['/news', true],
  ['/news/n', true],
  ['/news/feed.xml', true],
  ['/news/m', false],
])('isAddressUsed(%j) is %s', async (address, expected) => {
  const { store } = memoryStore({
    'slugs/page:b': { id: 'p1' },
    'slugs/page:old': { id: 'p1' },
    'pages/p1': { slug: 'b', title: 'B' },
    'slugs/news:n': { id: 'n1' },
    'news/n1': { slug: 'n', title: 'N' },
    'site_settings/content': { value: { news: true } },
  });
  expect(await isAddressUsed(store, address)).toEqual({ ok: true, value: expected });
});

it.each(['/news', '/news/n'])('the address %s of a kind that is off can redirect', async (address) => {
  const { store } = memoryStore({ 'slugs/news:n': { id: 'n1' }, 'news/n1': { slug: 'n', title: 'N' } });
  expect(await isAddressUsed(store, address)).toEqual({ ok: true, value: false });
});
