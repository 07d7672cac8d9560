import type { ConflictingPiece, Lines, MergedPiece } from '@frontage/model/merge-texts';
import { isSame } from '@frontage/model/stored-values';

export type Values = Readonly<Record<string, unknown>>;

/** The side that changed a field since the edit started. */
export type ChangedBy = 'me' | 'them' | 'both';

export type Side = 'mine' | 'theirs';

/** The ways to resolve a conflict: one side, both changes in one text, or both texts one after the other. */
export type Choice = Side | 'merged' | 'joined';

export interface FieldDifference {
  field: string;
  mine: unknown;
  theirs: unknown;
  changedBy: ChangedBy;
  /** The lines of a text that both sides changed. */
  pieces?: readonly MergedPiece[];
  /** The entries of a list of texts that both sides changed. */
  entries?: readonly string[];
}

/** A value or a part of a text that both sides changed and that needs a choice. */
export interface FieldConflict {
  /** The key of this conflict in `choices`. */
  key: string;
  field: string;
  /** The index of this conflict, from 0, and the number of conflicts in the field. */
  place: { index: number; count: number };
  /** The result of each choice, in display order. Values that are not text can only be resolved to one side. */
  options: readonly { choice: Choice; value: unknown }[];
  /** The common base text; null for values that are not text. */
  base: string | null;
  /** The preselected choice; null if the changes overlap. */
  suggested: Choice | null;
}

/** Whether a value of a form field is empty: documents have null where forms have '' or a list without entries. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function normalized(value: unknown): unknown {
  if (isEmptyValue(value)) return null;
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(Object(value) as Values).map(([name, held]) => [name, normalized(held)]));
}

/** Whether two values of a form field are equal; empty ones are, also in rows. */
export const isSameValue = (a: unknown, b: unknown): boolean => isSame(normalized(a), normalized(b));

/** Whether all form fields are equal; empty values are. */
export const areSameValues = (a: Values, b: Values): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((field) => isSameValue(a[field], b[field]));

/** The fields in which my values and theirs differ, and the side that changed each since `base`. */
export function compareFields({ base, mine, theirs }: Record<'base' | Side, Values>): FieldDifference[] {
  return Object.keys(mine)
    .filter((field) => !isSameValue(mine[field], theirs[field]))
    .map((field) => {
      const isMine = !isSameValue(mine[field], base[field]);
      const isTheirs = !isSameValue(theirs[field], base[field]);
      const changedBy = isMine && isTheirs ? 'both' : isTheirs ? 'them' : 'me';
      return { field, mine: mine[field], theirs: theirs[field], changedBy };
    });
}

/** Compares my version and theirs. In the differences, texts that both sides changed are merged. */
export type Merge = (versions: Record<'base' | Side, Values>) => FieldDifference[];

/** Loads the library that merges texts, which is needed only when two versions are merged. */
export async function loadMerge(): Promise<Merge> {
  const { mergeTexts } = await import('@frontage/model/merge-texts');
  return (versions) =>
    compareFields(versions).map((difference) => {
      const { field, changedBy } = difference;
      if (changedBy !== 'both') return difference;
      const lists = {
        base: listOf(versions.base[field]),
        mine: listOf(difference.mine),
        theirs: listOf(difference.theirs),
      };
      if ((Array.isArray(difference.mine) || Array.isArray(difference.theirs)) && areLists(lists))
        return { ...difference, entries: mergeLists(lists) };
      const [base, mine, theirs] = [versions.base[field], difference.mine, difference.theirs].map(textOf);
      if (base == null || mine == null || theirs == null) return difference;
      return { ...difference, pieces: mergeTexts({ base, mine, theirs }) };
    });
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : null;

/** The entries of a list of texts; null for other values. */
function listOf(value: unknown): readonly string[] | null {
  if (isEmptyValue(value)) return [];
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : null;
}

type Lists = Record<'base' | Side, Lines>;

const areLists = (lists: { [side in keyof Lists]: Lines | null }): lists is Lists =>
  Object.values(lists).every((list) => list !== null);

/** The entries that no side removed, in my order, and then those that only the other side added. */
const mergeLists = ({ base, mine, theirs }: Lists): string[] => [
  ...mine.filter((entry) => theirs.includes(entry) || !base.includes(entry)),
  ...theirs.filter((entry) => !mine.includes(entry) && !base.includes(entry)),
];

/** Whether each side changed at least one field. */
export const isMerge = (differences: readonly FieldDifference[]): boolean =>
  sides.every((side) => differences.some(({ changedBy }) => changedBy !== (side === 'mine' ? 'them' : 'me')));

const sides: readonly Side[] = ['mine', 'theirs'];

/** The conflicts that need a choice: values, and parts of texts, that both sides changed. */
export function conflictsOf(differences: readonly FieldDifference[]): FieldConflict[] {
  return differences.flatMap((difference): FieldConflict[] => {
    const { field, changedBy, pieces, entries } = difference;
    if (changedBy !== 'both' || entries) return [];
    if (!pieces) {
      const options = sides.map((choice) => ({ choice, value: difference[choice] }));
      return [{ key: keyOf(field, 0), field, place: { index: 0, count: 1 }, options, base: null, suggested: null }];
    }
    const conflicting = pieces.filter((piece) => piece.isConflict);
    return conflicting.map((piece, index) => ({
      key: keyOf(field, index),
      field,
      place: { index, count: conflicting.length },
      options: choicesOf(piece).map((choice) => ({ choice, value: linesOf(piece, choice).join('\n') })),
      base: piece.base.join('\n'),
      suggested: piece.merged === null ? null : 'merged',
    }));
  });
}

const keyOf = (field: string, index: number): string => `${field}/${String(index)}`;

const choicesOf = ({ merged, mine, theirs }: ConflictingPiece): Choice[] => [
  ...(merged === null ? [] : (['merged'] as const)),
  ...sides,
  ...(merged === null && mine.length > 0 && theirs.length > 0 ? (['joined'] as const) : []),
];

function linesOf(piece: ConflictingPiece, choice: Choice): Lines {
  if (choice === 'joined') return piece.joined;
  return choice === 'merged' ? (piece.merged ?? piece.mine) : piece[choice];
}

/**
 * The merged values: changes of one side, merged texts, and the chosen side of each conflict. A conflict without a
 * choice keeps my value.
 */
export function mergeChoices(
  mine: Values,
  differences: readonly FieldDifference[],
  choices: Readonly<Record<string, Choice>> = {},
): Values {
  const kept = differences.map((difference) => {
    const { field, changedBy, pieces, entries } = difference;
    if (entries) return [field, entries];
    if (changedBy === 'them') return [field, difference.theirs];
    if (changedBy === 'me') return [field, difference.mine];
    if (!pieces) return [field, choices[keyOf(field, 0)] === 'theirs' ? difference.theirs : difference.mine];
    let conflicts = 0;
    const lines = pieces.flatMap((piece) => {
      if (!piece.isConflict) return piece.lines;
      conflicts += 1;
      return linesOf(piece, choices[keyOf(field, conflicts - 1)] ?? 'mine');
    });
    return [field, lines.join('\n')];
  });
  return { ...mine, ...Object.fromEntries(kept) } as Values;
}

/** The lengths of the common start and the common end of two texts. */
export function commonEnds(one: string, other: string): { from: number; end: number } {
  const length = Math.min(one.length, other.length);
  let from = 0;
  while (from < length && one[from] === other[from]) from += 1;
  let end = 0;
  while (end < length - from && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return { from, end };
}

/** The labels of a form's fields and the display texts of their values. */
export interface FieldWords {
  labels: Readonly<Record<string, string>>;
  /** The display text of a value; undefined for the default text. */
  valueText?(field: string, value: unknown): string | undefined;
}

/** The display text of a field's value: '(empty)', 'On', 'Off', the entries of a list or the value as a string by default. */
export function valueWords(words: FieldWords, field: string, value: unknown): string {
  return words.valueText?.(field, value) ?? plainText(value);
}

/** The default display text of a value. */
export function plainText(value: unknown): string {
  if (isEmptyValue(value)) return '(empty)';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value);
}
