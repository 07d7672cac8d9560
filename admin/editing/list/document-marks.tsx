import type { Kind } from '@frontage/model/kinds';
import { Suspense } from 'react';
import { lazyWithFallback } from '../../ui/lazy.tsx';

// Rows render before the code of drafts and schedules has loaded, and stay usable if loading fails.
const RowMarks = lazyWithFallback(
  () => import('./row-marks.tsx'),
  () => null,
);

/** The draft and the next schedule of a document in a list; loads after the rows. */
export const DocumentMarks = (props: { kind: Kind; id: string }) => (
  <Suspense>
    <RowMarks {...props} />
  </Suspense>
);
