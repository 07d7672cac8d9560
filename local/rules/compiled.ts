import type { Session } from './session.ts';
import type { Expression, ServiceName } from './syntax.ts';
import type { Outcome, Value } from './values.ts';
import { RulesError } from './values.ts';

/** The environment of a running expression: `captures` are the wildcards of the match blocks around it, outermost first. */
export interface Frame {
  readonly session: Session;
  readonly captures: readonly Outcome[];
  readonly locals: Outcome[];
}

export type Run = (frame: Frame) => Outcome;

/** Compiles an expression that stands inside another one. */
export type Compile = (expression: Expression) => Run;

export interface CompiledFunction {
  /** `args` become the first locals; an argument that failed fails where it is used. */
  call(frame: Frame, args: Outcome[]): Outcome;
}

/** Name resolution at one place of the source; null for an unknown name. */
export interface Names {
  readonly service: ServiceName;
  variable(name: string): Run | null;
  callable(name: string): CompiledFunction | null;
}

/** The values of all parts, or the first error; an error does not keep the other parts from being evaluated. */
export function evaluateAll(parts: readonly Run[], frame: Frame): Value[] | RulesError {
  const found: Value[] = [];
  let failed: RulesError | null = null;
  for (const part of parts) {
    const value = part(frame);
    if (value instanceof RulesError) failed ??= value;
    else found.push(value);
  }
  return failed ?? found;
}

/** Counts `cost` before running; once the limit is passed nothing runs any more. */
export function spending(run: Run, cost: number): Run {
  if (cost === 0) return run;
  return (frame) => (frame.session.spend(cost) ? (frame.session.fatal ?? false) : run(frame));
}
