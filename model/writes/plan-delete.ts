import { kinds, type Kind } from '../kinds.ts';
import { documentPath, embedPath, slugPath, trashPath } from './document-paths.ts';
import { serverTime, type Data, type Write } from './write.ts';

/** A document as it stands in the database, with the companions that go with it. */
export interface Deletion {
  kind: Kind;
  id: string;
  /** Untouched, timestamps included: trash must hold exactly what was stored. */
  data: Data;
  /** Whether the document holds its slug; a document that never reserved it has none to give back. */
  holdsSlug: boolean;
  /** Null for kinds without one. */
  embed: string | null;
  uid: string;
}

/** One batch that moves a document to the trash and frees its slug. A demo's sealed password stays for a restore. */
export function planDelete({ kind, id, data, holdsSlug, embed, uid }: Deletion): Write[] {
  const slug = slugPath(kind, data['slug']);
  const trashed = { collection: kinds[kind].collection, id, data, deleted_by: uid, deleted_at: serverTime };
  return [
    { type: 'delete', path: documentPath(kind, id) },
    ...(slug && holdsSlug ? [{ type: 'delete' as const, path: slug }] : []),
    ...(embed === null ? [] : [{ type: 'delete' as const, path: embedPath(id) }]),
    { type: 'set', path: trashPath(kind, id), data: embed === null ? trashed : { ...trashed, embed } },
  ];
}
