import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDeployment, type Machine, type Deployment } from './deployment.ts';
import { sized } from '../../full.ts';

/** The pipeline as a service for a hosted project. Only Google's services are replaced by local ones. */

const pages = sized(10_000, 120);
const patience = { timeout: sized(120_000, 30_000), interval: 20 };

let deployment: Deployment;
let machine: Machine;

beforeAll(async () => {
  deployment = await openDeployment({ latency: 60 });
  const batchSize = 400;
  for (let start = 0; start < pages; start += batchSize) {
    await Promise.all(
      Array.from({ length: Math.min(batchSize, pages - start) }, (_, index) =>
        deployment.write(`p${String(start + index)}`),
      ),
    );
  }
  machine = await deployment.serve('first');
  await vi.waitFor(() => expect(deployment.page('p7')).toContain('p7'), patience);
}, 600_000);

afterAll(() => deployment.end());

const untilShown = (slug: string, text: string) =>
  vi.waitFor(() => expect(deployment.page(slug)).toContain(text), patience);

const receiptOf = async (slug: string) => (await deployment.firestore.doc(`build_state/pages_${slug}`).get()).data();

it('an edit makes five calls plus uploads and polls, and its receipt follows the live page', async () => {
  deployment.hosting.calls.length = 0;
  await deployment.write('p1', { title: 'A new title', rev: 2 });
  expect(await machine.hint('p1')).toBe(202);
  await untilShown('p1', 'A new title');
  const shownAt = Date.now();
  const calls = [...deployment.hosting.calls];
  const uploads = calls.filter((call) => call.startsWith('POST /upload')).length;
  const polls = calls.filter((call) => call.includes('/operations/')).length;
  expect(calls.length - uploads - polls).toBe(5);
  await vi.waitFor(async () => expect((await receiptOf('p1'))?.['rev']).toBe(2), patience);
  const receipt = await receiptOf('p1');
  expect(receipt).toMatchObject({ state: 'live', rev: 2 });
  expect((receipt?.['at'] as { toMillis(): number }).toMillis()).toBeGreaterThanOrEqual(shownAt - 200);
});

it('writes the receipt "live" only after Hosting accepts the release', { tags: 'full' }, async () => {
  deployment.hosting.trouble = (call) =>
    call.includes('/channels/live/releases') && call.startsWith('POST') ? 503 : null;
  await deployment.write('p2', { title: 'Not yet', rev: 2 });
  await machine.hint('p2');
  await vi.waitFor(() => expect(machine.events.some(({ event }) => event === 'outlet-failed')).toBe(true), patience);
  expect((await receiptOf('p2'))?.['rev']).not.toBe(2);
  deployment.hosting.trouble = () => null;
  await untilShown('p2', 'Not yet');
  await vi.waitFor(async () => expect(await receiptOf('p2')).toMatchObject({ state: 'live', rev: 2 }), patience);
});

it('edits that arrive while Hosting is busy share the next version', { tags: 'full' }, async () => {
  const before = deployment.hosting.releases.length;
  for (const slug of ['p10', 'p11', 'p12', 'p13', 'p14']) {
    await deployment.write(slug, { title: `${slug} again`, rev: 2 });
    await machine.hint(slug);
  }
  await Promise.all(['p10', 'p14'].map((slug) => untilShown(slug, `${slug} again`)));
  expect(deployment.hosting.releases.length - before).toBeLessThan(5);
});

it('a new machine continues release numbers and receipts and uploads only changes', { tags: 'full' }, async () => {
  const last = Number((await machine.status())['release']);
  expect(await machine.stop()).toBe(0);
  await deployment.write('p3', { title: 'While nobody served', rev: 2 });
  deployment.hosting.calls.length = 0;
  machine = await deployment.serve('second');
  await untilShown('p3', 'While nobody served');
  expect(Number((await machine.status())['release'])).toBe(last + 1);
  expect(deployment.hosting.calls.some((call) => call.endsWith('/versions'))).toBe(false);
  await vi.waitFor(async () => expect(await receiptOf('p3')).toMatchObject({ state: 'live', rev: 2 }), patience);
});

it(
  'two machines publish hints sent to either, and a suspended one does not revert newer edits',
  { tags: 'full' },
  async () => {
    const other = await deployment.serve('third');
    await deployment.write('p4', { title: 'Through the other', rev: 2 });
    await other.hint('p4');
    await untilShown('p4', 'Through the other');
    machine.process.kill('SIGSTOP');
    await deployment.write('p5', { title: 'While one is frozen', rev: 2 });
    await other.hint('p5');
    await untilShown('p5', 'While one is frozen');
    machine.process.kill('SIGCONT');
    await deployment.write('p6', { title: 'And after', rev: 2 });
    await machine.hint('p6');
    await untilShown('p6', 'And after');
    await untilShown('p5', 'While one is frozen');
    expect(await other.stop()).toBe(0);
  },
);
