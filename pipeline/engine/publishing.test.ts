import { beforeEach, describe, expect, it } from 'vitest';
import { aPage, aSection } from '../sync/documents.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();

describe('a page that cannot be rendered', () => {
  beforeEach(() => site.pipeline.reconcile());
  const broken = aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'THROW', rev: 7 });

  it('keeps its previous bytes while other documents are published', async () => {
    const before = await site.read('/babbage.html');
    site.source.set('pages/b', broken);
    site.source.set('homepage_sections/s', aSection({ title: 'New' }));
    const { release, problems } = await site.pipeline.publish(['pages/b', 'homepage_sections/s']);
    expect(release).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(problems).toEqual([
      { document: 'pages/b', field: null, message: 'The page could not be rendered: The template threw' },
    ]);
    expect(await site.read('/babbage.html')).toBe(before);
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('is reported as failed, and as live after a correction', async () => {
    const notices = () => site.notices.filter(({ path }) => path === 'build_state/pages_b').map(({ data }) => data);
    await site.write('pages/b', broken);
    await expect.poll(notices).toHaveLength(1);
    await site.write(
      'pages/b',
      aPage({ title: 'Babbage', slug: 'babbage', show_in_menu: false, body: 'Right', rev: 8 }),
    );
    expect(site.pipeline.status().problems).toEqual([]);
    expect(await site.read('/babbage.html')).toContain('Right');
    await site.pipeline.close();
    expect(notices()).toMatchObject([
      { document: 'pages/b', rev: 7, state: 'failed', problems: [{ document: 'pages/b' }] },
      { document: 'pages/b', rev: 8, state: 'live', problems: [] },
    ]);
  });

  it('is absent from the site if it is new', async () => {
    await site.write('pages/new', aPage({ slug: 'new', show_in_menu: false, body: 'THROW' }));
    expect(await site.read('/new.html')).toBeNull();
    expect(site.pipeline.status().problems).toMatchObject([{ document: 'pages/new' }]);
    await site.pipeline.close();
    await site.open();
    expect(site.pipeline.status().problems).toMatchObject([{ document: 'pages/new' }]);
    await site.pipeline.reconcile();
    expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
  });

  it('is reported for the changed document if no document can be blamed', async () => {
    await site.write('homepage_sections/s', aSection({ title: 'THROW', rev: 2 }));
    await site.pipeline.close();
    const notice = site.notices.find(({ path }) => path === 'build_state/homepage_sections_s');
    expect(notice?.data).toMatchObject({ state: 'failed', rev: 2, problems: [{ document: '/' }] });
  });
});

describe('hints', () => {
  beforeEach(() => site.pipeline.reconcile());

  it('that arrive together produce one release', async () => {
    site.source.set('pages/b', aPage({ slug: 'babbage', show_in_menu: false, body: '1' }));
    site.source.set('homepage_sections/s', aSection({ title: 'New' }));
    const [one, two] = await Promise.all([
      site.pipeline.publish(['pages/b']),
      site.pipeline.publish(['homepage_sections/s']),
    ]);
    expect(one).toBe(two);
    expect(site.pipeline.releases()).toHaveLength(2);
  });

  it('of published documents produce no release', async () => {
    expect(await site.pipeline.publish(['pages/a', 'nowhere/x'])).toEqual({ release: null, problems: [] });
  });

  it('are retried while the source is unreachable', async () => {
    const reachable = site.source.read;
    site.source.read = () => Promise.reject(new Error('out of reach'));
    site.source.set('homepage_sections/s', aSection({ title: 'New' }));
    const published = site.pipeline.publish(['homepage_sections/s']);
    await expect.poll(() => site.pipeline.status().failure).toBe('out of reach');
    expect(site.pipeline.status()).toMatchObject({ state: 'unreachable', waiting: 1, release: '1' });
    site.source.read = reachable;
    expect((await published).release?.id).toBe('2');
    expect(site.pipeline.status()).toMatchObject({ state: 'idle', failure: null });
    expect(site.events.filter(({ event }) => event === 'publish-failed')).toHaveLength(1);
  });
});
