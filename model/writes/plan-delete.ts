import { kinds, type Kind } from '../kinds.ts';
import { documentPath, embedPath, trashPath } from './document-paths.ts';
import { serverTime, type Data, type Write } from './write.ts';

/** A document as it stands in the database, with the companions that go with it. */
export interface Deletion {
  kind: Kind;
  id: string;
  /** Untouched, timestamps included: trash must hold exactly what was stored. */
  data: Data;
  /** Null for kinds without one. */
  embed: string | null;
  uid: string;
}

/** One batch that moves a document to the trash. Its slugs stay, and so does a demo's sealed password, for a restore. */
export function planDelete({ kind, id, data, embed, uid }: Deletion): Write[] {
  const trashed = { collection: kinds[kind].collection, id, data, deleted_by: uid, deleted_at: serverTime };
  return [
    { type: 'delete', path: documentPath(kind, id) },
    ...(embed === null ? [] : [{ type: 'delete' as const, path: embedPath(id) }]),
    { type: 'set', path: trashPath(kind, id), data: embed === null ? trashed : { ...trashed, embed } },
  ];
}
