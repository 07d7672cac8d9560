import { expect, it } from 'vitest';
import { serverLimits } from '@frontage/model/limits';
import type { FileEntry, Files, RemovalTimes } from './files.ts';
import { keepAssets } from './next-files.ts';

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

it.each<[string, { before: Files; after?: Files; leaving?: RemovalTimes; hasEarlierPages?: boolean }, RemovalTimes]>([
  ['an asset that is no longer needed', { before: filesOf(entry(old)) }, { [old]: tomorrow }],
  ['a rendered style', { before: filesOf({ ...entry(old, 'page'), route: '/assets/site.css' }) }, { [old]: tomorrow }],
  ['an asset that is still needed', { before: filesOf(entry(old)), after: filesOf(entry(old)) }, {}],
  [
    'a kept asset before its removal time',
    { before: filesOf(entry(old, 'kept')), leaving: { [old]: tomorrow } },
    { [old]: tomorrow },
  ],
  [
    'a kept asset after its removal time',
    { before: filesOf(entry(old, 'kept')), leaving: { [old]: at.toISOString() } },
    {},
  ],
  [
    'a kept asset after its removal time while a page of earlier templates is live',
    { before: filesOf(entry(old, 'kept')), leaving: { [old]: at.toISOString() }, hasEarlierPages: true },
    { [old]: at.toISOString() },
  ],
  ['a damaged kept asset, which has no removal time', { before: filesOf(entry(old, 'kept')) }, {}],
  ['an image of a withdrawn page', { before: filesOf(entry('/assets/images/a.webp', 'image')) }, {}],
  ['a page', { before: filesOf(entry('/page/a.html', 'page')) }, {}],
  ['a file without a version in its address', { before: filesOf(entry('/favicon.svg')) }, {}],
])(
  'decides whether to keep %s',
  (_, { before, after = filesOf(), leaving: earlier = {}, hasEarlierPages = false }, expected) => {
    const images = new Set<string>();
    const { kept, leaving } = keepAssets({ before, leaving: earlier, after, hasEarlierPages, images, at });
    expect(leaving).toEqual(expected);
    expect([...kept.values()]).toEqual(Object.keys(expected).map((path) => entry(path, 'kept')));
  },
);

it('keeps the newest images up to the limit', () => {
  const image = (number: number): FileEntry => ({
    ...entry(`/assets/images/${String(number)}.webp`, number === 0 ? 'kept' : 'image'),
    contentType: 'image/webp',
  });
  const all = Array.from({ length: serverLimits.keptImageFiles + 1 }, (_, number) => image(number));
  const before = filesOf(...all);
  const earlier = { [image(0).path]: '2026-01-06T11:00:00.000Z' };
  const images = new Set(before.keys());
  const { kept, leaving } = keepAssets({
    before,
    leaving: earlier,
    after: filesOf(),
    hasEarlierPages: false,
    images,
    at,
  });
  expect(new Set(kept.keys())).toEqual(new Set(all.slice(1).map(({ path }) => path)));
  expect(Object.keys(leaving)).toHaveLength(serverLimits.keptImageFiles);
});
