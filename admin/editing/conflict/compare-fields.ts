import { isSame } from '../../lib/documents/plain.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Who moved a field away from where the edit began. */
export type ChangedBy = 'me' | 'them' | 'both';

export type Side = 'mine' | 'theirs';

export interface FieldDifference {
  field: string;
  mine: unknown;
  theirs: unknown;
  changedBy: ChangedBy;
  /** The side to take unless the editor says otherwise: whoever changed the field alone, and mine where both did. */
  suggested: Side;
}

// Forms hold '' where documents hold null; the difference means nothing to an editor.
const settled = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

const isSameValue = (a: unknown, b: unknown): boolean => isSame(settled(a), settled(b));

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

/** My values with every field in `choices` taken from the chosen side. */
export function mergeChoices(mine: Values, theirs: Values, choices: Readonly<Record<string, Side>>): Values {
  const taken = Object.keys(choices).filter((field) => choices[field] === 'theirs');
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]] as const)) };
}
