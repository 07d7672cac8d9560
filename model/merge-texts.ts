import { diff3Merge } from 'node-diff3';

export type Lines = readonly string[];

/** Lines of a text that both sides changed: merged lines, or conflicting lines (`clash`). */
export type MergedPiece = { clash: false; lines: Lines } | ClashingPiece;

export interface ClashingPiece extends Record<'mine' | 'theirs', Lines> {
  clash: true;
  base: Lines;
  /** Both changes if they affect different words; else null. */
  merged: Lines | null;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** Merges two changes of a text by lines, and conflicting lines by words. */
export function mergeTexts({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', string>): MergedPiece[] {
  return merge(linesOf(mine), linesOf(base), linesOf(theirs)).map(({ ok, conflict }): MergedPiece => {
    if (!conflict) return { clash: false, lines: ok ?? [] };
    const { a, o, b } = conflict;
    return { clash: true, base: o, mine: a, theirs: b, merged: mergeWords({ base: o, mine: a, theirs: b }) };
  });
}

/**
 * Merges two changes of the same lines by words; null if they affect the same words, or if a version has no such lines.
 */
function mergeWords({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', string[]>): string[] | null {
  if ([base, mine, theirs].some((lines) => lines.length === 0)) return null;
  const regions = merge(wordsOf(mine), wordsOf(base), wordsOf(theirs));
  if (regions.some(({ conflict }) => conflict)) return null;
  return regions
    .flatMap(({ ok }) => ok ?? [])
    .join('')
    .split('\n');
}

const merge = (mine: string[], base: string[], theirs: string[]) =>
  diff3Merge(mine, base, theirs, { excludeFalseConflicts: true });

/** Splits lines into words and the white space between them. */
const wordsOf = (lines: string[]): string[] => lines.join('\n').split(/(\s+)/);
