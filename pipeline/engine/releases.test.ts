import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPage } from '../sync/documents.fixture.ts';
import { openTextPipeline, textSite } from './text-pipeline.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('a release', () => {
  it('serves both addresses of a page from one blob', async () => {
    await site.pipeline.reconcile();
    const [long, short] = [site.pipeline.live()?.get('/page/ada.html'), site.pipeline.live()?.get('/ada.html')];
    expect(long?.hash).toBe(short?.hash);
    expect(await site.read('/ada.html')).toContain('"title":"Ada"');
  });

  it('stays readable after the next one goes live', async () => {
    await site.pipeline.reconcile();
    const before = site.pipeline.live();
    await site.write('pages/a', aPage({ title: 'New', slug: 'ada' }));
    expect(site.pipeline.live()?.id).not.toBe(before?.id);
    expect(new TextDecoder().decode(await before?.get('/ada.html')?.read())).toContain('"title":"Ada"');
  });

  it('is not made when nothing visitors see has changed', async () => {
    await site.pipeline.reconcile();
    const { release } = await site.pipeline.reconcile();
    expect(release).toBeNull();
    expect(site.pipeline.releases()).toHaveLength(1);
  });

  it('is made for changed templates, but not for unchanged ones', async () => {
    await site.pipeline.reconcile();
    expect((await site.pipeline.useCompiled(textSite('text-1'))).release).toBeNull();
    const { release } = await site.pipeline.useCompiled(textSite('text-2'));
    expect(release).toMatchObject({ added: 1, removed: 0, changed: 10 });
    expect(await site.read('/index.html')).toMatch(/^text-2/);
  });

  it('serves the styles of the previous release for another 24 hours', async () => {
    const styles = () =>
      site.pipeline
        .live()
        ?.paths()
        .filter((path) => path.startsWith('/assets/'))
        .sort();
    const nextEdit = (body: string) => site.write('pages/b', aPage({ slug: 'babbage', show_in_menu: false, body }));
    await site.pipeline.reconcile();
    await site.pipeline.useCompiled(textSite('text-2'));
    expect(styles()).toEqual(['/assets/text-1.css', '/assets/text-2.css']);
    await site.pipeline.close();
    site.clock = new Date('2026-01-05T23:59:59.000Z');
    await site.open({ fingerprint: 'text-2' });
    await site.pipeline.reconcile();
    await nextEdit('One');
    expect(styles()).toEqual(['/assets/text-1.css', '/assets/text-2.css']);
    expect(await site.read('/assets/text-1.css')).toBe('/* text-1 */');
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    site.clock = new Date('2026-01-06T00:00:00.000Z');
    await nextEdit('Two');
    expect(styles()).toEqual(['/assets/text-2.css']);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('is deleted with its bytes once enough newer ones are kept', async () => {
    await site.pipeline.close();
    await site.open({ retain: 3 });
    await site.pipeline.reconcile();
    const first = site.pipeline.live()?.get('/babbage.html')?.hash ?? '';
    for (const body of ['1', '2', '3']) {
      await site.write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body }));
    }
    expect(site.pipeline.releases().map(({ id }) => id)).toEqual(['4', '3', '2']);
    await expect.poll(() => site.notices).toContainEqual({ path: 'releases/1', data: null });
    expect(site.notices).not.toContainEqual({ path: 'releases/2', data: null });
    const shard = readdirSync(join(site.folder, 'blobs', first.slice(0, 2)), { withFileTypes: true });
    expect(shard.map(({ name }) => name)).not.toContain(first.slice(2));
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });
});

describe('a release made during template development', () => {
  it('is replaced by the next one, also after a restart', async () => {
    await site.pipeline.reconcile();
    await site.pipeline.close();
    await site.open({ isPassing: true });
    await site.pipeline.useCompiled(textSite('text-2'));
    const replacedHash = site.pipeline.live()?.get('/babbage.html')?.hash ?? '';
    await site.pipeline.useCompiled(textSite('text-3'));
    expect(site.pipeline.releases().map(({ id }) => id)).toEqual(['3', '1']);
    await expect.poll(() => site.notices).toContainEqual({ path: 'releases/2', data: null });
    const shard = readdirSync(join(site.folder, 'blobs', replacedHash.slice(0, 2)));
    expect(shard).not.toContain(replacedHash.slice(2));

    await site.pipeline.close();
    await site.open();
    await site.write('pages/b', aPage({ title: 'Babbage', slug: 'babbage', body: 'edited' }));
    expect(site.pipeline.releases().map(({ id }) => id)).toEqual(['4', '1']);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    await site.pipeline.rollback('1');
    expect(await site.read('/babbage.html')).toMatch(/^text-1/);
  });
});

describe('a folder with one writer', () => {
  it('can be read by other processes', async () => {
    await site.pipeline.reconcile();
    const other = await openTextPipeline({ dataDir: site.folder, source: null });
    expect(await other.verify()).toEqual({ identical: true, differing: [] });
    expect(other.releases()).toHaveLength(1);
    await expect(other.rollback('1')).rejects.toThrow('Another process publishes from this folder');
    await other.close();
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('can be rolled back without a source', async () => {
    await site.pipeline.reconcile();
    await site.write('pages/a', aPage({ title: 'Second', slug: 'ada' }));
    await site.pipeline.close();
    const offline = await openTextPipeline({ dataDir: site.folder, source: null });
    await offline.rollback('1');
    await expect(offline.reconcile()).rejects.toThrow('without a source');
    await offline.close();
    await site.open();
    expect(site.pipeline.status().pinned).toBe('1');
  });
});
