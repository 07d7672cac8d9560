import { mergeTexts } from '@frontage/model/merge-texts';
import { compareFields, type FieldDifference, type Side, type Values } from './compare-fields.ts';

type Versions<Value> = Record<'base' | Side, Value>;

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
