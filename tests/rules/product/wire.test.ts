import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget, type Target } from '../../contract/target.ts';
import type { AttackCase } from './attack-case.ts';
import { attacks } from './attacks.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { openWire, type Wire } from './run-over-wire.ts';
import { isFull } from '../../full.ts';

// The same cases with the client SDK and a server (the local one or Google's emulator), to cover the translation of a
// browser's batch into rule requests.

const every = (step: number, cases: readonly AttackCase[]): AttackCase[] =>
  cases.filter((attackCase, index) => !attackCase.engineOnly && (isFull || index % step === 0));

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

const suites: [string, AttackCase[]][] = [
  ['the permission matrix', every(101, permissionMatrix)],
  ...Object.entries(attacks).map(([name, list]): [string, AttackCase[]] => [
    name,
    every(list.length < 50 ? 1 : 11, list),
  ]),
];

describe.each(suites)('%s over the wire', (_name, cases) => {
  it(`are decided correctly: ${cases.length} cases`, { timeout: 1_800_000 }, async () => {
    const wrong: string[] = [];
    for (const attackCase of cases) {
      const { allowed, reason } = await wire.decide(attackCase);
      if (allowed !== attackCase.expected) {
        wrong.push(`${attackCase.name} must be ${attackCase.expected ? 'allowed' : 'denied'}: ${reason}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
