import type { Savable } from '@frontage/model/kinds/kinds';
import { Suspense, createContext, type ReactNode, useContext } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { lazyDialog } from '../../ui/lazy.tsx';
import type { KeptDraft as Kept } from '../../lib/documents/draft.ts';
import type { Editor } from '../editor.ts';
import { ScheduleButton, ScheduleSection } from './schedule-mark.tsx';
import { Text } from '@chakra-ui/react';
import { Switch } from '../../ui/toggle.tsx';
import type { WidgetProps } from '../editor/form-fields.tsx';

const SchedulePanel = lazyDialog(() => import('./schedule-panel.tsx'));
const LaunchPart = lazyDialog(() => import('./launch-part.tsx'));

/** The draft of the edited document, which changes while its fields do not. */
export const KeptDraft = createContext<Kept | null>(null);

interface SchedulingProps<Input extends FieldValues, Fields> {
  kind: Savable;
  editor: Pick<Editor<Input, Fields>, 'origin' | 'create' | 'settleDraft'>;
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
  // Only the draft of a setting can be scheduled.
  const fallback = (kind !== 'setting' || kept) && (
    <ScheduleSection label={label}>
      <ScheduleButton label={label} />
    </ScheduleSection>
  );
  return (
    <>
      <Suspense fallback={fallback}>
        <SchedulePanel
          {...{ kind, label }}
          id={origin.id}
          documentRev={origin.base?.rev ?? null}
          draft={isNew ? null : kept}
          create={isNew ? editor.create : null}
          isPublished={isPublishedIn(kind, origin)}
          liveEmbed={liveEmbedIn(kind, origin)}
        />
      </Suspense>
      <Launching kind={kind} editor={editor} mayPublish />
    </>
  );
}

const isPublishedIn = (kind: Savable, { base, values }: { base: unknown; values: FieldValues }): boolean =>
  kind === 'setting' || (base !== null && values['is_published'] === true);

const liveEmbedIn = (kind: Savable, { values }: { values: FieldValues }): string | null => {
  const embed: unknown = kind === 'demo' ? values['iframe_url'] : null;
  return typeof embed === 'string' ? embed : null;
};

/** The launch of the document. Without permission to publish, a user proposes its draft. */
function Launching<Input extends FieldValues, Fields>({
  kind,
  editor: { origin, settleDraft },
  mayPublish,
}: SchedulingProps<Input, Fields> & { mayPublish: boolean }) {
  const kept = useContext(KeptDraft);
  return (
    <Suspense>
      <LaunchPart
        {...{ kind, mayPublish }}
        id={origin.id}
        documentRev={origin.base?.rev ?? null}
        isPublished={isPublishedIn(kind, origin)}
        draft={kept}
        liveEmbed={liveEmbedIn(kind, origin)}
        settleDraft={settleDraft}
      />
    </Suspense>
  );
}

interface PublishOptions {
  /** Replaces the switch for users without the permission. */
  denied?: string;
  /** A note between the switch and the schedule. */
  note?: ReactNode;
}

/** The switch of `is_published` with the document's schedule. The help explains an unsaved change. */
export function PublishWidget<Input extends FieldValues, Fields>({
  edit: { kind, editor, canPublish },
  name,
  label,
  help,
  denied,
  note,
}: WidgetProps<Input, Fields> & PublishOptions) {
  const { form, origin } = editor;
  const isOn: unknown = useWatch({ control: form.control, name });
  const isStored = origin.base !== null;
  const isPublished = isStored && origin.values['is_published'] === true;
  if (!canPublish && denied !== undefined) {
    return (
      <>
        <Text color="fg.muted" textStyle="sm">
          {denied}
        </Text>
        <Launching kind={kind} editor={editor} mayPublish={false} />
      </>
    );
  }
  return (
    <>
      <Switch
        label={label}
        help={isOn === isPublished ? help : pending[isPublished ? 'off' : isStored ? 'on' : 'new']}
        {...form.register(name)}
      />
      {note}
      {canPublish && <Scheduling kind={kind} editor={editor} />}
    </>
  );
}

const pending = {
  new: 'Not published yet: it goes live when you create it.',
  on: 'Not published yet: it goes live when you save.',
  off: 'Still published: it is unpublished when you save.',
};
