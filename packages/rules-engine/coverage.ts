import type { Expression, FunctionDeclaration, Match, SyntaxTree } from './syntax.ts';
import { childrenOf } from './syntax.ts';
import type { Outcome } from './values.ts';
import { RulesError } from './values.ts';

/** Values of these types are counted separately; values of other types (maps, lists, times) are counted together. */
type Scalar = null | boolean | bigint | number | string;

/** How often an expression had a value or failed with an error. Without both, it had a value that is not scalar. */
export interface EvaluatedExpression {
  readonly value?: Scalar;
  readonly error?: string;
  count: number;
}

/** An expression of a source, from offset `start` to before `end`, with its values and its subexpressions. */
export interface ExpressionReport {
  readonly start: number;
  readonly end: number;
  readonly results: readonly EvaluatedExpression[];
  readonly children: readonly ExpressionReport[];
}

/** Counts the values of the expressions of one ruleset. */
export interface Coverage {
  count(expression: Expression, outcome: Outcome): void;
  /** Reports function bodies and conditions of rules, nested as in the source; literals are omitted. */
  report(tree: SyntaxTree): ExpressionReport[];
}

/** The maximum number of values per expression: one string per requested document would fill the memory. */
const MAX_VALUES = 50;

export function openCoverage(): Coverage {
  const counts = new Map<Expression, Map<unknown, EvaluatedExpression>>();

  function reportOf(expression: Expression): ExpressionReport[] {
    if (expression.kind === 'literal') return [];
    const { start, end } = expression;
    const results = [...(counts.get(expression)?.values() ?? [])];
    return [{ start, end, results, children: childrenOf(expression).flatMap(reportOf) }];
  }

  function reportOfBody(body: readonly (Match['body'][number] | FunctionDeclaration)[]): ExpressionReport[] {
    const functions = body.filter((item) => item.kind === 'function');
    const matches = body.filter((item) => item.kind === 'match');
    const rules = body.filter((item) => item.kind === 'allow');
    return [
      ...functions.flatMap(({ lets, result }) => [...lets.map(({ value }) => value), result].flatMap(reportOf)),
      ...matches.flatMap((match) => reportOfBody(match.body)),
      ...rules.flatMap(({ condition }) => (condition === null ? [] : reportOf(condition))),
    ];
  }

  return {
    count(expression, outcome) {
      let known = counts.get(expression);
      if (known === undefined) counts.set(expression, (known = new Map<unknown, EvaluatedExpression>()));
      const seen = resultOf(outcome);
      const key = seen.error === undefined ? seen.value : `error ${seen.error}`;
      const same = known.get(key) ?? (known.size < MAX_VALUES ? undefined : known.get(undefined));
      if (same !== undefined) same.count++;
      else if (known.size < MAX_VALUES) known.set(key, seen);
      else known.set(undefined, { count: 1 });
    },
    report: ({ functions, services }) => [
      ...reportOfBody(functions),
      ...services.flatMap(({ body }) => reportOfBody(body)),
    ],
  };
}

function resultOf(outcome: Outcome): EvaluatedExpression {
  if (outcome instanceof RulesError) return { error: outcome.message, count: 1 };
  return outcome === null || typeof outcome !== 'object' ? { value: outcome, count: 1 } : { count: 1 };
}
