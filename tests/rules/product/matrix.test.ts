import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileRules, type Ruleset } from '../../../local/rules/ruleset.ts';
import { cells } from './cells.ts';
import { decide, prepare } from './run-in-engine.ts';

const rules = (): Ruleset => {
  const compiled = compileRules(readFileSync(join(import.meta.dirname, '../../../firestore.rules'), 'utf8'));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.ruleset;
};

describe('the permission matrix', () => {
  const ruleset = rules();

  it(`holds in all ${cells.length} cells`, () => {
    const wrong = cells
      .map((cell) => ({ cell, result: decide(ruleset, prepare(cell)) }))
      .filter(({ cell, result }) => cell.expected !== result.allowed)
      .map(({ cell, result }) => `${cell.name} must be ${cell.expected ? 'allowed' : 'denied'}: ${result.reason}`);
    expect(wrong).toEqual([]);
  });
});
