import { z } from 'zod';
import { kindOf, type Kind } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import {
  type Data,
  documentPath,
  embedPath,
  serverTime,
  slugPath,
  trashPath,
  type Write,
} from '@frontage/model/changes/write';
import { takeSlug } from '@frontage/model/changes/document-writes';

const trashed = z.object({
  collection: z.string(),
  id: z.string().min(1),
  data: z.looseObject({ rev: z.int() }),
  embed: z.string().optional(),
});

/** A deleted document in the trash. */
export interface Trashed {
  kind: Kind;
  id: string;
  /** The stored fields, timestamps included. */
  data: Data & { rev: number };
  embed: string | null;
}

/** Parses a `trash` document; null if it is invalid. */
export function readTrashed(stored: unknown): Trashed | null {
  const parsed = trashed.safeParse(stored).data;
  const kind = parsed && kindOf(parsed.collection);
  return kind ? { kind, id: parsed.id, data: parsed.data, embed: parsed.embed ?? null } : null;
}

/** Parses the `trash` document of an image; null if it is invalid. */
export function readTrashedMedia(stored: unknown): Pick<Trashed, 'id' | 'data'> | null {
  const parsed = trashed.safeParse(stored).data;
  return parsed?.collection === collections.media ? { id: parsed.id, data: parsed.data } : null;
}

export interface RestorePlan {
  /** The document's path. No document may exist there. */
  document: string;
  writes: Write[];
}

/** One batch that restores a deleted document. A demo's password hash is not restored, because it was never deleted. */
export function planRestore({ kind, id, data, embed }: Trashed, uid: string): RestorePlan {
  const document = documentPath(kind, id);
  const slug = slugPath(kind, data['slug']);
  const restored = { ...data, rev: data.rev + 1, updated_at: serverTime, updated_by: uid };
  return {
    document,
    writes: [
      { type: 'set', path: document, data: restored },
      ...(slug ? [takeSlug(slug, id)] : []),
      ...(embed === null ? [] : [{ type: 'set' as const, path: embedPath(id), data: { iframe_url: embed } }]),
      { type: 'delete', path: trashPath(kind, id) },
    ],
  };
}
