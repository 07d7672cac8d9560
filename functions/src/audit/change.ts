import { isStamp } from '@frontage/model/fields';

/** The data of a content document before and after one write; undefined if the document does not exist. */
export interface Change {
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

export interface Recorded {
  action: 'created' | 'updated' | 'deleted';
  /** Uid; null if it is unknown. */
  actor: string | null;
  /** Names of the changed fields, never their values. */
  fields: string[];
  /** Of a change of the publication state: the new state. */
  details?: { is_published: boolean };
}

const textOf = (value: unknown): unknown => (typeof value === 'string' ? value : null);

/**
 * The content of an audit entry: the names of changed fields. Values, other than the publication state, would copy
 * embeds and drafts into a record that is never deleted. Null if nothing changed.
 */
export function describeChange({ before, after }: Change, deletedBy: unknown): Recorded | null {
  if (!before && !after) return null;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const fields = names.filter((name) => !isStamp(name) && !isSame(before?.[name], after?.[name]));
  const actor = textOf(after ? after['updated_by'] : deletedBy);
  return {
    action: !before ? 'created' : !after ? 'deleted' : 'updated',
    actor: typeof actor === 'string' ? actor : null,
    fields,
    ...(before &&
      after &&
      fields.includes('is_published') && { details: { is_published: after['is_published'] === true } }),
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
