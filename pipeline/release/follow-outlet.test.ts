import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { folderObjects } from '../adapters/objects/folder.ts';
import { openLease } from '../log/lease.ts';
import type { Objects } from '../log/objects.ts';
import type { FileEntry, Files } from './files.ts';
import { followOutlet, type OutletFollower, type NewestRelease } from './follow-outlet.ts';
import type { Delivery, Outlet } from './outlet.ts';

/** An outlet in memory: it shows the last delivered release. */
class Place implements Outlet {
  readonly name = 'place';
  shown: NewestRelease | null = null;
  deliveries: Delivery[] = [];
  /** Called before a delivery is shown. */
  before: () => Promise<void> = () => Promise.resolve();
  asked = 0;
  cursor = () => {
    this.asked += 1;
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
  told: number[];
  failures: string[];
  recovered: () => number;
  show(commit: number): void;
}

/** One process that follows; `now` is its clock. */
function open(
  place: Outlet,
  { objects = openObjects(), holder = 'ada', now = Date.now, lookEvery = 30, expectedWithin = 60_000 } = {},
): Process {
  let newest: NewestRelease | null = null;
  const told: number[] = [];
  const failures: string[] = [];
  let recovered = 0;
  const follower = followOutlet({
    outlet: place,
    lease: openLease({ objects, name: 'place', holder, duration: 1_000, now }),
    newest: () => newest,
    filesAt: (commit) => (commit === 1 ? filesOf(1) : null),
    read: () => Promise.resolve(new Uint8Array()),
    onConfirmed: (commit) => told.push(commit),
    onFailure: (error) => failures.push(String(error)),
    onRecovered: () => (recovered += 1),
    now,
    lookEvery,
    renewEvery: 20,
    expectedWithin,
  });
  onTestFinished(() => follower.close());
  const show = (commit: number): void => {
    newest = release(commit);
    follower.wake();
  };
  return { follower, told, failures, recovered: () => recovered, show };
}

it('delivers each release as a difference from the previous one', async () => {
  const place = new Place();
  const { show, told } = open(place);
  for (const commit of [1, 2, 3]) {
    show(commit);
    await vi.waitFor(() => expect(told.at(-1)).toBe(commit));
  }
  expect(place.deliveries.map(({ commit, before }) => [commit, before?.get('/index.html')?.hash])).toEqual([
    [1, undefined],
    [2, '1'],
    [3, '2'],
  ]);
});

it('resumes from the outlet’s state after a restart', async () => {
  const place = new Place();
  place.shown = release(1);
  const { show, told } = open(place);
  show(2);
  await vi.waitFor(() => expect(told).toEqual([2]));
  expect(place.deliveries[0]?.before).toEqual(filesOf(1));
});

it('asks the outlet while a release is being made, and not again when it is there', async () => {
  const place = new Place();
  const { show, told, follower } = open(place, { lookEvery: 60_000 });
  show(1);
  await vi.waitFor(() => expect(told).toEqual([1]));
  for (const commit of [2, 3]) {
    const { asked } = place;
    follower.expect();
    await vi.waitFor(() => expect(place.asked).toBe(asked + 1));
    show(commit);
    follower.settle();
    await vi.waitFor(() => expect(told.at(-1)).toBe(commit));
    expect(place.asked).toBe(asked + 1);
  }
});

it('asks again where another process may have delivered since', async () => {
  const [place, objects] = [new Place(), openObjects()];
  let clock = Date.now();
  const now = () => clock;
  const ada = open(place, { objects, now, lookEvery: 60_000 });
  ada.show(1);
  await vi.waitFor(() => expect(ada.told).toEqual([1]));
  const { asked } = place;
  ada.follower.expect();
  await vi.waitFor(() => expect(place.asked).toBe(asked + 1));
  clock += 2_000;
  const bob = open(place, { objects, holder: 'bob', now });
  bob.show(2);
  await vi.waitFor(() => expect(bob.told).toEqual([2]));
  clock += 2_000;
  ada.show(2);
  await vi.waitFor(() => expect(ada.told).toEqual([1, 2]));
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 2]);
});

it('lets releases that arrive meanwhile share the next delivery', async () => {
  const place = new Place();
  const { promise, resolve } = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  place.before = () => {
    began.resolve();
    return promise;
  };
  const { show, told } = open(place);
  show(1);
  await began.promise;
  for (const commit of [2, 3, 4]) show(commit);
  resolve();
  await vi.waitFor(() => expect(told.at(-1)).toBe(4));
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 4]);
});

it('confirms only after delivery, and retries', async () => {
  const place = new Place();
  let isDown = true;
  place.before = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve());
  const { show, told, failures, recovered } = open(place);
  show(1);
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect([told, failures, recovered()]).toEqual([[], ['Error: down'], 0]);
  isDown = false;
  await vi.waitFor(() => expect(told).toEqual([1]));
  expect(recovered()).toBe(1);
});

it('one of several processes delivers, and all hear of it', async () => {
  const [place, objects] = [new Place(), openObjects()];
  place.before = () => pause(20);
  const all = ['ada', 'bob', 'cyn'].map((holder) => open(place, { objects, holder }));
  for (const commit of [1, 2, 3]) {
    for (const { show } of all) show(commit);
    await vi.waitFor(() => expect(all.map(({ told }) => told.at(-1))).toEqual([commit, commit, commit]), 5_000);
  }
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 2, 3]);
});

/** Two processes on a clock that stands still, so that no lease ever runs out. */
function openTwo(options: { ada?: Outlet; expectedWithin?: number } = {}) {
  const [place, objects, now] = [new Place(), openObjects(), () => 1_000];
  const { ada = place, ...more } = options;
  const isTaken = () => vi.waitFor(async () => expect(await objects.list('leases/')).toHaveLength(1));
  return {
    place,
    isTaken,
    ada: open(ada, { objects, now, ...more }),
    bob: open(place, { objects, now, holder: 'bob', ...more }),
  };
}

it('gives the lease back after a delivery', async () => {
  const { place, ada, bob } = openTwo();
  for (const [commit, { show, told }] of [ada, bob, ada, bob].entries()) {
    show(commit + 1);
    await vi.waitFor(() => expect(told.at(-1)).toBe(commit + 1));
  }
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([1, 2, 3, 4]);
});

it('keeps the lease while a release is expected, and gives it back when the step ends without one', async () => {
  const { place, ada, bob, isTaken } = openTwo();
  ada.follower.expect();
  await isTaken();
  bob.show(1);
  const { asked } = place;
  await vi.waitFor(() => expect(place.asked).toBeGreaterThan(asked + 2), 5_000);
  expect(place.deliveries).toEqual([]);
  ada.follower.settle();
  await vi.waitFor(() => expect(bob.told).toEqual([1]));
});

it('gives the lease back when an expected release takes its time', async () => {
  const { ada, bob, isTaken } = openTwo({ expectedWithin: 50 });
  ada.follower.expect();
  await isTaken();
  bob.show(1);
  await vi.waitFor(() => expect(bob.told).toEqual([1]));
});

it('gives the lease back when a delivery fails', async () => {
  const failing: Outlet = {
    name: 'place',
    cursor: () => Promise.resolve(null),
    deliver: () => Promise.reject(new Error('down')),
  };
  const { ada, bob } = openTwo({ ada: failing });
  ada.show(1);
  await vi.waitFor(() => expect(ada.failures).not.toEqual([]));
  bob.show(2);
  await vi.waitFor(() => expect(bob.told).toEqual([2]));
});

it('keeps its turn while a delivery takes longer than the lease holds', async () => {
  const [place, objects] = [new Place(), openObjects()];
  place.before = () => pause(1_500);
  const all = ['ada', 'bob'].map((holder) => open(place, { objects, holder }));
  for (const { show } of all) show(1);
  await vi.waitFor(() => expect(all.map(({ told }) => told.at(-1))).toEqual([1, 1]), 5_000);
  expect(place.deliveries).toHaveLength(1);
});

it('switches nothing once its turn is over', async () => {
  const [place, objects] = [new Place(), openObjects()];
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
  await vi.waitFor(() => expect(bob.told).toEqual([2]));
  frozen.resolve();
  await vi.waitFor(() => expect(ada.told).toEqual([2]));
  expect(place.deliveries.map(({ commit }) => commit)).toEqual([2]);
  expect(ada.failures).toEqual([]);
});

it('corrects an older release delivered by a process frozen past its lease', async () => {
  const [place, objects] = [new Place(), openObjects()];
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
  await vi.waitFor(() => expect(bob.told).toEqual([2]));
  frozen.resolve();
  await vi.waitFor(() => expect(place.deliveries.map(({ commit }) => commit)).toEqual([2, 1, 2]), 5_000);
  expect(place.shown?.commit).toBe(2);
});
