import type { Savable } from '@frontage/model/kinds';
import { createContext, Suspense, useContext } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyDialog } from '../../ui/lazy.tsx';
import type { KeptDraft as Kept } from '../../lib/documents/draft.ts';
import type { Editor } from '../editor.ts';
import { ScheduleButton, ScheduleSection } from './schedule-mark.tsx';

const SchedulePanel = lazyDialog(() => import('./schedule-panel.tsx'));

/** The draft of the edited document, which changes while its fields do not. */
export const KeptDraft = createContext<Kept | null>(null);

interface SchedulingProps<Input extends FieldValues, Fields> {
  kind: Savable;
  editor: Pick<Editor<Input, Fields>, 'origin' | 'create'>;
  /** The label, to distinguish several sections on one screen. */
  label?: string;
}

/**
 * The schedules in an editor: publish and unpublish times of a document, or the publish time of a setting's draft.
 * Scheduling a new document creates it first.
 */
export function Scheduling<Input extends FieldValues, Fields>({
  kind,
  editor,
  label = 'Schedule',
}: SchedulingProps<Input, Fields>) {
  const { origin } = editor;
  const kept = useContext(KeptDraft);
  const isNew = origin.base === null && kind !== 'setting';
  const liveEmbed: unknown = kind === 'demo' ? origin.values['iframe_url'] : null;
  // Only the draft of a setting can be scheduled.
  const fallback = (kind !== 'setting' || kept) && (
    <ScheduleSection label={label}>
      <ScheduleButton label={label} />
    </ScheduleSection>
  );
  return (
    <Suspense fallback={fallback}>
      <SchedulePanel
        {...{ kind, label }}
        id={origin.id}
        documentRev={origin.base?.rev ?? null}
        draft={isNew ? null : kept}
        create={isNew ? editor.create : null}
        liveEmbed={typeof liveEmbed === 'string' ? liveEmbed : null}
      />
    </Suspense>
  );
}
