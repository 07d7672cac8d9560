import { expect, it } from 'vitest';
import type { FileEntry, Files } from './files.ts';
import { keepAssets, type Leaving } from './keep-assets.ts';

const entry = (path: string, kind: FileEntry['kind'] = 'asset'): FileEntry => ({
  path,
  hash: path,
  contentType: 'text/css',
  size: 1,
  kind,
  route: null,
});
const filesOf = (...entries: FileEntry[]): Files => new Map(entries.map((file) => [file.path, file]));

const at = new Date('2026-01-05T12:00:00.000Z');
const tomorrow = '2026-01-06T12:00:00.000Z';
const old = '/assets/old.css';

it.each<[string, { before: Files; after?: Files; leaving?: Leaving; hasEarlierPages?: boolean }, Leaving]>([
  ['a script that is no longer needed', { before: filesOf(entry(old)) }, { [old]: tomorrow }],
  ['a rendered style', { before: filesOf({ ...entry(old, 'page'), route: '/assets/site.css' }) }, { [old]: tomorrow }],
  ['one that is still needed', { before: filesOf(entry(old)), after: filesOf(entry(old)) }, {}],
  ['one that waits to go', { before: filesOf(entry(old, 'kept')), leaving: { [old]: tomorrow } }, { [old]: tomorrow }],
  ['one whose time is over', { before: filesOf(entry(old, 'kept')), leaving: { [old]: at.toISOString() } }, {}],
  [
    'one whose time is over, but a page of its templates is live',
    { before: filesOf(entry(old, 'kept')), leaving: { [old]: at.toISOString() }, hasEarlierPages: true },
    { [old]: at.toISOString() },
  ],
  ['one that was found damaged', { before: filesOf(entry(old, 'kept')) }, {}],
  ['an image', { before: filesOf(entry('/assets/images/a.webp', 'image')) }, {}],
  ['a page', { before: filesOf(entry('/page/a.html', 'page')) }, {}],
  ['a file without a version in its address', { before: filesOf(entry('/favicon.svg')) }, {}],
])('%s', (_, { before, after = filesOf(), leaving: earlier = {}, hasEarlierPages = false }, expected) => {
  const { kept, leaving } = keepAssets({ before, leaving: earlier, after, hasEarlierPages, at });
  expect(leaving).toEqual(expected);
  expect([...kept.values()]).toEqual(Object.keys(expected).map((path) => entry(path, 'kept')));
});
