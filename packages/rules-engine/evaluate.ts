import type { CompiledMatch, CompiledService } from './compile-ruleset.ts';
import type { Session } from './session.ts';
import type { Method } from './syntax.ts';
import { UNKNOWN_ANCESTORS, UNKNOWN_ID } from './request.ts';
import type { Outcome } from './values.ts';
import { pathOf, RulesError } from './values.ts';

/** The result of one rule that covers the path and the method. */
export interface EvaluatedRule {
  readonly label: string;
  /** `null`: the condition was false. */
  readonly error: RulesError | null;
}

export interface Decision {
  /** The rule that allowed the request; null if it is denied. */
  readonly allowedBy: string | null;
  /** The rules that did not allow it, in the order of the source. */
  readonly tried: readonly EvaluatedRule[];
}

/** Evaluates every rule that covers the path until one is true. If a limit is exceeded, the request is denied. */
export function evaluate(services: readonly CompiledService[], session: Session, method: Method): Decision {
  const search = new Search(session, method);
  for (const service of services) {
    search.version = service.version;
    if (service.matches.some((match) => search.from(match, 0, 0))) break;
  }
  return { allowedBy: session.fatal === null ? search.allowedBy : null, tried: search.tried };
}

class Search {
  allowedBy: string | null = null;
  version: CompiledService['version'] = '2';
  readonly tried: EvaluatedRule[] = [];
  readonly #session: Session;
  readonly #method: Method;
  readonly #captures: Outcome[] = [];

  constructor(session: Session, method: Method) {
    this.#session = session;
    this.#method = method;
  }

  /**
   * Matches the pattern from segment `step` against the path from segment `at`. Returns true if the search has ended.
   */
  from(match: CompiledMatch, step: number, at: number): boolean {
    const { segments } = this.#session;
    const expected = match.pattern[step];
    if (expected === undefined) return this.#enter(match, at);
    const found = segments[at];
    if (expected.kind === 'rest') return this.#rest(match, { step, name: expected.name }, at);
    if (found === undefined || this.#session.isUnknown(found, UNKNOWN_ANCESTORS)) return false;
    if (expected.kind === 'text') {
      return (
        found === expected.text && !this.#session.isUnknown(found, UNKNOWN_ID) && this.from(match, step + 1, at + 1)
      );
    }
    this.#capture(match, step, this.#session.isUnknown(found, UNKNOWN_ID) ? unknownName(expected.name) : found);
    return this.from(match, step + 1, at + 1);
  }

  /** Version 2: zero or more segments anywhere; version 1: one or more, and always to the end. */
  #rest(match: CompiledMatch, { step, name }: { step: number; name: string }, at: number): boolean {
    const { segments } = this.#session;
    const left = segments.length - at;
    for (let length = this.version === '2' ? 0 : Math.max(1, left); length <= left; length++) {
      const covered = segments.slice(at, at + length);
      const isKnown = !covered.some(
        (one) => this.#session.isUnknown(one, UNKNOWN_ID) || this.#session.isUnknown(one, UNKNOWN_ANCESTORS),
      );
      this.#capture(match, step, isKnown ? pathOf(covered) : unknownName(name));
      if (this.from(match, step + 1, at + length)) return true;
    }
    return false;
  }

  #capture(match: CompiledMatch, step: number, value: Outcome): void {
    let slot = match.firstCapture;
    for (const segment of match.pattern.slice(0, step)) if (segment.kind !== 'text') slot++;
    this.#captures[slot] = value;
  }

  #enter(match: CompiledMatch, at: number): boolean {
    const session = this.#session;
    if (at === session.segments.length) {
      for (const rule of match.rules[this.#method]) {
        const outcome = rule.condition({ session, captures: this.#captures, locals: [] });
        if (session.fatal !== null) {
          this.tried.push({ label: rule.label, error: session.fatal });
          return true;
        }
        if (outcome === true) {
          this.allowedBy = rule.label;
          return true;
        }
        this.tried.push({ label: rule.label, error: outcome === false ? null : asError(outcome) });
      }
    }
    return match.matches.some((child) => this.from(child, 0, at));
  }
}

const asError = (outcome: Outcome): RulesError =>
  outcome instanceof RulesError ? outcome : new RulesError('The condition is not a boolean');

const unknownName = (name: string): RulesError => new RulesError(`A query does not fix {${name}}`);
