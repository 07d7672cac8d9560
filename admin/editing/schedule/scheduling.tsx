import type { Kind } from '@frontage/model/kinds';
import { lazy, Suspense } from 'react';
import type { Base } from '@frontage/model/writes/plan-save';

const SchedulePanel = lazy(() => import('./schedule-panel.tsx'));

/** When the document is to be published and unpublished; nothing while it was never saved. */
export function Scheduling({ kind, id, base }: { kind: Kind; id: string; base: Base | null }) {
  if (base === null) return null;
  return (
    <Suspense>
      <SchedulePanel kind={kind} id={id} />
    </Suspense>
  );
}
