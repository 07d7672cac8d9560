import type { PreviewCollection } from '@frontage/model/preview';
import { previewCollections } from './preview-collection.ts';

/** Where a text or picture of the site is edited. */
export interface Place {
  collection: PreviewCollection;
  id: string;
  field: string;
}

const collections = Object.values(previewCollections);

export const markOf = ({ collection, id, field }: Place): string => `${collection}/${id}/${field}`;

/** What a mark of the preview leads to; null where it is none. */
export function placeOf(mark: string): Place | null {
  const [name, id, field, ...rest] = mark.split('/');
  const collection = collections.find((known) => known === name);
  return collection && id && field && rest.length === 0 ? { collection, id, field } : null;
}
