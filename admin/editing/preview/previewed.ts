import { draftData } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import type { PreviewCollection } from '@frontage/model/preview';
import { previewCollections } from './preview-collection.ts';

/** The current input in the form the pipeline renders. */
export interface Previewed {
  collection: PreviewCollection;
  id: string;
  data: Record<string, unknown>;
}

/** The values of a form with those that a draft stores separately, but never a password. */
export const previewedOf = (kind: Savable, id: string, values: Readonly<Record<string, unknown>>): Previewed => ({
  collection: previewCollections[kind],
  id,
  data: { ...draftData(kind, values), ...(kind === 'demo' && { embed_code: values['iframe_url'] }) },
});
