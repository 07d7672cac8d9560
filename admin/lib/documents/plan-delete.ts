import { collections, trashId } from '@frontage/model/paths';
import { kinds, type Kind } from './kinds.ts';
import type { Data } from './plain.ts';
import { documentPath, embedPath, slugPath } from './plan-save.ts';
import { serverTime, type Write } from './write.ts';

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
  const { collection } = kinds[kind];
  const slug = typeof data['slug'] === 'string' ? slugPath(kind, data['slug']) : null;
  const trashed = { collection, id, data, deleted_by: uid, deleted_at: serverTime };
  return [
    { type: 'delete', path: documentPath(kind, id) },
    ...(slug && holdsSlug ? [{ type: 'delete' as const, path: slug }] : []),
    ...(embed === null ? [] : [{ type: 'delete' as const, path: embedPath(id) }]),
    {
      type: 'set',
      path: `${collections.trash}/${trashId(collection, id)}`,
      data: embed === null ? trashed : { ...trashed, embed },
    },
  ];
}
