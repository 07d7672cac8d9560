import type { Base, SaveIntent } from '@frontage/model/writes/plan-save';
import type { Former } from './use-undo.ts';
import type { Prepared } from './prepared.ts';

/** What a save came to. */
export type Saved = Pick<Former, 'name' | 'visibility'> & { base: Base };

/**
 * What takes a save back: the fields it wrote, as they would have been saved before. Null where that is not known, or a
 * password went, of which nobody keeps the former one.
 */
export function formerOf(
  before: Prepared | null,
  { id, base, companions }: Pick<SaveIntent, 'id' | 'base' | 'companions'>,
  saved: Saved,
): Former | null {
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
