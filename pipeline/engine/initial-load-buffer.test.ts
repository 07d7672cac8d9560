import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskStore } from '../adapters/disk/store.ts';
import { folderObjects } from '../adapters/objects/objects.ts';
import type { Notice, ReleaseStore } from '../site/store.ts';
import { applyRead, emptyContent, type ContentState } from '../sync/content-state.ts';
import { aDemo, anEmbed, aPage } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import { InitialLoadBuffer } from './initial-load-buffer.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

describe('InitialLoadBuffer', () => {
  const time = '2026-01-01T00:00:00.000Z';
  const page = (slug: string, body = 'x'.repeat(100)) => ({ path: `pages/${slug}`, data: aPage({ slug, body }), time });
  const contentOf = (slugs: readonly string[]): ContentState =>
    applyRead(emptyContent, { documents: slugs.map((slug) => page(slug)), at: time }).state;

  it('returns changed, quarantined and deleted documents', async () => {
    const content = contentOf(['same', 'aside', 'changed', 'gone']);
    const stored: unknown[] = [];
    const buffer = new InitialLoadBuffer({
      content: () => content,
      unconditional: ['pages/aside'],
      store: (...it) => Promise.resolve(stored.push(it) > 0),
    });
    await buffer.take([page('same'), page('aside')]);
    await buffer.take([{ ...page('changed'), time: '2026-01-02T00:00:00.000Z' }, page('new')]);
    expect(buffer.count()).toBe(4);
    const left = await buffer.end('now');
    expect(left.documents.map(({ path, data }) => [path, data === null])).toEqual([
      ['pages/aside', false],
      ['pages/changed', false],
      ['pages/new', false],
      ['pages/gone', true],
    ]);
    expect(stored).toEqual([]);
  });

  it.each([
    ['stores documents beyond the limit, and all later ones', true, 0],
    ['keeps documents in memory if they cannot be stored', false, 3],
  ])('%s', async (_title, isStored, left) => {
    let content = emptyContent;
    const buffer = new InitialLoadBuffer(
      {
        content: () => content,
        unconditional: [],
        store: (next) => {
          if (isStored) content = next;
          return Promise.resolve(isStored);
        },
      },
      150,
    );
    await buffer.take([page('a'), page('b')]);
    await buffer.take([page('c', '')]);
    expect((await buffer.end('now')).documents).toHaveLength(left);
    expect(buffer.count()).toBe(3);
  });
});

describe('a first release that exceeds the buffer', () => {
  let home: ReturnType<typeof temporaryFolder>;
  let source: MemorySource;
  const files: Record<string, string>[] = [];
  const notices: Notice[] = [];
  beforeEach(() => {
    home = temporaryFolder();
    source = memorySource();
    files.length = notices.length = 0;
    for (let index = 0; index < 30; index += 1) {
      const slug = `p${String(index % 25)}`;
      source.set(`pages/p${String(index)}`, aPage({ slug, body: `Text ${String(index)}`, show_in_menu: index < 3 }));
    }
    source.set('pages/invalid', aPage({ slug: 'invalid', title: '' }));
    source.set('demo_pages/d', aDemo({ slug: 'd' }));
    source.set('demo_embeds/d', anEmbed());
    const { readAll } = source;
    // Each document is a separate part, so that a demo arrives without its embed code.
    source.readAll = async (names, take) => {
      const { documents, at } = await readAll(names);
      if (!take) return { documents, at };
      for (const document of documents.slice(0, -2)) await take([document]);
      return { documents: documents.slice(-2), at };
    };
  });
  afterEach(() => home.remove());

  const stored = <Found>(read: (store: ReleaseStore) => Found): Found => {
    const store = new DiskStore(home.folder);
    const found = read(store);
    store.close();
    return found;
  };
  const build = async (maxBufferedChars?: number) => {
    const dataDir = `${home.folder}/${String(maxBufferedChars)}`;
    const pipeline = await openTextPipeline({
      dataDir,
      source,
      notices,
      ...(maxBufferedChars !== undefined && { maxBufferedChars }),
    });
    const { problems } = await pipeline.reconcile();
    files.push(await liveFiles(pipeline));
    const after = { problems, releases: pipeline.releases().length, status: pipeline.status() };
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    source.set('pages/p7', aPage({ slug: 'p7', title: 'Edited' }));
    await pipeline.publish(['pages/p7']);
    expect((await liveFiles(pipeline))['/p7.html']).toContain('Edited');
    source.set('pages/p7', aPage({ slug: 'p7', body: 'Text 7', show_in_menu: false }));
    await pipeline.close();
    return after;
  };

  it('yields the same release as without a memory limit, and reports no existing documents', async () => {
    const unlimited = await build();
    const [noticeCount, noticePaths] = [notices.length, notices.map(({ path }) => path).sort()];
    notices.length = 0;
    source.set('pages/p7', aPage({ slug: 'p7', body: 'Text 7', show_in_menu: false }));
    const limited = await build(20);
    expect(files[1]).toEqual(files[0]);
    expect(limited.problems).toEqual(unlimited.problems);
    expect(limited.releases).toBe(unlimited.releases);
    expect(notices.map(({ path }) => path.replace(/releases\/\d+/, 'releases/N')).sort()).toEqual(
      noticePaths.map((path) => path.replace(/releases\/\d+/, 'releases/N')),
    );
    expect(notices).toHaveLength(noticeCount);
  });

  it('is made by the next process if the first one ends before it', async () => {
    const opened = { dataDir: home.folder, source, maxBufferedChars: 20 };
    const { readAll } = source;
    source.readAll = async (names, take) => {
      const { documents } = await readAll(names);
      await take?.(documents);
      throw new Error('no answer');
    };
    const ended = await openTextPipeline(opened);
    await expect(ended.reconcile()).rejects.toThrow('no answer');
    expect(ended.live()).toBeNull();
    await ended.close();
    expect(stored((store) => [store.head()?.release, [...store.current().documents].length > 0])).toEqual([null, true]);

    source.readAll = readAll;
    const next = await openTextPipeline(opened);
    await next.follow();
    expect(Object.keys(await liveFiles(next))).toContain('/p7.html');
    expect(await next.verify()).toEqual({ identical: true, differing: [] });
    await next.close();
  });

  it('yields to another writer that publishes meanwhile', async () => {
    const state = folderObjects(`${home.folder}/log`);
    const { readAll } = source;
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name) => {
        const own = name === 'one' ? { ...source } : source;
        return openTextPipeline({ dataDir: `${home.folder}/${name}`, source: own, state, maxBufferedChars: 20 }).then(
          (pipeline) => ({ pipeline, own }),
        );
      }),
    );
    if (!first || !second) throw new Error('not opened');
    first.own.readAll = async (names, take) => {
      const found = await readAll(names);
      await second.pipeline.reconcile();
      if (!take) return found;
      for (const document of found.documents) await take([document]);
      return { ...found, documents: [] };
    };
    await first.pipeline.reconcile();
    expect(await liveFiles(first.pipeline)).toEqual(await liveFiles(second.pipeline));
    expect(await first.pipeline.verify()).toEqual({ identical: true, differing: [] });
    await first.pipeline.close();
    await second.pipeline.close();
  });
});
