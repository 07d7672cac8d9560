import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { folderObjects } from '../adapters/objects/objects.ts';
import { openLease } from './lease.ts';
import type { Objects } from '../log/objects.ts';
import type { FileEntry, Files } from '../site/files.ts';
import { type Delivery, type NewestRelease, type Outlet, OutletFollower } from './follow-outlet.ts';

/** An outlet in memory: it shows the last delivered release. */
class MemoryOutlet implements Outlet {
  readonly name = 'place';
  shown: NewestRelease | null = null;
  deliveries: Delivery[] = [];
  /** Called before a delivery is shown. */
  before: () => Promise<void> = () => Promise.resolve();
  cursorCalls = 0;
  cursor = () => {
    this.cursorCalls += 1;
    return Promise.resolve(this.shown?.commit ?? null);
  };
  deliver = async (delivery: Delivery) => {
    await this.before();
    this.deliveries.push(delivery);
    this.shown = delivery;
  };
}

const filesOf = (commit: number): Files =>
  new Map([['/index.html', { path: '/index.html', hash: String(commit) } as FileEntry]]);

const release = (commit: number): NewestRelease => ({ commit, files: filesOf(commit) });

function openObjects(): Objects {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-follow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folderObjects(folder);
}

interface Process {
  follower: OutletFollower;
  confirmations: number[];
  failures: string[];
  recovered: () => number;
  show(commit: number): void;
}

/** One process that follows; `now` is its clock. */
function open(
  place: Outlet,
  { objects = openObjects(), holder = 'ada', now = Date.now, checkEvery = 30, expectedWithin = 60_000 } = {},
): Process {
  let newest: NewestRelease | null = null;
  const confirmations: number[] = [];
  const failures: string[] = [];
  let recovered = 0;
  const follower = new OutletFollower({
    outlet: place,
    lease: openLease({ objects, name: 'place', holder, duration: 1_000, now }),
    releases: {
      newest: () => newest,
      filesAt: (commit) => (commit === 1 ? filesOf(1) : null),
      read: () => Promise.resolve(new Uint8Array()),
    },
    listener: {
      confirmed: (commit) => confirmations.push(commit),
      failed: (error) => failures.push(String(error)),
      recovered: () => (recovered += 1),
    },
    now,
    checkEvery,
    renewEvery: 20,
    expectedWithin,
  });
  onTestFinished(() => follower.close());
  const show = (commit: number): void => {
    newest = release(commit);
    follower.wake();
  };
  return { follower, confirmations, failures, recovered: () => recovered, show };
}

it('delivers each release as a difference from the previous one', async () => {
  const place = new MemoryOutlet();
  const { show, confirmations } = open(place);
  for (const commit of [1, 2, 3]) {
    show(commit);
    await vi.waitFor(() => expect(confirmations.at(-1)).toBe(commit));
  }
  expect(place.deliveries.map(({ commit, before }) => [commit, before?.get('/index.html')?.hash])).toEqual([
    [1, undefined],
    [2, '1'],
    [3, '2'],
  ]);
});

it('resumes from the outlet’s state after a restart', async () => {
  const place = new MemoryOutlet();
  place.shown = release(1);
  const { show, confirmations } = open(place);
  show(2);
  await vi.waitFor(() => expect(confirmations).toEqual([2]));
  expect(place.deliveries[0]?.before).toEqual(filesOf(1));
});

it('does not read the files of a release that another process delivered before the expected one', async () => {
  const place = new MemoryOutlet();
  const { show, confirmations, follower } = open(place);
  show(1);
  await vi.waitFor(() => expect(confirmations).toEqual([1]));
  place.shown = release(2);
  show(2);
  await vi.waitFor(() => expect(confirmations).toEqual([1, 2]));
  follower.expect();
  show(3);
  await vi.waitFor(() => expect(confirmations).toEqual([1, 2, 3]));
  // `filesAt` of this test knows only the first release.
  expect(place.deliveries.at(-1)?.before).toEqual(filesOf(2));
});

it('queries the outlet during a step, and not again for the release of that step', async () => {
  const place = new MemoryOutlet();
  const { show, confirmations, follower } = open(place, { checkEvery: 60_000 });
  show(1);
  await vi.waitFor(() => expect(confirmations).toEqual([1]));
  for (const commit of [2, 3]) {
    const { cursorCalls } = place;
    follower.expect();
    await vi.waitFor(() => expect(place.cursorCalls).toBe(cursorCalls + 1));
    show(commit);
    follower.settle();
    await vi.waitFor(() => expect(confirmations.at(-1)).toBe(commit));
    expect(place.cursorCalls).toBe(cursorCalls + 1);
  }
});

it('queries the outlet again when another process may have delivered meanwhile', async () => {
  const [place, objects] = [new MemoryOutlet(), openObjects()];
  let clock = Date.now();
  const now = () => clock;
  const ada = open(place, { objects, now, checkEvery: 60_000 });
  ada.show(1);
  await vi.waitFor(() => expect(ada.confirmations).toEqual([1]));
  const { cursorCalls } = place;
  ada.follower.expect();
  await vi.waitFor(() => expect(place.cursorCalls).toBe(cursorCalls + 1));
  clock += 2_000;
  const bob = open(place, { objects, holder: 'bob', now });
  bob.show(2);
  await vi.waitFor(() => expect(bob.confirmations).toEqual([2]));
  clock += 2_000;
  ada.show(2);
  await vi.waitFor(() => expect(ada.confirmations).toEqual([1, 2]));
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 2]);
});

it('combines releases that arrive during a delivery into the next one', async () => {
  const place = new MemoryOutlet();
  const { promise, resolve } = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  place.before = () => {
    began.resolve();
    return promise;
  };
  const { show, confirmations } = open(place);
  show(1);
  await began.promise;
  for (const commit of [2, 3, 4]) show(commit);
  resolve();
  await vi.waitFor(() => expect(confirmations.at(-1)).toBe(4));
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 4]);
});

it('confirms only after delivery, and retries', async () => {
  const place = new MemoryOutlet();
  let isDown = true;
  place.before = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve());
  const { show, confirmations, failures, recovered } = open(place);
  show(1);
  await vi.waitFor(() => expect(failures).not.toEqual([]));
  expect([confirmations, failures[0], recovered()]).toEqual([[], 'Error: down', 0]);
  isDown = false;
  await vi.waitFor(() => expect(confirmations).toEqual([1]));
  expect(recovered()).toBe(1);
});

it('delivers from one of several processes, and all confirm the release', async () => {
  const [place, objects] = [new MemoryOutlet(), openObjects()];
  place.before = () => pause(20);
  const all = ['ada', 'bob', 'cyn'].map((holder) => open(place, { objects, holder }));
  for (const commit of [1, 2, 3]) {
    for (const { show } of all) show(commit);
    await vi.waitFor(
      () => expect(all.map(({ confirmations }) => confirmations.at(-1))).toEqual([commit, commit, commit]),
      5_000,
    );
  }
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 2, 3]);
});

/** Two processes with a stopped clock, so that no lease expires. */
function openTwo(options: { ada?: Outlet; expectedWithin?: number } = {}) {
  const [place, objects, now] = [new MemoryOutlet(), openObjects(), () => 1_000];
  const { ada = place, ...more } = options;
  // Taking and returning each write an object, so there may be more than one.
  const isTaken = () => vi.waitFor(async () => expect(await objects.list('leases/')).not.toEqual([]));
  return {
    place,
    isTaken,
    ada: open(ada, { objects, now, ...more }),
    bob: open(place, { objects, now, holder: 'bob', ...more }),
  };
}

it('returns the lease after a delivery', async () => {
  const { place, ada, bob } = openTwo();
  for (const [commit, { show, confirmations }] of [ada, bob, ada, bob].entries()) {
    show(commit + 1);
    await vi.waitFor(() => expect(confirmations.at(-1)).toBe(commit + 1));
  }
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 2, 3, 4]);
});

it('keeps the lease while a release is expected, and returns it when the step ends without one', async () => {
  const { place, ada, bob, isTaken } = openTwo();
  ada.follower.expect();
  await isTaken();
  bob.show(1);
  const { cursorCalls } = place;
  await vi.waitFor(() => expect(place.cursorCalls).toBeGreaterThan(cursorCalls + 2), 5_000);
  expect(place.deliveries).toEqual([]);
  ada.follower.settle();
  await vi.waitFor(() => expect(bob.confirmations).toEqual([1]));
});

it('returns the lease when an expected release takes too long', async () => {
  const { ada, bob, isTaken } = openTwo({ expectedWithin: 50 });
  ada.follower.expect();
  await isTaken();
  bob.show(1);
  await vi.waitFor(() => expect(bob.confirmations).toEqual([1]));
});

it('returns the lease when a delivery fails', async () => {
  const failing: Outlet = {
    name: 'place',
    cursor: () => Promise.resolve(null),
    deliver: () => Promise.reject(new Error('down')),
  };
  const { ada, bob } = openTwo({ ada: failing });
  ada.show(1);
  await vi.waitFor(() => expect(ada.failures).not.toEqual([]));
  bob.show(2);
  await vi.waitFor(() => expect(bob.confirmations).toEqual([2]));
});

it('renews the lease during a delivery that takes longer than the lease lasts', async () => {
  const [place, objects] = [new MemoryOutlet(), openObjects()];
  place.before = () => pause(1_500);
  const all = ['ada', 'bob'].map((holder) => open(place, { objects, holder }));
  for (const { show } of all) show(1);
  await vi.waitFor(() => expect(all.map(({ confirmations }) => confirmations.at(-1))).toEqual([1, 1]), 5_000);
  expect(place.deliveries).toHaveLength(1);
});

it('delivers at the first check after the lease of a killed process has expired', async () => {
  const [place, objects] = [new MemoryOutlet(), openObjects()];
  let clock = 1_000;
  const now = () => clock;
  // It neither renews nor returns the lease.
  await openLease({ objects, name: 'place', holder: 'ada', duration: 1_000, now }).hold();
  let checks = 0;
  const counted: Objects = { ...objects, list: (prefix) => ((checks += 1), objects.list(prefix)) };
  let atDelivery = Infinity;
  place.before = () => Promise.resolve(void (atDelivery = checks));
  const bob = open(place, { objects: counted, holder: 'bob', now });
  const checkAgain = async () => {
    checks = 0;
    await vi.waitFor(() => expect(checks).toBeGreaterThan(2));
  };
  bob.show(1);
  await checkAgain();
  clock += 999;
  await checkAgain();
  expect(place.deliveries).toEqual([]);
  checks = 0;
  clock += 1;
  await vi.waitFor(() => expect(bob.confirmations).toEqual([1]));
  expect(atDelivery).toBeLessThanOrEqual(1);
});

it('does not deliver after its lease has expired', async () => {
  const [place, objects] = [new MemoryOutlet(), openObjects()];
  const began = Promise.withResolvers<void>();
  const frozen = Promise.withResolvers<void>();
  let clock = Date.now();
  const now = () => clock;
  const careful: Outlet = {
    name: 'place',
    cursor: place.cursor,
    deliver: async (delivery) => {
      began.resolve();
      if (delivery.commit === 1) await frozen.promise;
      await delivery.checkTurn?.();
      await place.deliver(delivery);
    },
  };
  const ada = open(careful, { objects, now });
  ada.show(1);
  await began.promise;
  clock += 2_000;
  const bob = open(place, { objects, holder: 'bob', now });
  bob.show(2);
  await vi.waitFor(() => expect(bob.confirmations).toEqual([2]));
  frozen.resolve();
  await vi.waitFor(() => expect(ada.confirmations).toEqual([2]));
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([2]);
  expect(ada.failures).toEqual([]);
});

it('corrects an older release delivered by a process frozen past its lease', async () => {
  const [place, objects] = [new MemoryOutlet(), openObjects()];
  const began = Promise.withResolvers<void>();
  const frozen = Promise.withResolvers<void>();
  let clock = Date.now();
  const slow: Outlet = {
    name: 'place',
    cursor: place.cursor,
    deliver: async (delivery) => {
      began.resolve();
      if (delivery.commit === 1) await frozen.promise;
      await place.deliver(delivery);
    },
  };
  const ada = open(slow, { objects, holder: 'ada', now: () => clock });
  ada.show(1);
  await began.promise;
  clock += 2_000;
  const bob = open(place, { objects, holder: 'bob', now: () => clock });
  bob.show(2);
  await vi.waitFor(() => expect(bob.confirmations).toEqual([2]));
  frozen.resolve();
  await vi.waitFor(() => expect(place.deliveries.map(({ commit }) => commit)).toEqual([2, 1, 2]), 5_000);
  expect(place.shown?.commit).toBe(2);
});
