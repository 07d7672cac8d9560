import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeLoss } from './last-commit.ts';
import { openStore, type Store } from './store.ts';

/** A folder with two commits in the database and two more in its write-ahead log, as a killed process leaves it. */
function useKilled(): { folder: string; file: string; last: number } {
  const base = mkdtempSync(join(tmpdir(), 'frontage-last-commit-'));
  const running = join(base, 'running');
  const file = join(running, 'documents.sqlite');
  const first = openStore({ file });
  for (const id of ['a', 'b']) write(first, id);
  first.close();
  const second = openStore({ file });
  write(second, 'c');
  const last = write(second, 'd');
  const folder = join(base, 'killed');
  cpSync(running, folder, { recursive: true });
  second.close();
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return { folder, file: join(folder, 'documents.sqlite'), last };
}

/** Writes a document. Returns the time of the commit in microseconds. */
function write(store: Store, id: string): number {
  const time = store.tick();
  const after = { path: `pages/${id}`, fields: new Map(), createTime: time, updateTime: time };
  store.database('demo').commit({ time, changes: [{ path: after.path, before: null, after }] });
  return time;
}

function open(file: string): Store {
  const store = openStore({ file });
  onTestFinished(() => store.close());
  return store;
}

it('finds no loss after a kill, a clean stop, or in a file of an earlier version', () => {
  const { file } = useKilled();
  const store = openStore({ file });
  expect(store.lost).toBeNull();
  store.close();
  rmSync(`${file}.last`);
  expect(open(file).lost).toBeNull();
});

it.each([
  ['deleted', (file: string) => rmSync(`${file}-wal`), 2],
  ['emptied', (file: string) => truncateSync(`${file}-wal`), 2],
  ['deleted with the database', (file: string) => ['', '-wal'].forEach((suffix) => rmSync(file + suffix)), 4],
] as const)('reports the commits of a log that was %s', (_title, lose, count) => {
  const { file, last } = useKilled();
  lose(file);
  const { lost } = open(file);
  expect(lost).toMatchObject({ file, count });
  expect(Math.abs(Date.parse(lost?.last ?? '') - last / 1_000)).toBeLessThan(1_000);
  expect(lost?.until === null).toBe(count === 4);
  expect(lost && describeLoss(lost)).toContain(`has lost ${String(count)} changes`);
});

it('reports a loss until the next commit, whose time and number follow those of the lost ones', () => {
  const { file, last } = useKilled();
  rmSync(`${file}-wal`);
  openStore({ file }).close();
  const store = openStore({ file });
  expect(store.lost).toMatchObject({ count: 2 });
  expect(write(store, 'e')).toBeGreaterThan(last);
  store.close();
  expect(open(file).lost).toBeNull();
});

it.each(['', 'noise', '{}'])('ignores the torn record %j', (record) => {
  const { file } = useKilled();
  writeFileSync(`${file}.last`, record);
  rmSync(`${file}-wal`);
  expect(open(file).lost).toBeNull();
});
