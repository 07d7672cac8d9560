import type { Savable } from '@frontage/model/kinds';
import { documentPath } from '@frontage/model/writes/document-paths';
import type { Base, SaveIntent } from '@frontage/model/writes/plan-save';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { readTheirs, type Theirs } from '../../lib/documents/save-document.ts';
import type { Former } from './use-undo.ts';

// A save waits no longer for what only taking it back needs.
const longest = 2_000;

/** What is stored before a save; null where it could not be read in time. */
export function readFormer(store: DocumentStore, kind: Savable, id: string): Promise<Theirs | null> {
  const read = async () => {
    const stored = await store.read(documentPath(kind, id));
    return stored.ok ? readTheirs(store, { kind, id }, stored.value) : null;
  };
  return Promise.race([read(), new Promise<null>((resolve) => setTimeout(resolve, longest, null))]);
}

/** What a save came to. */
type Saved = Pick<Former, 'name' | 'visibility'> & { base: Base };

/**
 * What takes a save back: the fields it wrote, as they were. Null where that cannot be: the save built on something else, or
 * a password went, of which nobody keeps the former one.
 */
export function formerOf(
  { data, embed }: Theirs,
  { id, base, fields, companions }: SaveIntent,
  saved: Saved,
): Former | null {
  if (!data || !base || data['rev'] !== base.rev) return null;
  const losesPassword = base.isProtected && (companions.passwordHash !== undefined || !saved.base.isProtected);
  if (losesPassword || (companions.embed !== undefined && embed === null)) return null;
  const former = Object.fromEntries(Object.keys(fields).map((field) => [field, data[field] ?? null]));
  const withEmbed = companions.embed !== undefined && embed !== null;
  const { wasPublic: isPublic, isPublic: wasPublic } = saved.visibility;
  return {
    ...saved,
    id,
    fields: former,
    companions: withEmbed ? { embed } : {},
    visibility: { wasPublic, isPublic },
  };
}
