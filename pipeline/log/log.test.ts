import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderObjects } from '../adapters/objects/objects.ts';
import type { Commit } from '../site/store.ts';
import { packCommit, unpackCommit, type LoggedCommit } from './commit-lines.ts';
import { openLease } from '../outlets/lease.ts';
import { GapError, openLog, type CommitLog, type NewBlob } from './log.ts';
import type { Objects } from './objects.ts';

function openObjects(): Objects {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folderObjects(folder);
}

const config = { origin: 'https://site.example', adminOrigin: '', embedOrigin: '' };

const aCommit = (number: number, parts: Partial<Commit> = {}): Commit => ({
  head: { commit: number, release: String(number), pin: null, asOf: '2026-01-01', leaving: {}, config },
  release: null,
  documents: [],
  receipts: { set: [], end: [] },
  files: { set: [], end: [] },
  images: { set: [], end: [] },
  notices: [],
  ...parts,
});

const aBlob = (text: string): NewBlob => ({
  hash: createHash('sha256').update(text).digest('hex'),
  read: () => Promise.resolve(Buffer.from(text)),
});

async function all(log: CommitLog, after = 0): Promise<LoggedCommit[]> {
  const commits: LoggedCommit[] = [];
  for await (const commit of log.after(after)) commits.push(commit);
  return commits;
}

const numbers = async (log: CommitLog, after = 0) => (await all(log, after)).map(({ commit }) => commit.head.commit);

it('unpacks a commit to the value that was packed', async () => {
  const full = aCommit(7, {
    documents: [
      { path: 'pages/a', after: { path: 'pages/a', data: { title: 'Zeile\n“zwei”' }, time: 't', valid: null } },
      { path: 'pages/b', after: null },
    ],
    receipts: {
      set: [{ route: '/a', reads: new Map([['q', 'h']]), fingerprint: 'f', document: 'pages/a', failure: null }],
      end: ['/b'],
    },
    files: {
      set: [{ path: '/a.html', hash: 'h', contentType: 'text/html', size: 1, kind: 'page', route: '/a' }],
      end: ['/b.html'],
    },
    notices: [{ path: 'build_state/x', data: { a: [1] } }],
  });
  const logged = { token: 't', commit: full, places: [{ hash: 'h', pack: 'p', start: 1, length: 2 }] };
  expect(await unpackCommit(await packCommit(logged))).toEqual(logged);
});

it.each([
  ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
  ['not compressed', () => Buffer.from('no commit')],
])('rejects a commit whose bytes are %s', async (_, spoil) => {
  const bytes = await packCommit({ token: 't', commit: aCommit(1), places: [] });
  await expect(unpackCommit(spoil(bytes))).rejects.toThrow();
});

it('returns appended commits in order, with their blobs', async () => {
  const log = openLog(openObjects());
  expect(await log.newest(0)).toBe(0);
  const places = await log.append(aCommit(1), [aBlob('one'), aBlob(''), aBlob('three')]);
  await log.append(aCommit(2), []);
  expect(await log.newest(0)).toBe(2);
  expect(await numbers(log)).toEqual([1, 2]);
  expect(await numbers(log, 1)).toEqual([2]);
  expect((await all(log))[0]?.places).toEqual(places);
  const texts = (places ?? []).map(async (place) => Buffer.from((await log.readBlob(place)) ?? []).toString());
  expect(await Promise.all(texts)).toEqual(['one', '', 'three']);
});

it('accepts one of several concurrent commits with the same number and removes the packs of the others', async () => {
  const objects = openObjects();
  const writers = Array.from({ length: 6 }, () => openLog(objects));
  const results = await Promise.all(writers.map((log, n) => log.append(aCommit(1), [aBlob(String(n))])));
  const won = results.filter((places) => places !== null);
  expect(won).toHaveLength(1);
  const log = openLog(objects);
  expect((await all(log))[0]?.places).toEqual(won[0]);
  expect(await objects.list('packs/')).toEqual([won[0]?.[0]?.pack]);
});

it('accepts a commit whose write was retried and reports that the object exists', async () => {
  const objects = openObjects();
  const repeated: Objects = {
    ...objects,
    create: async (name, bytes) => (await objects.create(name, bytes)) && false,
  };
  expect(await openLog(repeated).append(aCommit(1), [aBlob('one')])).toHaveLength(1);
  expect(await numbers(openLog(objects))).toEqual([1]);
});

it('removes commits older than two snapshots, and unneeded packs', async () => {
  const objects = openObjects();
  const log = openLog(objects);
  const packs: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    const places = await log.append(aCommit(number), [aBlob(String(number))]);
    packs.push(places?.[0]?.pack ?? '');
    if (number === 2 || number === 4) await log.writeSnapshot(number, Buffer.from(`at ${String(number)}`));
  }
  await log.forget((pack) => pack !== packs[0] && pack !== packs[4]);
  expect(await objects.list('packs/')).toEqual(packs.slice(1));
  expect(await numbers(log, 2)).toEqual([3, 4, 5]);
  const snapshot = await log.newestSnapshot();
  expect([snapshot?.number, Buffer.from(snapshot?.bytes ?? []).toString()]).toEqual([4, 'at 4']);
});

it('throws GapError when requested commits were removed', async () => {
  const log = openLog(openObjects());
  for (const number of [1, 2, 3]) await log.append(aCommit(number), []);
  await log.writeSnapshot(1, Buffer.from('1'));
  await log.writeSnapshot(2, Buffer.from('2'));
  await log.forget(() => true);
  await expect(all(log)).rejects.toThrow(GapError);
  expect(await numbers(log, 1)).toEqual([2, 3]);
});

it('creates one identity for concurrent writers', async () => {
  const objects = openObjects();
  const [first, second] = await Promise.all([openLog(objects).begin(0), openLog(objects).begin(7)]);
  expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
  expect({ ...second, isNew: first.isNew }).toEqual(first);
  expect([first.isNew, second.isNew].sort()).toEqual([false, true]);
});

it('a lease stays with one process until it is released or expires', async () => {
  const objects = openObjects();
  let time = 1_000;
  const leaseOf = (holder: string) => openLease({ objects, name: 'outlets', holder, duration: 100, now: () => time });
  const [ada, bob] = [leaseOf('ada'), leaseOf('bob')];
  expect([await ada.hold(), await bob.hold()]).toEqual([1_100, null]);
  time = 1_060;
  expect([await ada.hold(), await bob.hold()]).toEqual([1_160, null]);
  time = 1_161;
  expect([await bob.hold(), await ada.hold()]).toEqual([1_261, null]);
  await bob.end();
  expect(await ada.hold()).toBe(1_261);
});

it('removes old entries of a lease', async () => {
  const objects = openObjects();
  let time = 1_000;
  const lease = openLease({ objects, name: 'outlets', holder: 'ada', duration: 100, now: () => time });
  for (; time < 200_000; time += 1_000) {
    await lease.hold();
    await lease.end();
  }
  expect((await objects.list('leases/')).length).toBeLessThan(50);
});

it('denies a lease that other processes took and released after the entries were listed', async () => {
  const objects = openObjects();
  const listed = Promise.withResolvers<void>();
  const othersDone = Promise.withResolvers<void>();
  const slow: Objects = {
    ...objects,
    create: async (name, bytes) => {
      listed.resolve();
      await othersDone.promise;
      return objects.create(name, bytes);
    },
  };
  const leaseOf = (holder: string, storage: Objects) =>
    openLease({ objects: storage, name: 'outlets', holder, duration: 100, now: () => 1_000 });
  const taken = leaseOf('slow', slow).hold();
  await listed.promise;
  const bob = leaseOf('bob', objects);
  for (let turn = 0; turn < 5; turn += 1) {
    await bob.hold();
    await bob.end();
  }
  expect(await bob.hold()).toBe(1_100);
  othersDone.resolve();
  expect(await taken).toBeNull();
});

it('expires the lease of a process with a fast clock after the duration of a lease', async () => {
  const objects = openObjects();
  let time = 1_000;
  const leaseOf = (holder: string, ahead = 0) =>
    openLease({ objects, name: 'outlets', holder, duration: 100, now: () => time + ahead });
  const [fast, bob] = [leaseOf('fast', 3_600_000), leaseOf('bob')];
  await fast.hold();
  expect(await bob.hold()).toBeNull();
  time = 1_099;
  expect(await bob.hold()).toBeNull();
  time = 1_101;
  expect(await bob.hold()).toBe(1_201);
});

it('grants a free lease to one of many concurrent requests', async () => {
  const objects = openObjects();
  const requests = Array.from({ length: 8 }, (_, n) =>
    openLease({ objects, name: 'outlets', holder: String(n), duration: 100, now: () => 1_000 }).hold(),
  );
  expect((await Promise.all(requests)).filter((until) => until !== null)).toHaveLength(1);
});
