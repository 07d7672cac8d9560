import { draftData } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import type { PreviewCollection } from '@frontage/model/preview';
import { previewCollections } from './preview-collection.ts';

/** Form values in the format that the pipeline renders. */
export interface Previewed {
  collection: PreviewCollection;
  id: string;
  data: Record<string, unknown>;
}

/** Converts the values of a form, including a demo's embed code, but never a password. */
export const previewedOf = (kind: Savable, id: string, values: Readonly<Record<string, unknown>>): Previewed => ({
  collection: previewCollections[kind],
  id,
  data: { ...draftData(kind, values), ...(kind === 'demo' && { embed_code: values['iframe_url'] }) },
});
