import type { SSRResult } from 'astro';
import { describe, expect, it } from 'vitest';
import { PageNeedsContentError, openPages } from './page-state.ts';

const stateOfRoute = (status = 200) =>
  ({
    response: { status },
    styles: new Set(['style']),
    scripts: new Set(),
    links: new Set(),
    compressHTML: true,
    _metadata: { hasRenderedHead: false, renderedScripts: new Set() },
  }) as unknown as SSRResult;

const page = { params: ['slug'], pattern: /^\/page\/([^/]+?)$/ };
const all = { params: ['...rest'], pattern: /^(?:\/(.*?))?$/ };

describe('openPages', () => {
  it.each([
    [page, '/page/a-b', { slug: 'a-b' }],
    [all, '/a/b', { rest: 'a/b' }],
    [all, '/', { rest: undefined }],
  ])('provides params, URL, locals, props and status: %j %s', (route, path, params) => {
    const locals = { content: null };
    const state = openPages(route, stateOfRoute(404))(path, locals);
    const astro = state.createAstro({ title: 'x' }, null);
    expect(astro.params).toEqual(params);
    expect(astro.url.pathname).toBe(path);
    expect(astro.locals).toBe(locals);
    expect(astro.props).toEqual({ title: 'x' });
    expect(astro.response.status).toBe(404);
    expect(state.compressHTML).toBe(true);
  });

  it('creates a separate state for each page', () => {
    const beginPage = openPages(page, stateOfRoute());
    const [one, other] = [beginPage('/page/a', {}), beginPage('/page/b', {})];
    one.styles.clear();
    one._metadata.hasRenderedHead = true;
    one._metadata.renderedScripts.add('script');
    one.createAstro({}, null).response.status = 404;
    expect(other.styles.size).toBe(1);
    expect(other._metadata.hasRenderedHead).toBe(false);
    expect(other._metadata.renderedScripts.size).toBe(0);
    expect(other.response.status).toBe(200);
    expect(one.response.status).toBe(404);
  });

  it.each<[string, (astro: ReturnType<SSRResult['createAstro']>) => unknown]>([
    ['cookies', (astro) => astro.cookies],
    ['slots', (astro) => astro.slots],
    ['the existence of a property', (astro) => 'request' in astro],
    ['response headers', (astro) => astro.response.headers],
  ])('throws PageNeedsContentError if a template reads %s', (_, readFrom) => {
    const astro = openPages(page, stateOfRoute())('/page/a', {}).createAstro({}, null);
    expect(() => readFrom(astro)).toThrow(PageNeedsContentError);
  });
});
