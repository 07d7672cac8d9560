import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useWatch, type FieldValues } from 'react-hook-form';
import { Switch } from '../../ui/toggle.tsx';
import type { WidgetProps } from '../form/form-fields.tsx';
import { Scheduling } from '../schedule/scheduling.tsx';

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
      <Text color="fg.muted" textStyle="sm">
        {denied}
      </Text>
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
  off: 'Still published: it leaves the site when you save.',
};
