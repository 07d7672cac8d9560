import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRedirectFrom, redirectDocument, normalizePath, withoutOwnOrigin, withQuery } from './redirect.ts';
import { anyCharacter } from './text.fixture.ts';

it.each([
  ['https://site.example', '/'],
  ['https://site.example/a?b#c', '/a?b#c'],
  ['HTTP://SITE.example.:443//a/../b/', '/b/'],
  ['https://Bücher.example/a', '/a'],
  ['https://site.example:8443/a', 'https://site.example:8443/a'],
  ['https://site.example.evil/a', 'https://site.example.evil/a'],
  ['//site.example/a', '//site.example/a'],
  ['mailto:a@site.example', 'mailto:a@site.example'],
  ['/a', '/a'],
])('withoutOwnOrigin of %j is %j', (address, path) => {
  expect(withoutOwnOrigin(address, [null, 'https://site.example/', 'https://xn--bcher-kva.example'])).toBe(path);
});

it.each([
  ['/a', '', '/a'],
  ['/a', 'utm_source=x', '/a?utm_source=x'],
  ['/a?b=1', 'c=2', '/a?b=1&c=2'],
  ['/a?', 'c', '/a?c'],
  ['https://x.example/a?b&#d?', 'c?', 'https://x.example/a?b&c?#d?'],
])('a redirect to %j with the query %j leads to %j', (to, query, location) => {
  expect(withQuery(to, query)).toBe(location);
});

describe('normalizePath', () => {
  it.each([
    ['/about', '/about'],
    ['/about/', '/about'],
    ['/about?a=1#b', '/about'],
    ['/über uns', '/%C3%BCber%20uns'],
    ['/%c3%bcber%20uns', '/%C3%BCber%20uns'],
    ['/%41', '/A'],
    ['/a%3Fb', '/a%3Fb'],
    ['/100%25', '/100%25'],
    ['/shop.php', '/shop.php'],
    ['/', null],
    ['', null],
    ['about', null],
    ['//evil.example', null],
    ['/a/../about', '/about'],
    ['/a/%2E%2e/./about/', '/about'],
    ['/a/..//evil.example', null],
    ['/%FF', null],
    ['/%', null],
    ['https://site.example/about', null],
  ])('of %j is %j', (path, spelled) => {
    expect(normalizePath(path)).toBe(spelled);
  });

  it('is idempotent, and its result can be redirected unless a segment has forbidden characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 4 }), (name) => {
        fc.pre(!['.', '..'].includes(name));
        const path = `/x/${encodeURIComponent(name)}`;
        const spelled = normalizePath(path);
        expect(isRedirectFrom(spelled ?? '')).toBe(!/[/\\\p{Cc}]/u.test(name));
        if (isRedirectFrom(spelled ?? '')) expect(normalizePath(spelled ?? '')).toBe(spelled);
      }),
    );
  });
});

it.each([
  ['/old', true],
  ['/old/page.html', true],
  ['/page/about', true],
  ['/administration', true],
  ['/a..b/.well-known', true],
  ['/', false],
  ['/old/', false],
  ['/old?x', false],
  ['/%c3%bc', false],
  ['/%41', false],
  ['/%2F', false],
  ['/%5C', false],
  ['/%00', false],
  ['/%FF', false],
  ['/%ED%A0%80', false],
  ['/ü', false],
  ['/a b', false],
  ['/a"b', false],
  ['/admin', false],
  ['/admin/pages', false],
  ['/auth/login', false],
  ['/assets/site.css', false],
  ['/_astro/x', false],
  ['/..', false],
  ['/a/../b', false],
  ['/a/.', false],
])('isRedirectFrom(%j) is %s', (path, expected) => {
  expect(isRedirectFrom(path)).toBe(expected);
});

describe('redirectDocument', () => {
  const valid = { from: '/a', to: '/b', status: 301, updated_at: '2026-01-01T00:00:00.000Z', updated_by: 'ada' };
  it.each([
    [{}, true],
    [{ to: null }, true],
    [{ to: 'https://shop.example/?a=1' }, true],
    [{ to: '/b?x=1#y' }, true],
    [{ status: 302 }, true],
    [{ status: 308 }, false],
    [{ to: '/a' }, false],
    [{ to: '' }, false],
    [{ to: 'javascript:alert(1)' }, false],
    [{ to: '//evil.example' }, false],
    [{ from: `/${'x'.repeat(2048)}` }, false],
  ])('with %j is valid: %s', (change, expected) => {
    expect(redirectDocument.safeParse({ ...valid, ...change }).success).toBe(expected);
  });
});
