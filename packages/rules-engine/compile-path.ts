import type { Compile, Frame, Names, Run } from './compiled.ts';
import { isSegment } from './library/lat-lng-and-path.ts';
import type { ExpressionOf, PathSegment } from './syntax.ts';
import type { Outcome, RulesPathTemplate } from './values.ts';
import { pathOf, RulesError, typeName } from './values.ts';

type Part = { readonly text: string } | { readonly run: Run } | { readonly placeholder: string };

/** Compiles a path literal. It evaluates to a path, or to a template for `bind()` if a `$(name)` is not a variable. */
export function compilePath(expression: ExpressionOf<'path'>, names: Names, compile: Compile): Run {
  const parts = expression.segments.map((segment): Part => {
    if (typeof segment === 'string') return { text: segment };
    return isPlaceholder(segment, names) ? { placeholder: segment.name } : { run: compile(segment) };
  });
  const [first] = parts;
  if (first === undefined) return () => new RulesError('An empty path');
  return parts.some((part) => 'placeholder' in part)
    ? (frame) => template(parts, frame)
    : (frame) => path(parts, frame);
}

/** Whether a segment is a `$(name)` that is not a variable: a placeholder for `bind()`. */
function isPlaceholder(segment: PathSegment, names: Pick<Names, 'variable'>): segment is ExpressionOf<'name'> {
  return typeof segment !== 'string' && segment.kind === 'name' && names.variable(segment.name) === null;
}

function path(parts: readonly Part[], frame: Frame): Outcome {
  const segments: string[] = [];
  for (const part of parts) {
    const found = segmentsOf(part, frame);
    if (found instanceof RulesError) return found;
    if (typeof found === 'string') segments.push(found);
    else segments.push(...found);
  }
  return pathOf(segments);
}

function template(parts: readonly Part[], frame: Frame): Outcome {
  const segments: RulesPathTemplate['segments'][number][] = [];
  for (const part of parts) {
    if ('placeholder' in part) {
      segments.push(part);
      continue;
    }
    const found = segmentsOf(part, frame);
    if (found instanceof RulesError) return found;
    if (typeof found === 'string') segments.push(found);
    else segments.push(...found);
  }
  return { kind: 'template', segments };
}

/**
 * A path contributes all its segments. A string must be one segment, so that data with a slash cannot address another
 * document.
 */
function segmentsOf(part: Part, frame: Frame): string | readonly string[] | RulesError {
  if ('text' in part) return part.text;
  if ('placeholder' in part) return new RulesError(`Nothing is bound as ${part.placeholder} in the path`);
  const value = part.run(frame);
  if (value instanceof RulesError) return value;
  if (typeof value === 'string') {
    return isSegment(value) ? value : new RulesError(`"${value}" is not a single path segment`);
  }
  const isPath = value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'path';
  return isPath ? value.segments : new RulesError(`A ${typeName(value)} cannot be part of a path`);
}
