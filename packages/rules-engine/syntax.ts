/** The syntax tree: plain data. `start` and `end` are offsets into the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type BinaryOperator = '&&' | '||' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

export type Expression = Span &
  (
    | { readonly kind: 'literal'; readonly value: null | boolean | bigint | number | string | Uint8Array }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'map'; readonly entries: readonly MapEntry[] }
    | { readonly kind: 'path'; readonly segments: readonly PathSegment[] }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | { readonly kind: 'is'; readonly operand: Expression; readonly type: string }
    | {
        readonly kind: 'ternary';
        readonly condition: Expression;
        readonly then: Expression;
        readonly otherwise: Expression;
      }
    | { readonly kind: 'member'; readonly target: Expression; readonly name: string; readonly nameStart: number }
    | { readonly kind: 'index'; readonly target: Expression; readonly index: Expression }
    | { readonly kind: 'range'; readonly target: Expression; readonly from: Expression; readonly to: Expression }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
    | {
        readonly kind: 'method';
        readonly target: Expression;
        readonly name: string;
        readonly nameStart: number;
        readonly args: readonly Expression[];
      }
  );

export type ExpressionOf<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

export interface MapEntry {
  readonly key: string;
  readonly value: Expression;
}

/** One segment of a path literal: its text, or the expression inside `$(…)`. */
export type PathSegment = string | Expression;

export type PatternSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string };

export type Method = 'get' | 'list' | 'create' | 'update' | 'delete';
export type Verb = Method | 'read' | 'write';

export interface Allow extends Span {
  readonly kind: 'allow';
  readonly verbs: readonly Verb[];
  /** `null` if the rule has no condition and always allows. */
  readonly condition: Expression | null;
}

export interface Let extends Span {
  readonly name: string;
  readonly value: Expression;
}

export interface FunctionDeclaration extends Span {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly string[];
  readonly lets: readonly Let[];
  readonly result: Expression;
}

export interface Match extends Span {
  readonly kind: 'match';
  readonly pattern: readonly PatternSegment[];
  readonly body: readonly (Allow | FunctionDeclaration | Match)[];
}

export type ServiceName = 'cloud.firestore' | 'firebase.storage';

export interface Service extends Span {
  readonly name: ServiceName;
  readonly body: readonly (FunctionDeclaration | Match)[];
}

export interface SyntaxTree {
  readonly version: '1' | '2';
  /** Functions outside of every service. */
  readonly functions: readonly FunctionDeclaration[];
  readonly services: readonly Service[];
}

/**
 * The offset at which errors of an expression are reported: that of a member's or method's name, otherwise its start.
 */
export function offsetOf(expression: Expression): number {
  return expression.kind === 'member' || expression.kind === 'method' ? expression.nameStart : expression.start;
}

/** The expressions directly below one, in source order. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.map((entry) => entry.value);
    case 'path':
      return expression.segments.filter((segment) => typeof segment !== 'string');
    case 'unary':
    case 'is':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'ternary':
      return [expression.condition, expression.then, expression.otherwise];
    case 'member':
      return [expression.target];
    case 'index':
      return [expression.target, expression.index];
    case 'range':
      return [expression.target, expression.from, expression.to];
    case 'call':
      return expression.args;
    case 'method':
      return [expression.target, ...expression.args];
  }
}
