import type { RulesReader, RulesRequest } from '../../ruleset.ts';
import { compileRules } from '../../ruleset.ts';

/** The result of a condition. `limit` means that a limit stopped the evaluation, so no law applies. */
export type Outcome = 'true' | 'false' | 'error' | 'limit';

/**
 * The result of each condition for a request: a condition is true if it allows the request, false if its negation does,
 * and an error if neither does. Null if the compiler refuses one of them.
 */
export function outcomesOf(
  conditions: readonly string[],
  request: RulesRequest,
  reader: RulesReader,
): Outcome[] | null {
  const matches = conditions.map(
    (condition, at) =>
      `match /c${at}/{w} { allow get: if ${condition}; }\nmatch /n${at}/{w} { allow get: if !(${condition}); }`,
  );
  const source = `rules_version = '2';\nservice cloud.firestore { match /databases/{database}/documents {\n${matches.join('\n')}\n} }`;
  const compiled = compileRules(source);
  if (!compiled.ok) return null;
  const { ruleset } = compiled;
  return conditions.map((condition, at) => {
    const asked = (prefix: string) => ruleset.evaluate({ ...request, method: 'get', path: `${prefix}${at}/1` }, reader);
    const itself = asked('c');
    const negated = asked('n');
    if (itself.allowed && negated.allowed) throw new Error(`Allowed together with its negation: ${condition}`);
    if (isLimit(itself.reason) || isLimit(negated.reason)) return 'limit';
    if (itself.allowed) return 'true';
    if (negated.allowed) return expectReason(itself.reason, 'is false', 'false');
    return expectReason(itself.reason, ' failed', 'error');
  });
}

const isLimit = (reason: string): boolean => /More than 1000 expressions|Too many document access calls/.test(reason);

function expectReason(reason: string, part: string, outcome: Outcome): Outcome {
  if (!reason.includes(part)) throw new Error(`The reason of a condition that is ${outcome} is "${reason}"`);
  return outcome;
}
