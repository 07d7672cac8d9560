import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openWorld, type Machine, type Deployment } from './world.ts';
import { sized } from '../../full.ts';

/** The pipeline as a service on a hosted project, rehearsed: everything is real but Google's machines. */

const pages = sized(10_000, 120);
const patience = { timeout: sized(120_000, 30_000), interval: 20 };

let world: Deployment;
let machine: Machine;

beforeAll(async () => {
  world = await openWorld({ latency: 60 });
  const batchSize = 400;
  for (let start = 0; start < pages; start += batchSize) {
    await Promise.all(
      Array.from({ length: Math.min(batchSize, pages - start) }, (_, index) =>
        world.write(`p${String(start + index)}`),
      ),
    );
  }
  machine = await world.serve('first');
  await vi.waitFor(() => expect(world.page('p7')).toContain('p7'), patience);
}, 600_000);

afterAll(() => world.end());

const shows = (slug: string, text: string) => vi.waitFor(() => expect(world.page(slug)).toContain(text), patience);

const receiptOf = async (slug: string) => (await world.firestore.doc(`build_state/pages_${slug}`).get()).data();

it('an edit costs five calls, one for each changed file and the polls, and its receipt comes after visitors have it', async () => {
  world.hosting.calls.length = 0;
  await world.write('p1', { title: 'A new title', rev: 2 });
  expect(await machine.hint('p1')).toBe(202);
  await shows('p1', 'A new title');
  const shownAt = Date.now();
  const calls = [...world.hosting.calls];
  const uploads = calls.filter((call) => call.startsWith('POST /upload')).length;
  const polls = calls.filter((call) => call.includes('/operations/')).length;
  expect(calls.length - uploads - polls).toBe(5);
  await vi.waitFor(async () => expect((await receiptOf('p1'))?.['rev']).toBe(2), patience);
  const receipt = await receiptOf('p1');
  expect(receipt).toMatchObject({ state: 'live', rev: 2 });
  expect((receipt?.['at'] as { toMillis(): number }).toMillis()).toBeGreaterThanOrEqual(shownAt - 200);
});

it('reports “live” only once Hosting accepts again', { tags: 'full' }, async () => {
  world.hosting.trouble = (call) => (call.includes('/channels/live/releases') && call.startsWith('POST') ? 503 : null);
  await world.write('p2', { title: 'Not yet', rev: 2 });
  await machine.hint('p2');
  await vi.waitFor(() => expect(machine.events.some(({ event }) => event === 'outlet-failed')).toBe(true), patience);
  expect((await receiptOf('p2'))?.['rev']).not.toBe(2);
  world.hosting.trouble = () => null;
  await shows('p2', 'Not yet');
  await vi.waitFor(async () => expect(await receiptOf('p2')).toMatchObject({ state: 'live', rev: 2 }), patience);
});

it('edits that arrive while Hosting is busy share the next version', { tags: 'full' }, async () => {
  const before = world.hosting.releases.length;
  for (const slug of ['p10', 'p11', 'p12', 'p13', 'p14']) {
    await world.write(slug, { title: `${slug} again`, rev: 2 });
    await machine.hint(slug);
  }
  await Promise.all(['p10', 'p14'].map((slug) => shows(slug, `${slug} again`)));
  expect(world.hosting.releases.length - before).toBeLessThan(5);
});

it('a fresh machine resumes with numbers, receipts and only the changes', { tags: 'full' }, async () => {
  const last = Number((await machine.status())['release']);
  expect(await machine.stop()).toBe(0);
  await world.write('p3', { title: 'While nobody served', rev: 2 });
  world.hosting.calls.length = 0;
  machine = await world.serve('second');
  await shows('p3', 'While nobody served');
  expect(Number((await machine.status())['release'])).toBe(last + 1);
  expect(world.hosting.calls.some((call) => call.endsWith('/versions'))).toBe(false);
  await vi.waitFor(async () => expect(await receiptOf('p3')).toMatchObject({ state: 'live', rev: 2 }), patience);
});

it(
  'a hint to either of two machines is followed, and a frozen one puts nothing back for long',
  { tags: 'full' },
  async () => {
    const other = await world.serve('third');
    await world.write('p4', { title: 'Through the other', rev: 2 });
    await other.hint('p4');
    await shows('p4', 'Through the other');
    machine.process.kill('SIGSTOP');
    await world.write('p5', { title: 'While one is frozen', rev: 2 });
    await other.hint('p5');
    await shows('p5', 'While one is frozen');
    machine.process.kill('SIGCONT');
    await world.write('p6', { title: 'And after', rev: 2 });
    await machine.hint('p6');
    await shows('p6', 'And after');
    await shows('p5', 'While one is frozen');
    expect(await other.stop()).toBe(0);
  },
);
