import { expect, it } from 'vitest';
import { compilePathPattern } from './endpoints.ts';

it.each<[string, string, boolean]>([
  ['pages/{id}', 'pages/a', true],
  ['pages/{id}', 'pages/a/parts/b', false],
  ['pages/{id}', 'pages', false],
  ['pages/{id}', 'other/a', false],
  ['/pages/{id}/', 'pages/a', true],
  ['pages/{id}/parts/{part}', 'pages/a/parts/b', true],
  ['pages/{id}/parts/{part}', 'pages/a', false],
  ['pages/only', 'pages/only', true],
  ['pages/only', 'pages/only2', false],
  ['pages/*', 'pages/a', true],
  ['pages/*', 'pages/a/b/c', false],
  ['pages/**', 'pages/a/b/c', true],
  ['pages/**', 'pages', true],
  ['{all=**}', 'a/b/c/d', true],
  ['{all=**}', 'a/b', true],
  ['pages/{rest=**}', 'pages/a/b/c', true],
  ['pages/{rest=**}', 'page/a', false],
  ['{root=**}/parts/{id}', 'a/b/parts/c', true],
  ['{root=**}/parts/{id}', 'parts/c', true],
  ['{root=**}/parts/{id}', 'a/b/part/c', false],
  ['pages/{id=draft-*}', 'pages/draft-1', true],
  ['pages/{id=draft-*}', 'pages/final-1', false],
  ['pages/a.b', 'pages/axb', false],
  ['pages/{id}', 'pages/(a) [b] .*', true],
  ['pages/{id}', 'pages/line\nbreak', true],
])('%s matches %s: %s', (pattern, path, expected) => {
  expect(compilePathPattern(pattern)(path)).toBe(expected);
});
