import { beforeEach, describe, expect, it } from 'vitest';
import { aDemo, anEmbed, aPage, aSection } from '../sync/documents.fixture.ts';
import { liveFiles, textSite } from './text-pipeline.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('a rollback', () => {
  beforeEach(async () => {
    await site.pipeline.reconcile();
    await site.write('pages/a', aPage({ title: 'Second', slug: 'ada' }));
  });

  it('publishes an earlier release', async () => {
    const { release } = await site.pipeline.rollback('1');
    expect(release?.id).toBe('3');
    expect(await site.read('/ada.html')).toContain('"title":"Ada"');
    expect(site.pipeline.status()).toMatchObject({ release: '3', pinned: '1' });
  });

  it('stays pinned while content changes, and reports the changes as failed', async () => {
    await site.pipeline.rollback('1');
    expect((await site.write('pages/a', aPage({ title: 'Third', slug: 'ada', rev: 3 }))).release).toBeNull();
    expect(await site.read('/ada.html')).toContain('"title":"Ada"');
    await site.pipeline.close();
    const notice = site.notices.findLast(({ path }) => path === 'build_state/pages_a');
    expect(notice?.data).toMatchObject({ rev: 3, state: 'failed', problems: [{ document: 'pages/a' }] });
  });

  it('reports the pinned release and the withheld changes', async () => {
    const last = (path: string) => site.notices.findLast((notice) => notice.path === path)?.data;
    await site.pipeline.rollback('1');
    await expect.poll(() => last('build_state/current')).toMatchObject({ pinned: true, pinned_to: '1' });
    await site.write('pages/a', aPage({ title: 'Third', slug: 'ada', rev: 3 }));
    await expect.poll(() => last('build_state/pages_a')).toMatchObject({ rev: 3, state: 'failed' });
    await site.pipeline.unpin();
    await expect.poll(() => last('build_state/current')).toMatchObject({ pinned: false, pinned_to: null });
    expect(last('build_state/pages_a')).toMatchObject({ rev: 3, state: 'live', problems: [] });
    expect(last('build_state/pages_b')).toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>, string[]]>([
    ['deleted', () => site.write('pages/b', null), ['/babbage.html', '/page/babbage.html']],
    [
      'unpublished',
      () => site.write('pages/b', aPage({ slug: 'babbage', is_published: false })),
      ['/babbage.html', '/page/babbage.html'],
    ],
    [
      'protected',
      () => site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true })),
      ['/demo/grace.html'],
    ],
  ])('omits a document that is %s before or after the rollback', async (_, withdraw, gone) => {
    await withdraw();
    await site.pipeline.rollback('1');
    expect(gone.map((path) => site.pipeline.live()?.get(path) ?? null)).toEqual(gone.map(() => null));
    const sitemap = (await site.read('/sitemap.xml')) ?? '';
    expect(gone.some((path) => sitemap.includes(path.replace('.html', '"')))).toBe(false);
  });

  it('removes documents withdrawn while pinned', async () => {
    await site.pipeline.rollback('1');
    await site.write('homepage_sections/s', aSection({ is_visible: false }));
    expect(await site.read('/index.html')).not.toContain('Meet Ada');
    expect(site.pipeline.status().pinned).toBe('1');
  });

  it('persists across a restart', async () => {
    await site.pipeline.rollback('1');
    await site.pipeline.close();
    await site.open();
    await site.pipeline.reconcile();
    expect(site.pipeline.status().pinned).toBe('1');
    expect(await site.read('/ada.html')).toContain('"title":"Ada"');
  });

  it('publishes pages of earlier templates with their files', async () => {
    await site.pipeline.useCompiled(textSite('text-2'));
    await site.pipeline.rollback('1');
    expect(await site.read('/index.html')).toMatch(/^text-1/);
    expect(site.pipeline.live()?.get('/assets/text-1.css')).not.toBeNull();
  });

  it('ends with unpin', async () => {
    await site.pipeline.useCompiled(textSite('text-2'));
    await site.pipeline.rollback('1');
    await site.write('pages/a', aPage({ title: 'Third', slug: 'ada' }));
    await site.pipeline.unpin();
    expect(await site.read('/ada.html')).toMatch(/^text-2.*"title":"Third"/);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
    expect(site.pipeline.status().pinned).toBeNull();
  });

  it('to the result of a rollback targets the release of that rollback', async () => {
    await site.pipeline.rollback('1');
    await site.pipeline.unpin();
    await site.pipeline.rollback('3');
    expect(site.pipeline.status().pinned).toBe('1');
    expect(await site.read('/ada.html')).toContain('"title":"Ada"');
  });

  it('is possible to the kept result of a rollback to an old release', async () => {
    await site.pipeline.close();
    await site.open({ retain: 3 });
    await site.pipeline.reconcile();
    await site.pipeline.rollback('1');
    await site.write('homepage_sections/s', aSection({ is_visible: false }));
    await site.pipeline.unpin();
    await site.write('pages/a', aPage({ title: 'Third', slug: 'ada' }));
    const rolledBack = site.pipeline.releases().findLast(({ pin }) => pin !== null);
    await site.pipeline.rollback(rolledBack?.id ?? '');
    expect(await site.read('/ada.html')).toContain('"title":"Ada"');
  });

  it('omits the embed code of a demo that is protected now', async () => {
    site.source.set('demo_pages/e', aDemo({ slug: 'grace', created_at: '2025-12-31T00:00:00.000Z' }));
    site.source.set('demo_embeds/e', anEmbed('https://demo.example/elder'));
    await site.pipeline.reconcile();
    const clashing = site.pipeline.live()?.id ?? '';
    site.source.set('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    site.source.delete('demo_pages/e');
    await site.pipeline.reconcile();
    await site.pipeline.rollback(clashing);
    expect(Object.values(await liveFiles(site.pipeline)).join('\n')).not.toContain('https://demo.example/');
  });

  it('is refused for a release that is not kept', async () => {
    await expect(site.pipeline.rollback('99')).rejects.toThrow('There is no release 99');
  });
});
