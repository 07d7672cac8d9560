import { GLOBAL_FUNCTIONS, METHODS_BY_NAME, NAMESPACE_FUNCTIONS, TYPE_TESTS } from './library/tables.ts';
import { compilePattern } from './pattern.ts';
import {
  childrenOf,
  type Expression,
  type ExpressionOf,
  type FunctionDeclaration,
  type ServiceName,
} from './syntax.ts';
import { RulesError, typeName, type TypeName } from './values.ts';
import { DOCUMENT_ACCESS } from './document-access.ts';

/** Whether the name belongs to a global function of the language. */
export function isBuiltIn(name: string, service: ServiceName): boolean {
  return name === 'debug' || GLOBAL_FUNCTIONS.has(name) || (service === 'cloud.firestore' && DOCUMENT_ACCESS.has(name));
}

/** Storage rules read documents through the namespace `firestore`. */
const isStorageAccess = (name: string): boolean => name === 'get' || name === 'exists';

const REQUEST_MEMBERS: Readonly<Record<ServiceName, readonly string[]>> = {
  'cloud.firestore': ['auth', 'method', 'path', 'query', 'resource', 'time'],
  'firebase.storage': ['auth', 'method', 'path', 'resource', 'time'],
};

const RESOURCE_MEMBERS: Readonly<Record<ServiceName, readonly string[]>> = {
  'cloud.firestore': ['__name__', 'data', 'id'],
  'firebase.storage': [
    'bucket',
    'contentDisposition',
    'contentEncoding',
    'contentLanguage',
    'contentType',
    'crc32c',
    'etag',
    'generation',
    'md5Hash',
    'metadata',
    'metageneration',
    'name',
    'size',
    'timeCreated',
    'updated',
  ],
};

/** The members allowed after a path of names such as `request.auth`; null if any member is allowed. */
function knownMembers(path: string, service: ServiceName): readonly string[] | null {
  switch (path) {
    case 'request':
      return REQUEST_MEMBERS[service];
    case 'request.auth':
      return ['token', 'uid'];
    case 'request.query':
      return ['limit', 'offset', 'orderBy'];
    case 'resource':
    case 'request.resource':
      return RESOURCE_MEMBERS[service];
    default:
      return null;
  }
}

type Report = (offset: number, message: string) => void;

const PATTERN_METHODS = new Set(['matches', 'replace', 'split']);

/**
 * Reports the errors of an expression and its subexpressions, and adds the called functions to `scope.inside.calls`.
 */
export function checkExpression(expression: Expression, scope: Scope, report: Report): void {
  switch (expression.kind) {
    case 'name':
      return checkName(expression, scope, report);
    case 'is':
      if (!TYPE_TESTS.has(expression.type)) report(expression.start, `Unknown type "${expression.type}"`);
      break;
    case 'call':
      checkCall(expression, scope, report);
      break;
    case 'member':
      checkMember(expression, scope, report);
      break;
    case 'method':
      if (checkMethod(expression, scope, report)) return;
      break;
    default:
  }
  for (const child of childrenOf(expression)) checkExpression(child, scope, report);
}

function checkName({ name, start }: ExpressionOf<'name'>, scope: Scope, report: Report): void {
  if (scope.variables.has(name)) return;
  const isNamespace = isNamespaceName(name, scope);
  report(start, isNamespace ? `"${name}" is a namespace, not a value` : `Unknown variable "${name}"`);
}

function isNamespaceName(name: string, { service }: Scope): boolean {
  return NAMESPACE_FUNCTIONS.has(name) || (name === 'firestore' && service === 'firebase.storage');
}

function checkCall({ name, args, start }: ExpressionOf<'call'>, scope: Scope, report: Report): void {
  const own = scope.functions.get(name);
  if (own !== undefined) {
    scope.inside?.calls.add(own);
    return checkCount(report, { name, start, expected: [own.declaration.parameters.length], found: args.length });
  }
  if (!isBuiltIn(name, scope.service)) return report(start, `Unknown function "${name}"`);
  const arity = GLOBAL_FUNCTIONS.get(name)?.arity ?? 1;
  checkCount(report, { name, start, expected: [arity], found: args.length });
}

interface Count {
  readonly name: string;
  readonly start: number;
  readonly expected: readonly number[];
  readonly found: number;
}

function checkCount(report: Report, { name, start, expected, found }: Count): void {
  if (expected.includes(found)) return;
  const counts = [...new Set(expected)].join(' or ');
  report(start, `${name}() takes ${counts} ${counts === '1' ? 'argument' : 'arguments'}, found ${found}`);
}

function checkMember(expression: ExpressionOf<'member'>, scope: Scope, report: Report): void {
  const path = namePath(expression.target);
  // A parameter or variable of a function may hide the name; then any member is allowed.
  if (path === null || isHidden(path, scope)) return;
  const members = knownMembers(path, scope.service);
  if (members !== null && !members.includes(expression.name)) {
    report(expression.nameStart, `There is no "${path}.${expression.name}": use ${members.join(', ')}`);
  }
}

function isHidden(path: string, { inside }: Scope): boolean {
  const root = path.split('.')[0] ?? '';
  const own = inside?.declaration;
  return own !== undefined && (own.parameters.includes(root) || own.lets.some(({ name }) => name === root));
}

/** The text `a.b.c` of an expression of plain names and members; null for another expression. */
function namePath(expression: Expression): string | null {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'member') return null;
  const path = namePath(expression.target);
  return path === null ? null : `${path}.${expression.name}`;
}

/** Checks a method call. Returns whether its subexpressions are already checked. */
function checkMethod(expression: ExpressionOf<'method'>, scope: Scope, report: Report): boolean {
  const { target, name, args, nameStart } = expression;
  if (target.kind === 'name' && !scope.variables.has(target.name) && isNamespaceName(target.name, scope)) {
    checkNamespaceCall(expression, target.name, report);
    for (const arg of args) checkExpression(arg, scope, report);
    return true;
  }
  const types = METHODS_BY_NAME.get(name);
  if (types === undefined) {
    report(nameStart, `Unknown method "${name}"`);
    return false;
  }
  const type = literalType(target);
  const fitting = type === null ? [...types.values()] : [types.get(type)].filter((method) => method !== undefined);
  if (fitting.length === 0) report(nameStart, `There is no method ${name} on ${type}`);
  else
    checkCount(report, { name, start: nameStart, expected: fitting.map(({ arity }) => arity - 1), found: args.length });
  if (PATTERN_METHODS.has(name)) checkPattern(args[0], report);
  if (name !== 'bind' || target.kind !== 'path') return false;
  // The names in the path are placeholders that bind() replaces.
  for (const segment of target.segments) {
    if (typeof segment !== 'string' && segment.kind !== 'name') checkExpression(segment, scope, report);
  }
  for (const arg of args) checkExpression(arg, scope, report);
  return true;
}

function checkNamespaceCall(
  { name, args, nameStart }: ExpressionOf<'method'>,
  namespace: string,
  report: Report,
): void {
  const isAccess = namespace === 'firestore' && isStorageAccess(name);
  const arity = isAccess ? 1 : NAMESPACE_FUNCTIONS.get(namespace)?.get(name)?.arity;
  if (arity === undefined) return report(nameStart, `Unknown function "${namespace}.${name}"`);
  checkCount(report, { name: `${namespace}.${name}`, start: nameStart, expected: [arity], found: args.length });
}

function checkPattern(pattern: Expression | undefined, report: Report): void {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
  const compiled = compilePattern(pattern.value);
  if (compiled instanceof RulesError) report(pattern.start, compiled.message);
}

function literalType(expression: Expression): TypeName | null {
  if (expression.kind === 'literal') return typeName(expression.value);
  return expression.kind === 'list' || expression.kind === 'map' || expression.kind === 'path' ? expression.kind : null;
}

/** A function of the rules and its callees, for the limit of the call depth. */
export interface FunctionNode {
  readonly declaration: FunctionDeclaration;
  readonly calls: Set<FunctionNode>;
}

/** The names available at one position. */
export interface Scope {
  readonly service: ServiceName;
  readonly variables: ReadonlySet<string>;
  readonly functions: ReadonlyMap<string, FunctionNode>;
  /** The enclosing function, to which calls are added; null outside of functions. */
  readonly inside: FunctionNode | null;
}

/** The maximum number of functions on the stack while `node` runs; Infinity for recursion. */
export function callDepth(node: FunctionNode): number {
  const depths = new Map<FunctionNode, number>();
  const visit = (current: FunctionNode): number => {
    const known = depths.get(current);
    if (known !== undefined) return known;
    // Reaching this value again before it is replaced means a cycle.
    depths.set(current, Infinity);
    let deepest = 0;
    for (const called of current.calls) deepest = Math.max(deepest, visit(called));
    depths.set(current, deepest + 1);
    return deepest + 1;
  };
  return visit(node);
}
