import type { Savable } from '@frontage/model/kinds';
import { isDocumentId } from '@frontage/model/paths';
import { keepsSlug, slugDocument } from '@frontage/model/slug';
import { documentPath, slugPath } from '@frontage/model/writes/document-paths';
import type { Firestore, Transaction } from 'firebase-admin/firestore';

/**
 * Whether a document other than `id` has a slug. A slug is free if its last document has another slug now or is
 * deleted.
 */
export async function isSlugTaken(
  { firestore, transaction }: { firestore: Firestore; transaction: Transaction },
  kind: Savable,
  { id, slug }: { id: string; slug: unknown },
): Promise<boolean> {
  const path = slugPath(kind, slug);
  if (path === null) return false;
  const reservation = await transaction.get(firestore.doc(path));
  const holder = slugDocument.pick({ id: true }).safeParse(reservation.data()).data?.id ?? id;
  if (holder === id || !isDocumentId(holder)) return false;
  const taker = await transaction.get(firestore.doc(documentPath(kind, holder)));
  return keepsSlug(taker.data(), slug);
}
