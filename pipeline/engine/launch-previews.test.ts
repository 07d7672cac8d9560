import { newPage } from '@frontage/model/kinds/page';
import type { Viewer } from '@frontage/model/permissions';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProposedChange, ProposedLaunch } from '../preview/preview-content.ts';
import { admin, publishLaunch } from '../preview/proposed-changes.fixture.ts';
import { aDemo, anEmbed, aPage } from '../sync/documents.fixture.ts';
import { changesBetween, changesIn, liveAddresses } from './live-addresses.fixture.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const site = eachOnSmallSite();
beforeEach(() => site.pipeline.reconcile());

type Member = ProposedLaunch['members'][number];

const launchOf = (members: Member[], missing: string[] = []): ProposedLaunch => ({ name: 'Spring', members, missing });
const draft = (
  [what, id]: [ProposedChange['what'], string],
  data: object,
  { base_rev = 1, created_by = 'ada' } = {},
): Member => ({ what, id, action: 'publish', data: { ...data }, draft: { base_rev, created_by } });
const page = (title: string, slug: string, fields = {}) => ({ ...newPage, title, slug, is_published: true, ...fields });

const planOf = async (launch: ProposedLaunch, viewer = admin) => {
  const planned = await site.pipeline.previews.plan(launch, viewer);
  if (!planned.ok) throw new Error(planned.reason);
  return planned.value;
};
const pageAt = async (launch: ProposedLaunch, address: string, { viewer = admin, opensGate = false } = {}) => {
  const shown = await site.pipeline.previews.page(launch, { address, opensGate }, viewer);
  if (shown === null || 'reason' in shown) return null;
  return 'to' in shown ? `redirects to ${shown.to}` : { change: shown.change, text: shown.text };
};

describe('the impact of a launch', () => {
  const everything = launchOf([
    draft(['page', 'a'], page('Exchanged', 'babbage')),
    draft(['page', 'b'], page('Also exchanged', 'ada')),
    { what: 'page', id: 'draft', action: 'publish', data: null },
    draft(['page', 'new'], page('Written', 'written', { show_in_menu: true }), { base_rev: 0 }),
    { what: 'demo', id: 'd', action: 'delete', data: null },
    draft(['setting', 'branding'], { site_name: 'Renamed' }, { base_rev: 0 }),
    { id: 'r', redirect: { from: '/offer', to: '/page/written', status: 301 } },
  ]);

  it('is the union of all members and equals the changes of the release', async () => {
    const plan = await planOf(everything);
    expect(plan).toMatchObject({ refused: false, refusedDocuments: [], exact: true, all: true });
    expect(plan.changes.map(({ path, change, reason }) => `${change} ${path}: ${reason}`)).toEqual(
      expect.arrayContaining([
        'removed /demo/grace: deleted',
        'added /page/written: the page itself',
        'added /page/draft: the page itself',
        'added /offer: redirects to /page/written',
        'changed /page/ada: the page itself',
        'changed /demos: its card is on the gallery',
        'changed /404: in the menu',
      ]),
    );
    const before = liveAddresses(site.pipeline.live());
    await site.pipeline.publish(await publishLaunch(everything, site.source, site.clock.toISOString()));
    const changed = changesBetween(before, liveAddresses(site.pipeline.live()));
    expect([changesIn(plan), plan.total]).toEqual([changed, changed.size]);
  });

  it('is smaller than the sum of its members', async () => {
    const members = [
      draft(['page', 'a'], page('Ada', 'renamed', { show_in_menu: true })),
      draft(['page', 'b'], page('Babbage', 'renamed-too', { show_in_menu: true })),
    ];
    const single = await Promise.all(members.map((member) => planOf(launchOf([member]))));
    const union = await planOf(launchOf(members));
    expect(union.total).toBeLessThan(single.reduce((sum, { total }) => sum + total, 0));
  });

  it.each<[string, Member[], string[]]>([
    ['an invalid draft', [draft(['page', 'a'], page('', 'ada'))], ['pages/a']],
    ['a draft of an earlier version', [draft(['page', 'a'], page('Ada', 'ada'), { base_rev: 7 })], ['pages/a']],
    ['a slug of another page', [draft(['page', 'a'], page('Ada', 'babbage'))], ['pages/a']],
    [
      'two new pages with one slug',
      [
        draft(['page', 'x'], page('X', 'same'), { base_rev: 0 }),
        draft(['page', 'y'], page('Y', 'same'), { base_rev: 0 }),
      ],
      ['pages/x', 'pages/y'],
    ],
    [
      'a demo that needs a password',
      [draft(['demo', 'd'], { slug: 'grace', is_password_protected: true })],
      ['demo_pages/d'],
    ],
    ['a missing document', [{ what: 'page', id: 'nobody', action: 'unpublish', data: null }], ['pages/nobody']],
    ['a document that is already unpublished', [{ what: 'page', id: 'draft', action: 'unpublish', data: null }], []],
  ])('names the documents that cannot be published: %s', async (...[, members, refused]) => {
    const plan = await planOf(launchOf([...members, draft(['section', 's'], { title: 'Typed' })], ['pages/gone']));
    expect(plan).toMatchObject({ refused: true, refusedDocuments: ['pages/gone', ...refused] });
    expect(plan.changes.map(({ path }) => path)).toContain('/');
  });

  it('has no address for documents that already are as wanted', async () => {
    const { total } = await planOf(
      launchOf([
        { what: 'page', id: 'a', action: 'publish', data: null },
        { what: 'page', id: 'draft', action: 'unpublish', data: null },
      ]),
    );
    expect(total).toBe(0);
  });

  it('includes a draft that unpublishes its page', async () => {
    const { changes } = await planOf(
      launchOf([draft(['page', 'b'], page('Typed', 'babbage', { is_published: false }))]),
    );
    expect(changes).toContainEqual({ path: '/page/babbage', change: 'removed', to: null, reason: 'unpublished' });
  });
});

describe('the future site of a launch', () => {
  const launch = launchOf([
    draft(['page', 'a'], page('Typed', 'moved')),
    draft(['page', 'new'], page('Written', 'written'), { base_rev: 0 }),
    { what: 'demo', id: 'd', action: 'delete', data: null },
    { id: 'r', redirect: { from: '/offer', to: '/page/written', status: 301 } },
  ]);

  it.each<[string, unknown]>([
    ['/page/moved', { change: 'added', text: expect.stringContaining('Typed') as string }],
    ['/written', { change: 'added', text: expect.stringContaining('Written') as string }],
    ['/page/ada', 'redirects to /page/moved'],
    ['/offer', 'redirects to /page/written'],
    ['/demos', { change: 'changed', text: expect.not.stringContaining('grace') as string }],
    ['/demo/grace', { change: null, text: expect.any(String) as string }],
    ['/robots.txt', { change: 'same', text: expect.any(String) as string }],
  ])('shows %s', async (address, expected) => {
    site.source.set('slugs/page:ada', { id: 'a', updated_at: site.clock.toISOString() });
    await site.pipeline.publish(['slugs/page:ada']);
    expect(await pageAt(launch, address)).toEqual(expected);
  });

  it('has all members on the pinned release after a rollback', async () => {
    await site.write('pages/b', aPage({ title: 'Not shown', slug: 'babbage', show_in_menu: false, rev: 2 }));
    await site.pipeline.rollback('1');
    expect(await pageAt(launch, '/page/moved')).toMatchObject({ text: expect.stringContaining('Typed') as string });
    expect(await pageAt(launch, '/page/babbage')).toMatchObject({
      text: expect.not.stringContaining('Not shown') as string,
    });
  });
});

describe('the embed code of a protected demo in a launch', () => {
  const people = {
    visitor: { uid: null, roles: [] },
    viewer: { uid: 'vic', roles: ['viewer'] },
    author: { uid: 'eve', roles: ['author'] },
    owner: { uid: 'ada', roles: ['author'] },
    editor: { uid: 'ed', roles: ['editor'] },
  } satisfies Record<string, Viewer>;
  const secret = 'https://demo.example/secret';
  const heading = { heading: 'Typed', slug: 'grace' };
  const opened = draft(['demo', 'd'], { ...heading, is_password_protected: false }, { base_rev: 2 });
  const openedWithCode = draft(
    ['demo', 'd'],
    { ...heading, is_password_protected: false, embed_code: secret },
    { base_rev: 2 },
  );
  const kept = draft(['demo', 'd'], { ...heading, is_password_protected: true, embed_code: secret }, { base_rev: 2 });
  const created = draft(
    ['demo', 'new'],
    { ...heading, slug: 'new', is_password_protected: true, embed_code: secret },
    { base_rev: 0 },
  );

  beforeEach(async () => {
    await site.write('demo_embeds/d', anEmbed(secret));
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true, rev: 2 }));
  });

  it.each([
    ['losing its password', opened],
    ['losing its password with new code', openedWithCode],
    ['with new code', kept],
    ['that is new', created],
    ['beside another document', draft(['page', 'a'], page('Typed', 'ada'))],
  ])('is shown only to its owner and editors: a demo %s', async (_case, member) => {
    for (const [role, viewer] of Object.entries(people)) {
      const isAllowed = role === 'owner' || role === 'editor';
      const launch = launchOf([member]);
      const texts: unknown[] = [];
      for (const address of ['/', '/demos', '/demo/grace', '/demo/new']) {
        for (const opensGate of [false, true]) texts.push(await pageAt(launch, address, { viewer, opensGate }));
        texts.push(await site.pipeline.previews.look(launch, address, viewer));
      }
      texts.push(await planOf(launch, viewer));
      expect([role, JSON.stringify(texts).includes('demo.example/secret')]).toEqual([role, isAllowed]);
    }
  });

  it('stays protected for others, and the other changes of the demo are shown', async () => {
    const viewer = people.author;
    expect(await pageAt(launchOf([opened]), '/demo/grace', { viewer })).toMatchObject({
      change: 'changed',
      text: expect.stringContaining('Typed') as string,
    });
    expect((await planOf(launchOf([opened]), viewer)).refusedDocuments).toEqual([]);
  });

  it('is not visible in the impact list, which is the same for everyone', async () => {
    const [first, ...others] = await Promise.all(
      Object.values(people).map((viewer) => planOf(launchOf([kept]), viewer)),
    );
    for (const other of others) expect(other.changes).toEqual(first?.changes);
  });
});
