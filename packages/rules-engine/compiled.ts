import type { Session } from './session.ts';
import type { Expression, ServiceName } from './syntax.ts';
import type { Outcome, Value } from './values.ts';
import { RulesError } from './values.ts';

/** The environment of an evaluation: `captures` are the wildcards of the enclosing match blocks, outermost first. */
export interface Frame {
  readonly session: Session;
  readonly captures: readonly Outcome[];
  readonly locals: Outcome[];
}

export type Run = (frame: Frame) => Outcome;

/** Compiles an expression inside another one. */
export type Compile = (expression: Expression) => Run;

export interface CompiledFunction {
  /** `args` become the first locals. An argument that is an error fails where it is used. */
  call(frame: Frame, args: Outcome[]): Outcome;
}

/** Name resolution at one place of the source; null for an unknown name. */
export interface Names {
  readonly service: ServiceName;
  variable(name: string): Run | null;
  callable(name: string): CompiledFunction | null;
}

/** The values of all parts, or the first error. All parts are evaluated even after an error. */
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

/** Returns `run` with `cost` counted before it. It does not run after the limit is exceeded. */
export function spending(run: Run, cost: number): Run {
  if (cost === 0) return run;
  return (frame) => (frame.session.spend(cost) ? (frame.session.fatal ?? false) : run(frame));
}
