import { expect, it } from 'vitest';
import { diffFiles, nextSize, type FileEntry, type Files } from './files.ts';

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
  const { set, size: _size, ...counts } = diffFiles(before, after);
  expect({ set: set.map(({ path }) => path), ...counts }).toEqual({
    set: [],
    removed: [],
    added: 0,
    changed: 0,
    ...expected,
  });
});

it('nextSize counts a change like all files of the new release', () => {
  const before = release(entry('/a', { size: 10 }), entry('/b', { size: 5 }), entry('/i', { size: 70, kind: 'image' }));
  const redirect = { to: '/a', status: 301 } as const;
  const after = release(
    entry('/a', { size: 12, hash: 'h2' }),
    entry('/c', { size: 3 }),
    entry('/i', { size: 70, kind: 'image' }),
    entry('/old', { size: 2, redirect }),
  );
  const whole = nextSize(undefined, diffFiles(new Map(), after), after);
  expect(whole).toEqual({ pages: 2, bytes: 87 });
  const first = nextSize(undefined, diffFiles(new Map(), before), before);
  expect(nextSize(first, diffFiles(before, after), after)).toEqual(whole);
});
