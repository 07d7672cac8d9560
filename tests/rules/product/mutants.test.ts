import { describe, expect, it } from 'vitest';
import { mutants } from '@frontage/rules-engine/mutate';
import { compileRules, type Ruleset } from '@frontage/rules-engine/ruleset';
import { attacks } from './attacks.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';
import { decideStorage, storageAttackCases } from './storage-cases.ts';
import { isCi, sized } from '../../full.ts';

/** Returns whether a ruleset decides one case correctly. */
type Check = (ruleset: Ruleset) => boolean;

const firestore = [...Object.values(attacks).flat(), ...permissionMatrix].map((attackCase): Check => {
  const prepared = prepare(attackCase);
  return (ruleset) => decide(ruleset, prepared).allowed === attackCase.expected;
});
const storage = storageAttackCases.map(
  (attackCase): Check =>
    (ruleset) =>
      decideStorage(ruleset, attackCase).allowed === attackCase.expected,
);

/**
 * Returns a function that reports whether a mutant is killed. It runs the cases that killed earlier mutants first,
 * because adjacent mutants usually fail the same case.
 */
function createKiller(checks: readonly Check[]): (source: string) => boolean {
  const queue = [...checks];
  return (source) => {
    const compiled = compileRules(source);
    // A mutant that does not compile says nothing about the tests.
    if (!compiled.ok) return false;
    const at = queue.findIndex((passes) => !passes(compiled.ruleset));
    if (at < 0) return false;
    queue.unshift(...queue.splice(at, 1));
    return true;
  };
}

// FULL=1 tests all mutants, CI=1 every 24th, other runs every 72nd.
const step = sized(1, isCi ? 24 : 72);

describe.each([
  ['firestore.rules', firestore],
  ['storage.rules', storage],
] as const)('%s', (file, checks) => {
  const source = rulesSource(file);
  const chosen = mutants(source).filter((_, index) => index % step === 0);

  it(`has ${chosen.length} mutants, all of which fail a case`, { timeout: 600_000 }, () => {
    const isKilled = createKiller(checks);
    const survivors = chosen.filter((mutant) => !isKilled(mutant.source));
    expect(survivors.map(({ line, description }) => `${file}:${line} ${description}`)).toEqual([]);
  });
});
