import type { Expression } from './syntax.ts';
import { childrenOf } from './syntax.ts';

/**
 * The cost of evaluating an expression against the limit of 1,000: one for every node, literals included; one more for
 * the right side of `&&` and `||` once it is needed, for a ternary (and two more for its false branch), for each
 * literal segment of a path, for a call in a namespace and for a `let`. This matches measurements of Google's runtime.
 */
export function baseCost(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return expression.operator === '&&' || expression.operator === '||'
        ? 1 + leafCost(expression.left)
        : 1 + leafCost(expression.left) + leafCost(expression.right);
    case 'ternary':
      return 2 + leafCost(expression.condition);
    case 'path':
      return 1 + expression.segments.reduce((sum, one) => sum + (typeof one === 'string' ? 1 : leafCost(one)), 0);
    // The name of a namespace counts like any other name.
    default:
      return childrenOf(expression).reduce((sum, child) => sum + leafCost(child), 1);
  }
}

/** A literal or a name is counted by the expression around it, which saves a call at run time. */
export function leafCost(expression: Expression): number {
  return expression.kind === 'literal' || expression.kind === 'name' ? 1 : 0;
}
