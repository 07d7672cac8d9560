import type { PreviewCollection } from '@frontage/model/preview';

/** What a text or picture carries in a preview: where it is edited. Nothing where visitors read. */
export interface Mark {
  'data-edit'?: string;
}

type Marker = (collection: PreviewCollection, id: string, field: string) => Mark;

const none: Mark = {};

/** Makes the marks of a page, each to be spread into the element that shows the field. */
export function marker({ marks }: Pick<App.Locals, 'marks'>): Marker {
  return marks ? (collection, id, field) => ({ 'data-edit': `${collection}/${id}/${field}` }) : () => none;
}
