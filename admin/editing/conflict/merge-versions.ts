import { diff3Merge } from 'node-diff3';
import { compareFields, type FieldDifference, type MergedPiece, type Side, type Values } from './compare-fields.ts';

type Versions<Value> = Record<'base' | Side, Value>;

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** Merges two changes of a text by lines, and conflicting lines by words. */
export function mergeTexts({ base, mine, theirs }: Versions<string>): MergedPiece[] {
  return merge(linesOf(mine), linesOf(base), linesOf(theirs)).map(({ ok, conflict }): MergedPiece => {
    if (!conflict) return { clash: false, lines: ok ?? [] };
    const { a, o, b } = conflict;
    return { clash: true, base: o, mine: a, theirs: b, merged: mergeWords({ base: o, mine: a, theirs: b }) };
  });
}

/**
 * Merges two changes of the same lines by words; null if they affect the same words, or if a version has no such lines.
 */
function mergeWords({ base, mine, theirs }: Versions<string[]>): string[] | null {
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

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : null;

/**
 * The differences between my version and theirs, each with the side that changed it. Texts that both changed are
 * merged.
 */
export function mergeVersions(versions: Versions<Values>): FieldDifference[] {
  return compareFields(versions).map((difference) => {
    const { field, changedBy } = difference;
    const [base, mine, theirs] = [versions.base[field], difference.mine, difference.theirs].map(textOf);
    if (changedBy !== 'both' || base == null || mine == null || theirs == null) return difference;
    return { ...difference, pieces: mergeTexts({ base, mine, theirs }) };
  });
}
