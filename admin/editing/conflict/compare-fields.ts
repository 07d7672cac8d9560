import { isSame } from '../../lib/documents/plain.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Who moved a field away from where the edit began. */
export type ChangedBy = 'me' | 'them' | 'both';

export type Side = 'mine' | 'theirs';

/** What can be kept of a field: one side, or what both made of a text. */
export type Choice = Side | 'merged';

export interface FieldDifference {
  field: string;
  mine: unknown;
  theirs: unknown;
  changedBy: ChangedBy;
  /** Of a text that both changed: both changes in one. */
  merged?: MergedText;
  /** What to keep unless the editor says otherwise: who changed the field alone, both changes of a text, else mine. */
  suggested: Choice;
}

export interface MergedText {
  text: string;
  /** Whether both changed the same lines; those of both are in the text, mine first. */
  hasOverlap: boolean;
}

// Forms hold '' where documents hold null; the difference means nothing to an editor.
const settled = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

/** Whether a field of the form holds the same in both, empty text and nothing being one. */
export const isSameValue = (a: unknown, b: unknown): boolean => isSame(settled(a), settled(b));

/** Whether every field of the form holds the same, empty text and nothing being one. */
export const areSameValues = (a: Values, b: Values): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((field) => isSameValue(a[field], b[field]));

/** The fields in which my text and theirs differ, and who changed each since `base`. */
export function compareFields({ base, mine, theirs }: Record<'base' | Side, Values>): FieldDifference[] {
  return Object.keys(mine)
    .filter((field) => !isSameValue(mine[field], theirs[field]))
    .map((field) => {
      const isMine = !isSameValue(mine[field], base[field]);
      const isTheirs = !isSameValue(theirs[field], base[field]);
      const changedBy = isMine && isTheirs ? 'both' : isTheirs ? 'them' : 'me';
      const suggested = changedBy === 'them' ? 'theirs' : 'mine';
      return { field, mine: mine[field], theirs: theirs[field], changedBy, suggested };
    });
}

/** Whether somebody must choose: both changed the same thing. */
export const isClash = ({ changedBy, merged }: FieldDifference): boolean =>
  changedBy === 'both' && merged?.hasOverlap !== false;

/** My values with what was chosen, or else suggested, for every field in which we differ. */
export function mergeChoices(
  mine: Values,
  differences: readonly FieldDifference[],
  choices: Readonly<Record<string, Choice>> = {},
): Values {
  const kept = differences.map((difference) => {
    const { field, suggested } = difference;
    const choice = choices[field] ?? suggested;
    return [field, choice === 'merged' ? difference.merged?.text : difference[choice]] as const;
  });
  return { ...mine, ...Object.fromEntries(kept) };
}
