import { isStamp } from '@frontage/model/fields';

/** One write of a content document, moments as anything with `isEqual`. */
export interface Change {
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

export interface Recorded {
  action: 'created' | 'updated' | 'deleted';
  /** Uid; null where the documents do not tell. */
  actor: string | null;
  /** Names of the fields that changed; never what they hold. */
  fields: string[];
}

const textOf = (value: unknown): unknown => (typeof value === 'string' ? value : null);

/**
 * What an audit entry says of a change: the names of the fields, as values would carry embeds and drafts into a record
 * that is never deleted. Null where nothing changed.
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
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
