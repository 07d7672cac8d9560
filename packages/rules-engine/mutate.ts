import { positions } from './issue.ts';
import { parse } from './parse.ts';
import type { Expression, ExpressionOf, FunctionDeclaration, Match, Span, SyntaxTree } from './syntax.ts';
import { childrenOf } from './syntax.ts';

/** A rules source with one deliberate fault. Complete tests of the rules fail for every mutant. */
export interface Mutant {
  line: number;
  column: number;
  description: string;
  source: string;
}

interface Change {
  readonly at: Span;
  readonly description: string;
  readonly replacement: string;
}

type Write = (replacement: string, description: string) => void;

const BOOLEAN: readonly string[] = ['&&', '||', '==', '!=', '<', '<=', '>', '>=', 'in'];
const TESTS: readonly string[] = ['exists', 'existsAfter', 'matches', 'hasAll', 'hasAny', 'hasOnly'];

/**
 * The mutants of a rules source, each with one change and the lines of the original: every condition and comparison is
 * replaced by true, by false and by its negation; `&&` and `||` are swapped; each of their operands is dropped. A
 * mutant equivalent to another one is omitted (an operand of `&&` that is true equals the dropped operand). A source
 * with syntax errors has no mutants.
 */
export function mutants(source: string): Mutant[] {
  const parsed = parse(source);
  if (!parsed.ok) return [];
  const locate = positions(source);
  return changesOf(parsed.tree, source).map(({ at, description, replacement }) => ({
    ...locate(at.start),
    description,
    source: source.slice(0, at.start) + replacement + source.slice(at.end),
  }));
}

function changesOf(tree: SyntaxTree, source: string): Change[] {
  const changes: Change[] = [];
  const text = ({ start, end }: Span): string => source.slice(start, end);
  const writer =
    (at: Span): Write =>
    (replacement, description) => {
      changes.push({ at, replacement, description: `${description}: ${shorten(text(at))}` });
    };

  /**
   * `isOperand`: the expression is an operand of `&&` or `||`, where a constant equals a dropped operand or a constant
   * whole.
   */
  function condition(expression: Expression, isOperand: boolean): void {
    const write = writer(expression);
    if (!isOperand) {
      write('true', 'always true');
      write('false', 'always false');
    }
    if (isJunction(expression)) junction(expression, write);
    else if (expression.kind === 'unary' && expression.operator === '!') {
      write(`(${text(expression.operand)})`, 'negation dropped');
      condition(expression.operand, false);
    } else {
      write(`!(${text(expression)})`, 'negated');
      inside(expression);
    }
  }

  function junction({ operator, left, right }: ExpressionOf<'binary'>, write: Write): void {
    write(`(${text(left)} ${operator === '&&' ? '||' : '&&'} ${text(right)})`, `${operator} swapped`);
    write(`(${text(right)})`, `left of ${operator} dropped`);
    write(`(${text(left)})`, `right of ${operator} dropped`);
    condition(left, true);
    condition(right, true);
  }

  /** Adds the mutants of conditions within another expression, such as an argument. */
  function inside(expression: Expression): void {
    for (const child of childrenOf(expression)) {
      const decides = expression.kind === 'ternary' && child === expression.condition;
      if (decides || isCondition(child)) condition(child, false);
      else inside(child);
    }
  }

  function value(expression: Expression): void {
    if (isCondition(expression)) condition(expression, false);
    else inside(expression);
  }

  function body(items: readonly (Match['body'][number] | FunctionDeclaration)[]): void {
    for (const item of items) {
      if (item.kind === 'match') body(item.body);
      else if (item.kind === 'function') {
        for (const binding of item.lets) value(binding.value);
        value(item.result);
      } else if (item.condition !== null) condition(item.condition, false);
    }
  }

  body(tree.functions);
  for (const service of tree.services) body(service.body);
  return changes;
}

function isJunction(expression: Expression): expression is ExpressionOf<'binary'> {
  return expression.kind === 'binary' && (expression.operator === '&&' || expression.operator === '||');
}

/** Whether the value is a boolean by its form. */
function isCondition(expression: Expression): boolean {
  switch (expression.kind) {
    case 'binary':
      return BOOLEAN.includes(expression.operator);
    case 'unary':
      return expression.operator === '!';
    case 'is':
      return true;
    case 'call':
    case 'method':
      return TESTS.includes(expression.name);
    case 'literal':
      return typeof expression.value === 'boolean';
    default:
      return false;
  }
}

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`;
};
