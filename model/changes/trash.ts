import { z } from 'zod';
import { currentFields, type Kind, kindOf, kinds } from '../kinds/kinds.ts';
import { collections } from '../paths.ts';
import { takeSlug } from './document-writes.ts';
import { type Data, documentPath, embedPath, serverTime, slugPath, trashPath, type Write } from './write.ts';

/** A stored document with the companions that are deleted with it. */
interface Deletion {
  kind: Kind;
  id: string;
  /** The stored fields, unchanged and with timestamps. The trash document contains exactly these. */
  data: Data;
  /** Embed code; null for kinds without one. */
  embed: string | null;
  /** Uid of the user that deletes the document. */
  uid: string;
}

/** One batch that moves a document to the trash. Its slugs and a demo's password hash stay for a later restore. */
export function planDelete({ kind, id, data, embed, uid }: Deletion): Write[] {
  const trashed = { collection: kinds[kind].collection, id, data, deleted_by: uid, deleted_at: serverTime };
  return [
    { type: 'delete', path: documentPath(kind, id) },
    ...(embed === null ? [] : [{ type: 'delete' as const, path: embedPath(id) }]),
    { type: 'set', path: trashPath(kind, id), data: embed === null ? trashed : { ...trashed, embed } },
  ];
}

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
  const restored = { ...currentFields(kind, data), rev: data.rev + 1, updated_at: serverTime, updated_by: uid };
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
