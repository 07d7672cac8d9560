import type { Compile, Names, Run } from './compiled.ts';
import { evaluateAll } from './compiled.ts';
import { DOCUMENT_ACCESS, readDocument } from './document-access.ts';
import type { LibraryFunction } from './library/signature.ts';
import { GLOBAL_FUNCTIONS, METHODS_BY_NAME, NAMESPACE_FUNCTIONS } from './library/tables.ts';
import type { Expression, ExpressionOf } from './syntax.ts';
import type { Value } from './values.ts';
import { RulesError, typeName } from './values.ts';

/** `name(args)`: a function of the rules, a document access, `debug`, or a conversion. */
export function compileCall({ name, args }: ExpressionOf<'call'>, names: Names, compile: Compile): Run {
  const runs = args.map(compile);
  const own = names.callable(name);
  if (own !== null) {
    return (frame) =>
      own.call(
        frame,
        runs.map((run) => run(frame)),
      );
  }
  const access = names.service === 'cloud.firestore' ? DOCUMENT_ACCESS.get(name) : undefined;
  const [first] = runs;
  if (access !== undefined && first !== undefined) return readDocument(access, first);
  if (name === 'debug' && first !== undefined) return debug(first);
  const library = GLOBAL_FUNCTIONS.get(name);
  return library === undefined ? () => new RulesError(`Unknown function "${name}"`) : libraryCall(library, runs);
}

/** `target.name(args)`: a method of the target's type, or a function of a namespace. */
export function compileMethod({ target, name, args }: ExpressionOf<'method'>, names: Names, compile: Compile): Run {
  const runs = args.map(compile);
  const namespace = namespaceOf(target, names);
  if (namespace === 'firestore') {
    const access = DOCUMENT_ACCESS.get(name);
    const [path] = runs;
    if (access !== undefined && path !== undefined) return readDocument(access, path);
  }
  const library = namespace === null ? undefined : NAMESPACE_FUNCTIONS.get(namespace)?.get(name);
  if (library !== undefined) return libraryCall(library, runs);
  if (namespace !== null) return () => new RulesError(`Unknown function "${namespace}.${name}"`);
  return methodCall(name, [compile(target), ...runs]);
}

/** The namespace that a target names; a variable of the same name hides it. */
function namespaceOf(target: Expression, names: Pick<Names, 'variable' | 'service'>): string | null {
  if (target.kind !== 'name' || names.variable(target.name) !== null) return null;
  if (target.name === 'firestore') return names.service === 'firebase.storage' ? 'firestore' : null;
  return NAMESPACE_FUNCTIONS.has(target.name) ? target.name : null;
}

function libraryCall(library: LibraryFunction, runs: readonly Run[]): Run {
  return (frame) => {
    const args = evaluateAll(runs, frame);
    return args instanceof RulesError ? args : library.call(args, frame.session);
  };
}

function methodCall(name: string, runs: readonly Run[]): Run {
  const byType = METHODS_BY_NAME.get(name);
  return (frame) => {
    const args = evaluateAll(runs, frame);
    if (args instanceof RulesError) return args;
    const type = typeName(args[0] ?? null);
    const method = byType?.get(type);
    return method === undefined
      ? new RulesError(`There is no method ${name} on ${type}`)
      : method.call(args, frame.session);
  };
}

function debug(argument: Run): Run {
  return (frame) => {
    const value = argument(frame);
    frame.session.debugged.push(value instanceof RulesError ? `error: ${value.message}` : describe(value));
    return value;
  };
}

/** A value as a line of a log. */
function describe(value: Value): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return Number.isSafeInteger(Number(part)) ? Number(part) : String(part);
    return part instanceof Map ? (Object.fromEntries(part) as unknown) : part;
  });
}
