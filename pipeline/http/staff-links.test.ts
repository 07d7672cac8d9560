import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { previewPaths } from '@frontage/model/preview';
import { aToken } from './token.fixture.ts';
import { htmlRenderer } from '../render/text-renderer.fixture.ts';
import { aDemo } from '../sync/documents.fixture.ts';
import { eachStaffServer, draftRequest, secret } from './staff.fixture.ts';

const { site, linked, opened, ask, get } = eachStaffServer(htmlRenderer);

describe('a draft in a tab', () => {
  const open = async (body: object = draftRequest) => {
    const { status, text } = await ask({ path: previewPaths.open, body });
    const { url = '' } = JSON.parse(text) as { url?: string };
    return { status, path: url && new URL(url).pathname };
  };

  it('is applied to the whole site and opens at its own address', async () => {
    const { path } = await open();
    const { to } = await get(path);
    expect(to).toBe(`${path}/page/ada`);
    expect((await get(to ?? '')).text).toContain('Typed');
    expect((await get(`${path}/page/babbage`)).text).toContain('Typed');
    expect((await get(`${path}/page/ada`)).text).toContain('<p>Unpublished preview</p>');
    expect((await get(`${path}/sitemap.xml`)).status).toBe(200);
    expect((await get(`${path}/page/nobody`)).status).toBe(404);
  });

  it('forbids caching, indexing, framing and analytics', async () => {
    const { path } = await open();
    const { headers } = await get(`${path}/page/ada`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    );
  });

  it('is refused to viewers without access', async () => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    const body = { collection: 'demos', id: 'd', data: { is_password_protected: false } };
    const request = { path: previewPaths.open, body, token: aToken(secret, { uid: 'vic', roles: ['viewer'] }) };
    expect(await ask(request)).toMatchObject({ status: 403 });
    expect(await ask({ path: previewPaths.open, body, token: null })).toMatchObject({ status: 401 });
  });
});

describe('a preview link', () => {
  const token = 't'.repeat(43);
  const hash = createHash('sha256').update(token).digest('hex');
  const link = `${previewPaths.link}/${token}`;

  it('shows a banner with its expiry on pages and the 404 page, which is in no release', async () => {
    const expires_at = Date.UTC(2031, 0, 2, 3, 4);
    linked.set(hash, { what: 'page', id: 'draft', data: { title: 'Typed', slug: 'draft' }, expires_at });
    for (const path of ['/page/draft', '/page/ada', '/nothing/here']) {
      const { text } = await get(link + path);
      expect(text).toContain('<p>Unpublished preview · Link expires January 2, 2031, 03:04 UTC</p>');
    }
    expect((await get('/preview/banner.css')).text).toContain('.preview-banner');
  });

  it('shows one draft on the live site and counts openings', async () => {
    linked.set(hash, { what: 'page', id: 'draft', data: { title: 'Typed', slug: 'draft' }, expires_at: 0 });
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
  ])('is not found at %s if it does not exist', async (path) => {
    const { status, text } = await get(path);
    expect([status, text]).toEqual([404, 'Page not found. The preview link may have expired: ask for a new one.']);
    expect(opened).toEqual([]);
  });

  it.each(['x', `${token}x`, `${token}/../${token}`, '%00', `${'t'.repeat(42)}%2f`])(
    'is not found for the malformed token %s',
    async (guess) => {
      linked.set(hash, { what: 'page', id: 'draft', data: null, expires_at: 0 });
      const { status, text } = await get(`${previewPaths.link}/${guess}x`);
      expect(status).toBe(404);
      expect(text).not.toContain('html');
    },
  );

  it.each([
    ['embed code in the draft', { is_password_protected: false, embed_code: 'https://demo.example/drafted' }],
    ['live embed code', { is_password_protected: false }],
    ['embed code of a protected draft', { is_password_protected: true, embed_code: 'https://demo.example/drafted' }],
  ])('of a protected demo hides %s', async (_title, data) => {
    await site.write('demo_pages/d', aDemo({ slug: 'grace', is_password_protected: true }));
    linked.set(hash, { what: 'demo', id: 'd', data, expires_at: 0 });
    for (const path of [link, `${link}/demo/grace`, `${link}/demos`]) {
      expect((await get(path)).text).not.toContain('demo.example');
    }
  });
});

describe('a client with too many requests', () => {
  const many = 200;

  it('is refused excess requests without delaying others', async () => {
    const answers: number[] = [];
    const all = Array.from({ length: many }, () => ask({}).then(({ status }) => answers.push(status)));
    expect(await ask({ token: aToken(secret, { uid: 'eve' }) })).toMatchObject({ status: 200 });
    expect(answers.filter((status) => status === 200).length).toBeLessThan(5);
    await Promise.all(all);
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    expect(answers.filter((status) => status === 200).length).toBeLessThan(many / 2);
    expect(await ask({})).toMatchObject({ status: 200 });
  });

  it('is also limited on preview links', async () => {
    const link = `${previewPaths.link}/${'t'.repeat(43)}`;
    linked.set(createHash('sha256').update('t'.repeat(43)).digest('hex'), {
      what: 'page',
      id: 'a',
      data: null,
      expires_at: 0,
    });
    const answers = await Promise.all(Array.from({ length: many }, () => get(`${link}/page/ada`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
});
