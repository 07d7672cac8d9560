import { planAnswer, previewPaths } from '@frontage/model/preview';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProposedLaunch } from '../preview/preview-content.ts';
import { htmlRenderer } from '../render/text-renderer.fixture.ts';
import { aDemo, aPage } from '../sync/documents.fixture.ts';
import { openTickets } from './staff-access.ts';
import { eachStaffServer, secret } from './staff.fixture.ts';
import { aToken } from './token.fixture.ts';

const { site, launches, ask, get } = eachStaffServer(htmlRenderer);

const member = { what: 'page', id: 'b', action: 'unpublish', data: null } as const;
const spring: ProposedLaunch = {
  name: 'Spring & summer',
  members: [
    {
      what: 'page',
      id: 'a',
      action: 'publish',
      data: { title: 'Typed', slug: 'ada' },
      draft: { base_rev: 1, created_by: 'ada' },
    },
    member,
    { id: 'r', redirect: { from: '/offer', to: '/page/ada', status: 301 } },
  ],
  missing: [],
};
beforeEach(() => void launches.set('spring', spring));

const openPreview = async () => {
  const { text } = await ask({ path: previewPaths.launchOpen, body: { launch: 'spring' } });
  return new URL((JSON.parse(text) as { url: string }).url).pathname;
};

it('the impact of a launch names every changed address once, with its reason', async () => {
  const { status, text } = await ask({ path: previewPaths.launchPlan, body: { launch: 'spring' } });
  const plan = planAnswer.parse(JSON.parse(text));
  expect(status).toBe(200);
  expect(plan).toMatchObject({ exact: true, refused: false, refusedDocuments: [] });
  expect(plan.total).toBe(plan.changes.length);
  expect(plan.changes).toEqual(
    expect.arrayContaining([
      { path: '/page/babbage', change: 'removed', to: null, reason: 'unpublished' },
      { path: '/offer', change: 'added', to: '/page/ada', reason: 'redirects to /page/ada' },
      { path: '/page/ada', change: 'changed', to: null, reason: 'the page itself' },
    ]),
  );
});

describe('the impact of written and deleted documents', () => {
  const asked = (documents: object[], token?: string) =>
    ask({ path: previewPaths.documents, body: { documents }, ...(token !== undefined && { token }) });

  it('names every changed address', async () => {
    const { text } = await asked([
      { path: 'pages/a', data: aPage({ title: 'Former', slug: 'ada' }) },
      { path: 'pages/b', data: null },
    ]);
    expect(planAnswer.parse(JSON.parse(text)).changes).toEqual(
      expect.arrayContaining([
        { path: '/page/babbage', change: 'removed', to: null, reason: 'deleted' },
        { path: '/page/ada', change: 'changed', to: null, reason: 'the page itself' },
      ]),
    );
  });

  it('is told to editors and administrators only', async () => {
    const author = aToken(secret, { uid: 'vic', roles: ['author'] });
    expect((await asked([{ path: 'pages/b', data: null }], author)).status).toBe(403);
  });

  it.each([['drafts/pages_a'], ['user_roles/ada'], ['pages']])('is refused for %s', async (path) => {
    expect((await asked([{ path, data: null }])).status).toBe(400);
  });
});

it('one address of a launch is shown before and after', async () => {
  const { text } = await ask({ path: previewPaths.launchLook, body: { launch: 'spring', path: '/page/ada' } });
  expect(JSON.parse(text)).toEqual({
    before: expect.not.stringContaining('Typed') as string,
    after: expect.stringContaining('Typed') as string,
  });
});

describe('a launch in a tab', () => {
  it('opens at the home page and names the launch and its changes', async () => {
    const path = await openPreview();
    expect(await get(path)).toMatchObject({ status: 302, to: `${path}/` });
    const banner = (change: string) => `<p>Unpublished preview of Spring &amp; summer${change}</p>`;
    expect((await get(`${path}/page/ada`)).text).toContain(banner(' · This page changes'));
    expect((await get(`${path}/robots.txt`)).text).not.toContain('Unpublished');
    expect(await get(`${path}/page/babbage`)).toMatchObject({ status: 404 });
    expect((await get(`${path}/page/babbage`)).text).toContain(banner(''));
    expect(await get(`${path}/offer`)).toMatchObject({ status: 302, to: `${path}/page/ada` });
  });

  it('keeps the documents of the time when it was opened', async () => {
    const path = await openPreview();
    launches.clear();
    expect((await get(`${path}/page/ada`)).text).toContain('Typed');
  });

  it('shows the gate of a protected demo', async () => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true, rev: 2 }));
    const path = await openPreview();
    const { text } = await get(`${path}/demo/grace`);
    expect([text.includes('Visitors are asked for the password'), text.includes('demo.example')]).toEqual([
      true,
      false,
    ]);
  });
});

it('a ticket ends early when several newer launches with many documents were opened', () => {
  const tickets = openTickets();
  const [now, viewer] = [new Date(), { uid: 'ada', roles: [], session: { signedInAt: 0, usedSecondFactor: false } }];
  const members = Array.from({ length: 100 }, (_, index) => ({ ...member, id: String(index) }));
  const issued = Array.from({ length: 6 }, () => tickets.issue({ previewed: { ...spring, members }, viewer }, now));
  expect(issued.map((ticket) => tickets.find(ticket, now) !== null)).toEqual([false, true, true, true, true, true]);
});

it.each([
  ['an unknown launch', { launch: 'autumn' }, aToken(secret), 404],
  ['a malformed id', { launch: 'a/b' }, aToken(secret), 400],
  ['no id', {}, aToken(secret), 400],
  ['a former member of staff', { launch: 'spring' }, aToken(secret, { uid: 'vic', roles: [] }), 401],
  ['a visitor', { launch: 'spring' }, null, 401],
])('is refused for %s', async (...[, body, token, status]) => {
  for (const path of [previewPaths.launchPlan, previewPaths.launchLook, previewPaths.launchOpen])
    expect((await ask({ path, body: { path: '/', ...body }, token })).status).toBe(status);
});
