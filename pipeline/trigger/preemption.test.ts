import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPage, aSection } from '../sync/documents.fixture.ts';
import { memorySource, type MemorySource } from '../sync/memory-source.fixture.ts';
import { textRenderer } from '../render/text-renderer.fixture.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const pages = 200;

describe('while a menu changes on every page', () => {
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
  const menuWith = async (happens: () => Promise<unknown>): Promise<void> => {
    let happened: Promise<unknown> = Promise.resolve();
    onRender = () => {
      if (rendered.length !== 60) return;
      onRender = () => undefined;
      happened = happens();
    };
    source.set('pages/p0', page(0, { nav_label: 'Another', rev: 2 }));
    await pipeline.publish(['pages/p0']);
    await happened;
  };
  const edit = (index: number, fields = {}) => {
    const path = `pages/p${String(index)}`;
    source.set(path, page(index, { rev: 3, ...fields }));
    return pipeline.publish([path]);
  };
  const expectExact = async () => {
    expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    const files = Object.values(await liveFiles(pipeline)).filter((text) => text.startsWith('text-1'));
    expect(files.filter((text) => text.includes('Another')).length).toBeGreaterThan(pages);
  };

  it.each([
    ['that was rendered already', 1],
    ['that was not', 150],
  ])('an edit of a page %s goes before it, and nothing is rendered in vain', async (_, index) => {
    await menuWith(() => edit(index, { title: 'Edited' }));
    expect(releases).toEqual([[`pages/p${String(index)}`], ['pages/p0']]);
    // Only routes affected by the edit were rendered again.
    expect(rendered.length).toBeLessThan(pages + 20);
    await expectExact();
    expect((await liveFiles(pipeline))[`/page-${String(index)}.html`]).toContain('Edited');
  });

  it('a page that is withdrawn leaves no bytes', async () => {
    const secret = 'SECRET';
    await edit(1, { body: secret });
    rendered = [];
    releases.length = 0;
    await menuWith(() => edit(1, { body: 'Nothing', is_published: false, rev: 4 }));
    expect(releases).toEqual([['pages/p1'], ['pages/p0']]);
    await expectExact();
    expect((await liveFiles(pipeline))['/page-1.html']).toBeUndefined();
    // The page with the new menu was rendered, and was never part of a release.
    const folder = join(home.folder, 'blobs');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.flatMap((file) => readFileSync(join(file.parentPath, file.name), 'utf8').split('text-1 '));
    expect(texts.filter((text) => text.includes(secret)).length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes(secret) && text.includes('Another'))).toEqual([]);
  });

  it('a page that came with it and is gone again meanwhile stays gone', async () => {
    source.set('pages/new', page(pages));
    let happened: Promise<unknown> = Promise.resolve();
    onRender = () => {
      if (rendered.length !== 60) return;
      onRender = () => undefined;
      source.delete('pages/new');
      happened = pipeline.publish(['pages/new']);
    };
    source.set('pages/p0', page(0, { nav_label: 'Another', rev: 2 }));
    await pipeline.publish(['pages/p0', 'pages/new']);
    await happened;
    expect((await liveFiles(pipeline))[`/page-${String(pages)}.html`]).toBeUndefined();
    await expectExact();
  });

  it('another change of the menu takes its place', async () => {
    await menuWith(() => edit(0, { nav_label: 'Another one', rev: 5 }));
    await expectExact();
    expect((await liveFiles(pipeline))['/page-9.html']).toContain('Another one');
  });

  it('edits one after another go before it, and it ends', async () => {
    await menuWith(async () => {
      for (let index = 10; index < 15; index += 1) await edit(index, { title: `Edited ${String(index)}` });
    });
    expect(releases.at(-1)).toEqual(['pages/p0']);
    expect(releases).toHaveLength(6);
    await expectExact();
  });

  it('an edit that comes while another goes before it goes before it too', async () => {
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
    await expectExact();
  });

  describe('and many new children of one page are published', () => {
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

    it('publishes an edit before the rest of them', async () => {
      let happened: Promise<unknown> = Promise.resolve();
      onRender = (path) => {
        if (!path.includes('child60')) return;
        onRender = () => undefined;
        happened = edit(150, { title: 'Edited' });
      };
      await publishChildren('child');
      await happened;
      expect(releases.map(isEdit)).toEqual([true, false]);
      expect(rendered.filter((path) => path === '/page/child60')).toHaveLength(1);
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    });

    it('publishes an edit that arrives with further ones before all of them', async () => {
      let happened: Promise<unknown> = Promise.resolve();
      onRender = (path) => {
        if (!path.includes('child60')) return;
        onRender = () => undefined;
        source.set(edited, page(150, { rev: 3, title: 'Edited' }));
        const others = publishChildren('other');
        happened = Promise.all([others, pipeline.publish([edited])]);
      };
      await publishChildren('child');
      await happened;
      expect(releases.map(isEdit)).toEqual([true, false, false]);
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    });

    it('publishes an edit that arrives while they are read', async () => {
      const all = ['child', 'other'].flatMap(children);
      for (const path of all) {
        const slug = path.replace('pages/', '');
        source.set(path, page(0, { slug, title: slug, parent_id: 'p0', show_in_menu: false }));
      }
      const read = source.read.bind(source);
      let happened: Promise<unknown> = Promise.resolve();
      source.read = async (paths) => {
        if (paths.length > 1) {
          source.read = read;
          happened = edit(150, { title: 'Edited' });
        }
        return read(paths);
      };
      await pipeline.publish(all);
      await happened;
      expect(releases.map(isEdit)).toEqual([true, false]);
      const firstChild = rendered.findIndex((path) => path.startsWith('/page/child'));
      expect(firstChild).toBeGreaterThan(rendered.indexOf('/page/page-150'));
    });
  });

  it('an edit that cannot be published does not keep it from its end', async () => {
    await menuWith(() => edit(20, { body: 'THROW' }));
    await expectExact();
    expect(pipeline.status().problems).toMatchObject([{ document: 'pages/p20' }]);
  });
});
