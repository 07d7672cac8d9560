import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { healthPaths } from '@frontage/model/health';
import { previewPaths } from '@frontage/model/preview';
import { staffIndexPaths } from '@frontage/model/staff-index';
import { summarizedCollections } from '@frontage/model/summaries/listed';
import { aToken } from './token.fixture.ts';
import { uploadAddress, uploadBucket } from '../adapters/images/uploads.fixture.ts';
import { aDemo, aPage } from '../sync/documents.fixture.ts';
import { startPipelineServer } from './server.ts';
import { openReceiver } from './receiver.ts';
import { adminOrigin, eachStaffServer, draftRequest, secret, type StaffRequest } from './staff.fixture.ts';

const { site, options, ask } = eachStaffServer();

const searched = { typed: 'ada', collections: ['pages'], limit: 5, written: [] };
const matched = { typed: 'ada', collection: 'pages', written: [] };
const listed = { collection: 'pages', known: null, written: [] };

describe('a request of staff', () => {
  it.each([
    [previewPaths.preview, draftRequest, { path: '/page/ada', problems: [] }],
    [previewPaths.plan, { ...draftRequest, action: 'publish' }, { total: 7, exact: true }],
    [previewPaths.redirects, { redirects: [{ from: '/old', to: '/demos', status: 301 }] }, { total: 1, exact: true }],
    [previewPaths.look, { ...draftRequest, action: 'publish', path: '/page/ada' }, {}],
    [previewPaths.media, {}, { uses: {} }],
    [healthPaths.read, {}, { findings: [], waiting: 0, external: { running: false } }],
    [healthPaths.external, {}, { running: false }],
  ])('is answered at %s', async (path, body, expected) => {
    const { status, text, headers } = await ask({ path, body });
    expect([status, JSON.parse(text)]).toMatchObject([200, expected]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('access-control-allow-origin')).toBe(adminOrigin);
  });

  it('is allowed by a CORS preflight', async () => {
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    const { status, headers } = await ask({ method: 'OPTIONS', token: null, headers: preflight });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, adminOrigin]);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('a request of staff with unusual values', () => {
  const illegal = ['__x__', '.', '..', 'a/b', '', 'x'.repeat(2_000), '€'.repeat(501), '\ud800'];
  const routes: [string, (id: string) => object][] = [
    [previewPaths.preview, (id) => ({ ...draftRequest, id })],
    [previewPaths.plan, (id) => ({ ...draftRequest, id, action: 'publish' })],
    [previewPaths.look, (id) => ({ ...draftRequest, id, action: 'publish', path: '/' })],
    [previewPaths.open, (id) => ({ ...draftRequest, id })],
    [previewPaths.documents, (id) => ({ documents: [{ path: `pages/${id}`, data: null }] })],
    [previewPaths.links, (id) => ({ collection: 'pages', id })],
    [staffIndexPaths.search, (id) => ({ ...searched, written: [{ path: `pages/${id}`, time: null }] })],
    [staffIndexPaths.matches, (id) => ({ ...matched, written: [{ path: `drafts/${id}`, time: null }] })],
    [staffIndexPaths.list, (id) => ({ ...listed, written: [{ path: `slugs/${id}`, time: null }] })],
    [previewPaths.launchPlan, (launch) => ({ launch })],
    [previewPaths.launchLook, (launch) => ({ launch, path: '/' })],
    [previewPaths.launchOpen, (launch) => ({ launch })],
  ];

  it.each(routes)('is refused at %s for an id that Firestore does not accept', async (path, bodyFor) => {
    for (const id of illegal) {
      const { status, text } = await ask({ path, body: bodyFor(id) });
      expect([id, status, text]).toEqual([id, 400, '{"message":"Invalid request body."}']);
    }
  });

  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  it.each<[string, string]>([
    ['millions of documents', `{"documents":[${'{},'.repeat(3_000_000)}{}]}`],
    ['millions of fields', `{"documents":[{"path":"pages/a","data":{"a":[${'0,'.repeat(3_000_000)}0]}}]}`],
    ['a deep value', `{"documents":[{"path":"pages/a","data":{"a":${deep}}}]}`],
  ])('is refused with %s before they are checked', async (_case, body) => {
    const { status, text } = await ask({ path: previewPaths.documents, body });
    expect([status, text]).toEqual([413, '{"message":"The request has too many values."}']);
  });
});

/** A token whose payload was changed after it was signed. */
const forged = (change: (payload: Record<string, unknown>) => object): string => {
  const [payload = '', signature = ''] = aToken(secret, { roles: ['viewer'] }).split('.');
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  return `${Buffer.from(JSON.stringify(change(fields))).toString('base64url')}.${signature}`;
};

const other = `whsec_${Buffer.from('another secret altogether, also long').toString('base64')}`;
const { sign } = new Webhook(secret);

describe('a request without access', () => {
  it.each<[string, StaffRequest, number]>([
    ['without a token', { token: null }, 401],
    ['with an empty token', { token: '' }, 401],
    ['with an expired token', { token: aToken(secret, { expires_at: Date.now() - 1 }) }, 401],
    ['with a token of another project', { token: aToken(other) }, 401],
    ['with a token whose role was changed', { token: forged((payload) => ({ ...payload, roles: ['admin'] })) }, 401],
    [
      'with a token whose expiry was changed',
      { token: forged((payload) => ({ ...payload, expires_at: Date.now() + 1e9 })) },
      401,
    ],
    ['with a token without a role', { token: aToken(secret, { roles: [] }) }, 401],
    ['with a role that does not exist', { token: aToken(secret, { roles: ['root' as 'admin'] }) }, 401],
    [
      'with a hint’s signature',
      { token: sign.call(new Webhook(secret), 'x', new Date(), '{}').replace('v1,', 'e30.') },
      401,
    ],
    ['with the secret as token', { token: secret }, 401],
    ['with a token that cannot be decoded', { token: `${'a'.repeat(5_000)}.${'b'.repeat(43)}` }, 401],
    ['from the site', { headers: { origin: 'https://site.example' } }, 403],
    ['from a page without an origin', { headers: { origin: 'null' } }, 403],
    ['with an origin that starts with the admin origin', { headers: { origin: `${adminOrigin}.evil.example` } }, 403],
    ['with a body above the limit', { body: { ...draftRequest, data: { body: 'x'.repeat(1_100_000) } } }, 413],
    ['with an unknown collection', { body: '{"collection":"user_roles"}' }, 400],
    [
      'with invalid redirects',
      { path: previewPaths.redirects, body: { redirects: [{ from: '/admin', to: 'javascript:1', status: 301 }] } },
      400,
    ],
    [
      'of a viewer that starts the check of other sites',
      { path: healthPaths.external, body: {}, token: aToken(secret, { roles: ['viewer', 'author'] }) },
      403,
    ],
    ['with a body that is not JSON', { body: '{' }, 400],
    ['searching without a token', { path: staffIndexPaths.search, body: searched, token: null }, 401],
    [
      'searching without a role',
      { path: staffIndexPaths.search, body: searched, token: aToken(secret, { roles: [] }) },
      401,
    ],
    [
      'searching from the site',
      { path: staffIndexPaths.search, body: searched, headers: { origin: 'https://site.example' } },
      403,
    ],
    ['searching people', { path: staffIndexPaths.search, body: { ...searched, collections: ['profiles'] } }, 400],
    ['searching embed codes', { path: staffIndexPaths.matches, body: { ...matched, collection: 'demo_embeds' } }, 400],
    [
      'naming a written secret',
      { path: staffIndexPaths.search, body: { ...searched, written: [{ path: 'demo_secrets/d', time: null }] } },
      400,
    ],
    ['searching a long text', { path: staffIndexPaths.search, body: { ...searched, typed: 'x'.repeat(201) } }, 400],
    ['searching without a limit', { path: staffIndexPaths.search, body: { ...searched, limit: 1e9 } }, 400],
    [
      'naming many written documents',
      {
        path: staffIndexPaths.matches,
        body: {
          ...matched,
          written: Array.from({ length: 51 }, (_, n) => ({ path: `pages/${String(n)}`, time: null })),
        },
      },
      400,
    ],
    ['searching before the index is filled', { path: staffIndexPaths.search, body: searched }, 503],
    ['listing without a token', { path: staffIndexPaths.list, body: listed, token: null }, 401],
    ['listing without a role', { path: staffIndexPaths.list, body: listed, token: aToken(secret, { roles: [] }) }, 401],
    [
      'listing from the site',
      { path: staffIndexPaths.list, body: listed, headers: { origin: 'https://site.example' } },
      403,
    ],
    ...['profiles', 'user_roles', 'drafts', 'demo_embeds', 'demo_secrets', 'audit', '__proto__', null].map(
      (collection): [string, StaffRequest, number] => [
        `listing ${String(collection)}`,
        { path: staffIndexPaths.list, body: { ...listed, collection } },
        400,
      ],
    ),
    ['listing with a long version', { path: staffIndexPaths.list, body: { ...listed, known: 'x'.repeat(101) } }, 400],
    ['listing with a version that is no text', { path: staffIndexPaths.list, body: { ...listed, known: 1 } }, 400],
    [
      'listing with a written secret',
      { path: staffIndexPaths.list, body: { ...listed, written: [{ path: 'demo_secrets/d', time: null }] } },
      400,
    ],
    ['listing before the index is filled', { path: staffIndexPaths.list, body: listed }, 503],
    ['with another method', { method: 'GET' }, 405],
  ])('is refused %s', async (...[, request, status]) => {
    const { status: answered, text, headers } = await ask(request);
    expect(answered).toBe(status);
    expect(text).not.toContain('Typed');
    expect(headers.get('cache-control')).toBe('no-store');
    if (status === 403) expect(headers.get('access-control-allow-origin')).not.toBe(request.headers?.['origin']);
  });

  it('is refused when no admin origin is configured', async () => {
    const app = openReceiver({ pipeline: site.pipeline, secret });
    expect((await app.request(previewPaths.preview, { method: 'POST' })).status).toBe(404);
  });

  it.each([
    ['viewer', 403],
    ['editor', 200],
  ] as const)('answers a %s opening a protected demo with %i', async (role, status) => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    const body = { collection: 'demos', id: 'd', data: { is_password_protected: false } };
    const answered = await ask({ body, token: aToken(secret, { uid: 'vic', roles: [role] }) });
    expect(answered.status).toBe(status);
    expect(answered.text.includes('demo.example')).toBe(status === 200);
  });
});

it.each([
  ['viewer', 403],
  ['author', 403],
  ['editor', 403],
  ['admin', 200],
] as const)('answers a %s requesting the impact of redirects with %i', async (role, status) => {
  const body = { redirects: [{ from: '/new', to: '/page/ada', status: 301 }] };
  const token = aToken(secret, { uid: 'vic', roles: [role] });
  expect(await ask({ path: previewPaths.redirects, body, token })).toMatchObject({ status });
});

it('answers any staff with the documents that show each upload, published or not', async () => {
  const image = uploadAddress('circle');
  await site.write('pages/a', aPage({ slug: 'ada', og_image_url: image, body: `![](${image})` }));
  await site.write('pages/draft', aPage({ slug: 'draft', is_published: false, body: `![A](${image})` }));
  const token = aToken(secret, { uid: 'vic', roles: ['viewer'] });
  const { status, text } = await ask({ path: previewPaths.media, body: {}, token });
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { uses: { [`${uploadBucket}_circle`]: ['pages/a', 'pages/draft'] } },
  ]);
  await site.write('pages/draft', null);
  await site.write('pages/a', aPage({ slug: 'ada' }));
  expect(JSON.parse((await ask({ path: previewPaths.media, body: {}, token })).text)).toEqual({ uses: {} });
});

describe('the preview frame', () => {
  it('may be framed by the admin alone and runs only its script', async () => {
    const { status, headers, text } = await ask({ path: previewPaths.frame, method: 'GET', token: null });
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${adminOrigin}`);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it.each([
    ['/preview/frame.js', 200],
    ['/preview/morphdom.js', 200],
    ['/assets/text-1.css', 200],
    ['/page/ada.html', 404],
    ['/index.html', 404],
    ['/sitemap.xml', 404],
    ['/preview/other.js', 404],
  ])('receives %s with status %i', async (path, status) => {
    expect(await ask({ path, method: 'GET', token: null })).toMatchObject({ status });
  });
});

it('answers the next request after one whose body was not read', async () => {
  const server = await startPipelineServer({ ...options(), port: 0 });
  const post = async (bearer: string, size: number) => {
    const response = await fetch(`http://127.0.0.1:${String(server.port)}${previewPaths.preview}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: 'x'.repeat(size),
    });
    await response.text();
    return response.status;
  };
  const token = aToken(secret);
  try {
    for (const [bearer, size, status] of [
      [token, 1_100_000, 413],
      [token, 700_000, 400],
      ['none', 900_000, 401],
      [token, 700_000, 400],
    ] as const) {
      expect(await post(bearer, size)).toBe(status);
    }
  } finally {
    await server.stop();
  }
});

describe('a search of staff', () => {
  const hostile = [
    '"',
    '*',
    '"*',
    'NEAR(a b)',
    'a AND',
    '-ada',
    'words:ada',
    '^ada',
    'ada\u0000',
    '\ud800',
    'x'.repeat(200),
    ') OR 1 --',
  ];

  it('answers every role and treats operators as words', async () => {
    site.source.set('drafts/pages_a', { collection: 'pages', id: 'a', data: { title: 'Planetarium', slug: 'ada' } });
    await site.pipeline.follow();
    await vi.waitFor(
      async () => expect(await ask({ path: staffIndexPaths.search, body: searched })).toMatchObject({ status: 200 }),
      20_000,
    );
    for (const role of ['viewer', 'author', 'editor', 'admin'] as const) {
      const token = aToken(secret, { uid: role, roles: [role] });
      const { text } = await ask({ path: staffIndexPaths.search, body: { ...searched, typed: 'planet' }, token });
      expect(JSON.parse(text)).toMatchObject({ hits: [{ collection: 'pages', id: 'a', isDraft: true }], count: 1 });
    }
    const found = await ask({ path: staffIndexPaths.matches, body: matched });
    expect(JSON.parse(found.text)).toEqual({ matches: [{ id: 'a', isInText: false }] });
    for (const typed of hostile) {
      const { status } = await ask({ path: staffIndexPaths.search, body: { ...searched, typed } });
      expect([typed, status]).toEqual([typed, 200]);
    }
  });
});

describe('a list of staff', () => {
  it('answers every role, compressed on request except on this machine', async () => {
    for (let n = 0; n < 30; n += 1) site.source.set(`pages/p${String(n)}`, aPage({ slug: `p${String(n)}` }));
    await site.pipeline.follow();
    const ready = async () =>
      expect(await ask({ path: staffIndexPaths.list, body: listed })).toMatchObject({ status: 200 });
    await vi.waitFor(ready, 20_000);
    for (const role of ['viewer', 'author', 'editor', 'admin'] as const) {
      const token = aToken(secret, { uid: role, roles: [role] });
      for (const collection of summarizedCollections) {
        const { status, headers } = await ask({ path: staffIndexPaths.list, body: { ...listed, collection }, token });
        expect([role, collection, status, headers.get('content-encoding')]).toEqual([role, collection, 200, null]);
        expect(headers.get('content-type')).toBe('application/json');
      }
    }
    const server = await startPipelineServer({ ...options(), port: 0 });
    const post = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${String(server.port)}${staffIndexPaths.list}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${aToken(secret)}`, 'accept-encoding': 'gzip', ...headers },
        body: JSON.stringify(listed),
      });
    try {
      for (const [headers, encoding] of [
        [{}, null],
        [{ 'x-forwarded-for': '192.0.2.1' }, 'gzip'],
      ] as const) {
        const response = await post(headers);
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(await response.json()).toMatchObject({ isWhole: true, gone: [], entries: { length: 33 } });
      }
    } finally {
      await server.stop();
    }
  });
});
