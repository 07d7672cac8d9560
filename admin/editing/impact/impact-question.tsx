import { lazy, Suspense, type ComponentProps } from 'react';

const Note = lazy(() => import('./impact-note.tsx'));

/** What a withdrawal changes, inside the question; it comes with the question. */
export function ImpactQuestion(props: ComponentProps<typeof Note>) {
  return (
    <Suspense>
      <Note {...props} />
    </Suspense>
  );
}
