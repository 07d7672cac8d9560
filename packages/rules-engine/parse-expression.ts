import type { BinaryOperator, Expression, MapEntry, PathSegment } from './syntax.ts';
import { childrenOf } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Operators by precedence, loosest first, as in the operator table of the language guide. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['is'],
  ['in'],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Longer chains of members would exceed the limit of evaluated expressions. */
const MAX_HEIGHT = 400;
/** The maximum for Google's compiler, which reports "Expression is too complex to evaluate safely" above it. */
const MAX_LEVELS = 99;
const TOO_DEEP = `This expression is nested too deeply: at most ${MAX_LEVELS} levels, of which each operator of a chain is one`;
const MAX_INT = 2n ** 63n - 1n;
const RESERVED = new Set(['if', 'in', 'is', 'let', 'return', 'function', 'match', 'allow', 'service']);

type Unplaced = Expression extends infer E ? (E extends Expression ? Omit<E, 'end'> : never) : never;

/** Parses one expression. Errors are reported to the cursor. */
export function parseExpression(cursor: TokenCursor): Expression {
  const sizes = new WeakMap<Expression, { height: number; levels: number }>();
  let nesting = 0;

  function place(unplaced: Unplaced): Expression {
    const expression = { ...unplaced, end: cursor.end() } as Expression;
    const target = 'target' in expression ? expression.target : null;
    let height = 0;
    let levels = 0;
    for (const child of childrenOf(expression)) {
      const size = sizes.get(child) ?? { height: 0, levels: 0 };
      height = Math.max(height, size.height);
      // The operand of `.` and `[` is on their own level.
      levels = Math.max(levels, child === target ? size.levels - 1 : size.levels);
    }
    return measured(expression, { height: height + 1, levels: levels + 1 });
  }

  function measured(expression: Expression, size: { height: number; levels: number }): Expression {
    sizes.set(expression, size);
    if (size.height > MAX_HEIGHT || size.levels > MAX_LEVELS) cursor.fail(TOO_DEEP, expression.start);
    return expression;
  }

  function ternary(): Expression {
    const condition = binary(0);
    if (!cursor.accept('?')) return condition;
    const then = nested(ternary);
    cursor.expect(':', 'between the two results of ?');
    const otherwise = nested(ternary);
    return place({ kind: 'ternary', condition, then, otherwise, start: condition.start });
  }

  function binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return unary();
    let left = binary(level + 1);
    for (;;) {
      const operator = operators.find((candidate) => cursor.isAt(candidate));
      if (operator === undefined) return left;
      cursor.next();
      const { start } = left;
      if (operator === 'is') {
        const type = cursor.expectKind('name', 'a type after "is"').text;
        left = place({ kind: 'is', operand: left, type, start });
      } else {
        left = place({ kind: 'binary', operator: operator as BinaryOperator, left, right: binary(level + 1), start });
      }
    }
  }

  function unary(): Expression {
    const { start } = cursor.peek();
    if (cursor.accept('!')) return place({ kind: 'unary', operator: '!', operand: nested(unary), start });
    if (!cursor.accept('-')) return postfix(primary());
    const digits = cursor.peek();
    if (digits.kind !== 'int' || digits.value !== MAX_INT + 1n) {
      return place({ kind: 'unary', operator: '-', operand: nested(() => postfix(primary())), start });
    }
    // The smallest integer has no positive counterpart, so its digits are allowed only after a minus.
    cursor.next();
    return place({ kind: 'literal', value: -(MAX_INT + 1n), start });
  }

  function postfix(first: Expression): Expression {
    let target = first;
    const { start } = first;
    for (;;) {
      if (cursor.accept('.')) {
        const { text: name, start: nameStart } = cursor.expectKind('name', 'a name after "."');
        target = cursor.accept('(')
          ? place({ kind: 'method', target, name, nameStart, args: list(')'), start })
          : place({ kind: 'member', target, name, nameStart, start });
      } else if (cursor.accept('[')) {
        const index = nested(ternary);
        if (cursor.accept(':')) {
          const to = nested(ternary);
          cursor.expect(']', 'after the range');
          target = place({ kind: 'range', target, from: index, to, start });
        } else {
          cursor.expect(']', 'after the index');
          target = place({ kind: 'index', target, index, start });
        }
      } else {
        return target;
      }
    }
  }

  function primary(): Expression {
    const token = cursor.peek();
    const { start } = token;
    switch (token.kind) {
      case 'int':
        cursor.next();
        if ((token.value as bigint) > MAX_INT) cursor.fail('This integer does not fit 64 bits', start);
        return place({ kind: 'literal', value: token.value, start });
      case 'float':
      case 'string':
      case 'bytes':
        cursor.next();
        return place({ kind: 'literal', value: token.value, start });
      case 'name':
        return named();
      default:
        if (cursor.accept('(')) {
          const inner = nested(ternary);
          cursor.expect(')', 'after the expression');
          // The parentheses belong to the span, so that replacing its text leaves a well-formed source.
          const { height, levels } = sizes.get(inner) ?? { height: 1, levels: 1 };
          return measured({ ...inner, start, end: cursor.end() }, { height, levels: levels + 1 });
        }
        if (cursor.accept('[')) return place({ kind: 'list', items: list(']'), start });
        if (cursor.accept('{')) return place({ kind: 'map', entries: entries(), start });
        if (cursor.isAt('/')) return place({ kind: 'path', segments: segments(), start });
        cursor.fail(
          token.kind === 'end'
            ? 'Expected an expression, found the end of the file'
            : `Expected an expression, found "${token.text}"`,
        );
        return place({ kind: 'literal', value: null, start });
    }
  }

  function named(): Expression {
    const { text: name, start } = cursor.peek();
    if (RESERVED.has(name)) cursor.fail(`Expected an expression, found the keyword "${name}"`);
    cursor.next();
    if (name === 'null') return place({ kind: 'literal', value: null, start });
    if (name === 'true' || name === 'false') return place({ kind: 'literal', value: name === 'true', start });
    if (cursor.accept('(')) return place({ kind: 'call', name, args: list(')'), start });
    return place({ kind: 'name', name, start });
  }

  function list(close: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    while (!cursor.accept(close)) {
      if (items.length > 0) {
        cursor.expect(',', 'between the items');
        if (cursor.accept(close)) break;
      }
      if (cursor.peek().kind === 'end') {
        cursor.fail(`Expected "${close}"`);
        break;
      }
      items.push(nested(ternary));
    }
    return items;
  }

  function entries(): MapEntry[] {
    const found: MapEntry[] = [];
    while (!cursor.accept('}')) {
      if (found.length > 0) {
        cursor.expect(',', 'between the entries');
        if (cursor.accept('}')) break;
      }
      const key = cursor.expectKind('string', 'a quoted key');
      if (key.kind === 'end') break;
      if (found.some((entry) => entry.key === key.value)) cursor.fail(`The key ${key.text} occurs twice`, key.start);
      cursor.expect(':', 'after the key');
      found.push({ key: String(key.value), value: nested(ternary) });
    }
    return found;
  }

  function segments(): PathSegment[] {
    const found: PathSegment[] = [];
    let { end } = cursor.peek();
    while (cursor.isAt('/') && (found.length === 0 || cursor.peek().start === end)) {
      cursor.next();
      if (cursor.accept('$(')) {
        found.push(nested(ternary));
        cursor.expect(')', 'after the expression in the path');
      } else {
        found.push(cursor.expectKind('segment', 'a path segment').text);
      }
      end = cursor.end();
    }
    return found;
  }

  function nested(parse: () => Expression): Expression {
    if (++nesting >= MAX_LEVELS) cursor.fail(TOO_DEEP);
    const expression = parse();
    nesting--;
    return expression;
  }

  return ternary();
}
