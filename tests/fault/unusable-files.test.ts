import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { failureFrom } from '../../cli/runtime/failure.ts';
import { openAccountStore } from '../../local/auth/account-store.ts';
import { openBlobFolder } from '../../local/storage/blob-folder.ts';
import { openObjectStore } from '../../local/storage/object-store.ts';
import { openStore } from '@frontage/firestore-server/store';
import { messageWithNext } from '@frontage/model/operator-error';
import { DiskBlobs } from '../../pipeline/adapters/disk/blobs.ts';
import { mountSmallDisk } from '../../pipeline/adapters/disk/full-disk.fixture.ts';
import { openHealthStore } from '../../pipeline/adapters/disk/health-store.ts';
import { lockFile } from '../../pipeline/adapters/disk/lock.ts';
import { DiskStore } from '../../pipeline/adapters/disk/store.ts';
import { firestoreProcess } from './support/firestore-process.ts';

const project = 'demo-unusable';

/** Every database of the local stack, opened on a folder, with a write as `use`. */
interface Opened {
  use(): void;
  close(): void;
}

let commits = 0;
const event = () => [{ id: String((commits += 1)), json: '{}' }];
const databases: Record<string, (folder: string) => Opened> = {
  'documents.sqlite': (folder) => {
    const store = openStore({ file: join(folder, 'documents.sqlite') });
    const use = (): void => {
      const time = store.tick();
      const after = { path: 'pages/a', fields: new Map(), createTime: time, updateTime: time };
      store.database('demo').commit({ time, changes: [{ path: 'pages/a', before: null, after }] });
    };
    return { use, close: () => store.close() };
  },
  'accounts.sqlite': (folder) => {
    const store = openAccountStore(join(folder, 'accounts.sqlite'));
    const none = { oobCodes: new Map(), factors: new Map(), config: null };
    return { use: () => store.commit({ ...none, accounts: new Map([['a', '{}']]) }), close: () => store.close() };
  },
  'objects.sqlite': (folder) => {
    const store = openObjectStore(join(folder, 'objects.sqlite'));
    return { use: () => store.commit({ objects: new Map(), events: event() }), close: () => store.close() };
  },
  'pipeline.sqlite': (folder) => {
    const store = new DiskStore(folder);
    const at = new Date().toISOString();
    return { use: () => store.setCursor({ at, readAll: at, again: [] }), close: () => store.close() };
  },
  'health.sqlite': (folder) => {
    const store = openHealthStore(folder);
    return { use: () => void store.external(), close: () => store.close() };
  },
  'writer.lock': (folder) => {
    const lock = lockFile(join(folder, 'writer.lock'));
    return { use: () => undefined, close: () => lock?.unlock() };
  },
};

function useFolder(): string {
  const base = mkdtempSync(join(tmpdir(), 'frontage-unusable-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, 'data');
  mkdirSync(folder);
  return folder;
}

/** A folder with the files of a database. */
function useDatabase(name: string): { folder: string; file: string } {
  const folder = useFolder();
  const opened = databases[name]?.(folder);
  opened?.use();
  opened?.close();
  return { folder, file: join(folder, name) };
}

/** The reason why the machine cannot protect a file against changes by its superuser; null if it can. */
function protectionProblem(): string | null {
  const file = join(mkdtempSync(join(tmpdir(), 'frontage-protect-')), 'file');
  writeFileSync(file, '');
  try {
    execFileSync('chattr', ['+i', file], { stdio: 'pipe' });
    execFileSync('chattr', ['-i', file], { stdio: 'pipe' });
    return null;
  } catch {
    return 'chattr is not permitted here';
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
}

function protect(path: string): void {
  execFileSync('chattr', ['-R', '+i', path], { stdio: 'pipe' });
  onTestFinished(() => void execFileSync('chattr', ['-R', '-i', path], { stdio: 'pipe' }));
}

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}

/** Opens a database and writes to it. */
const openAndUse = (name: string, folder: string) => (): void => {
  const opened = databases[name]?.(folder);
  try {
    opened?.use();
  } finally {
    opened?.close();
  }
};

function expectNamed(error: unknown, { path, folder }: { path: string; folder: string }): void {
  const { what, next } = failureFrom(error, folder);
  expect(what).toContain(path);
  expect(next).toMatch(/\w{4}/);
  expect(next).not.toContain('--debug');
  expect(`${what} ${next}`).not.toMatch(/gcloud|cloud/i);
}

const names = Object.keys(databases);
const logged = names.filter((name) => name !== 'writer.lock');

it.each(names)('names %s if it is a folder', (name) => {
  const folder = useFolder();
  mkdirSync(join(folder, name));
  const error = thrownBy(openAndUse(name, folder));
  expectNamed(error, { path: join(folder, name), folder });
  expect(failureFrom(error, folder).what).toContain('folder');
});

it.each(logged)('names the write-ahead log of %s if it is a folder', (name) => {
  const { folder, file } = useDatabase(name);
  mkdirSync(`${file}-wal`);
  expectNamed(thrownBy(openAndUse(name, folder)), { path: `${file}-wal`, folder });
});

it.each(names)('names the folder of %s if it is a file', (name) => {
  const folder = join(useFolder(), 'inner');
  writeFileSync(folder, '');
  expectNamed(thrownBy(openAndUse(name, folder)), { path: folder, folder });
});

const reason = protectionProblem();
const protectedNames = logged.filter((name) => name !== 'health.sqlite');

it.skipIf(reason !== null).each(protectedNames)(
  `names %s if it is protected against changes${reason === null ? '' : ` (skipped: ${reason})`}`,
  (name) => {
    const { folder, file } = useDatabase(name);
    protect(file);
    expectNamed(thrownBy(openAndUse(name, folder)), { path: file, folder });
  },
);

it.skipIf(reason !== null).each(protectedNames)('names the protected folder of %s', (name) => {
  const { folder } = useDatabase(name);
  protect(folder);
  expectNamed(thrownBy(openAndUse(name, folder)), { path: folder, folder });
});

const probe = mountSmallDisk(1);
const noMount = typeof probe === 'string' ? probe : null;
if (typeof probe !== 'string') probe.remove();

it.skipIf(noMount !== null).each(protectedNames)(
  `names %s on a disk that is mounted read-only${noMount === null ? '' : ` (skipped: ${noMount})`}`,
  (name) => {
    const disk = mountSmallDisk(8);
    if (typeof disk === 'string') throw new Error(disk);
    onTestFinished(() => disk.remove());
    const folder = join(disk.folder, 'data');
    mkdirSync(folder);
    const opened = databases[name]?.(folder);
    opened?.use();
    opened?.close();
    disk.protect();
    const error = thrownBy(openAndUse(name, folder));
    expectNamed(error, { path: folder, folder });
    const { what, next } = failureFrom(error, folder);
    expect(`${what} ${next}`).toMatch(/read-only|cannot be written/);
  },
);

it('creates the database of health checks again if it is damaged, at opening and later', () => {
  const { folder, file } = useDatabase('health.sqlite');
  writeFileSync(file, 'noise '.repeat(2_000));
  const store = openHealthStore(folder);
  onTestFinished(() => store.close());
  expect(store.external()).toEqual({ failures: new Map(), checkedAt: null });
  store.setExternal(new Map([['https://example.com', null]]), '2026-01-01T00:00:00.000Z');
  store.close();
  const size = statSync(file).size;
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4_096, size);
  writeFileSync(file, bytes);
  expect(store.external()).toEqual({ failures: new Map(), checkedAt: null });
  expect(store.page('hash')).toBeNull();
});

it.each(['blobs', 'blobs/packs'])('names %s if it is a file', async (name) => {
  const folder = join(useFolder(), 'blobs');
  const blobs = new DiskBlobs(folder);
  mkdirSync(dirname(join(dirname(folder), name)), { recursive: true });
  writeFileSync(join(dirname(folder), name), '');
  const sink = blobs.together();
  const write = async (): Promise<void> => {
    for (let index = 0; index < 80; index += 1) await sink.add(hashOf(index), new Uint8Array([index]));
    await sink.end();
  };
  const error: unknown = await write().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(messageWithNext(error)).toContain(`${join(dirname(folder), name)} cannot be used: it is a file`);
  expect(messageWithNext(error)).toContain('Move it away');
});

it('names a database that turns out to be damaged while it runs, and the next step', async () => {
  const file = join(useFolder(), 'documents.sqlite');
  const store = openStore({ file });
  for (let index = 0; index < 400; index += 1) {
    const time = store.tick();
    const fields = new Map([['text', 'x'.repeat(500)]]);
    const after = { path: `pages/p${String(index)}`, fields, createTime: time, updateTime: time };
    store.database(project).commit({ time, changes: [{ path: after.path, before: null, after }] });
  }
  store.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, Math.floor(bytes.length / 8_192) * 4_096, Math.floor((bytes.length * 3) / 16_384) * 4_096);
  writeFileSync(file, bytes);
  // As if the damage had not changed the file's times: the start does not check a file that was closed.
  const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true });
  writeFileSync(`${file}.whole`, [dev, ino, size, mtimeNs].join(' '));
  const server = await firestoreProcess({ file, project });
  onTestFinished(() => server.kill());
  await server.start();
  const url = `http://127.0.0.1:${String(server.port)}/v1/projects/${project}/databases/(default)/documents/pages`;
  const answer = await fetch(`${url}?pageSize=1000`, { headers: { authorization: 'Bearer owner' } });
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain(`${file} is damaged. Put a copy of it back, or move it away`);
});

const hashOf = (index: number): string => index.toString(16).padStart(64, '0');

it('names a missing file of an upload, and keeps the files that a damaged folder does not name', () => {
  const folder = join(useFolder(), 'blobs');
  const blobs = openBlobFolder(folder, { known: new Map([['a', 'blob-a']]), isIncomplete: false });
  expect(() => blobs.readBytes('a', 1)).toThrow(`${join(folder, 'blob-a')} is missing. Put a copy of it back`);
  writeFileSync(join(folder, 'blob-b'), 'bytes');
  openBlobFolder(folder, { known: new Map(), isIncomplete: true });
  expect(existsSync(join(folder, 'blob-b'))).toBe(false);
  expect(readFileSync(join(`${folder}.lost`, 'blob-b'), 'utf8')).toBe('bytes');
});

it.each(['documents.sqlite', 'accounts.sqlite', 'objects.sqlite'])(
  'opens %s with a damaged write-ahead log',
  (name) => {
    const { folder, file } = useDatabase(name);
    const opened = databases[name]?.(folder);
    opened?.use();
    const log = readFileSync(`${file}-wal`);
    const database = readFileSync(file);
    opened?.close();
    writeFileSync(file, database);
    writeFileSync(`${file}-wal`, log);
    truncateSync(`${file}-wal`, Math.floor(log.length / 2));
    expect(openAndUse(name, folder)).not.toThrow();
  },
);
