import { beforeEach, describe, expect, it } from 'vitest';
import { aDemo, aPage } from '../sync/documents.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('withdrawals', () => {
  const others = Array.from({ length: 50 }, (_, index) => `pages/n${String(index)}`);
  beforeEach(() => site.pipeline.follow());
  const releases = () => site.pipeline.releases().map(({ documents }) => documents);

  it.each<[string, string, () => void, string]>([
    ['a deletion', 'pages/b', () => site.source.delete('pages/b'), '/babbage.html'],
    [
      'unpublishing',
      'pages/b',
      () => site.source.set('pages/b', aPage({ slug: 'babbage', is_published: false })),
      '/babbage.html',
    ],
    [
      'protection',
      'demo_pages/d',
      () => site.source.set('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true })),
      '/demo/grace.html',
    ],
  ])('are published before the rest of a batch: %s', async (...[, document, withdraw, path]) => {
    const before = await site.read(path);
    for (const page of others) site.source.set(page, aPage({ slug: page.slice(6), show_in_menu: false }));
    withdraw();
    await site.pipeline.publish([...others, document]);
    expect(
      releases()
        .slice(0, 2)
        .map((documents) => documents.includes(document)),
    ).toEqual([false, true]);
    expect(await site.read(path)).not.toBe(before);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('are published before waiting tasks', async () => {
    for (const page of others) site.source.set(page, aPage({ slug: page.slice(6), show_in_menu: false }));
    const running = site.pipeline.publish(others);
    const waiting = [site.pipeline.reconcile(), site.pipeline.reconcile()];
    const seen = waiting.map((task) => task.then(() => site.pipeline.live()?.get('/babbage.html') ?? null));
    await expect.poll(() => site.pipeline.status().waiting, { interval: 1 }).toBe(0);
    site.source.delete('pages/b');
    const withdrawn = site.pipeline.publish(['pages/b']);
    await Promise.all([running, withdrawn, ...waiting]);
    expect(await Promise.all(seen)).toEqual([null, null]);
    expect(releases()[0]).toEqual(['pages/b']);
  });
});
