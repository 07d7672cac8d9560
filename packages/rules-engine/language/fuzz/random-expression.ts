import type { BinaryOperator, Expression } from '../../syntax.ts';
import type { Random } from './random.ts';

type Kind = 'bool' | 'int' | 'float' | 'string' | 'bytes' | 'list' | 'map' | 'set' | 'path' | 'time' | 'span';

const KINDS: readonly Kind[] = [
  'bool', 'int', 'float', 'string', 'bytes', 'list', 'map', 'set', 'path', 'time', 'span',
]; // prettier-ignore
const AT = { start: 0, end: 0 };

// The literals and names of random expressions: ordinary, unusual and extreme ones.
const NAMES = ['a', 'b', 'c', 'data', 'x'] as const;
const TYPES = [
  'bool', 'bytes', 'duration', 'float', 'int', 'latlng', 'list', 'map', 'number', 'path', 'set', 'string', 'timestamp',
] as const; // prettier-ignore
const TEXTS = [
  '',
  'a',
  'b',
  'Abc',
  'a/b',
  "it's",
  'back\\slash',
  'li\nne',
  'é',
  '😀',
  '[a-z]+',
  '(',
  '.*',
  '1',
  '-2.5',
];
const INTS = [0n, 1n, 2n, 7n, 100n, 9007199254740993n, 9223372036854775807n];
const FLOATS = [0, 0.5, 1, 2.5, 1e21, 1e-7, 1.7976931348623157e308];

/** The names available to an expression: variables, and functions with their number of parameters. */
export interface AvailableNames {
  readonly variables: readonly string[];
  readonly functions: readonly { readonly name: string; readonly parameters: number }[];
}

export interface ExpressionSource {
  /** An expression that usually has the kind; occasionally it has another kind, which usually causes an error. */
  of(kind: Kind, depth: number): Expression;
  any(depth: number): Expression;
}

export function expressionSource(random: Random, { variables, functions }: AvailableNames): ExpressionSource {
  const literal = (value: Extract<Expression, { kind: 'literal' }>['value']): Expression => ({
    ...AT,
    kind: 'literal',
    value,
  });
  const name = (text: string): Expression => ({ ...AT, kind: 'name', name: text });
  const member = (target: Expression, text: string): Expression => ({
    ...AT,
    kind: 'member',
    target,
    name: text,
    nameStart: 0,
  });
  const method = (target: Expression, text: string, ...args: Expression[]): Expression => ({
    ...AT,
    kind: 'method',
    target,
    name: text,
    nameStart: 0,
    args,
  });
  const call = (text: string, ...args: Expression[]): Expression => ({ ...AT, kind: 'call', name: text, args });
  const binary = (operator: BinaryOperator, left: Expression, right: Expression): Expression => ({
    ...AT,
    kind: 'binary',
    operator,
    left,
    right,
  });
  const unary = (operator: '!' | '-', operand: Expression): Expression => ({ ...AT, kind: 'unary', operator, operand });

  function of(kind: Kind, depth: number): Expression {
    if (random.chance(0.06)) return any(depth);
    if (depth <= 0 || random.chance(0.15)) return leaf(kind);
    if (random.chance(0.12)) return general(kind, depth);
    return MAKERS[kind](depth - 1);
  }

  const any = (depth: number): Expression => (random.chance(0.1) ? reference() : of(random.pick(KINDS), depth));

  function reference(): Expression {
    if (variables.length > 0 && random.chance(0.3)) return name(random.pick(variables));
    const data = member(random.chance(0.5) ? member(name('request'), 'resource') : name('resource'), 'data');
    if (random.chance(0.1)) return data;
    const field = member(data, random.pick(NAMES));
    return random.chance(0.2) ? member(field, random.pick(NAMES)) : field;
  }

  function leaf(kind: Kind): Expression {
    if (random.chance(0.3)) return reference();
    switch (kind) {
      case 'bool':
        return literal(random.chance(0.5));
      case 'int':
        return literal(random.pick(INTS));
      case 'float':
        return literal(random.pick(FLOATS));
      case 'string':
        return random.chance(0.2) ? member(member(name('request'), 'auth'), 'uid') : literal(random.pick(TEXTS));
      case 'bytes':
        return literal(Uint8Array.from(random.many(0, 4, () => random.int(256))));
      case 'list':
        return { ...AT, kind: 'list', items: [] };
      case 'map':
        return random.chance(0.5) ? reference() : { ...AT, kind: 'map', entries: [] };
      case 'set':
        return method({ ...AT, kind: 'list', items: [literal('a')] }, 'toSet');
      case 'path':
        return { ...AT, kind: 'path', segments: ['a', random.pick(['b', '(default)', 'c-d'])] };
      case 'time':
        return random.chance(0.5)
          ? member(name('request'), 'time')
          : method(name('timestamp'), 'value', literal(random.pick(INTS)));
      case 'span':
        return method(
          name('duration'),
          'value',
          literal(random.pick(INTS)),
          literal(random.pick(['s', 'd', 'ns', 'y'])),
        );
    }
  }

  /** Expressions of any kind: ternaries, calls of the rules' own functions, elements, defaults. */
  function general(kind: Kind, depth: number): Expression {
    const inner = depth - 1;
    switch (random.int(6)) {
      case 0:
        return {
          ...AT,
          kind: 'ternary',
          condition: of('bool', inner),
          then: of(kind, inner),
          otherwise: of(kind, inner),
        };
      case 1: {
        if (functions.length === 0) return of(kind, inner);
        const called = random.pick(functions);
        return call(called.name, ...Array.from({ length: called.parameters }, () => of(kind, inner)));
      }
      case 2:
        return { ...AT, kind: 'index', target: of('list', inner), index: of('int', inner) };
      case 3:
        return { ...AT, kind: 'index', target: of('map', inner), index: of('string', inner) };
      case 4:
        return method(of('map', inner), 'get', literal(random.pick(NAMES)), of(kind, inner));
      default:
        return call('debug', of(kind, inner));
    }
  }

  const numbers = (kind: 'int' | 'float', depth: number): Expression => {
    if (random.chance(0.2)) return unary('-', of(kind, depth));
    if (random.chance(0.2)) return call(kind, random.chance(0.5) ? of('string', depth) : of('float', depth));
    return binary(random.pick(['+', '-', '*', '/', '%'] as const), of(kind, depth), of(kind, depth));
  };

  const sized = (depth: number): Expression =>
    method(of(random.pick(['string', 'list', 'map', 'set', 'bytes']), depth), 'size');

  const MAKERS: Readonly<Record<Kind, (depth: number) => Expression>> = {
    bool: (depth) => {
      switch (random.int(8)) {
        case 0:
        case 1:
          return binary(random.pick(['&&', '||'] as const), of('bool', depth), of('bool', depth));
        case 2:
          return unary('!', of('bool', depth));
        case 3:
          return binary(random.pick(['==', '!='] as const), any(depth), any(depth));
        case 4: {
          const kind = random.pick(['int', 'float', 'string', 'time', 'span'] as const);
          return binary(random.pick(['<', '<=', '>', '>='] as const), of(kind, depth), of(kind, depth));
        }
        case 5:
          return { ...AT, kind: 'is', operand: any(depth), type: random.pick(TYPES) };
        case 6:
          return random.chance(0.5)
            ? binary('in', of('string', depth), of(random.pick(['list', 'map', 'set']), depth))
            : method(of('string', depth), 'matches', of('string', depth));
        default:
          return random.chance(0.7)
            ? method(of('list', depth), random.pick(['hasAll', 'hasAny', 'hasOnly']), of('list', depth))
            : call(random.pick(['exists', 'existsAfter']), documentPath(depth));
      }
    },
    int: (depth) => (random.chance(0.4) ? sized(depth) : numbers('int', depth)),
    float: (depth) =>
      random.chance(0.3)
        ? method(name('math'), random.pick(['abs', 'ceil', 'floor', 'round', 'sqrt']), of('float', depth))
        : numbers('float', depth),
    string: (depth) => {
      switch (random.int(6)) {
        case 0:
          return binary('+', of('string', depth), of('string', depth));
        case 1:
          return call('string', any(depth));
        case 2:
          return method(of('string', depth), random.pick(['lower', 'upper', 'trim']));
        case 3:
          return method(of('string', depth), 'replace', of('string', depth), of('string', depth));
        case 4:
          return { ...AT, kind: 'range', target: of('string', depth), from: of('int', depth), to: of('int', depth) };
        default:
          return method(of('list', depth), 'join', of('string', depth));
      }
    },
    bytes: (depth) =>
      random.chance(0.5)
        ? method(of('string', depth), 'toUtf8')
        : method(name('hashing'), random.pick(['crc32', 'crc32c', 'md5', 'sha256']), of('string', depth)),
    list: (depth) => {
      switch (random.int(4)) {
        case 0:
          return { ...AT, kind: 'list', items: random.many(0, 3, () => any(depth)) };
        case 1:
          return method(of('map', depth), random.pick(['keys', 'values']));
        case 2:
          return method(of('list', depth), random.pick(['concat', 'removeAll']), of('list', depth));
        default:
          return method(of('string', depth), 'split', of('string', depth));
      }
    },
    map: (depth) => {
      const keys = [...new Set(random.many(0, 3, () => random.pick([...NAMES, "o'k", 'with space'])))];
      return { ...AT, kind: 'map', entries: keys.map((key) => ({ key, value: any(depth) })) };
    },
    set: (depth) =>
      random.chance(0.5)
        ? method(of('list', depth), 'toSet')
        : method(
            method(of('map', depth), 'diff', of('map', depth)),
            random.pick(['addedKeys', 'affectedKeys', 'changedKeys']),
          ),
    path: (depth) => ({
      ...AT,
      kind: 'path',
      segments: random.many(1, 3, () =>
        random.chance(0.5) ? random.pick(['a', 'b-c', '(x)', '1']) : of('string', depth),
      ),
    }),
    time: (depth) => binary(random.pick(['+', '-'] as const), of('time', depth), of('span', depth)),
    span: (depth) =>
      random.chance(0.3)
        ? method(name('duration'), 'abs', of('span', depth))
        : binary(random.pick(['+', '-'] as const), of('span', depth), of('span', depth)),
  };

  const documentPath = (depth: number): Expression => ({
    ...AT,
    kind: 'path',
    segments: [
      'databases',
      '(default)',
      'documents',
      random.pick(['a', 'b']),
      random.chance(0.5) ? '1' : of('string', depth),
    ],
  });

  return { of, any };
}
