import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePorts, startStack, type RunningStack } from '../e2e/stack.ts';
import { runFrontage } from './support/run-frontage.ts';

/** Starts on a folder whose databases are older than the releases and changes that its processes confirmed. */

let folder: string;
let port: number;
let stack: RunningStack | null = null;
const dataDir = (): string => join(folder, 'data');
const start = async (): Promise<RunningStack> => (stack = await startStack({ dataDir: dataDir(), port }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-lost-log-'));
  port = await findFreePorts(8);
});
afterAll(async () => {
  await stack?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Sets the title of an example page, and waits until it is live. */
async function editTitle({ firestore, project, site }: RunningStack, title: string): Promise<void> {
  const path = `projects/${project}/databases/(default)/documents/pages/the-face`;
  const answer = await fetch(`http://${firestore}/v1/${path}?updateMask.fieldPaths=title`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ fields: { title: { stringValue: title } } }),
  });
  expect(answer.status).toBe(200);
  await expect
    .poll(async () => (await fetch(`${site}/page/the-face`)).text(), { timeout: 90_000, interval: 20 })
    .toContain(title);
}

/** Copies a database back that was kept before, as if its write-ahead log had been deleted since. */
function restoreOlder(file: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir(), file) + suffix, { force: true });
  copyFileSync(join(folder, 'older.sqlite'), join(dataDir(), file));
}

/** Stops the stack, keeps a copy of a database, starts again, makes two edits, and restores the copy after a kill. */
async function loseEdits(file: string): Promise<RunningStack> {
  await (stack ?? (await start())).stop({ keepData: true });
  copyFileSync(join(dataDir(), file), join(folder, 'older.sqlite'));
  const running = await start();
  await editTitle(running, 'First new title');
  await editTitle(running, 'Second new title');
  await running.kill();
  restoreOlder(file);
  return running;
}

/** Requests a page until `isDone`. Returns the distinct answers: a status, or the title of the page. */
async function watch(titles: readonly string[], isDone: () => boolean): Promise<Set<string>> {
  const seen = new Set<string>();
  while (!isDone()) {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/page/the-face`).catch(() => null);
    const text = (await answer?.text()) ?? '';
    if (answer) seen.add(titles.find((title) => text.includes(title)) ?? String(answer.status));
    if (answer?.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return seen;
}

it(
  'answers with 503, never with an earlier release, until the lost releases are made again',
  { tags: 'full', timeout: 240_000 },
  async () => {
    const running = await loseEdits('site/pipeline.sqlite');
    let isStarted = false;
    const watching = watch(['Second new title', 'First new title', 'The face'], () => isStarted);
    const again = await start().finally(() => (isStarted = true));
    const seen = await watching;
    expect([...seen].filter((answer) => !['503', 'Second new title'].includes(answer))).toEqual([]);
    expect(seen).toContain('503');
    const said = again.events.filter(({ event }) => event === 'releases-lost');
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({
      message: expect.stringMatching(
        /^Release \d+ was live, but its data is lost: the newest one left is 1\./,
      ) as string,
    });
    const numbers = (events: RunningStack['events']): number[] =>
      events.flatMap(({ event, id }) => (event === 'release' ? [Number(id)] : []));
    expect(Math.min(...numbers(again.events))).toBeGreaterThan(Math.max(...numbers(running.events)));
    await editTitle(again, 'Third new title');
  },
);

it(
  'reports lost changes of the content, with their time and the next step',
  { tags: 'full', timeout: 240_000 },
  async () => {
    await loseEdits('firebase/firestore/documents.sqlite');
    const again = await start();
    const said = again.events.filter(({ level, source }) => level === 'error' && source === 'firestore');
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({
      message: expect.stringMatching(
        /documents\.sqlite has lost \d+ changes, the last one of \d{4}-.*: its data is of \d{4}-.*npx frontage restore FILE/,
      ) as string,
    });
    expect(readFileSync(join(dataDir(), 'frontage.log'), 'utf8')).toContain('documents.sqlite has lost');
    await again.kill();
    // Nothing is left of the content: the example content must not replace it.
    for (const suffix of ['', '-wal', '-shm', '.whole'])
      rmSync(join(dataDir(), 'firebase/firestore/documents.sqlite') + suffix, { force: true });
    rmSync(join(dataDir(), 'site'), { recursive: true });
    const refused = await runFrontage(['start', '--port', String(port), '--data', dataDir()]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.events.at(-1)).toMatchObject({
      event: 'failed',
      what: expect.stringContaining('it is empty') as string,
      next: expect.stringContaining('restore a backup') as string,
    });
  },
);
