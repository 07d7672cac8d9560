import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { previewPaths } from '@frontage/model/preview';
import type { LinkedDraft, LinkedDrafts } from '../preview/linked-drafts.ts';
import { aToken } from '../preview/token.fixture.ts';
import { aDemo } from '../sync/documents.fixture.ts';
import { openReceiver } from './receiver.ts';
import { startPipelineServer } from './server.ts';
import { eachOnSmallSite } from './small-site.fixture.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const adminOrigin = 'https://admin.example';
const siteHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' https://www.googletagmanager.com ; connect-src 'self' https://*.google-analytics.com; frame-ancestors 'none'",
};
const site = eachOnSmallSite();
/** What links show, by the SHA-256 of their token. */
const linked = new Map<string, LinkedDraft>();
const opened: string[] = [];
const drafts: LinkedDrafts = {
  find: (hash) => Promise.resolve(linked.get(hash) ?? null),
  count: (hash) => Promise.resolve(void opened.push(hash)),
};
const options = () => ({
  pipeline: site.pipeline,
  secret,
  staff: { previews: site.pipeline.previews, adminOrigin, drafts, siteHeaders },
});
let app: ReturnType<typeof openReceiver>;

beforeEach(async () => {
  linked.clear();
  opened.length = 0;
  await site.pipeline.reconcile();
  app = openReceiver(options());
});

const question = { collection: 'pages', id: 'a', data: { title: 'Typed', slug: 'ada' } };

interface Asking {
  path?: string;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  method?: string;
}

async function ask({
  path = previewPaths.preview,
  body = question,
  token = aToken(secret),
  headers,
  method = 'POST',
}: Asking) {
  const response = await app.request(path, {
    method,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), origin: adminOrigin, ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

describe('staff are answered', () => {
  it.each([
    [previewPaths.preview, question, { path: '/page/ada', problems: [] }],
    [previewPaths.plan, { ...question, action: 'publish' }, { total: 7, exact: true }],
    [previewPaths.look, { ...question, action: 'publish', path: '/page/ada' }, {}],
  ])('%s', async (path, body, expected) => {
    const { status, text, headers } = await ask({ path, body });
    expect([status, JSON.parse(text)]).toMatchObject([200, expected]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('access-control-allow-origin')).toBe(adminOrigin);
  });

  it('before their browser asks', async () => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    const { status, headers } = await ask({ method: 'OPTIONS', token: null, headers: asked });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, adminOrigin]);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });
});

/** A token with one part of it changed. */
const forged = (change: (said: Record<string, unknown>) => object): string => {
  const [said = '', seal = ''] = aToken(secret, { roles: ['viewer'] }).split('.');
  const holder = JSON.parse(Buffer.from(said, 'base64url').toString()) as Record<string, unknown>;
  return `${Buffer.from(JSON.stringify(change(holder))).toString('base64url')}.${seal}`;
};

const other = `whsec_${Buffer.from('another secret altogether, also long').toString('base64')}`;
const { sign } = new Webhook(secret);

describe('nobody else is', () => {
  it.each<[string, Asking, number]>([
    ['without a token', { token: null }, 401],
    ['with an empty one', { token: '' }, 401],
    ['with one that has expired', { token: aToken(secret, { expires_at: Date.now() - 1 }) }, 401],
    ['with one of another project', { token: aToken(other) }, 401],
    ['with one that was given another role', { token: forged((said) => ({ ...said, roles: ['admin'] })) }, 401],
    [
      'with one that was given more time',
      { token: forged((said) => ({ ...said, expires_at: Date.now() + 1e9 })) },
      401,
    ],
    ['with one without a role', { token: aToken(secret, { roles: [] }) }, 401],
    ['with a role that does not exist', { token: aToken(secret, { roles: ['root' as 'admin'] }) }, 401],
    [
      'with a hint’s signature',
      { token: sign.call(new Webhook(secret), 'x', new Date(), '{}').replace('v1,', 'e30.') },
      401,
    ],
    ['with the secret itself', { token: secret }, 401],
    ['with a token that is no text', { token: `${'a'.repeat(5_000)}.${'b'.repeat(43)}` }, 401],
    ['from the site', { headers: { origin: 'https://site.example' } }, 403],
    ['from a page without an origin', { headers: { origin: 'null' } }, 403],
    ['with an origin that begins alike', { headers: { origin: `${adminOrigin}.evil.example` } }, 403],
    ['with more than any form holds', { body: { ...question, data: { body: 'x'.repeat(1_100_000) } } }, 413],
    ['with something else', { body: '{"collection":"user_roles"}' }, 400],
    ['with no JSON', { body: '{' }, 400],
    ['by another method', { method: 'GET' }, 405],
  ])('%s', async (...[, asking, status]) => {
    const { status: answered, text, headers } = await ask(asking);
    expect(answered).toBe(status);
    expect(text).not.toContain('Typed');
    expect(headers.get('cache-control')).toBe('no-store');
    if (status === 403) expect(headers.get('access-control-allow-origin')).not.toBe(asking.headers?.['origin']);
  });

  it('where no back office is named', async () => {
    app = openReceiver({ pipeline: site.pipeline, secret });
    expect(await ask({})).toMatchObject({ status: 404 });
  });

  it.each([
    ['viewer', 403],
    ['editor', 200],
  ] as const)('a %s who opens a protected demo is answered %i', async (role, status) => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    const body = { collection: 'demos', id: 'd', data: { is_password_protected: false } };
    const answered = await ask({ body, token: aToken(secret, { uid: 'vic', roles: [role] }) });
    expect(answered.status).toBe(status);
    expect(answered.text.includes('demo.example')).toBe(status === 200);
  });
});

describe('the frame', () => {
  it('is framed by the back office alone, and runs nothing but its own script', async () => {
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
  ])('asks for %s and is answered %i', async (path, status) => {
    expect(await ask({ path, method: 'GET', token: null })).toMatchObject({ status });
  });
});

const get = async (path: string) => {
  const { status, headers, text } = await ask({ path, method: 'GET', token: null, headers: {} });
  return { status, text, headers, to: headers.get('location') };
};

describe('a draft in a tab', () => {
  const open = async (body: object = question) => {
    const { status, text } = await ask({ path: previewPaths.open, body });
    const { url = '' } = JSON.parse(text) as { url?: string };
    return { status, path: url && new URL(url).pathname };
  };

  it('is laid over the whole site, at its own address first', async () => {
    const { path } = await open();
    const { to } = await get(path);
    expect(to).toBe(`${path}/page/ada`);
    expect((await get(to ?? '')).text).toContain('Typed');
    expect((await get(`${path}/page/babbage`)).text).toContain('Typed');
    expect((await get(`${path}/sitemap.xml`)).status).toBe(200);
    expect((await get(`${path}/page/nobody`)).status).toBe(404);
  });

  it('is cached and indexed nowhere, framed by nobody, counted by nobody', async () => {
    const { path } = await open();
    const { headers } = await get(`${path}/page/ada`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    );
  });

  it('is for those only who may see it', async () => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    const body = { collection: 'demos', id: 'd', data: { is_password_protected: false } };
    const asking = { path: previewPaths.open, body, token: aToken(secret, { uid: 'vic', roles: ['viewer'] }) };
    expect(await ask(asking)).toMatchObject({ status: 403 });
    expect(await ask({ path: previewPaths.open, body, token: null })).toMatchObject({ status: 401 });
  });
});

describe('a link', () => {
  const token = 't'.repeat(43);
  const hash = createHash('sha256').update(token).digest('hex');
  const link = `${previewPaths.link}/${token}`;

  it('shows one draft on the site as it is, and counts who opens it', async () => {
    linked.set(hash, { what: 'page', id: 'draft', data: { title: 'Typed', slug: 'draft' } });
    const { to } = await get(link);
    expect(to).toBe(`${link}/page/draft`);
    expect((await get(to ?? '')).text).toContain('Typed');
    expect((await get(`${link}/page/ada`)).text).toContain('Ada');
    expect(opened).toEqual([hash]);
  });

  it.each([
    link,
    `${link}/page/ada`,
    `${link}/`,
    `${previewPaths.opened}/${token}`,
    `${previewPaths.opened}/${token}/`,
  ])('that shows nothing, shows nothing at %s', async (path) => {
    const { status, text } = await get(path);
    expect([status, text]).toEqual([404, 'There is nothing here.']);
    expect(opened).toEqual([]);
  });

  it.each(['x', `${token}x`, `${token}/../${token}`, '%00', `${'t'.repeat(42)}%2f`])(
    'is not guessed as %s',
    async (guess) => {
      linked.set(hash, { what: 'page', id: 'draft', data: null });
      const { status, text } = await get(`${previewPaths.link}/${guess}x`);
      expect(status).toBe(404);
      expect(text).not.toContain('html');
    },
  );

  it.each([
    ['code that the draft carries', { is_password_protected: false, embed_code: 'https://demo.example/drafted' }],
    ['live code', { is_password_protected: false }],
    ['any code behind a password', { is_password_protected: true, embed_code: 'https://demo.example/drafted' }],
  ])('of a protected demo shows no %s', async (_what, data) => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    linked.set(hash, { what: 'demo', id: 'd', data });
    for (const path of [link, `${link}/demo/grace`, `${link}/demos`]) {
      expect((await get(path)).text).not.toContain('demo.example');
    }
  });
});

it('what a browser asks after something that was refused unread is answered', async () => {
  const server = await startPipelineServer({ ...options(), port: 0 });
  const asked = async (token: string, size: number) => {
    const response = await fetch(`http://127.0.0.1:${String(server.port)}${previewPaths.preview}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: 'x'.repeat(size),
    });
    await response.text();
    return response.status;
  };
  const token = aToken(secret);
  try {
    for (const [its, size, status] of [
      [token, 1_100_000, 413],
      [token, 700_000, 400],
      ['none', 900_000, 401],
      [token, 700_000, 400],
    ] as const) {
      expect(await asked(its, size)).toBe(status);
    }
  } finally {
    await server.stop();
  }
});

describe('whoever asks too much at once', () => {
  const many = 200;

  it('is refused what they could not be answered soon, and keeps nobody else waiting', async () => {
    const answers: number[] = [];
    const all = Array.from({ length: many }, () => ask({}).then(({ status }) => answers.push(status)));
    expect(await ask({ token: aToken(secret, { uid: 'eve' }) })).toMatchObject({ status: 200 });
    expect(answers.filter((status) => status === 200).length).toBeLessThan(5);
    await Promise.all(all);
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    expect(answers.filter((status) => status === 200).length).toBeLessThan(many / 2);
    expect(await ask({})).toMatchObject({ status: 200 });
  });

  it('is refused as much with a link', async () => {
    const link = `${previewPaths.link}/${'t'.repeat(43)}`;
    linked.set(createHash('sha256').update('t'.repeat(43)).digest('hex'), { what: 'page', id: 'a', data: null });
    const answers = await Promise.all(Array.from({ length: many }, () => get(`${link}/page/ada`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
});
