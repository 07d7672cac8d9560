import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPage, aSection } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import { textRenderer } from '../render/text-renderer.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const pages = 200;

describe('a step that changes the menu on every page', () => {
  let home: ReturnType<typeof temporaryFolder>;
  let source: MemorySource;
  let pipeline: Pipeline;
  let rendered: string[];
  const releases: string[][] = [];
  /** Called before each page is rendered. */
  let onRender: (path: string) => void;

  const renderer: typeof textRenderer = (name) => {
    const real = textRenderer(name);
    const render: typeof real.render = (path, content) => {
      onRender(path);
      rendered.push(path);
      return real.render(path, content);
    };
    return { ...real, render };
  };
  const page = (index: number, fields = {}) =>
    aPage({ title: `Page ${String(index)}`, slug: `page-${String(index)}`, show_in_menu: index === 0, ...fields });
  const open = async () =>
    (pipeline = await openTextPipeline({
      dataDir: home.folder,
      source,
      renderer,
      log: (event) => void (event.event === 'release' && releases.push(event.documents)),
    }));

  beforeEach(async () => {
    home = temporaryFolder();
    source = memorySource();
    rendered = [];
    onRender = () => undefined;
    for (let index = 0; index < pages; index += 1) source.set(`pages/p${String(index)}`, page(index));
    source.set('homepage_sections/s', aSection());
    await open();
    await pipeline.reconcile();
    releases.length = 0;
    rendered = [];
  });
  afterEach(async () => {
    await pipeline.close();
    home.remove();
  });

  /** Changes the menu and runs something during the step. */
  const menuWith = async (act: () => Promise<unknown>): Promise<void> => {
    let finished: Promise<unknown> = Promise.resolve();
    onRender = () => {
      if (rendered.length !== 60) return;
      onRender = () => undefined;
      finished = act();
    };
    source.set('pages/p0', page(0, { nav_label: 'Another', rev: 2 }));
    await pipeline.publish(['pages/p0']);
    await finished;
  };
  const edit = (index: number, fields = {}) => {
    const path = `pages/p${String(index)}`;
    source.set(path, page(index, { rev: 3, ...fields }));
    return pipeline.publish([path]);
  };
  const expectVerified = async () => {
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    const files = Object.values(await liveFiles(pipeline)).filter((text) => text.startsWith('text-1'));
    expect(files.filter((text) => text.includes('Another')).length).toBeGreaterThan(pages);
  };

  it.each([
    ['that is already rendered', 1],
    ['that is not rendered yet', 150],
  ])('is preempted by an edit of a page %s, and keeps rendered pages', async (_, index) => {
    await menuWith(() => edit(index, { title: 'Edited' }));
    expect(releases).toEqual([[`pages/p${String(index)}`], ['pages/p0']]);
    // Only routes affected by the edit were rendered again.
    expect(rendered.length).toBeLessThan(pages + 20);
    await expectVerified();
    expect((await liveFiles(pipeline))[`/page-${String(index)}.html`]).toContain('Edited');
  });

  it('stores no bytes of a page that is withdrawn during the step', async () => {
    const secret = 'SECRET';
    await edit(1, { body: secret });
    rendered = [];
    releases.length = 0;
    await menuWith(() => edit(1, { body: 'Nothing', is_published: false, rev: 4 }));
    expect(releases).toEqual([['pages/p1'], ['pages/p0']]);
    await expectVerified();
    expect((await liveFiles(pipeline))['/page-1.html']).toBeUndefined();
    // The page with the new menu was rendered, but it was never part of a release.
    const folder = join(home.folder, 'blobs');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.flatMap((file) => readFileSync(join(file.parentPath, file.name), 'utf8').split('text-1 '));
    expect(texts.filter((text) => text.includes(secret)).length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes(secret) && text.includes('Another'))).toEqual([]);
  });

  it('omits a page that it adds and that is deleted during the step', async () => {
    source.set('pages/new', page(pages));
    let finished: Promise<unknown> = Promise.resolve();
    onRender = () => {
      if (rendered.length !== 60) return;
      onRender = () => undefined;
      source.delete('pages/new');
      finished = pipeline.publish(['pages/new']);
    };
    source.set('pages/p0', page(0, { nav_label: 'Another', rev: 2 }));
    await pipeline.publish(['pages/p0', 'pages/new']);
    await finished;
    expect((await liveFiles(pipeline))[`/page-${String(pages)}.html`]).toBeUndefined();
    await expectVerified();
  });

  it('publishes a newer change of the menu', async () => {
    await menuWith(() => edit(0, { nav_label: 'Another one', rev: 5 }));
    await expectVerified();
    expect((await liveFiles(pipeline))['/page-9.html']).toContain('Another one');
  });

  it('keeps its change of a document that an earlier launch published together with the preempting edit', async () => {
    source.launch('earlier', { 'pages/p0': page(0, { rev: 2 }), 'pages/p20': page(20, { rev: 2 }) });
    await pipeline.publish(['pages/p20']);
    rendered = [];
    releases.length = 0;
    await menuWith(() => edit(20, { title: 'Edited' }));
    expect(releases).toEqual([['pages/p20'], ['pages/p0']]);
    await expectVerified();
  });

  it('is preempted by several edits one after another, and completes', async () => {
    await menuWith(async () => {
      for (let index = 10; index < 15; index += 1) await edit(index, { title: `Edited ${String(index)}` });
    });
    expect(releases.at(-1)).toEqual(['pages/p0']);
    expect(releases).toHaveLength(6);
    await expectVerified();
  });

  it('is preempted by an edit that arrives during another preemption', async () => {
    let second: Promise<unknown> = Promise.resolve();
    await menuWith(async () => {
      onRender = (path) => {
        if (path !== '/page/page-10') return;
        onRender = () => undefined;
        second = edit(11, { title: 'Edited 11' });
      };
      await edit(10, { title: 'Edited 10' });
      await second;
    });
    expect(releases).toEqual([['pages/p10'], ['pages/p11'], ['pages/p0']]);
    await expectVerified();
  });

  describe('with many new child pages', () => {
    const many = 300;
    const children = (name: string) => Array.from({ length: many }, (_, index) => `pages/${name}${String(index)}`);
    const publishChildren = (name: string) => {
      for (const path of children(name)) {
        const slug = path.replace('pages/', '');
        source.set(path, page(0, { slug, title: slug, parent_id: 'p0', show_in_menu: false }));
      }
      return pipeline.publish(children(name));
    };
    const edited = 'pages/p150';
    const isEdit = (documents: readonly string[]): boolean => documents.length === 1 && documents[0] === edited;

    it('publishes an edit before the child pages', async () => {
      let finished: Promise<unknown> = Promise.resolve();
      onRender = (path) => {
        if (!path.includes('child60')) return;
        onRender = () => undefined;
        finished = edit(150, { title: 'Edited' });
      };
      await publishChildren('child');
      await finished;
      expect(releases.map(isEdit)).toEqual([true, false]);
      expect(rendered.filter((path) => path === '/page/child60')).toHaveLength(1);
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    });

    it('publishes an edit that arrives with more child pages before all of them', async () => {
      let finished: Promise<unknown> = Promise.resolve();
      onRender = (path) => {
        if (!path.includes('child60')) return;
        onRender = () => undefined;
        source.set(edited, page(150, { rev: 3, title: 'Edited' }));
        const others = publishChildren('other');
        finished = Promise.all([others, pipeline.publish([edited])]);
      };
      await publishChildren('child');
      await finished;
      expect(releases.map(isEdit)).toEqual([true, false, false]);
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    });

    it('publishes an edit that arrives while child pages are read', async () => {
      const all = ['child', 'other'].flatMap(children);
      for (const path of all) {
        const slug = path.replace('pages/', '');
        source.set(path, page(0, { slug, title: slug, parent_id: 'p0', show_in_menu: false }));
      }
      const read = source.read.bind(source);
      let finished: Promise<unknown> = Promise.resolve();
      source.read = async (paths) => {
        if (paths.length > 1) {
          source.read = read;
          finished = edit(150, { title: 'Edited' });
        }
        return read(paths);
      };
      await pipeline.publish(all);
      await finished;
      expect(releases.map(isEdit)).toEqual([true, false]);
      const firstChild = rendered.findIndex((path) => path.startsWith('/page/child'));
      expect(firstChild).toBeGreaterThan(rendered.indexOf('/page/page-150'));
    });

    it('publishes the newest version of a page that is edited while others are read', async () => {
      const all = ['child', 'other'].flatMap(children);
      for (const path of all) {
        const slug = path.replace('pages/', '');
        source.set(path, page(0, { slug, title: slug, parent_id: 'p0', show_in_menu: false }));
      }
      source.set(edited, page(150, { title: 'Older' }));
      const read = source.read.bind(source);
      let finished: Promise<unknown> = Promise.resolve();
      source.read = async (paths) => {
        const answer = await read(paths);
        if (paths.length > 1) {
          source.read = read;
          finished = edit(150, { title: 'Newest' });
        }
        return answer;
      };
      await pipeline.publish([edited, ...all]);
      await finished;
      expect((await liveFiles(pipeline))['/page-150.html']).toContain('Newest');
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    });
  });

  describe.each([
    ['in the menu', true, 300],
    ['outside of the menu', false, 600],
  ])('with new child pages %s', (_name, isInMenu, count) => {
    const children = Array.from({ length: count }, (_, index) => `pages/child${String(index)}`);
    /** Child pages that were validated since the last turn of the event loop. */
    const validated = new Set<string>();
    const write = (path: string): void => {
      const slug = path.replace('pages/', '');
      const child = page(0, { slug, title: slug, parent_id: 'p0', show_in_menu: isInMenu });
      // Validation looks for optional fields; storing a document and searching its texts do not.
      const has = (data: typeof child, field: string | symbol): boolean =>
        validated.add(path).size > 0 && field in data;
      source.set(path, new Proxy(child, { has }));
    };
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

    it.each<[string, (paths: string[]) => Promise<unknown>]>([
      ['in one call', (paths) => pipeline.publish(paths)],
      ['one by one', (paths) => Promise.all(paths.map((path) => pipeline.publish([path])))],
      ['one by one, as bulk', (paths) => Promise.all(paths.map((path) => pipeline.publish([path], undefined, true)))],
    ])(
      'publishes each edit after a slice of work if the pages are written %s',
      async (_how, publishAll) => {
        for (const path of children) write(path);
        let isDone = false;
        const all = publishAll(children).finally(() => (isDone = true));
        const turns: number[] = [];
        const watchTurns = async (): Promise<void> => {
          while (!isDone) {
            validated.clear();
            await nextTurn();
            turns.push(validated.size);
          }
        };
        const watching = watchTurns();
        const waits: { rendered: number; releases: number }[] = [];
        while (!isDone) {
          for (let turn = 0; turn < 3; turn += 1) await nextTurn();
          rendered = [];
          const before = releases.length;
          await edit(150, { title: `Edited ${String(waits.length)}` });
          waits.push({ rendered: rendered.length, releases: releases.length - before });
        }
        await Promise.all([all, watching]);
        // An edit that arrives in a turn waits for its end: a slice of documents.
        expect(Math.max(...turns)).toBeLessThanOrEqual(50);
        // Before an edit, a slice of 25 routes is rendered, or those of 49 other waiting edits. A begun release is completed.
        expect(waits.length).toBeGreaterThan(5);
        expect(Math.max(...waits.map((wait) => wait.releases))).toBeLessThanOrEqual(2);
        expect(waits.filter((wait) => wait.releases === 1 && wait.rendered > 50 + 5)).toEqual([]);
        expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
        expect(Object.keys(await liveFiles(pipeline))).toEqual(
          expect.arrayContaining(children.map((path) => `/${path.replace('pages/', '')}.html`)),
        );
      },
      120_000,
    );
  });

  it('completes although a preempting edit cannot be published', async () => {
    await menuWith(() => edit(20, { body: 'THROW' }));
    await expectVerified();
    expect(pipeline.status().problems).toMatchObject([{ document: 'pages/p20' }]);
  });
});
