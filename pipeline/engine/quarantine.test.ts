import { beforeEach, describe, expect, it } from 'vitest';
import { aPage, aSection } from '../sync/documents.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('a document that always fails', () => {
  const unreadable = 'pages/unreadable';
  const unstorable = 'pages/unstorable';
  beforeEach(async () => {
    const readable = site.source.read;
    site.source.read = (paths) =>
      paths.includes(unreadable) ? Promise.reject(new Error('that id is refused')) : readable(paths);
    await site.pipeline.follow();
    // The store rejects such a number; it represents any document that makes a step fail.
    site.source.set(unstorable, { ...aPage({ slug: 'unstorable' }), rev: 1n as unknown as number });
  });

  it.each([
    ['to be read', unreadable, 'that id is refused'],
    ['to be published', unstorable, 'BigInt'],
  ])('%s is quarantined, and the others are published', async (_, document, reason) => {
    site.source.set('pages/a', aPage({ title: 'New', slug: 'ada' }));
    site.source.set('homepage_sections/s', aSection({ title: 'New' }));
    const outcome = await site.pipeline.publish(['pages/a', document, 'homepage_sections/s']);
    expect(outcome.problems).toMatchObject([{ document }]);
    expect(outcome.problems[0]?.message).toContain(reason);
    expect(await site.read('/ada.html')).toContain('New');
    expect(await site.read('/index.html')).toContain('New');
    expect(site.pipeline.status()).toMatchObject({
      state: 'idle',
      failure: null,
      waiting: 0,
      problems: [{ document }],
    });
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('does not prevent a start', async () => {
    site.source.set('pages/a', aPage({ title: 'New', slug: 'ada' }));
    await site.reopenAfter(0);
    await site.pipeline.follow();
    expect(await site.read('/ada.html')).toContain('New');
    await site.pipeline.reconcile();
    expect(site.pipeline.status().problems).toMatchObject([{ document: unstorable }]);
  });

  it('is retried after a restart, and leaves quarantine once it can be published', async () => {
    await site.pipeline.publish([unstorable]);
    site.source.set(unstorable, { ...aPage({ slug: 'unstorable' }), rev: 1n as unknown as number });
    await site.pipeline.reconcile();
    await site.reopenAfter(10);
    await site.pipeline.follow();
    expect(site.pipeline.status().problems).toMatchObject([{ document: unstorable }]);
    site.source.set(unstorable, aPage({ slug: 'unstorable' }));
    await site.pipeline.publish([unstorable]);
    expect(site.pipeline.status().problems).toEqual([]);
    expect(await site.read('/unstorable.html')).not.toBeNull();
  });
});
