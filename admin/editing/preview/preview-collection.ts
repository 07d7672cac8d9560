import type { Savable } from '@frontage/model/kinds';
import type { PreviewCollection } from '@frontage/model/preview';

/** What the pipeline and the marks of previews call the collection of each kind. */
export const previewCollections = {
  page: 'pages',
  demo: 'demos',
  section: 'sections',
  setting: 'settings',
} as const satisfies Record<Savable, PreviewCollection>;
