import { compileRuleset } from './compile-ruleset.ts';
import { openCoverage } from './coverage.ts';
import type { ExpressionReport } from './coverage.ts';
import { evaluate } from './evaluate.ts';
import type { Decision } from './evaluate.ts';
import type { Position, RulesIssue } from './issue.ts';
import { issueAt, positions } from './issue.ts';
import { LIMITS } from './limits.ts';
import { parse } from './parse.ts';
import { patternCache } from './pattern.ts';
import { check } from './check.ts';
import { Session } from './session.ts';
import type { Budget, RulesReader, RulesRequest } from './request.ts';

export type { RulesIssue } from './issue.ts';
export type { Budget, RulesReader, RulesRequest } from './request.ts';
export type { EvaluatedExpression, ExpressionReport } from './coverage.ts';
export type { RulesValue } from './values.ts';
export { UNKNOWN_ANCESTORS, UNKNOWN_ID } from './request.ts';

export interface Verdict {
  allowed: boolean;
  /** The deciding rules with line and column, and why they denied. */
  reason: string;
  /** Documents read by this evaluation. */
  accessCalls: number;
  /** Evaluated expressions. */
  expressions: number;
  /** The arguments of `debug()` calls, as text. */
  debug: readonly string[];
}

export interface Ruleset {
  /** Never throws for any request; only exceptions of the reader propagate. */
  evaluate(request: RulesRequest, reader: RulesReader, budget?: Budget | null): Verdict;
  readonly source: string;
  /** The values of every expression so far, for a ruleset compiled with `counted`. */
  coverage(): readonly ExpressionReport[];
}

export interface CompileOptions {
  /** Counts the values of expressions, which slows down each evaluation. */
  counted?: boolean;
}

export type CompileResult = { ok: true; ruleset: Ruleset } | { ok: false; issues: RulesIssue[] };

/** Compiles the source of a `.rules` file. Returns all semantic errors, but only the first syntax error. */
export function compileRules(source: string, { counted = false }: CompileOptions = {}): CompileResult {
  if (Buffer.byteLength(source) > LIMITS.sourceBytes) {
    return { ok: false, issues: [issueAt(source, { offset: 0, message: 'The rules are longer than 256 KiB' })] };
  }
  const parsed = parse(source);
  if (!parsed.ok) return { ok: false, issues: [issueAt(source, parsed.problem)] };
  const problems = check(parsed.tree);
  if (problems.length > 0) return { ok: false, issues: problems.map((problem) => issueAt(source, problem)) };

  const locate = positions(source);
  const services = compileRuleset(parsed.tree, locate);
  const pattern = patternCache();
  const coverage = counted ? openCoverage() : null;
  return {
    ok: true,
    ruleset: {
      evaluate(request, reader, budget) {
        const session = new Session({ request, reader, budget: budget ?? null, pattern, coverage });
        const own = services.filter((service) => service.name === request.service);
        const decision = evaluate(own, session, request.method);
        return {
          allowed: decision.allowedBy !== null,
          reason: decision.allowedBy ?? refusal(request, decision, locate),
          accessCalls: session.accessCalls,
          expressions: session.expressions,
          debug: session.debugged,
        };
      },
      source,
      coverage: () => coverage?.report(parsed.tree) ?? [],
    },
  };
}

function refusal(request: RulesRequest, { tried }: Decision, locate: (offset: number) => Position): string {
  if (tried.length === 0) return `no rule covers ${request.method} of /${request.path}`;
  return tried
    .map(({ label, error }) => {
      if (error === null) return `${label} is false`;
      if (error.offset < 0) return `${label} failed: ${error.message}`;
      const { line, column } = locate(error.offset);
      return `${label} failed at ${line}:${column}: ${error.message}`;
    })
    .join('; ');
}
