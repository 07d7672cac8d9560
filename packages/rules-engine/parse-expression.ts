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
export const parseExpression = (cursor: TokenCursor): Expression => new ExpressionParser(cursor).parse();

interface Size {
  height: number;
  levels: number;
}

/** A recursive descent parser with one method for each rule of the grammar. */
class ExpressionParser {
  readonly #cursor: TokenCursor;
  readonly #sizes = new WeakMap<Expression, Size>();
  #nesting = 0;

  constructor(cursor: TokenCursor) {
    this.#cursor = cursor;
  }

  parse(): Expression {
    return this.#ternary();
  }

  #place(unplaced: Unplaced): Expression {
    const expression = { ...unplaced, end: this.#cursor.end() } as Expression;
    const target = 'target' in expression ? expression.target : null;
    let height = 0;
    let levels = 0;
    for (const child of childrenOf(expression)) {
      const size = this.#sizes.get(child) ?? { height: 0, levels: 0 };
      height = Math.max(height, size.height);
      // The operand of `.` and `[` is on their own level.
      levels = Math.max(levels, child === target ? size.levels - 1 : size.levels);
    }
    return this.#measured(expression, { height: height + 1, levels: levels + 1 });
  }

  #measured(expression: Expression, size: Size): Expression {
    this.#sizes.set(expression, size);
    if (size.height > MAX_HEIGHT || size.levels > MAX_LEVELS) this.#cursor.fail(TOO_DEEP, expression.start);
    return expression;
  }

  #ternary(): Expression {
    const condition = this.#binary(0);
    if (!this.#cursor.accept('?')) return condition;
    const then = this.#inner();
    this.#cursor.expect(':', 'between the two results of ?');
    const otherwise = this.#inner();
    return this.#place({ kind: 'ternary', condition, then, otherwise, start: condition.start });
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((candidate) => this.#cursor.isAt(candidate));
      if (operator === undefined) return left;
      this.#cursor.next();
      const { start } = left;
      if (operator === 'is') {
        const type = this.#cursor.expectKind('name', 'a type after "is"').text;
        left = this.#place({ kind: 'is', operand: left, type, start });
      } else {
        left = this.#place({
          kind: 'binary',
          operator: operator as BinaryOperator,
          left,
          right: this.#binary(level + 1),
          start,
        });
      }
    }
  }

  #unary(): Expression {
    const { start } = this.#cursor.peek();
    if (this.#cursor.accept('!'))
      return this.#place({ kind: 'unary', operator: '!', operand: this.#nested(() => this.#unary()), start });
    if (!this.#cursor.accept('-')) return this.#postfix(this.#primary());
    const digits = this.#cursor.peek();
    if (digits.kind !== 'int' || digits.value !== MAX_INT + 1n) {
      return this.#place({
        kind: 'unary',
        operator: '-',
        operand: this.#nested(() => this.#postfix(this.#primary())),
        start,
      });
    }
    // The smallest integer has no positive counterpart, so its digits are allowed only after a minus.
    this.#cursor.next();
    return this.#place({ kind: 'literal', value: -(MAX_INT + 1n), start });
  }

  #postfix(first: Expression): Expression {
    let target = first;
    const { start } = first;
    for (;;) {
      if (this.#cursor.accept('.')) {
        const { text: name, start: nameStart } = this.#cursor.expectKind('name', 'a name after "."');
        target = this.#cursor.accept('(')
          ? this.#place({ kind: 'method', target, name, nameStart, args: this.#list(')'), start })
          : this.#place({ kind: 'member', target, name, nameStart, start });
      } else if (this.#cursor.accept('[')) {
        const index = this.#inner();
        if (this.#cursor.accept(':')) {
          const to = this.#inner();
          this.#cursor.expect(']', 'after the range');
          target = this.#place({ kind: 'range', target, from: index, to, start });
        } else {
          this.#cursor.expect(']', 'after the index');
          target = this.#place({ kind: 'index', target, index, start });
        }
      } else {
        return target;
      }
    }
  }

  #primary(): Expression {
    const token = this.#cursor.peek();
    const { start } = token;
    switch (token.kind) {
      case 'int':
        this.#cursor.next();
        if ((token.value as bigint) > MAX_INT) this.#cursor.fail('This integer does not fit 64 bits', start);
        return this.#place({ kind: 'literal', value: token.value, start });
      case 'float':
      case 'string':
      case 'bytes':
        this.#cursor.next();
        return this.#place({ kind: 'literal', value: token.value, start });
      case 'name':
        return this.#named();
      default:
        if (this.#cursor.accept('(')) {
          const inner = this.#inner();
          this.#cursor.expect(')', 'after the expression');
          // The parentheses belong to the span, so that replacing its text leaves a well-formed source.
          const { height, levels } = this.#sizes.get(inner) ?? { height: 1, levels: 1 };
          return this.#measured({ ...inner, start, end: this.#cursor.end() }, { height, levels: levels + 1 });
        }
        if (this.#cursor.accept('[')) return this.#place({ kind: 'list', items: this.#list(']'), start });
        if (this.#cursor.accept('{')) return this.#place({ kind: 'map', entries: this.#entries(), start });
        if (this.#cursor.isAt('/')) return this.#place({ kind: 'path', segments: this.#segments(), start });
        this.#cursor.fail(
          token.kind === 'end'
            ? 'Expected an expression, found the end of the file'
            : `Expected an expression, found "${token.text}"`,
        );
        return this.#place({ kind: 'literal', value: null, start });
    }
  }

  #named(): Expression {
    const { text: name, start } = this.#cursor.peek();
    if (RESERVED.has(name)) this.#cursor.fail(`Expected an expression, found the keyword "${name}"`);
    this.#cursor.next();
    if (name === 'null') return this.#place({ kind: 'literal', value: null, start });
    if (name === 'true' || name === 'false') return this.#place({ kind: 'literal', value: name === 'true', start });
    if (this.#cursor.accept('(')) return this.#place({ kind: 'call', name, args: this.#list(')'), start });
    return this.#place({ kind: 'name', name, start });
  }

  #list(close: ')' | ']'): Expression[] {
    const items: Expression[] = [];
    while (!this.#cursor.accept(close)) {
      if (items.length > 0) {
        this.#cursor.expect(',', 'between the items');
        if (this.#cursor.accept(close)) break;
      }
      if (this.#cursor.peek().kind === 'end') {
        this.#cursor.fail(`Expected "${close}"`);
        break;
      }
      items.push(this.#inner());
    }
    return items;
  }

  #entries(): MapEntry[] {
    const found: MapEntry[] = [];
    while (!this.#cursor.accept('}')) {
      if (found.length > 0) {
        this.#cursor.expect(',', 'between the entries');
        if (this.#cursor.accept('}')) break;
      }
      const key = this.#cursor.expectKind('string', 'a quoted key');
      if (key.kind === 'end') break;
      if (found.some((entry) => entry.key === key.value))
        this.#cursor.fail(`The key ${key.text} occurs twice`, key.start);
      this.#cursor.expect(':', 'after the key');
      found.push({ key: String(key.value), value: this.#inner() });
    }
    return found;
  }

  #segments(): PathSegment[] {
    const found: PathSegment[] = [];
    let { end } = this.#cursor.peek();
    while (this.#cursor.isAt('/') && (found.length === 0 || this.#cursor.peek().start === end)) {
      this.#cursor.next();
      if (this.#cursor.accept('$(')) {
        found.push(this.#inner());
        this.#cursor.expect(')', 'after the expression in the path');
      } else {
        found.push(this.#cursor.expectKind('segment', 'a path segment').text);
      }
      end = this.#cursor.end();
    }
    return found;
  }

  #inner(): Expression {
    return this.#nested(() => this.#ternary());
  }

  #nested(parse: () => Expression): Expression {
    if (++this.#nesting >= MAX_LEVELS) this.#cursor.fail(TOO_DEEP);
    const expression = parse();
    this.#nesting--;
    return expression;
  }
}
