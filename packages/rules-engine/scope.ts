import type { FunctionDeclaration, ServiceName } from './syntax.ts';

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
