import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlockCounter } from './count-blocks.fixture.ts';

const counter = openBlockCounter();
// The counter counts code that is loaded after it.
const { newPage } = await import('@frontage/model/kinds/page');
const { openThreads } = await import('../adapters/threads/open-threads.ts');
const { openTextPipeline, temporaryFolder } = await import('./text-pipeline.fixture.ts');
const { admin } = await import('../preview/proposed-changes.fixture.ts');
const { linkedRenderer } = await import('../render/linked-renderer.fixture.ts');
const { linkedThreads } = await import('../render/linked-threads.fixture.ts');
const { aPage, aSection, aSetting } = await import('../sync/documents.fixture.ts');
const { memorySource } = await import('../sync/memory-source.fixture.ts');

afterAll(() => counter.close());

/** A legal text that takes far more than 20 ms to parse, also on a fast machine. */
const slowText = (word: string): string => `*${word}* **b** [c](/d) \`e\`\n`.repeat(5_500);
const parsers = /\/node_modules\/(?:markdown-it|htmlparser2)\/|\/model\/(?:markdown|block-rule)\.ts/;

/** The most blocks of code in parsers that the main thread may run: enough for pages with short texts. */
const fewBlocks = 40_000;

describe('a text that takes over 20 ms to parse', () => {
  let home: ReturnType<typeof temporaryFolder>;
  let source: ReturnType<typeof memorySource>;
  let pipeline: Awaited<ReturnType<typeof openTextPipeline>>;

  const open = async () => {
    const threads = (name: string) => openThreads(linkedThreads(name));
    pipeline = await openTextPipeline({ dataDir: home.folder, source, renderer: linkedRenderer, threads });
  };
  const publish = async (path: string, data: Parameters<typeof source.set>[1]) => {
    source.set(path, data);
    await pipeline.publish([path]);
  };
  const slowPage = (word: string) =>
    aPage({ title: 'Slow', slug: 'slow', body: slowText(word), meta_description: null });
  const draft = {
    what: 'page',
    id: 'slow',
    data: { ...newPage, title: 'Typed', slug: 'slow', body: slowText('z') },
  } as const;
  const read = async (path: string) => new TextDecoder().decode(await pipeline.live()?.get(path)?.read());

  // One site for all tests: each start of its threads takes as long as the rest.
  beforeAll(async () => {
    home = temporaryFolder();
    source = memorySource();
    source.set('site_settings/visitors', aSetting({ search_enabled: true, feed_enabled: true, language: null }));
    source.set('pages/a', aPage({ slug: 'a' }));
    source.set('pages/slow', slowPage('x'));
    await open();
  });
  afterAll(async () => {
    await pipeline.close();
    home.remove();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the first release', () => pipeline.reconcile()],
    ['an edit of its page', () => publish('pages/slow', slowPage('y'))],
    ['an edit of the home page', () => publish('homepage_sections/s', aSection({ content: slowText('s') }))],
    [
      'an edit beside it that changes its page',
      () => publish('pages/a', aPage({ slug: 'a', title: 'Other', show_in_menu: true })),
    ],
    [
      'a restart and its first edits',
      async () => {
        await pipeline.close();
        await open();
        await pipeline.follow();
        await publish('pages/slow', slowPage('r'));
      },
    ],
    [
      'the health checks of a new version',
      async () => {
        await publish('pages/slow', slowPage('h'));
        await pipeline.health.settle();
      },
    ],
    ['a preview', () => pipeline.previews.draw(draft, null, admin)],
    ['an impact list', () => pipeline.previews.plan({ ...draft, action: 'publish' }, admin)],
    ['a comparison', () => pipeline.previews.look({ ...draft, action: 'publish' }, '/page/slow', admin)],
    ['a full-page preview', () => pipeline.previews.page(draft, { address: '/page/slow', opensGate: false }, admin)],
  ])('is parsed in threads only for %s', async (_, act) => {
    expect(await counter.count(parsers, act)).toBeLessThan(fewBlocks);
  });

  it('is published, searched and checked as other texts are', async () => {
    await publish('pages/slow', slowPage('published'));
    expect(await read('/page/slow.html')).toContain('<em>published</em>');
    expect((await pipeline.verify()).identical).toBe(true);
    const shards = (pipeline.live()?.paths() ?? []).filter((path) => path.startsWith('/search/w-'));
    const found = await Promise.all(shards.map(read));
    expect(found.some((shard) => shard.includes('published '))).toBe(true);
    await pipeline.health.settle();
    expect(pipeline.health.findings().filter(({ path }) => path === '/page/slow')).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('/d') as string }),
    );
  });

  it('is shown in previews with its edit marks', async () => {
    const shown = await pipeline.previews.draw(draft, null, admin);
    expect(shown).toMatchObject({
      ok: true,
      value: { path: '/page/slow', text: { mark: 'pages/slow/body', lines: [0] } },
    });
    expect(shown.ok && shown.value.html).toContain('<em>z</em>');
  });
});
