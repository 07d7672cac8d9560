import { describe, expect, it } from 'vitest';
import { PAGE, useSite } from './use-site.ts';

const site = useSite();

describe('headers', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/page/about', 'text/html; charset=utf-8'],
    ['/assets/app.abc123.js', 'application/javascript; charset=utf-8'],
    ['/assets/style.css', 'text/css; charset=utf-8'],
    ['/sitemap.xml', 'application/xml'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/data.json', 'application/json; charset=utf-8'],
    ['/image.svg', 'image/svg+xml'],
    ['/photo.webp', 'image/webp'],
    ['/font.woff2', 'font/woff2'],
    ['/no-extension', 'application/octet-stream'],
  ])('%s is of type %s', async (path, type) => {
    expect((await site.get(path)).headers.get('content-type')).toBe(type);
  });

  it.each([
    ['/', 'x-content-type-options', 'nosniff'],
    ['/nothing', 'x-content-type-options', 'nosniff'],
    ['/page/about', 'x-everywhere', 'yes'],
    ['/nothing', 'x-everywhere', 'yes'],
    ['/old', 'x-everywhere', 'yes'],
    ['/assets/app.abc123.js', 'cache-control', 'public, max-age=31536000, immutable'],
    ['/page/about', 'cache-control', null],
    ['/assets/style.css', 'x-kind', 'style'],
    ['/image.svg', 'x-kind', 'style'],
    ['/data.json', 'x-kind', null],
    ['/nothing', 'x-missing', 'yes'],
    ['/', 'x-missing', null],
  ])('%s answers with %s: %s', async (path, name, value) => {
    expect((await site.get(path)).headers.get(name)).toBe(value);
  });

  it('the entity tag of a file is quoted and the same for equal bytes', async () => {
    const [first, second, other] = await Promise.all([site.get('/demos'), site.get('/demos'), site.get('/docs')]);
    expect(first.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(other.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  it.each([
    ['the same tag', 304, (tag: string) => tag],
    ['a list with it', 304, (tag: string) => `"x", ${tag}`],
    ['its weak form', 304, (tag: string) => `W/${tag}`],
    ['anything', 304, () => '*'],
    ['another tag', 200, () => '"x"'],
  ])('a request with if-none-match of %s gets %i', async (_title, status, condition) => {
    const tag = (await site.get('/page/about')).headers.get('etag') ?? '';
    const answer = await site.get('/page/about', { 'if-none-match': condition(tag) });
    expect([answer.status, (await answer.text()).length]).toEqual([status, status === 304 ? 0 : PAGE.length]);
  });

  it.each(['gzip', 'deflate'])('pages are compressed for clients that accept %s', async (encoding) => {
    const answer = await site.get('/page/about', { 'accept-encoding': encoding });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
    expect(await answer.text()).toBe(PAGE);
  });

  it('pages are not compressed for clients that accept only identity', async () => {
    const answer = await site.get('/page/about', { 'accept-encoding': 'identity' });
    expect([answer.headers.get('content-encoding'), answer.headers.get('content-length')]).toEqual([
      null,
      String(PAGE.length),
    ]);
  });

  it('HEAD returns only headers', async () => {
    const answer = await fetch(`${site.origin()}/page/about`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ]);
  });
});
