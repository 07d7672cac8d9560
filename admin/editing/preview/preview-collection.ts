import type { Savable } from '@frontage/model/kinds';
import type { PreviewCollection } from '@frontage/model/preview';

/** The name of each kind's collection in the pipeline and in preview marks. */
export const previewCollections = {
  page: 'pages',
  demo: 'demos',
  section: 'sections',
  setting: 'settings',
} as const satisfies Record<Savable, PreviewCollection>;
