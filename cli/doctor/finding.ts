/** What an examination says of one thing. */
export type Finding =
  | { check: string; state: 'ok'; what: string }
  /**
   * `missing` keeps a deployment from working, `advice` does not, `unasked` is not known; each with what to do, as it is
   * to be typed where that can be said.
   */
  | { check: string; state: 'missing' | 'advice' | 'unasked'; what: string; why: string; next: string };

export type Words = Omit<Extract<Finding, { why: string }>, 'check' | 'state'>;

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what });
export const missing = (check: string, words: Words): Finding => ({ check, state: 'missing', ...words });
export const advice = (check: string, words: Words): Finding => ({ check, state: 'advice', ...words });
export const unasked = (check: string, words: Words): Finding => ({ check, state: 'unasked', ...words });

/** Exit code of an examination: 1 where something is missing for certain, 2 where nobody knows whether something is. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'missing')) return 1;
  return findings.some(({ state }) => state === 'unasked') ? 2 : 0;
}
