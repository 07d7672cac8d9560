import { Worker } from 'node:worker_threads';
import { aSnapshot } from '@frontage/model/content.fixture';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAnswers } from '../../plan/answers.ts';
import type { Route } from '../../plan/routes.ts';
import { discardingPageSink, renderRoutes, type RenderWork } from '../../render/render-routes.ts';
import { textRenderer } from '../../render/text-renderer.fixture.ts';
import { textThreads } from '../../render/text-threads.fixture.ts';
import type { RenderThreads } from '../../render/threads.ts';
import { contentFrom, snapshotOf } from '../../sync/content-state.ts';
import { aPage } from '../../sync/documents.fixture.ts';
import { hashBytes } from '../disk/blobs.ts';
import { openThreads } from './open-threads.ts';

const route = (path: string, document: string | null = null): Route => ({ path, files: [], status: 200, document });
const count = 130;
const routes = [
  ...['/', '/demos', '/robots.txt', '/sitemap.xml'].map((path) => route(path)),
  ...Array.from({ length: count }, (_, index) => route(`/page/page-${String(index)}`, `pages/p${String(index)}`)),
];
const { images, config } = aSnapshot();
const documents = Array.from({ length: count }, (_, index) => ({
  path: `pages/p${String(index)}`,
  data: aPage({ title: `Page ${String(index)}`, slug: `page-${String(index)}`, body: index === 7 ? 'THROW' : 'text' }),
  time: '2026-01-01T00:00:00.000Z',
  valid: null,
}));
const snapshot = snapshotOf(contentFrom(documents, { asOf: '2026-01-01', leave: null }), { images, config });

describe('render threads', () => {
  let threads: RenderThreads | null = null;
  const ended: string[] = [];
  afterEach(() => threads?.close());

  const open = (options = {}) =>
    openThreads({
      ...textThreads('text-1'),
      count: 2,
      fewest: 1,
      onEnd: ({ message }) => void ended.push(message),
      ...options,
    });
  const renderBy = async (
    by: RenderThreads | null,
    some: readonly Route[] = routes,
    isSlow: RenderWork['isSlow'] = () => false,
  ) => {
    const kept = new Map<string, string>();
    const work: RenderWork = {
      routes: some,
      renderer: textRenderer('text-1'),
      threads: by,
      answers: createAnswers(snapshot),
      hash: hashBytes,
      isSlow,
      keeping: {
        ...discardingPageSink,
        add: (hash, bytes) => Promise.resolve(void kept.set(hash, Buffer.from(bytes).toString())),
      },
      preemption: null,
      onProgress: () => undefined,
    };
    return { ...(await renderRoutes(work)), kept };
  };

  it('render like the main thread, with equal receipts, repeatedly', async () => {
    threads = open();
    const here = await renderBy(null);
    expect(here.receipts.filter(({ failure }) => failure !== null)).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) {
      const there = await renderBy(threads);
      expect(there.receipts).toEqual(here.receipts);
      expect(there.pages).toEqual(here.pages);
      expect([...there.kept].sort()).toEqual([...here.kept].sort());
    }
    expect(ended).toEqual([]);
  });

  it('record fields from the content they were read from, despite later answers', async () => {
    threads = open();
    const answers = createAnswers(snapshot);
    const hash: typeof answers.hash = (key) => (key.includes('{') ? 'of later content' : answers.hash(key));
    const [lane] = threads.begin({ value: answers.value, hash }, routes.length);
    const some = routes.slice(0, 6);
    const there = await lane?.(some);
    expect(there?.map(({ receipt }) => receipt)).toEqual((await renderBy(null, some)).receipts);
  });

  it('render the next order after an order whose queries failed', async () => {
    threads = open();
    const answers = createAnswers(snapshot);
    const failing: typeof answers.value = () => {
      throw new Error('no answer');
    };
    const some = routes.slice(4, 6);
    const [failed] = threads.begin({ value: failing, hash: answers.hash }, routes.length);
    expect(() => failed?.(routes.slice(6, 9))).toThrow('no answer');
    const [lane] = threads.begin(answers, routes.length);
    const there = await lane?.(some);
    expect(there?.map(({ receipt }) => receipt)).toEqual((await renderBy(null, some)).receipts);
  });

  it('repeat their field queries in the main thread, which tracks changes', async () => {
    threads = open();
    const answers = createAnswers(snapshot);
    const [lane] = threads.begin(answers, routes.length);
    const there = await lane?.([route('/')]);
    const elsewhere = { ...config, origin: 'https://elsewhere.example' };
    const moved = answers.moveTo({ ...snapshot, config: elsewhere });
    const ofSite = [...(there?.[0]?.receipt.reads.keys() ?? [])].filter((key) => key.startsWith('site{'));
    expect(ofSite).toHaveLength(1);
    expect([...moved.queries.keys()]).toEqual(expect.arrayContaining(ofSite));
  });

  it('leave the pages of an ended thread to the main thread, and are replaced', async () => {
    threads = open();
    const withEnd = [route('/exit'), ...routes];
    const { receipts, pages } = await renderBy(threads, withEnd);
    expect(ended).toEqual(['It ended with code 3']);
    expect(receipts.map((receipt) => receipt.route)).toEqual(withEnd.map(({ path }) => path));
    expect(pages).toEqual((await renderBy(null)).pages);
    ended.length = 0;
    expect((await renderBy(threads)).pages).toEqual(pages);
    expect(ended).toEqual([]);
  });

  it('render slow texts beside bulk renders, and only such pages fail if their thread ends', async () => {
    threads = open({ fewest: Infinity });
    const here = await renderBy(null);
    const rendered = await renderBy(threads, routes, (text) => text === 'text');
    expect(rendered.pages).toEqual(here.pages);
    expect(rendered.receipts).toEqual(here.receipts);
    await threads.close();
    threads = open({ fewest: Infinity, templates: 'file:///nowhere.mjs' });
    const { receipts } = await renderBy(threads, routes.slice(0, 5), (text) => text === 'text');
    expect(receipts.map(({ failure }) => failure)).toEqual([
      ...routes.slice(0, 4).map(() => null),
      'The page could not be rendered: the thread that parses its long text has ended',
    ]);
    expect(ended).toHaveLength(1);
    ended.length = 0;
  });

  it('leave all pages to the main thread if they cannot be started', async () => {
    threads = open({ templates: 'file:///nowhere.mjs' });
    expect((await renderBy(threads)).pages).toEqual((await renderBy(null)).pages);
    expect(ended).toHaveLength(2);
    ended.length = 0;
  });

  it('end when they are idle, and restart for the next step with many routes', async () => {
    threads = open({ fewest: routes.length, rest: 20 });
    await renderBy(threads);
    const answers = createAnswers(snapshot);
    const few = routes.length / 2;
    await expect.poll(() => threads?.begin(answers, few)).toEqual([]);
    expect((await renderBy(threads)).pages).toEqual((await renderBy(null)).pages);
    expect(ended).toEqual([]);
  });

  it('end after a long step, never during it, and restart with the next', async () => {
    threads = open({ fewest: routes.length, long: routes.length });
    const end = vi.spyOn(Worker.prototype, 'terminate');
    threads.prepare(routes.length);
    const [lane] = threads.begin(createAnswers(snapshot), routes.length);
    expect(await lane?.(routes.slice(1))).toHaveLength(routes.length - 1);
    expect(end).not.toHaveBeenCalled();
    expect(await lane?.(routes.slice(0, 1))).toHaveLength(1);
    expect(end).toHaveBeenCalledTimes(2);
    end.mockRestore();
    expect((await renderBy(threads)).pages).toEqual((await renderBy(null)).pages);
    expect(ended).toEqual([]);
  });

  it.each([
    ['one processor', { count: 1 }],
    ['few routes', { fewest: routes.length + 1 }],
  ])('are not started for %s', (_, options) => {
    threads = open(options);
    expect(threads.begin(createAnswers(snapshot), routes.length)).toEqual([]);
  });
});
