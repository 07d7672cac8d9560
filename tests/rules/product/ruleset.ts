import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileRules, type Ruleset } from '@frontage/rules-engine/ruleset';

/** The source of a rules file of the project. */
export const rulesSource = (file: 'firestore.rules' | 'storage.rules'): string =>
  readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

/** Compiles a rules source; throws with every problem when it does not compile. */
export function rulesetOf(source: string): Ruleset {
  const compiled = compileRules(source);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.ruleset;
}
