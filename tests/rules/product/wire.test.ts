import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget, type Target } from '../../contract/target.ts';
import type { Attempt } from './attempt.ts';
import { attacks } from './attacks.ts';
import { cells } from './cells.ts';
import { openWire, type Wire } from './run-over-wire.ts';
import { isFull } from '../../full.ts';

// The attempts again, through the client SDK and a server (this project's own, or Google's emulator): what the rules say
// alone is one thing, what the batch a browser sends comes to another.

const every = (step: number, attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter((attempt, index) => !attempt.engineOnly && (isFull || index % step === 0));

let target: Target;
let wire: Wire;
beforeAll(async () => {
  const root = join(import.meta.dirname, '../../..');
  target = await openTarget({
    only: ['firestore'],
    local: { firestoreRules: join(root, 'firestore.rules'), firestoreIndexes: join(root, 'firestore.indexes.json') },
  });
  wire = openWire(target);
});
afterAll(async () => {
  await wire.close();
  await target.stop();
});

const suites: [string, Attempt[]][] = [
  ['cells of the permission matrix', every(47, cells)],
  ...Object.entries(attacks).map(([name, list]): [string, Attempt[]] => [name, every(list.length < 50 ? 1 : 11, list)]),
];

describe.each(suites)('%s over the wire', (_name, attempts) => {
  it(`are decided right: ${attempts.length} attempts`, { timeout: 1_800_000 }, async () => {
    const wrong: string[] = [];
    for (const attempt of attempts) {
      const { allowed, reason } = await wire.decide(attempt);
      if (allowed !== attempt.expected) {
        wrong.push(`${attempt.name} must be ${attempt.expected ? 'allowed' : 'denied'}: ${reason}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
