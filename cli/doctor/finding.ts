/** The result of one check. */
export type Finding =
  | { check: string; state: 'ok'; what: string }
  /**
   * `missing` prevents a working deployment, `advice` does not, `unasked` means that the check could not run. `next` is
   * the remedy, as a command to type where possible.
   */
  | { check: string; state: 'missing' | 'advice' | 'unasked'; what: string; why: string; next: string };

export type FindingText = Omit<Extract<Finding, { why: string }>, 'check' | 'state'>;

export const ok = (check: string, what: string): Finding => ({ check, state: 'ok', what });
export const missing = (check: string, words: FindingText): Finding => ({ check, state: 'missing', ...words });
export const advice = (check: string, words: FindingText): Finding => ({ check, state: 'advice', ...words });
export const unasked = (check: string, words: FindingText): Finding => ({ check, state: 'unasked', ...words });

/** Exit code of all checks: 1 if something is missing, else 2 if a check could not run, else 0. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'missing')) return 1;
  return findings.some(({ state }) => state === 'unasked') ? 2 : 0;
}
