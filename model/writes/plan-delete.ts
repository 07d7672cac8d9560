import { kinds, type Kind } from '../kinds.ts';
import { documentPath, embedPath, trashPath } from './document-paths.ts';
import { serverTime, type Data, type Write } from './write.ts';

/** A stored document with the companions that are deleted with it. */
export interface Deletion {
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
