import { beforeEach, describe, expect, it } from 'vitest';
import { newPage } from '@frontage/model/kinds/page';
import type { Viewer } from '@frontage/model/permissions';
import { admin } from '../preview/proposed-changes.fixture.ts';
import type { ProposedChange } from '../preview/preview-content.ts';
import type { Draft } from '../preview/previews.ts';
import { aDemo, anEmbed, aPage } from '../sync/documents.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
beforeEach(() => site.pipeline.reconcile());

const page = (id: string, data: object): Draft => ({ what: 'page', id, data: { ...data } });
const typed = { ...newPage, title: 'Typed', slug: 'typed' };

const draw = async (draft: Draft, path: string | null = null, viewer = admin) => {
  const drawn = await site.pipeline.previews.draw(draft, path, viewer);
  return drawn.ok ? drawn.value : drawn.reason;
};

describe('a preview of a draft', () => {
  it.each<[string, Draft, string | null, { path: string; problems: string[]; shows: string }]>([
    [
      'shows typed values',
      page('a', { title: 'Typed', slug: 'ada' }),
      null,
      { path: '/page/ada', problems: [], shows: 'Typed' },
    ],
    ['has the new address', page('a', typed), null, { path: '/page/typed', problems: [], shows: 'Typed' }],
    [
      'shows a document that was never saved',
      page('new', typed),
      null,
      { path: '/page/typed', problems: [], shows: 'Typed' },
    ],
    [
      'shows an unpublished document',
      page('draft', { title: 'Typed' }),
      null,
      { path: '/page/draft', problems: [], shows: 'Typed' },
    ],
    [
      'appears in the menu of another page',
      page('a', { ...typed }),
      '/page/babbage',
      { path: '/page/babbage', problems: [], shows: '/page/typed' },
    ],
    [
      'is found at its short address',
      page('a', typed),
      '/typed',
      { path: '/page/typed', problems: [], shows: 'Typed' },
    ],
    [
      'shows live values of invalid fields',
      page('a', { title: '', slug: 'ada', body: 'New' }),
      null,
      { path: '/page/ada', problems: ['title'], shows: 'Ada' },
    ],
    [
      'shows placeholders if no field is valid',
      page('new', { title: 7, slug: '' }),
      null,
      { path: '/page/untitled', problems: ['title', 'slug'], shows: 'Untitled' },
    ],
    [
      'keeps its live address if the typed slug is taken',
      page('a', { title: 'Typed', slug: 'babbage' }),
      null,
      { path: '/page/ada', problems: ['slug'], shows: 'Typed' },
    ],
    [
      'has a numbered address if the slug of a new document is taken',
      page('new', { ...typed, slug: 'ada' }),
      null,
      { path: '/page/ada-2', problems: ['slug'], shows: 'Typed' },
    ],
    [
      'shows a section on the home page',
      { what: 'section', id: 's', data: { title: 'Typed' } },
      null,
      { path: '/', problems: [], shows: 'Typed' },
    ],
    [
      'shows a setting on every page',
      { what: 'setting', id: 'branding', data: { site_name: 'Typed' } },
      '/demos',
      { path: '/demos', problems: [], shows: 'Typed' },
    ],
    [
      'shows typed embed code',
      { what: 'demo', id: 'd', data: { embed_code: 'https://demo.example/typed' } },
      null,
      { path: '/demo/grace', problems: [], shows: 'https://demo.example/typed' },
    ],
    [
      'shows live embed code if the typed code is invalid',
      { what: 'demo', id: 'd', data: { embed_code: 'no code' } },
      null,
      { path: '/demo/grace', problems: ['iframe_url'], shows: 'https://demo.example/ada' },
    ],
    [
      'shows a demo without embed code',
      { what: 'demo', id: 'new', data: { heading: 'Typed', slug: 'typed' } },
      null,
      { path: '/demo/typed', problems: ['iframe_url'], shows: 'Typed' },
    ],
  ])('%s', async (...[, draft, path, { shows, problems, ...expected }]) => {
    const drawn = await draw(draft, path);
    expect(drawn).toMatchObject(expected);
    if (typeof drawn === 'string') return;
    expect(drawn.html).toContain(shows);
    expect(drawn.problems.map(({ field }) => field)).toEqual(problems);
  });

  it.each<[string, Draft, string | null, string]>([
    ['at an address without a page', page('a', typed), '/page/nobody', 'no page'],
    ['at the address of a file', page('a', typed), '/robots.txt', 'no page'],
    ['if the template throws', page('a', { ...typed, title: 'THROW' }), null, 'broken'],
    ['for an unknown setting', { what: 'setting', id: 'nothing', data: {} }, null, 'unknown'],
    ['for a setting named like an object property', { what: 'setting', id: '__proto__', data: {} }, null, 'unknown'],
  ])('is refused %s', async (...[, draft, path, reason]) => {
    expect(await draw(draft, path)).toBe(reason);
  });

  it('works after a rollback', async () => {
    await site.pipeline.rollback('1');
    expect(await draw(page('a', { title: 'Typed', slug: 'ada' }))).toMatchObject({ path: '/page/ada' });
  });
});

describe('the embed code of a protected demo', () => {
  beforeEach(async () => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
  });
  const opened: Draft = { what: 'demo', id: 'd', data: { is_password_protected: false } };
  const people: Record<string, Viewer> = {
    viewer: { uid: 'vic', roles: ['viewer'] },
    author: { uid: 'eve', roles: ['author'] },
    owner: { uid: 'ada', roles: ['author'] },
    editor: { uid: 'ed', roles: ['editor'] },
    visitor: { uid: null, roles: [] },
  };

  it.each([
    ['viewer', 'guarded'],
    ['author', 'guarded'],
    ['visitor', 'guarded'],
    ['owner', 'shown'],
    ['editor', 'shown'],
  ])('for the %s is %s', async (...[role, expected]) => {
    const viewer = people[role] ?? admin;
    for (const path of [null, '/demo/grace', '/demos', '/']) {
      const drawn = await draw(opened, path, viewer);
      const proposed: ProposedChange = { ...opened, action: 'publish' };
      const looked = await site.pipeline.previews.look(proposed, path ?? '/demo/grace', viewer);
      if (expected === 'guarded') expect([drawn, looked]).toEqual(['guarded', { ok: false, reason: 'guarded' }]);
      else expect(drawn).not.toBe('guarded');
    }
  });

  it('is not required from viewers without access, and is required from others', async () => {
    const data = { heading: 'Typed', slug: 'grace', is_password_protected: true, embed_code: '' };
    for (const [role, fields] of [
      ['viewer', []],
      ['author', []],
      ['owner', ['iframe_url']],
      ['editor', ['iframe_url']],
    ] as const) {
      const drawn = await draw({ what: 'demo', id: 'd', data }, null, people[role]);
      expect(typeof drawn === 'string' ? drawn : drawn.problems.map(({ field }) => field)).toEqual(fields);
    }
  });

  it('is not in previews for viewers without access', async () => {
    const drawn = await draw({ what: 'demo', id: 'd', data: { heading: 'Typed' } }, null, people['viewer']);
    expect(JSON.stringify(drawn)).not.toContain('demo.example');
  });
});

it('previews during a publish do not change its result', async () => {
  site.source.set('pages/a', aPage({ title: 'Published', slug: 'ada' }));
  site.source.set('demo_embeds/d', anEmbed('https://demo.example/published'));
  const publishing = site.pipeline.publish(['pages/a', 'demo_embeds/d']);
  const drawn = await Promise.all(
    Array.from({ length: 20 }, (_, typedSoFar) => draw(page('b', { title: `Typed ${String(typedSoFar)}` }))),
  );
  await publishing;
  expect(drawn.every((one) => typeof one !== 'string')).toBe(true);
  expect(await site.read('/page/ada.html')).toContain('Published');
  expect(await site.read('/page/babbage.html')).toContain('Babbage');
  expect(await site.pipeline.verify()).toEqual({ identical: true, differing: [] });
});
