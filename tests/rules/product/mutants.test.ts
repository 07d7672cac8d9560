import { describe, expect, it } from 'vitest';
import { mutants } from '@frontage/rules-engine/mutate';
import { compileRules, type Ruleset } from '@frontage/rules-engine/ruleset';
import { attacks } from './attacks.ts';
import { cells } from './cells.ts';
import { rulesSource } from './ruleset.ts';
import { decide, prepare } from './run-in-engine.ts';
import { decideStorage, storageAttempts } from './storage-attempts.ts';

/** Whether a ruleset decides one attempt as it must. */
type Check = (ruleset: Ruleset) => boolean;

const firestore = [...Object.values(attacks).flat(), ...cells].map((attempt): Check => {
  const prepared = prepare(attempt);
  return (ruleset) => decide(ruleset, prepared).allowed === attempt.expected;
});
const storage = storageAttempts.map(
  (attempt): Check =>
    (ruleset) =>
      decideStorage(ruleset, attempt).allowed === attempt.expected,
);

/** Tries the attempts that killed earlier mutants first: neighbours die of the same one. */
function createKiller(checks: readonly Check[]): (source: string) => boolean {
  const queue = [...checks];
  return (source) => {
    const compiled = compileRules(source);
    // A mutant that does not compile would prove nothing of the tests.
    if (!compiled.ok) return false;
    const at = queue.findIndex((passes) => !passes(compiled.ruleset));
    if (at < 0) return false;
    queue.unshift(...queue.splice(at, 1));
    return true;
  };
}

describe.each([
  ['firestore.rules', firestore],
  ['storage.rules', storage],
] as const)('%s', (file, checks) => {
  const source = rulesSource(file);
  const all = mutants(source);

  it(`has ${all.length} mutants, and every one is killed`, { timeout: 600_000 }, () => {
    const isKilled = createKiller(checks);
    const survivors = all.filter((mutant) => !isKilled(mutant.source));
    expect(survivors.map(({ line, description }) => `${file}:${line} ${description}`)).toEqual([]);
  });
});
