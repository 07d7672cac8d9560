import { diff3Merge } from 'node-diff3';
import { compareFields, type FieldDifference, type MergedText, type Side, type Values } from './compare-fields.ts';

type Versions<Value> = Record<'base' | Side, Value>;

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** Both changes of a text, line by line. Lines that both changed are kept of both. */
export function mergeTexts({ base, mine, theirs }: Versions<string>): MergedText {
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  const lines = regions.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])]);
  return { text: lines.join('\n'), hasOverlap: regions.some(({ conflict }) => conflict !== undefined) };
}

const isBlock = (value: unknown): value is string => typeof value === 'string' && value.includes('\n');

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : null;

/** Where my version and theirs differ, and what becomes of each difference. Texts of several lines are merged. */
export function mergeVersions(versions: Versions<Values>): FieldDifference[] {
  return compareFields(versions).map((difference) => {
    const { field, changedBy, mine, theirs } = difference;
    const base = textOf(versions.base[field]);
    const [my, their] = [textOf(mine), textOf(theirs)];
    if (changedBy !== 'both' || base === null || my === null || their === null) return difference;
    if (![base, my, their].some(isBlock)) return difference;
    return { ...difference, merged: mergeTexts({ base, mine: my, theirs: their }), suggested: 'merged' };
  });
}
