import { describe, expect, it } from 'vitest';
import { FILES, PAGE, useSite } from './use-site.ts';

const site = useSite();

describe('addresses', () => {
  it.each([
    ['/', 'index.html'],
    ['/page/about', 'page/about.html'],
    ['/demos', 'demos.html'],
    ['/demos?q=x', 'demos.html'],
    ['/docs', 'docs/index.html'],
    ['/docs/guide', 'docs/guide.html'],
    ['/sitemap.xml', 'sitemap.xml'],
    ['/assets/app.abc123.js', 'assets/app.abc123.js'],
    ['/mit%20leer%20%C3%BC', 'mit leer ü.html'],
    ['/no-extension', 'no-extension'],
    ['/empty.txt', 'empty.txt'],
  ])('%s serves %s', async (path, file) => {
    const answer = await site.get(path);
    expect([answer.status, await answer.text()]).toEqual([200, FILES[file]]);
  });

  it.each([
    ['/page/about.html', '/page/about'],
    ['/page/about.html?x=1', '/page/about?x=1'],
    ['/demos/', '/demos'],
    ['/demos/?q=x', '/demos?q=x'],
    ['/docs/', '/docs'],
    ['/docs/index.html', '/docs'],
    ['/docs/index', '/docs'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/page/about/', '/page/about'],
  ])('%s redirects permanently to %s', async (path, location) => {
    const answer = await site.get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  });

  it.each([
    '/nothing',
    '/page/nothing',
    '/page',
    '/About',
    '/page/about/more',
    '/toString',
    '/__proto__',
    '/constructor',
  ])('%s is not found', async (path) => {
    const answer = await site.get(path);
    expect([answer.status, await answer.text()]).toEqual([404, FILES['404.html']]);
  });

  it('serves /404 with status 404', async () => {
    expect((await site.get('/404')).status).toBe(404);
  });

  it.each(['//page//about', '/page//about'])('treats repeated slashes as one: %s', async (path) => {
    expect(await site.getRaw(path)).toMatchObject({ status: 200, body: PAGE });
  });

  it.each([
    '/../secret',
    '/..%2fsecret',
    '/%2e%2e/secret',
    '/page/..%2f..%2fsecret',
    '/..\\secret',
    '/%5c..%5csecret',
    '/%00',
    '/page/about%00.html',
    '/%E0%A4%A',
    '/%',
  ])('%s serves no file', async (path) => {
    const { status, body } = await site.getRaw(path);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('secret');
  });

  it.each(['//evil.example/', '//evil.example/..', '/\\evil.example', '//evil.example/%2e%2e/docs/'])(
    '%s does not redirect to another site',
    async (path) => {
      const { location } = await site.getRaw(path);
      expect(location === null || /^\/(?![/\\])/.test(location)).toBe(true);
    },
  );
});

describe('redirects', () => {
  it.each([
    ['/old', 301, '/page/about'],
    ['/old?x=1', 301, '/page/about?x=1'],
    ['/temporary', 302, '/demos'],
    ['/blog/about', 301, '/page/about'],
    ['/tree/a/b/c', 301, '/docs/a/b/c'],
    ['/abroad', 302, 'https://example.com/landing'],
    ['/page/shadowed', 301, '/demos'],
  ])('%s answers %i %s', async (path, status, location) => {
    const answer = await site.get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  });
});
