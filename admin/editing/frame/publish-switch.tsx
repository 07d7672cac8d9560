import { useWatch, type FieldPath, type FieldValues } from 'react-hook-form';
import { Switch } from '../../ui/toggle.tsx';
import type { Editor } from '../editor.ts';

interface PublishSwitchProps<Input extends FieldValues, Fields> {
  editor: Editor<Input, Fields>;
  label: string;
  /** The help text while the switch equals the stored value. */
  help: string;
}

/** The switch of `is_published`. The help explains an unsaved change. */
export function PublishSwitch<Input extends FieldValues, Fields>({
  editor: { form, origin },
  label,
  help,
}: PublishSwitchProps<Input, Fields>) {
  const name = 'is_published' as FieldPath<Input>;
  const isOn: unknown = useWatch({ control: form.control, name });
  const isStored = origin.base !== null;
  const isPublished = isStored && origin.values['is_published'] === true;
  return (
    <Switch
      label={label}
      help={isOn === isPublished ? help : pending[isPublished ? 'off' : isStored ? 'on' : 'new']}
      {...form.register(name)}
    />
  );
}

const pending = {
  new: 'Not published yet: it goes live when you create it.',
  on: 'Not published yet: it goes live when you save.',
  off: 'Still published: it leaves the site when you save.',
};
