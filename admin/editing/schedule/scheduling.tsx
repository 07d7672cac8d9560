import type { Savable } from '@frontage/model/kinds';
import { Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyDialog } from '../../ui/lazy.tsx';
import type { Editor } from '../editor.ts';
import { ScheduleButton, ScheduleSection } from './schedule-section.tsx';

const SchedulePanel = lazyDialog(() => import('./schedule-panel.tsx'));

interface SchedulingProps<Input extends FieldValues, Fields> {
  kind: Savable;
  editor: Editor<Input, Fields>;
  /** Distinguishes it from another one on the same screen. */
  label?: string;
}

/**
 * When a document is published and unpublished, or a setting's draft is published; hidden for a document that was never
 * saved.
 */
export function Scheduling<Input extends FieldValues, Fields>({
  kind,
  editor,
  label = 'Schedule',
}: SchedulingProps<Input, Fields>) {
  const { origin, draft } = editor;
  if (origin.base === null && kind !== 'setting') return null;
  const liveEmbed: unknown = kind === 'demo' ? origin.values['iframe_url'] : null;
  // Only the draft of a setting can be scheduled.
  const coming = (kind !== 'setting' || draft.kept) && (
    <ScheduleSection label={label}>
      <ScheduleButton label={label} />
    </ScheduleSection>
  );
  return (
    <Suspense fallback={coming}>
      <SchedulePanel
        {...{ kind, label }}
        id={origin.id}
        documentRev={origin.base?.rev ?? null}
        draft={draft.kept}
        liveEmbed={typeof liveEmbed === 'string' ? liveEmbed : null}
      />
    </Suspense>
  );
}
