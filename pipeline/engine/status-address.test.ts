import { describe, expect, it } from 'vitest';
import { textRenderer } from '../render/text-renderer.fixture.ts';
import { aDemo, aPage, aSection } from '../sync/documents.fixture.ts';
import type { MemorySource } from '../sync/memory-source.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

it('reports progress during a long step', async () => {
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
  let rendered = 0;
  const renderer: typeof textRenderer = (fingerprint) => ({
    ...textRenderer(fingerprint),
    render: async (...args) => {
      rendered += 1;
      if (rendered > 30) await isSeen;
      return textRenderer(fingerprint).render(...args);
    },
  });
  await site.pipeline.close();
  await site.open({ renderer });
  for (let index = 0; index < 40; index += 1) site.source.set(`pages/p${index}`, aPage({ slug: `p-${index}` }));
  const published = site.pipeline.reconcile();
  const current = () => site.notices.findLast(({ path }) => path === 'build_state/current')?.data;
  await expect
    .poll(current, { timeout: 20_000 })
    .toMatchObject({ state: 'building', progress: { done: 25, total: 48 } });
  seen();
  await published;
  await expect.poll(current).toMatchObject({ state: 'idle', progress: null });
});

it('writes the live release to Firestore', async () => {
  await site.pipeline.reconcile();
  await site.write('homepage_sections/s', aSection({ title: 'New', rev: 5 }));
  await site.pipeline.close();
  const last = (path: string) => site.notices.findLast((notice) => notice.path === path)?.data;
  expect(last('build_state/current')).toMatchObject({
    state: 'idle',
    release: '2',
    pinned: false,
    pinned_to: null,
    problems: [],
  });
  expect(last('build_state/homepage_sections_s')).toMatchObject({ rev: 5, state: 'live', release: '2' });
  expect(last('releases/2')).toMatchObject({ id: '2', changed: 1, documents: ['homepage_sections/s'] });
});

describe('the served address in a status report', () => {
  const last = (path: string) => site.notices.findLast((notice) => notice.path === path)?.data;
  const tooLong = 'x'.repeat(201);
  const noTitle = { title: '' };

  it.each<[string, string, Parameters<MemorySource['set']>[1], string, string | null]>([
    ['a page', 'pages/a', aPage({ title: 'Ada', slug: 'ada', rev: 2 }), 'live', '/ada'],
    ['a draft', 'pages/draft', aPage({ slug: 'draft', is_published: false, rev: 2 }), 'live', null],
    ['a new page that is refused', 'pages/n', aPage({ slug: 'new', ...noTitle }), 'failed', null],
    ['a page whose address is taken', 'pages/z', aPage({ slug: 'ada' }), 'failed', null],
    ['a newer version that is refused', 'pages/b', aPage({ slug: 'moved', title: tooLong }), 'failed', '/babbage'],
    ['a demo', 'demo_pages/d', aDemo({ slug: 'grace', rev: 2 }), 'live', '/demo/grace'],
    ['a new demo without code', 'demo_pages/n', aDemo({ slug: 'bare' }), 'failed', null],
    ['a section', 'homepage_sections/s', aSection({ rev: 2 }), 'live', '/'],
    ['a hidden section', 'homepage_sections/s', aSection({ rev: 2, is_visible: false }), 'live', null],
    ['a new section that is refused', 'homepage_sections/n', aSection(noTitle), 'failed', null],
    ['a refused new version of a section', 'homepage_sections/s', aSection(noTitle), 'failed', '/'],
  ])('is correct for %s', async (...[, path, data, state, shown_at]) => {
    await site.pipeline.reconcile();
    await site.write(path, data);
    await site.pipeline.close();
    expect(last(`build_state/${path.replace('/', '_')}`)).toMatchObject({ state, shown_at });
  });

  it('is correct for a new and an existing page that cannot be rendered', async () => {
    await site.pipeline.reconcile();
    await site.write('pages/n', aPage({ slug: 'new', body: 'THROW' }));
    await site.write('pages/b', aPage({ slug: 'babbage', body: 'THROW' }));
    await site.pipeline.close();
    expect(last('build_state/pages_n')).toMatchObject({ state: 'failed', shown_at: null });
    expect(last('build_state/pages_b')).toMatchObject({ state: 'failed', shown_at: '/babbage' });
  });
});
