import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAcknowledged } from './support/acknowledged.ts';
import { localProcess } from './support/local-process.ts';
import type { LocalProcess } from './support/local-process.ts';
import { randomFrom } from './support/random.ts';
import { sized } from '../full.ts';

const ROUNDS = sized(40, 3);
const WRITERS = 4;

/** The hash of an object's bytes and its content type; null when there is no object. */
type State = string | null;

/** An object's last acknowledged state, and all states it may have because of unacknowledged requests. */
interface Known {
  state: State;
  possible: State[];
  isBusy: boolean;
}

describe('objects', () => {
  let local: LocalProcess;

  beforeAll(async () => {
    local = await localProcess({ only: ['storage', 'firestore'] });
    await local.start();
  });
  afterAll(() => local.remove());

  const bucket = (): string => `http://${local.hosts.storage}/v0/b/kill-bucket/o`;
  const stateOf = (bytes: Uint8Array, type: string): string =>
    `${createHash('sha256').update(bytes).digest('hex')} ${type}`;

  async function put(name: string, bytes: Buffer, type: string): Promise<void> {
    const answer = await fetch(`${bucket()}?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': type },
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  async function read(name: string): Promise<State> {
    const answer = await fetch(`${bucket()}/${encodeURIComponent(name)}?alt=media`);
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const type = answer.headers.get('content-type') ?? '';
    return stateOf(new Uint8Array(await answer.arrayBuffer()), type);
  }

  it('keep bytes and metadata consistent after SIGKILL under load', { tags: 'full', timeout: 600_000 }, async () => {
    const random = randomFrom();
    const names = Array.from({ length: 12 }, (_, n) => `folder/${n} ü%.bin`);
    const known = new Map<string, Known>(names.map((name) => [name, { state: null, possible: [null], isBusy: false }]));
    const acknowledged = countAcknowledged();
    let writes = 0;

    const sendOne = async (): Promise<void> => {
      const name = random.pick(names);
      const object = known.get(name);
      if (object === undefined || object.isBusy) return void (await new Promise(setImmediate));
      const bytes = random.bytes(random.below(60_000));
      const type = `image/${random.pick(['png', 'jpeg', 'webp'])}`;
      const isDeletion = object.state !== null && random.next() < 0.2;
      const next = isDeletion ? null : stateOf(bytes, type);
      object.isBusy = true;
      object.possible.push(next);
      if (isDeletion) await fetch(`${bucket()}/${encodeURIComponent(name)}`, { method: 'DELETE' });
      else await put(name, bytes, type);
      object.state = next;
      object.possible = [next];
      object.isBusy = false;
      writes += 1;
      acknowledged.add();
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      let stopping = false;
      const writers = Array.from({ length: WRITERS }, async () => {
        while (!stopping) await sendOne().catch(() => (stopping = true));
      });
      await Promise.race([acknowledged.more(4 + random.below(24)), Promise.all(writers)]);
      await local.kill();
      stopping = true;
      await Promise.all(writers);
      await local.start();

      for (const [name, object] of known) {
        const found = await read(name);
        expect(object.possible, `seed ${random.seed}, round ${round}, ${name}`).toContain(found);
        known.set(name, { state: found, possible: [found], isBusy: false });
      }
      const present = [...known.values()].filter(({ state }) => state !== null).length;
      expect(readdirSync(join(local.dataDir, 'storage', 'blobs')), 'no bytes without an object').toHaveLength(present);
    }
    expect(writes).toBeGreaterThan(ROUNDS);
  });
});
