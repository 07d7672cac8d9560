import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { randomFrom } from '../support/random.ts';
import { openWorld, type Machine, type Deployment } from './world.ts';
import { sized } from '../../full.ts';

/** Two machines that write one history, killed at any moment, before a Hosting that fails at every call in turn. */

/** How many machines are killed; a whole run is 300. */
const kills = Number(process.env['KILLS'] ?? sized(300, 2));
const pages = 12;
const patience = { timeout: 90_000, interval: 20 };
const troubles = [503, 'hang-up', 'lost-answer'] as const;

let world: Deployment;
const machines: Record<string, Machine> = {};
/** Receipts that said "live" before visitors had it. */
const tooEarly: string[] = [];
let stopWatching = (): void => undefined;

/** The menu's one entry, which every page shows: the newest round by it, on each page of a version. */
const roundsOf = (html: string): number[] => [...html.matchAll(/Round (\d+)/g)].map(([, round]) => Number(round));
const shownRound = (): number => Math.max(-1, ...roundsOf(world.page('menu') ?? ''));

beforeAll(async () => {
  world = await openWorld({ latency: 10 });
  for (let index = 0; index < pages; index += 1) await world.write(`p${String(index)}`);
  await publish(0);
  for (const name of ['ada', 'bob']) machines[name] = await world.serve(name);
  await vi.waitFor(() => expect(shownRound()).toBe(0), patience);
  stopWatching = world.firestore.doc('build_state/pages_menu').onSnapshot((receipt) => {
    const rev = Number(receipt.get('rev') ?? 0);
    if (receipt.get('state') === 'live' && shownRound() < rev - 1) tooEarly.push(`rev ${String(rev)}`);
  });
}, 300_000);

afterAll(async () => {
  stopWatching();
  await world.end();
});

const publish = (round: number) =>
  world.write('menu', { title: `Round ${String(round)}`, rev: round + 1, show_in_menu: true });

/** The rounds that each version in the history of Hosting shows, all its pages together. */
const versionsShown = (): number[][] =>
  world.hosting.history().map((files) => [...new Set(Object.values(files).flatMap(roundsOf))]);

const commits = (): number[] => world.hosting.releases.map(({ message }) => Number(/commit (\d+)/.exec(message)?.[1]));

it(
  'visitors have one whole release all along, no edit is lost or told early, nothing is delivered twice',
  async () => {
    const random = randomFrom();
    const names = Object.keys(machines);
    for (let round = 1; round <= kills; round += 1) {
      const calls = world.hosting.calls.length;
      const failing = calls + 1 + (round % 10);
      const trouble = troubles[round % troubles.length] ?? null;
      world.hosting.trouble = (_call, number) => (number === failing ? trouble : null);
      await publish(round);
      const [victim = '', other = ''] = round % 2 === 0 ? names : names.toReversed();
      await machines[random.pick([victim, other])]?.hint('menu');
      await new Promise((resolve) => setTimeout(resolve, random.below(900)));
      await machines[victim]?.stop('SIGKILL');
      machines[victim] = await world.serve(victim);
    }
    world.hosting.trouble = () => null;
    await vi.waitFor(() => expect(shownRound()).toBe(kills), patience);
    await vi.waitFor(async () => {
      const receipt = await world.firestore.doc('build_state/pages_menu').get();
      expect(receipt.data()).toMatchObject({ state: 'live', rev: kills + 1 });
    }, patience);
    expect(tooEarly, `seed ${String(random.seed)}`).toEqual([]);
    expect(versionsShown().filter((rounds) => rounds.length !== 1)).toEqual([]);
    // Each release after the one before it, and none of them twice.
    expect(commits()).toEqual([...new Set(commits())].toSorted((left, right) => left - right));
  },
  kills * 20_000 + 180_000,
);

it(
  'a machine that is frozen past its lease puts no older release back',
  { tags: 'full', timeout: 180_000 },
  async () => {
    const round = kills + 1;
    const before = world.hosting.releases.length;
    let frozen: Machine | null = null;
    world.hosting.trouble = (call) => {
      if (frozen === null && call.includes(':populateFiles')) {
        // No other one runs just now.
        frozen = machines['ada'] ?? null;
        frozen?.process.kill('SIGSTOP');
      }
      return null;
    };
    await machines['bob']?.stop();
    await publish(round);
    await machines['ada']?.hint('menu');
    await vi.waitFor(() => expect(frozen).not.toBeNull(), patience);
    machines['bob'] = await world.serve('bob');
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
