import type { Base, SaveIntent } from '@frontage/model/writes/plan-save';
import type { UndoSnapshot } from './use-undo.ts';
import type { Prepared } from './prepared.ts';

/** The result of a save. */
export type Saved = Pick<UndoSnapshot, 'name' | 'visibility'> & { base: Base };

/**
 * The previous values of the fields that a save wrote. Null if they are not known, or if the save removed a password,
 * which is stored nowhere else.
 */
export function undoSnapshot(
  before: Prepared | null,
  { id, base, companions }: Pick<SaveIntent, 'id' | 'base' | 'companions'>,
  saved: Saved,
): UndoSnapshot | null {
  if (before === null) return null;
  const losesPassword = base?.isProtected && (companions.passwordHash !== undefined || !saved.base.isProtected);
  if (losesPassword) return null;
  const { embed } = before.companions;
  const { wasPublic: isPublic, isPublic: wasPublic } = saved.visibility;
  return {
    ...saved,
    id,
    fields: before.fields,
    companions: companions.embed !== undefined && embed !== undefined ? { embed } : {},
    visibility: { wasPublic, isPublic },
  };
}
