import { kinds, type Kind } from '@frontage/model/kinds';
import { valueOf, type DocumentStore } from './document-store.ts';

/** The fields by which documents are ordered. */
const orderFields: Partial<Record<Kind, string>> = { page: 'menu_order', section: 'order_index' };

// Values that are not numbers sort before valid ones.
const candidates = 5;

/**
 * The order that places a new document after all others of its kind: one more than the highest stored order, or 0 for
 * the first document and for kinds without an order. Rejects with a `DocumentError`.
 */
export async function readNextOrder(store: DocumentStore, kind: Kind): Promise<number> {
  const field = orderFields[kind];
  if (field === undefined) return 0;
  const choice = { newestBy: field, limit: candidates, fields: [field] };
  const highest = valueOf(await store.list(kinds[kind].collection, choice)).map(({ data }) => data[field]);
  const last = highest.find((order) => Number.isSafeInteger(order)) as number | undefined;
  return last === undefined ? 0 : Math.min(last + 1, Number.MAX_SAFE_INTEGER);
}
