import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { randomFrom } from '../support/random.ts';
import { openDeployment, type Machine, type Deployment } from './deployment.ts';
import { sized } from '../../full.ts';

/** Two machines with one shared history are killed at random moments while each Hosting call fails in turn. */

/** The number of kills. A full run has 300. */
const kills = Number(process.env['KILLS'] ?? sized(300, 2));
const pages = 12;
const patience = { timeout: 90_000, interval: 20 };
const troubles = [503, 'hang-up', 'lost-answer'] as const;

let deployment: Deployment;
const machines: Record<string, Machine> = {};
/** Receipts with the state "live" that were written before Hosting served the page. */
const earlyReceipts: string[] = [];
let stopWatching = (): void => undefined;

/** The round numbers in the menu entry, which is on every page. */
const roundsOf = (html: string): number[] => [...html.matchAll(/Round (\d+)/g)].map(([, round]) => Number(round));
const shownRound = (): number => Math.max(-1, ...roundsOf(deployment.page('menu') ?? ''));

beforeAll(async () => {
  deployment = await openDeployment({ latency: 10 });
  for (let index = 0; index < pages; index += 1) await deployment.write(`p${String(index)}`);
  await publish(0);
  for (const name of ['ada', 'bob']) machines[name] = await deployment.serve(name);
  await vi.waitFor(() => expect(shownRound()).toBe(0), patience);
  stopWatching = deployment.firestore.doc('build_state/pages_menu').onSnapshot((receipt) => {
    const rev = Number(receipt.get('rev') ?? 0);
    if (receipt.get('state') === 'live' && shownRound() < rev - 1) earlyReceipts.push(`rev ${String(rev)}`);
  });
}, 300_000);

afterAll(async () => {
  stopWatching();
  await deployment.end();
});

const publish = (round: number) =>
  deployment.write('menu', { title: `Round ${String(round)}`, rev: round + 1, show_in_menu: true });

/** For each version in Hosting's history, the distinct round numbers of its pages. A consistent version has one. */
const versionsShown = (): number[][] =>
  deployment.hosting.history().map((files) => [...new Set(Object.values(files).flatMap(roundsOf))]);

const commits = (): number[] =>
  deployment.hosting.releases.map(({ message }) => Number(/commit (\d+)/.exec(message)?.[1]));

it(
  'always serves one complete release, loses no edit, reports no receipt early, and delivers no commit twice',
  async () => {
    const random = randomFrom();
    const names = Object.keys(machines);
    for (let round = 1; round <= kills; round += 1) {
      const calls = deployment.hosting.calls.length;
      const failing = calls + 1 + (round % 10);
      const trouble = troubles[round % troubles.length] ?? null;
      deployment.hosting.trouble = (_call, number) => (number === failing ? trouble : null);
      await publish(round);
      const [victim = '', other = ''] = round % 2 === 0 ? names : names.toReversed();
      await machines[random.pick([victim, other])]?.hint('menu');
      await new Promise((resolve) => setTimeout(resolve, random.below(900)));
      await machines[victim]?.stop('SIGKILL');
      machines[victim] = await deployment.serve(victim);
    }
    deployment.hosting.trouble = () => null;
    await vi.waitFor(() => expect(shownRound()).toBe(kills), patience);
    await vi.waitFor(async () => {
      const receipt = await deployment.firestore.doc('build_state/pages_menu').get();
      expect(receipt.data()).toMatchObject({ state: 'live', rev: kills + 1 });
    }, patience);
    expect(earlyReceipts, `seed ${String(random.seed)}`).toEqual([]);
    expect(versionsShown().filter((rounds) => rounds.length !== 1)).toEqual([]);
    // Releases are in order and unique.
    expect(commits()).toEqual([...new Set(commits())].toSorted((left, right) => left - right));
  },
  kills * 20_000 + 180_000,
);

it(
  'an edit through the survivor waits at most 4 seconds for the lease of a machine killed while it delivers',
  { tags: 'full', timeout: 180_000 },
  async () => {
    const [victim, survivor] = [machines['ada'], machines['bob']];
    const round = kills + 1;
    let killed = 0;
    deployment.hosting.trouble = (call) => {
      if (killed > 0 || !call.includes(':populateFiles')) return null;
      // Only the victim has been told of the edit.
      killed = Date.now();
      victim?.process.kill('SIGKILL');
      return 'hang-up';
    };
    await publish(round);
    await victim?.hint('menu');
    await vi.waitFor(() => expect(killed).toBeGreaterThan(0), patience);
    const expiry = await deployment.leaseExpiry();
    expect(expiry).toBeGreaterThan(killed);
    expect(expiry - killed).toBeLessThanOrEqual(4_000);
    const edited = Date.now();
    await publish(round + 1);
    await survivor?.hint('menu');
    await vi.waitFor(() => expect(shownRound()).toBe(round + 1), patience);
    process.stdout.write(`edit through the survivor of a kill: ${String(Date.now() - edited)} ms\n`);
    machines['ada'] = await deployment.serve('ada');
  },
);

it(
  'a machine suspended past its lease does not restore an older release',
  { tags: 'full', timeout: 180_000 },
  async () => {
    const round = kills + 3;
    const before = deployment.hosting.releases.length;
    let frozen: Machine | null = null;
    deployment.hosting.trouble = (call) => {
      if (frozen === null && call.includes(':populateFiles')) {
        // Only this machine is running.
        frozen = machines['ada'] ?? null;
        frozen?.process.kill('SIGSTOP');
      }
      return null;
    };
    await machines['bob']?.stop();
    await publish(round);
    await machines['ada']?.hint('menu');
    await vi.waitFor(() => expect(frozen).not.toBeNull(), patience);
    machines['bob'] = await deployment.serve('bob');
    await publish(round + 1);
    await machines['bob'].hint('menu');
    await vi.waitFor(() => expect(shownRound()).toBe(round + 1), patience);
    machines['ada']?.process.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    expect(shownRound()).toBe(round + 1);
    const made = commits().slice(before);
    expect(made).toEqual([...new Set(made)].toSorted((left, right) => left - right));
    process.stdout.write(`frozen past its lease: commits released ${made.join(', ')}\n`);
  },
);
