import { callDepth, checkExpression, type FunctionNode, isBuiltIn, type Scope } from './check-expression.ts';
import type { Problem } from './issue.ts';
import { NAMESPACE_FUNCTIONS } from './library/tables.ts';
import { LIMITS } from './limits.ts';
import type { FunctionDeclaration, Match, Service, SyntaxTree } from './syntax.ts';

/** Returns the semantic errors of a parsed file: unknown names, wrong argument counts, exceeded limits, recursion. */
export function check(tree: SyntaxTree): Problem[] {
  const problems = new Map<string, Problem>();
  const report = (offset: number, message: string): void => {
    problems.set(`${offset} ${message}`, { offset, message });
  };
  for (const service of tree.services) {
    const outermost: Scope = {
      service: service.name,
      variables: new Set(['request', 'resource']),
      functions: new Map(),
      inside: null,
    };
    const checker = new Checker(tree.version, report);
    checker.body(service.body, checker.functions(tree.functions, outermost), EMPTY_PATH);
    checker.depths();
  }
  return [...problems.values()].sort((left, right) => left.offset - right.offset);
}

interface PathLength {
  readonly segments: number;
  readonly wildcards: number;
}

const EMPTY_PATH: PathLength = { segments: 0, wildcards: 0 };

class Checker {
  readonly #version: SyntaxTree['version'];
  readonly #report: (offset: number, message: string) => void;
  readonly #nodes: FunctionNode[] = [];

  constructor(version: SyntaxTree['version'], report: (offset: number, message: string) => void) {
    this.#version = version;
    this.#report = report;
  }

  body(body: Match['body'] | Service['body'], outer: Scope, path: PathLength): void {
    const declarations = body.flatMap((item) => (item.kind === 'function' ? [item] : []));
    const scope = this.functions(declarations, outer);
    for (const item of body) {
      if (item.kind === 'match') this.#match(item, scope, path);
      if (item.kind === 'allow' && item.condition !== null) checkExpression(item.condition, scope, this.#report);
    }
  }

  /** Checks the functions of one block, which can call each other, and returns the scope that contains them. */
  functions(declarations: readonly FunctionDeclaration[], outer: Scope): Scope {
    const functions = new Map(outer.functions);
    const own = new Map<string, FunctionNode>();
    for (const declaration of declarations) {
      const { name, start } = declaration;
      if (own.has(name)) this.#report(start, `The function ${name} is declared twice`);
      if (isBuiltIn(name, outer.service)) this.#report(start, `${name} is the name of a built-in function`);
      const node = { declaration, calls: new Set<FunctionNode>() };
      own.set(name, node);
      functions.set(name, node);
      this.#nodes.push(node);
    }
    const scope = { ...outer, functions };
    for (const node of own.values()) this.#function(node, scope);
    return scope;
  }

  /** Reports functions whose calls nest too deeply, and recursion. */
  depths(): void {
    for (const node of this.#nodes) {
      const depth = callDepth(node);
      const { name, start } = node.declaration;
      if (depth === Infinity) this.#report(start, `The function ${name} calls itself`);
      else if (depth > LIMITS.callDepth + 1)
        this.#report(start, `Calls from ${name} nest deeper than ${LIMITS.callDepth}`);
    }
  }

  #function(node: FunctionNode, outer: Scope): void {
    const { declaration } = node;
    const { name, parameters, lets, result, start } = declaration;
    if (parameters.length > LIMITS.functionParameters) {
      this.#report(start, `The function ${name} has more than ${LIMITS.functionParameters} parameters`);
    }
    if (lets.length > LIMITS.letsPerFunction) {
      this.#report(start, `The function ${name} has more than ${LIMITS.letsPerFunction} variables`);
    }
    const own = new Set<string>();
    const declare = (variable: string, offset: number): void => {
      if (own.has(variable)) this.#report(offset, `The variable ${variable} is declared twice`);
      this.#variableName(variable, offset);
      own.add(variable);
    };
    for (const parameter of parameters) declare(parameter, start);
    const scope = (): Scope => ({ ...outer, variables: new Set([...outer.variables, ...own]), inside: node });
    for (const binding of lets) {
      checkExpression(binding.value, scope(), this.#report);
      declare(binding.name, binding.start);
    }
    checkExpression(result, scope(), this.#report);
  }

  #variableName(name: string, offset: number): void {
    if (NAMESPACE_FUNCTIONS.has(name)) this.#report(offset, `"${name}" is a namespace and cannot name a variable`);
  }

  #match(match: Match, outer: Scope, outerPath: PathLength): void {
    const { pattern, start } = match;
    const wildcards = pattern.filter((segment) => segment.kind !== 'text');
    const path = {
      segments: outerPath.segments + pattern.length,
      wildcards: outerPath.wildcards + wildcards.length,
    };
    if (path.segments > LIMITS.matchSegments) {
      this.#report(start, `The path of nested matches has more than ${LIMITS.matchSegments} segments`);
    }
    if (path.wildcards > LIMITS.matchWildcards) {
      this.#report(start, `Nested matches have more than ${LIMITS.matchWildcards} wildcards`);
    }
    if (pattern.filter((segment) => segment.kind === 'rest').length > 1) {
      this.#report(start, 'A path has at most one {name=**}');
    }
    if (this.#version === '1' && pattern.slice(0, -1).some((segment) => segment.kind === 'rest')) {
      this.#report(start, "{name=**} must be the last segment: rules_version = '2' allows it anywhere");
    }
    for (const { name } of wildcards) this.#variableName(name, start);
    const variables = new Set([...outer.variables, ...wildcards.map((wildcard) => wildcard.name)]);
    this.body(match.body, { ...outer, variables }, path);
  }
}
