import type { Savable } from '@frontage/model/kinds';
import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Editor } from '../editor.ts';
import { ScheduleButton, ScheduleSection } from './schedule-section.tsx';

const SchedulePanel = lazyPart(() => import('./schedule-panel.tsx'));

interface SchedulingProps<Input extends FieldValues, Fields> {
  kind: Savable;
  editor: Editor<Input, Fields>;
  /** What tells it from another one on the screen. */
  label?: string;
}

/** When the document is to be published and unpublished; nothing while it was never saved. Of a setting, when its draft is. */
export function Scheduling<Input extends FieldValues, Fields>({
  kind,
  editor,
  label = 'Schedule',
}: SchedulingProps<Input, Fields>) {
  const { origin, draft } = editor;
  if (origin.base === null && kind !== 'setting') return null;
  // A setting without a draft has nothing to be scheduled.
  const coming = (kind !== 'setting' || draft.kept) && (
    <ScheduleSection label={label}>
      <ScheduleButton label={label} />
    </ScheduleSection>
  );
  return (
    <Suspense fallback={coming}>
      <SchedulePanel {...{ kind, label }} id={origin.id} draftRev={draft.kept?.draft.rev ?? null} />
    </Suspense>
  );
}
