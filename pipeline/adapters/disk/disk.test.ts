import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../engine/text-pipeline.fixture.ts';
import { hashBytes, DiskBlobs } from './blobs.ts';
import { inTransaction, openDatabase, suspendIndexes } from './database.ts';
import { openIntervals } from './intervals.ts';
import { isLocked, lockFile } from './lock.ts';
import { openRowPruning } from './prune-rows.ts';
import { DiskStore } from './store.ts';

let home: ReturnType<typeof temporaryFolder>;
beforeEach(() => void (home = temporaryFolder()));
afterEach(() => home.remove());

describe('openIntervals', () => {
  const row = (path: string, data: string) => ({ path, data, time: 't', valid: null });
  const open = () => {
    const database = openDatabase(home.folder);
    const table = openIntervals(database, {
      name: 'documents',
      columns: ['path', 'data', 'time', 'valid'],
      returning: 'data',
    });
    const at = (commit: number) =>
      Object.fromEntries([...table.at(commit)].map(({ path, data }) => [String(path), data]));
    return { database, table, at };
  };

  it('reads the rows of any release', () => {
    const { database, table, at } = open();
    table.set(row('a', '1'), { commit: 1, lastRelease: 0 });
    table.set(row('b', '1'), { commit: 1, lastRelease: 0 });
    table.set(row('a', '2'), { commit: 2, lastRelease: 1 });
    table.end('b', { commit: 3, lastRelease: 2 });
    expect([1, 2, 3].map(at)).toEqual([{ a: '1', b: '1' }, { a: '2', b: '1' }, { a: '2' }]);
    expect([...table.current()]).toMatchObject([{ path: 'a', data: '2' }]);
    database.close();
  });

  it('keeps the last of duplicate entries in the first commit', () => {
    const { database, table } = open();
    for (const data of ['1', '2']) table.set(row('a', data), { commit: 1, lastRelease: 0 });
    expect([...table.current()]).toMatchObject([{ path: 'a', data: '2' }]);
    database.close();
  });

  it('ends rows of an earlier commit, even if the first commit is not 1', () => {
    const { database, table, at } = open();
    for (const data of ['1', '2']) table.set(row('a', data), { commit: 2, lastRelease: 0 });
    table.set(row('a', '3'), { commit: 3, lastRelease: 2 });
    expect([2, 3].map(at)).toEqual([{ a: '2' }, { a: '3' }]);
    database.close();
  });

  it('keeps no history of rows that were never released', () => {
    const { database, table } = open();
    table.set(row('a', '1'), { commit: 1, lastRelease: 0 });
    for (const commit of [2, 3, 4]) table.set(row('a', String(commit)), { commit, lastRelease: 1 });
    expect(database.prepare('SELECT data, since, until FROM documents ORDER BY since').all()).toMatchObject([
      { data: '1', since: 1, until: 2 },
      { data: '4', since: 4, until: null },
    ]);
    database.close();
  });

  it('prunes rows together with the releases that contained them', () => {
    const { database, table, at } = open();
    for (const commit of [1, 2, 3]) table.set(row('a', String(commit)), { commit, lastRelease: commit - 1 });
    expect([...openRowPruning(database).slices(2)]).toHaveLength(1);
    expect([1, 2, 3].map(at)).toEqual([{}, { a: '2' }, { a: '3' }]);
    database.close();
  });
});

describe('blobs', () => {
  const bytes = Buffer.from('hello');

  it('are found under their hash', async () => {
    const blobs = new DiskBlobs(home.folder);
    const hash = await blobs.write(bytes);
    expect(hash).toBe(hashBytes(bytes));
    expect(Buffer.from((await blobs.read(hash)) ?? []).toString()).toBe('hello');
    expect(await blobs.write(bytes)).toBe(hash);
  });

  it('are reported as damaged', async () => {
    const blobs = new DiskBlobs(home.folder);
    const hash = await blobs.write(bytes);
    const held = (size: number, thorough: boolean) => blobs.holds({ hash, size }, thorough);
    expect([await held(5, false), await held(5, true), await held(6, false)]).toEqual([true, true, false]);
    writeFileSync(join(home.folder, hash.slice(0, 2), hash.slice(2)), 'HELLO');
    expect([await held(5, false), await held(5, true)]).toEqual([true, false]);
    expect(await blobs.read(hash)).toBeNull();
  });

  it('are swept when unneeded, with remains of interrupted writes', async () => {
    const blobs = new DiskBlobs(home.folder);
    const [kept, gone] = [await blobs.write(bytes), await blobs.write(Buffer.from('gone'))];
    writeFileSync(join(home.folder, '.unfinished'), 'x');
    blobs.sweep((hash) => hash === kept);
    expect(readdirSync(home.folder, { recursive: true }).filter((name) => String(name).length > 2)).toEqual([
      join(kept.slice(0, 2), kept.slice(2)),
    ]);
    expect(await blobs.read(gone)).toBeNull();
    await blobs.remove(gone);
  });
});

describe('blobs added together', () => {
  const each = 2 ** 15;
  /** `count` blobs of one size, eight of them per buffer. */
  const some = (count: number) => {
    const buffers = Array.from({ length: Math.ceil(count / 8) }, () => new ArrayBuffer(8 * each));
    const all = Array.from({ length: count }, (_, index) =>
      new Uint8Array(buffers[Math.floor(index / 8)] ?? new ArrayBuffer(0), (index % 8) * each, each).fill(index),
    );
    for (const [index, bytes] of all.entries()) bytes.set(Buffer.from(String(index)));
    return { buffers, all: all.map((bytes) => [hashBytes(bytes), bytes] as const) };
  };

  it('can all be read at the end, including those added while a pack was written', async () => {
    const blobs = new DiskBlobs(home.folder);
    const keeping = blobs.together();
    const { all } = some(1_000);
    await Promise.all(all.map(([hash, bytes]) => keeping.add(hash, bytes)));
    await keeping.end();
    for (const [hash] of all) expect(await blobs.read(hash)).not.toBeNull();
  });

  it('report a failed write to every waiting caller', async () => {
    const blobs = new DiskBlobs(home.folder);
    writeFileSync(join(home.folder, 'packs'), 'in the way');
    const keeping = blobs.together();
    const added = some(400).all.map(([hash, bytes]) => keeping.add(hash, bytes));
    await Promise.allSettled(added);
    await expect(keeping.end()).rejects.toThrow();
  });

  it('free their buffers once they are stored', async () => {
    const blobs = new DiskBlobs(home.folder);
    const keeping = blobs.together();
    const { all, buffers } = some(300);
    const hashes = all.map(([hash]) => hash);
    for (let start = 0; start < all.length; start += 8) {
      for (const [hash, bytes] of all.slice(start, start + 8)) await keeping.add(hash, bytes);
      keeping.leave(buffers.slice(start / 8, start / 8 + 1));
    }
    expect(buffers.some(({ detached }) => !detached)).toBe(true);
    await keeping.end();
    expect(buffers.every(({ detached }) => detached)).toBe(true);
    for (const hash of hashes) expect(await blobs.read(hash)).not.toBeNull();
  });
});

describe('a lock file', () => {
  const file = () => join(home.folder, 'some.lock');

  it('is held by one process until it is unlocked', () => {
    const lock = lockFile(file());
    expect([lockFile(file()), isLocked(file())]).toEqual([null, true]);
    lock?.unlock();
    expect(isLocked(file())).toBe(false);
    lockFile(file())?.unlock();
  });

  it('is released when its process is killed', { timeout: 60_000 }, async () => {
    const module = JSON.stringify(join(import.meta.dirname, 'lock.ts'));
    const code = `const { lockFile } = await import(${module}); globalThis.lock = lockFile(${JSON.stringify(file())}); console.log('locked'); setInterval(() => 0, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect([lockFile(file()), isLocked(file())]).toEqual([null, true]);
    child.kill('SIGKILL');
    const lock = lockFile(file(), 5_000);
    expect(lock).not.toBeNull();
    lock?.unlock();
  });
});

it('refuses a database of another version', () => {
  const database = openDatabase(home.folder);
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => openDatabase(home.folder)).toThrow('is of another version');
});

it('restores the indexes of empty tables after a write and after a failed write', () => {
  const database = openDatabase(home.folder);
  const insert = database.prepare(
    "INSERT INTO files (path, hash, contentType, size, kind, since) VALUES (?, 'h', '', 1, '', 1)",
  );
  const indices = () =>
    database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name").all();
  const before = indices();
  const beginFilling = suspendIndexes(database, ['receipts', 'files']);
  const fill = (work: () => void) =>
    inTransaction(database, () => {
      const endFilling = beginFilling();
      work();
      endFilling();
    });
  const failing = () => {
    insert.run('/a.html');
    throw new Error('no space');
  };
  expect(() => fill(failing)).toThrow('no space');
  expect(indices()).toEqual(before);
  fill(() => {
    insert.run('/a.html');
    expect(indices().length).toBeLessThan(before.length);
  });
  expect(indices()).toEqual(before);
  fill(() => {
    insert.run('/b.html');
    expect(indices()).toEqual(before);
  });
  expect(database.prepare("SELECT path FROM files WHERE hash = 'h'").all()).toHaveLength(2);
  database.close();
});

it('round-trips a release with its redirects', () => {
  const config = { origin: '', adminOrigin: '', embedOrigin: '' };
  const file = { hash: 'h', contentType: 'text/html', size: 1, kind: 'page', route: null } as const;
  const files = [
    { ...file, path: '/a.html' },
    { ...file, path: '/old.html', redirect: { to: '/a', status: 301 } as const },
  ];
  const store = new DiskStore(home.folder);
  const none = { set: [], end: [] };
  const head = { commit: 1, release: null, pin: null, asOf: '2026-01-01', leaving: {}, config };
  store.commit(
    { head, release: null, documents: [], receipts: none, files: { set: files, end: [] }, images: none, notices: [] },
    2,
  );
  store.close();
  const again = new DiskStore(home.folder);
  expect([...again.current().files]).toEqual(files);
  again.close();
});
