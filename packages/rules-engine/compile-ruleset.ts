import { compileExpression, leafCost } from './compile-expression.ts';
import type { CompiledFunction, Names, Run } from './compiled.ts';
import { spending } from './compiled.ts';
import type { Position } from './issue.ts';
import type { FunctionDeclaration, Match, Method, PatternSegment, Service, SyntaxTree, Verb } from './syntax.ts';
import { RulesError } from './values.ts';

export interface CompiledRule {
  /** For the reason of a verdict: `allow read at 3:5`. */
  readonly label: string;
  readonly condition: Run;
}

export interface CompiledMatch {
  readonly pattern: readonly PatternSegment[];
  /** The number of wildcards in the enclosing blocks. */
  readonly firstCapture: number;
  readonly rules: Readonly<Record<Method, readonly CompiledRule[]>>;
  readonly matches: readonly CompiledMatch[];
}

export interface CompiledService {
  readonly name: Service['name'];
  readonly version: SyntaxTree['version'];
  readonly matches: readonly CompiledMatch[];
}

type Locate = (offset: number) => Position;

/** The methods that a verb includes. */
export const METHODS_OF: Readonly<Record<Verb, readonly Method[]>> = {
  get: ['get'],
  list: ['list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
};

const ALWAYS: Run = () => true;

/** Compiles a checked tree. Two service blocks with the same name both apply. */
export function compileRuleset(tree: SyntaxTree, locate: Locate): readonly CompiledService[] {
  return tree.services.map((service) => {
    const names = withBody(withBody(globalNames(service.name), tree.functions), service.body);
    const matches = service.body.filter((item) => item.kind === 'match');
    return {
      name: service.name,
      version: tree.version,
      matches: matches.map((match) => compileMatch(match, { names, captures: 0, locate })),
    };
  });
}

interface Context {
  readonly names: Names;
  readonly captures: number;
  readonly locate: Locate;
}

function compileMatch(match: Match, context: Context): CompiledMatch {
  let { names, captures } = context;
  for (const segment of match.pattern) {
    if (segment.kind === 'text') continue;
    names = withVariable(names, segment.name, captureAt(captures));
    captures++;
  }
  names = withBody(names, match.body);
  const rules: Record<Method, CompiledRule[]> = { get: [], list: [], create: [], update: [], delete: [] };
  const matches: CompiledMatch[] = [];
  for (const item of match.body) {
    if (item.kind === 'match') matches.push(compileMatch(item, { ...context, names, captures }));
    if (item.kind !== 'allow') continue;
    const { line, column } = context.locate(item.start);
    const label = `allow ${item.verbs.join(', ')} at ${line}:${column}`;
    const condition = item.condition === null ? ALWAYS : compileExpression(item.condition, names);
    const methods = new Set(item.verbs.flatMap((verb) => METHODS_OF[verb]));
    for (const method of methods) rules[method].push({ label, condition });
  }
  return { pattern: match.pattern, firstCapture: context.captures, rules, matches };
}

const captureAt =
  (at: number): Run =>
  (frame) => {
    const value = frame.captures[at] ?? null;
    // A fresh error, because its offset is where the wildcard is used.
    return value instanceof RulesError ? new RulesError(value.message) : value;
  };

const localAt =
  (at: number): Run =>
  (frame) =>
    frame.locals[at] ?? null;

function globalNames(service: Service['name']): Names {
  const variables = new Map<string, Run>([
    ['request', (frame) => frame.session.request],
    ['resource', (frame) => frame.session.resource],
  ]);
  return { service, variable: (name) => variables.get(name) ?? null, callable: () => null };
}

function withVariable(names: Names, added: string, run: Run): Names {
  return { ...names, variable: (name) => (name === added ? run : names.variable(name)) };
}

/** The names available inside a block: its functions, which can call each other, and the names of enclosing blocks. */
function withBody(names: Names, body: Match['body']): Names {
  const functions = new Map<string, CompiledFunction>();
  const inner: Names = { ...names, callable: (name) => functions.get(name) ?? names.callable(name) };
  for (const item of body) if (item.kind === 'function') functions.set(item.name, compileFunction(item, inner));
  return inner;
}

function compileFunction(declaration: FunctionDeclaration, outer: Names): CompiledFunction {
  let body: { readonly lets: readonly Run[]; readonly result: Run } | null = null;
  // Compiled at the first call, when all functions of the block are declared.
  const compiled = (): NonNullable<typeof body> => {
    if (body !== null) return body;
    let names = outer;
    let locals = 0;
    for (const parameter of declaration.parameters) names = withVariable(names, parameter, localAt(locals++));
    const lets: Run[] = [];
    for (const { name, value } of declaration.lets) {
      lets.push(spending(compileExpression(value, names), 1 + leafCost(value)));
      names = withVariable(names, name, localAt(locals++));
    }
    return (body = { lets, result: compileExpression(declaration.result, names) });
  };
  return {
    call: ({ session, captures }, args) => {
      const { lets, result } = compiled();
      const frame = { session, captures, locals: args };
      for (const run of lets) frame.locals.push(run(frame));
      return result(frame);
    },
  };
}
