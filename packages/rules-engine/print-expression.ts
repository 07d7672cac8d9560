import type { BinaryOperator, Expression, ExpressionOf } from './syntax.ts';

const TERNARY = 0;
const BINARY: Readonly<Record<BinaryOperator | 'is', number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  is: 4,
  in: 5,
  '<': 6,
  '<=': 6,
  '>': 6,
  '>=': 6,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
};
const UNARY = 9;
const POSTFIX = 10;

/** The source of an expression with the fewest parentheses. */
export function printExpression(expression: Expression): string {
  return printAt(expression, TERNARY);
}

/** The source of an operand of an operator with the precedence `level`. */
function printAt(expression: Expression, level: number): string {
  const text = withoutParentheses(expression);
  return precedence(expression) < level ? `(${text})` : text;
}

function precedence(expression: Expression): number {
  switch (expression.kind) {
    case 'ternary':
      return TERNARY;
    case 'binary':
      return BINARY[expression.operator];
    case 'is':
      return BINARY.is;
    case 'unary':
      return UNARY;
    case 'literal':
      return typeof expression.value === 'bigint' && expression.value < 0n ? UNARY : POSTFIX;
    // A dot or bracket after a path would be parsed as part of the path.
    case 'path':
      return UNARY;
    default:
      return POSTFIX;
  }
}

function withoutParentheses(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return literal(expression.value);
    case 'name':
      return expression.name;
    case 'list':
      return `[${list(expression.items)}]`;
    case 'map':
      return `{${expression.entries.map(({ key, value }) => `${quoted(key)}: ${printExpression(value)}`).join(', ')}}`;
    case 'path':
      return expression.segments
        .map((segment) => (typeof segment === 'string' ? `/${segment}` : `/$(${printExpression(segment)})`))
        .join('');
    case 'unary':
      // Two adjacent marks would be "--", and a minus cannot precede another unary operator.
      return `${expression.operator}${printAt(expression.operand, expression.operator === '-' ? POSTFIX : UNARY)}`;
    case 'binary':
      return binary(expression);
    case 'is':
      return `${printAt(expression.operand, BINARY.is)} is ${expression.type}`;
    case 'ternary': {
      const { condition, then, otherwise } = expression;
      return `${printAt(condition, TERNARY + 1)} ? ${printExpression(then)} : ${printExpression(otherwise)}`;
    }
    case 'member':
      return `${beforeDot(expression.target)}.${expression.name}`;
    case 'index':
      return `${printAt(expression.target, POSTFIX)}[${printExpression(expression.index)}]`;
    case 'range': {
      const { target, from, to } = expression;
      return `${printAt(target, POSTFIX)}[${printExpression(from)}:${printExpression(to)}]`;
    }
    case 'call':
      return `${expression.name}(${list(expression.args)})`;
    case 'method':
      return `${beforeDot(expression.target)}.${expression.name}(${list(expression.args)})`;
  }
}

/** The source of the target of a member. An int needs parentheses, because the dot would be its decimal point. */
function beforeDot(target: Expression): string {
  const text = printAt(target, POSTFIX);
  return /^[0-9]+$/.test(text) ? `(${text})` : text;
}

const list = (items: readonly Expression[]): string => items.map(printExpression).join(', ');

function binary({ operator, left, right }: ExpressionOf<'binary'>): string {
  const level = BINARY[operator];
  return `${printAt(left, level)} ${operator} ${printAt(right, level + 1)}`;
}

function literal(value: ExpressionOf<'literal'>['value']): string {
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Uint8Array) return `b'${[...value].map(octet).join('')}'`;
  if (typeof value === 'number') return decimal(value);
  return String(value);
}

/** A float in decimal notation, because the language has no exponents. */
function decimal(value: number): string {
  if (Number.isInteger(value)) return `${BigInt(value)}.0`;
  const [digits = '', exponent = '0'] = String(value).split('e');
  return exponent === '0' ? digits : `0.${'0'.repeat(-Number(exponent) - 1)}${digits.replace('.', '')}`;
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const quoted = (text: string): string => `'${text.replace(/[\\'\n\r\t]/g, (char) => ESCAPED[char] ?? char)}'`;

function octet(value: number): string {
  const char = String.fromCharCode(value);
  return /[A-Za-z0-9 _.,:;=+*/-]/.test(char) ? char : `\\x${value.toString(16).padStart(2, '0')}`;
}
