import type { PreviewCollection } from '@frontage/model/preview';

/** The edit mark of a text or picture in a preview; empty on public pages. */
export interface Mark {
  'data-edit'?: string;
}

type Marker = (collection: PreviewCollection, id: string, field: string) => Mark;

const none: Mark = {};

/** Creates the marks of a page, each to be spread into the element that shows the field. */
export function marker({ marks }: Pick<App.Locals, 'marks'>): Marker {
  return marks ? (collection, id, field) => ({ 'data-edit': `${collection}/${id}/${field}` }) : () => none;
}
