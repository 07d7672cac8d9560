/**
 * Eventarc path patterns of function triggers: `pages/{id}`, `a/{x}/b/{y}`, `files/{rest=**}`, `*` and `**`. A single
 * wildcard matches one segment, a multi-segment one any number of them, including none.
 */
export type PathPattern = (path: string) => boolean;

type Segment = { kind: 'literal'; text: RegExp } | { kind: 'rest' };

export function compilePathPattern(pattern: string): PathPattern {
  const segments = splitPath(pattern).map(compileSegment);
  return (path) => matches(segments, splitPath(path));
}

function splitPath(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function compileSegment(source: string): Segment {
  const captured = /^\{[^=}]+(?:=(.*))?\}$/.exec(source);
  const glob = captured === null ? source : (captured[1] ?? '*');
  if (glob === '**') return { kind: 'rest' };
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  return { kind: 'literal', text: new RegExp(`^${escaped}$`, 's') };
}

function matches([first, ...others]: readonly Segment[], path: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (first.kind === 'rest') {
    for (let taken = 0; taken <= path.length; taken += 1) if (matches(others, path.slice(taken))) return true;
    return false;
  }
  return path[0] !== undefined && first.text.test(path[0]) && matches(others, path.slice(1));
}
