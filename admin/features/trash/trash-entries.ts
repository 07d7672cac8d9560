import { durations } from '@frontage/model/limits';
import { documentName, toPlain } from '../../lib/documents/document.ts';
import { kindOf, type Kind } from '@frontage/model/kinds';
import type { Entry } from '../../lib/documents/document-store.ts';

/** A deleted document in the trash. */
export interface TrashEntry {
  /** Id of the trash document. */
  trashId: string;
  kind: Kind;
  id: string;
  name: string;
  /** Null for kinds without a slug. */
  slug: string | null;
  /** ISO time; empty if unknown. */
  deletedAt: string;
  deletedBy: string;
  /** Whole days until the permanent deletion, never below 0. */
  daysLeft: number;
}

const day = 24 * 60 * 60_000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function toTrashEntry({ id: trashId, data }: Entry, now: number): TrashEntry | null {
  const plain = toPlain(data) as Record<string, unknown>;
  const kind = kindOf(text(plain['collection']));
  const document = plain['data'];
  if (!kind || typeof document !== 'object' || document === null) return null;
  const fields = document as Record<string, unknown>;
  const deletedAt = text(plain['deleted_at']);
  const left = Date.parse(deletedAt) + durations.trashKept - now;
  return {
    trashId,
    kind,
    id: text(plain['id']),
    name: documentName(fields),
    slug: typeof fields['slug'] === 'string' ? fields['slug'] : null,
    deletedAt,
    deletedBy: text(plain['deleted_by']),
    daysLeft: Number.isNaN(left) ? 0 : Math.max(0, Math.ceil(left / day)),
  };
}

/** The readable trash entries, newest first. */
export function trashEntries(entries: readonly Entry[], now: number): TrashEntry[] {
  return entries
    .flatMap((entry) => toTrashEntry(entry, now) ?? [])
    .sort((a, b) => (a.deletedAt === b.deletedAt ? 0 : a.deletedAt > b.deletedAt ? -1 : 1));
}
