import { expect, it } from 'vitest';
import { diffFiles, type FileEntry, type Files } from './files.ts';

const entry = (path: string, parts: Partial<FileEntry> = {}): FileEntry => ({
  path,
  hash: 'h1',
  contentType: 'text/html',
  size: 1,
  kind: 'page',
  route: path,
  ...parts,
});
const release = (...entries: FileEntry[]): Files => new Map(entries.map((file) => [file.path, file]));

it.for<[string, Files, Files, object]>([
  ['no difference between equal entries', release(entry('/a')), release(entry('/a')), {}],
  ['new bytes', release(entry('/a')), release(entry('/a', { hash: 'h2' })), { set: ['/a'], changed: 1 }],
  ['another kind with the same bytes', release(entry('/a')), release(entry('/a', { kind: 'kept' })), { set: ['/a'] }],
  [
    'another redirect status',
    release(entry('/a', { redirect: { to: '/b', status: 301 } })),
    release(entry('/a', { redirect: { to: '/b', status: 302 } })),
    { set: ['/a'], changed: 1 },
  ],
  ['an added file', release(entry('/a')), release(entry('/a'), entry('/b')), { set: ['/b'], added: 1 }],
  ['a removed file', release(entry('/a'), entry('/b')), release(entry('/b')), { removed: ['/a'] }],
])('diffFiles reports %s', ([, before, after, expected]) => {
  const { set, ...counts } = diffFiles(before, after);
  expect({ set: set.map(({ path }) => path), ...counts }).toEqual({
    set: [],
    removed: [],
    added: 0,
    changed: 0,
    ...expected,
  });
});
