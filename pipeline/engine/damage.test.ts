import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { blobPath } from '../adapters/disk/blobs.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { liveFiles, openTextPipeline } from './text-pipeline.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('a damaged blob', () => {
  beforeEach(() => site.pipeline.reconcile());
  const blobOf = (path: string) => blobPath(join(site.folder, 'blobs'), site.pipeline.live()?.get(path)?.hash ?? '');

  it('is reported by verify', async () => {
    writeFileSync(blobOf('/index.html'), 'something else');
    expect(await site.pipeline.verify()).toEqual({ identical: false, differing: ['/index.html'], isSameBuild: true });
  });

  it('is reported by verify with the information that the templates are others', async () => {
    await site.pipeline.close();
    await site.open({ fingerprint: 'text-2' });
    writeFileSync(blobOf('/index.html'), 'something else');
    expect(await site.pipeline.verify()).toMatchObject({ identical: false, isSameBuild: false });
  });

  it.each([
    ['a lost file', '/ada.html', (file: string) => rmSync(file)],
    ['a cut file', '/index.html', (file: string) => writeFileSync(file, '')],
    ['a lost file of the compiled site', '/assets/text-1.css', (file: string) => rmSync(file)],
  ])('%s is rebuilt at the next start', async (_, path, harm) => {
    const before = await site.read(path);
    harm(blobOf(path));
    await site.pipeline.close();
    await site.open();
    await site.pipeline.reconcile();
    expect(await site.read(path)).toBe(before);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });
});

describe('a blob damaged while the pipeline runs', () => {
  beforeEach(() => site.pipeline.reconcile());
  const blobOf = (path: string) => blobPath(join(site.folder, 'blobs'), site.pipeline.live()?.get(path)?.hash ?? '');
  const sameSize = (file: string) => writeFileSync(file, 'X'.repeat(readFileSync(file).length));
  const harms: [string, (file: string) => void][] = [
    ['lost', (file) => rmSync(file)],
    ['cut', (file) => writeFileSync(file, '')],
    ['changed in place', sameSize],
  ];
  const paths = ['/ada.html', '/sitemap.xml', '/assets/text-1.css'];

  it.each(harms.flatMap(([name, harm]) => paths.map((path) => [path, name, harm] as const)))(
    '%s (%s) is rebuilt when it is read',
    async (path, _, harm) => {
      const before = await site.read(path);
      harm(blobOf(path));
      expect(await Promise.all([site.read(path), site.read(path)])).toEqual([before, before]);
      expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
      expect(site.pipeline.releases()).toHaveLength(1);
    },
  );

  it('is written again when an edit restores its content', async () => {
    const before = await site.read('/babbage.html');
    const file = blobOf('/babbage.html');
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'New' }));
    rmSync(file);
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false }));
    expect(await site.read('/babbage.html')).toBe(before);
  });

  it('is repaired by repair()', async () => {
    const before = await liveFiles(site.pipeline);
    for (const path of paths) sameSize(blobOf(path));
    const { repaired, left } = await site.pipeline.repair();
    expect([repaired.sort(), left]).toEqual([
      ['/ada.html', '/assets/text-1.css', '/page/ada.html', '/sitemap.xml'],
      [],
    ]);
    expect(await liveFiles(site.pipeline)).toEqual(before);
    expect(await site.pipeline.repair()).toEqual({ repaired: [], left: [] });
  });

  it('is repaired without a source by repair(), but not by reading', async () => {
    sameSize(blobOf('/ada.html'));
    await site.pipeline.close();
    site.pipeline = await openTextPipeline({ dataDir: site.folder, source: null });
    await expect(site.read('/ada.html')).rejects.toThrow('npx frontage verify --repair');
    expect((await site.pipeline.repair()).left).toEqual([]);
    expect(await site.read('/ada.html')).toContain('Ada');
  });
});
