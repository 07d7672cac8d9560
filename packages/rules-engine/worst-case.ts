import { DOCUMENT_ACCESS } from './document-access.ts';
import { parse } from './parse.ts';
import { childrenOf, type Expression, type FunctionDeclaration, type Match } from './syntax.ts';

/** The most that one call of a function can cost. */
export interface WorstCase {
  /** The most expressions evaluated until the result is true, without those of the call. */
  expressions: number;
  /** The document access calls in its text and that of called functions. */
  accessCalls: number;
}

/**
 * The worst case of a function with this name in a Firestore rules file, without running it; its result must be a
 * boolean. @throws if the file has a syntax error or no such function.
 */
export function worstCase(source: string, name: string): WorstCase {
  const parsed = parse(source);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const { functions, services } = parsed.tree;
  const outermost = declared(functions, new Map());
  for (const { body } of services) {
    const found = findFunction(body, name, outermost);
    if (found === null) continue;
    const { true: expressions, accessCalls } = resultCost(found.declaration, found.functions);
    return { expressions, accessCalls };
  }
  throw new Error(`There is no function ${name}`);
}

type Functions = ReadonlyMap<string, FunctionDeclaration>;

const declared = (body: Match['body'], outer: Functions): Functions =>
  new Map([...outer, ...body.flatMap((item) => (item.kind === 'function' ? [[item.name, item] as const] : []))]);

/** A function of a block or of a block in it, with the functions that it can call. */
function findFunction(
  body: Match['body'],
  name: string,
  outer: Functions,
): { declaration: FunctionDeclaration; functions: Functions } | null {
  const functions = declared(body, outer);
  const own = body.find((item) => item.kind === 'function' && item.name === name);
  if (own?.kind === 'function') return { declaration: own, functions };
  for (const item of body) {
    const found = item.kind === 'match' ? findFunction(item.body, name, functions) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The most expressions that are evaluated until the result is true, and until it is false or another value. */
interface Cost {
  true: number;
  false: number;
  accessCalls: number;
}

const same = (expressions: number): Cost => ({ true: expressions, false: expressions, accessCalls: 0 });

const most = (cost: Cost): number => Math.max(cost.true, cost.false);

const plus = (expressions: number, cost: Cost): Cost => ({
  ...cost,
  true: cost.true + expressions,
  false: cost.false + expressions,
});

const accessCallsOf = (costs: readonly Cost[]): number => costs.reduce((total, cost) => total + cost.accessCalls, 0);

/** The cost of an expression that needs the values of all parts. */
const ofParts = (expressions: number, parts: readonly Cost[]): Cost => ({
  ...same(parts.reduce((total, part) => total + most(part), expressions)),
  accessCalls: accessCallsOf(parts),
});

/** The right side counts one more once it is needed. */
const and = (left: Cost, right: Cost): Cost => ({
  true: left.true + right.true + 2,
  false: Math.max(left.false + 1, left.true + right.false + 2),
  accessCalls: accessCallsOf([left, right]),
});

const not = (cost: Cost): Cost => ({ ...cost, true: cost.false, false: cost.true });

/** Equals `!(!left && !right)`, but for the cost of the negations. */
const or = (left: Cost, right: Cost): Cost => not(and(not(left), not(right)));

/** The cost of an expression, counted as `baseCost` of compile-expression.ts does. */
function costOf(expression: Expression, functions: Functions): Cost {
  const cost = (child: Expression): Cost => costOf(child, functions);
  switch (expression.kind) {
    case 'literal':
      // A condition never needs the other value of a literal.
      if (expression.value === true) return { ...same(1), false: -Infinity };
      return expression.value === false ? { ...same(1), true: -Infinity } : same(1);
    case 'name':
      return same(1);
    case 'unary':
      return expression.operator === '!'
        ? plus(1, not(cost(expression.operand)))
        : ofParts(1, [cost(expression.operand)]);
    case 'binary': {
      const [left, right] = [cost(expression.left), cost(expression.right)];
      if (expression.operator === '&&') return and(left, right);
      return expression.operator === '||' ? or(left, right) : ofParts(1, [left, right]);
    }
    case 'ternary': {
      const condition = cost(expression.condition);
      const [then, otherwise] = [cost(expression.then), cost(expression.otherwise)];
      const either = (outcome: 'true' | 'false'): number =>
        Math.max(condition.true + then[outcome] + 2, condition.false + otherwise[outcome] + 4);
      const accessCalls = accessCallsOf([condition, then, otherwise]);
      return { true: either('true'), false: either('false'), accessCalls };
    }
    case 'path': {
      const texts = expression.segments.filter((segment) => typeof segment === 'string');
      return ofParts(1 + texts.length, childrenOf(expression).map(cost));
    }
    case 'call': {
      const args = ofParts(1, expression.args.map(cost));
      const called = callCost(expression.name, functions);
      return { ...plus(args.true, called), accessCalls: accessCallsOf([args, called]) };
    }
    default:
      return ofParts(1, childrenOf(expression).map(cost));
  }
}

/** The cost of the call of a function, without its arguments. */
function callCost(name: string, functions: Functions): Cost {
  const called = functions.get(name);
  if (called !== undefined) return resultCost(called, functions);
  return { ...same(0), accessCalls: DOCUMENT_ACCESS.has(name) ? 1 : 0 };
}

function resultCost({ lets, result }: FunctionDeclaration, functions: Functions): Cost {
  const before = ofParts(
    lets.length,
    lets.map(({ value }) => costOf(value, functions)),
  );
  const after = costOf(result, functions);
  return { ...plus(before.true, after), accessCalls: accessCallsOf([before, after]) };
}
