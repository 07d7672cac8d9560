import type { PreviewCollection } from '@frontage/model/preview';
import { previewCollections } from './preview-collection.ts';

/** The document and field of a text or picture on the site. */
export interface Place {
  collection: PreviewCollection;
  id: string;
  field: string;
}

const collections = Object.values(previewCollections);

export const markOf = ({ collection, id, field }: Place): string => `${collection}/${id}/${field}`;

/** The place in a preview's mark; null for an invalid one. */
export function placeOf(mark: string): Place | null {
  const [name, id, field, ...rest] = mark.split('/');
  const collection = collections.find((known) => known === name);
  return collection && id && field && rest.length === 0 ? { collection, id, field } : null;
}
