import { compileCall, compileMethod } from './compile-call.ts';
import { compilePath } from './compile-path.ts';
import { evaluateAll, type Names, type Run, spending } from './compiled.ts';
import { TYPE_TESTS } from './library/tables.ts';
import { elementOf, memberOf, negate, OPERATORS, rangeOf } from './operators.ts';
import { childrenOf, type Expression, type ExpressionOf, offsetOf } from './syntax.ts';
import { isStorable, type Outcome, RulesError, type RulesValue, typeName, type Value } from './values.ts';

/** Compiles a checked expression to a closure. Expressions refused by the checker evaluate to an error. */
export function compileExpression(expression: Expression, names: Names): Run {
  if (expression.kind === 'literal') {
    const { value } = expression;
    return () => value;
  }
  if (expression.kind === 'name') {
    const { name, start } = expression;
    const variable = names.variable(name) ?? ((): Outcome => new RulesError(`Unknown name "${name}"`, start));
    return (frame) => {
      const outcome = variable(frame);
      frame.session.coverage?.count(expression, outcome);
      return outcome;
    };
  }
  const run = compileNode(expression, names);
  const offset = offsetOf(expression);
  const cost = baseCost(expression);
  return (frame) => {
    if (frame.session.spend(cost)) return frame.session.fatal ?? false;
    const outcome = run(frame);
    if (outcome instanceof RulesError && outcome.offset < 0) outcome.offset = offset;
    frame.session.coverage?.count(expression, outcome);
    return outcome;
  };
}

function compileNode(expression: Exclude<Expression, { kind: 'literal' | 'name' }>, names: Names): Run {
  const compile = (child: Expression): Run => compileExpression(child, names);
  switch (expression.kind) {
    case 'list':
      return list(expression.items.map(compile));
    case 'map':
      return map(expression, compile);
    case 'path':
      return compilePath(expression, names, compile);
    case 'unary':
      return strict(compile(expression.operand), expression.operator === '!' ? not : negate);
    case 'binary':
      return binary(expression, compile);
    case 'is': {
      const test = TYPE_TESTS.get(expression.type) ?? (() => false);
      return strict(compile(expression.operand), (value) => test(typeName(value)));
    }
    case 'ternary':
      return ternary(expression, compile);
    case 'member': {
      const { name } = expression;
      return strict(compile(expression.target), (target) => memberOf(target, name));
    }
    case 'index':
      return strictPair(compile(expression.target), compile(expression.index), elementOf);
    case 'range':
      return range(expression, compile);
    case 'call':
      return compileCall(expression, names, compile);
    case 'method':
      return compileMethod(expression, names, compile);
  }
}

function strict(operand: Run, apply: (value: Value) => Outcome): Run {
  return (frame) => {
    const value = operand(frame);
    return value instanceof RulesError ? value : apply(value);
  };
}

function strictPair(first: Run, second: Run, apply: (first: Value, second: Value) => Outcome): Run {
  return (frame) => {
    const a = first(frame);
    const b = second(frame);
    if (a instanceof RulesError) return a;
    return b instanceof RulesError ? b : apply(a, b);
  };
}

const not = (value: Value): Outcome =>
  typeof value === 'boolean' ? !value : new RulesError(`"!" does not work on ${typeName(value)}`);

function binary(expression: ExpressionOf<'binary'>, compile: (child: Expression) => Run): Run {
  const { operator } = expression;
  const left = compile(expression.left);
  const right = compile(expression.right);
  if (operator === '&&' || operator === '||') {
    return junction(left, spending(right, 1 + leafCost(expression.right)), operator);
  }
  return strictPair(left, right, OPERATORS[operator]);
}

/** One deciding operand (false for `&&`, true for `||`) determines the result, even if the other operand fails. */
function junction(left: Run, right: Run, operator: '&&' | '||'): Run {
  const deciding = operator === '||';
  return (frame) => {
    const first = left(frame);
    if (first === deciding) return deciding;
    const second = right(frame);
    if (second === deciding) return deciding;
    if (first === second && typeof first === 'boolean') return first;
    const failed = typeof first === 'boolean' ? second : first;
    return failed instanceof RulesError ? failed : new RulesError(`"${operator}" does not work on ${typeName(failed)}`);
  };
}

function ternary(expression: ExpressionOf<'ternary'>, compile: (child: Expression) => Run): Run {
  const condition = compile(expression.condition);
  const then = spending(compile(expression.then), leafCost(expression.then));
  const otherwise = spending(compile(expression.otherwise), 2 + leafCost(expression.otherwise));
  return (frame) => {
    const decision = condition(frame);
    if (decision === true) return then(frame);
    if (decision === false) return otherwise(frame);
    return decision instanceof RulesError ? decision : new RulesError(`"?" does not work on ${typeName(decision)}`);
  };
}

function range(expression: ExpressionOf<'range'>, compile: (child: Expression) => Run): Run {
  const parts = [compile(expression.target), compile(expression.from), compile(expression.to)];
  return (frame) => {
    const found = evaluateAll(parts, frame);
    return found instanceof RulesError ? found : rangeOf(found[0] ?? null, found[1] ?? null, found[2] ?? null);
  };
}

function list(items: readonly Run[]): Run {
  return (frame) => storable(evaluateAll(items, frame));
}

function map(expression: ExpressionOf<'map'>, compile: (child: Expression) => Run): Run {
  const keys = expression.entries.map(({ key }) => key);
  const runs = expression.entries.map(({ value }) => compile(value));
  return (frame) => {
    const values = storable(evaluateAll(runs, frame));
    return values instanceof RulesError ? values : new Map(values.map((value, at) => [keys[at] ?? '', value]));
  };
}

function storable(values: readonly Value[] | RulesError): RulesValue[] | RulesError {
  if (values instanceof RulesError) return values;
  const found = values.filter(isStorable);
  return found.length === values.length
    ? found
    : new RulesError('A value that is only partly known cannot be part of another');
}

/**
 * The cost of evaluating an expression against the limit of 1,000: one for every node, literals included; one more for
 * the right side of `&&` and `||` once it is needed, for a ternary (and two more for its false branch), for each
 * literal segment of a path, for a call in a namespace and for a `let`. This matches measurements of Google's runtime.
 */
function baseCost(expression: Expression): number {
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
