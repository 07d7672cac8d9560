import type { Kind } from '@frontage/model/kinds';
import { lazy, Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Editor } from '../editor.ts';

const SchedulePanel = lazy(() => import('./schedule-panel.tsx'));

interface SchedulingProps<Input extends FieldValues, Fields> {
  kind: Kind;
  editor: Editor<Input, Fields>;
}

/** When the document is to be published and unpublished; nothing while it was never saved. */
export function Scheduling<Input extends FieldValues, Fields>({ kind, editor }: SchedulingProps<Input, Fields>) {
  const { origin, draft } = editor;
  if (origin.base === null) return null;
  return (
    <Suspense>
      <SchedulePanel kind={kind} id={origin.id} draftRev={draft.kept?.draft.rev ?? null} />
    </Suspense>
  );
}
