import { launchForm } from '@frontage/model/launch';
import { limits } from '@frontage/model/limits';
import { invalid } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type StoredLaunch, useLaunchActions } from '../../editing/publish/launches.queries.ts';
import { enteredTime } from '../../editing/publish/local-time.ts';
import { TimeField } from '../../editing/publish/time-field.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';

/** Name, description and time of a launch; a new one opens afterwards. */
export default function LaunchDialog({ launch, onClose }: { launch: StoredLaunch | null; onClose: () => void }) {
  const { save } = useLaunchActions();
  const notify = useNotify();
  const navigate = useNavigate();
  const first = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({
    name: launch?.name ?? '',
    description: launch?.description ?? '',
    time: enteredTime(launch?.planned?.at ?? null),
  });
  const [errors, setErrors] = useState<{ name?: string; time?: string }>({});
  const { isRunning, perform } = useAction();
  const type = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change });
    setErrors({});
  };

  const submit = async () => {
    const form = launchForm.safeParse(typed);
    if (!form.success) return setErrors({ name: form.error.issues[0]?.message ?? '' });
    const { entry, at } = typed.time;
    if (entry !== '' && (at === null || at.getTime() <= Date.now())) return setErrors({ time: invalid.futureTime });
    await perform({ title: "Couldn't save the launch", about: form.data.name }, async () => {
      const plannedAt = at?.getTime() ?? null;
      const { id } = await save({ id: launch?.id ?? null, rev: launch?.rev ?? 0, ...form.data, plannedAt });
      notify.success({ title: launch ? 'Launch saved' : 'Launch created', about: form.data.name });
      onClose();
      if (launch === null) void navigate(adminPaths.launch(id));
    });
  };

  return (
    <FormModal
      onClose={onClose}
      title={launch ? 'Edit launch' : 'New launch'}
      description="Its documents go live together, or not at all."
      initialFocus={first}
      submit={launch ? 'Save launch' : 'Create launch'}
      isPending={isRunning}
      onSubmit={() => void submit()}
    >
      <TextField
        label="Name"
        required
        error={errors.name}
        input={{
          ref: first,
          value: typed.name,
          maxLength: limits.launchName,
          autoComplete: 'off',
          onChange: ({ target }) => type({ name: target.value }),
        }}
      />
      <TextAreaField
        label="Description"
        input={{
          value: typed.description,
          rows: 3,
          maxLength: limits.launchDescription,
          onChange: ({ target }) => type({ description: target.value }),
        }}
      />
      <TimeField
        label="Time"
        help="Leave it empty to publish by hand."
        error={errors.time}
        value={typed.time}
        onChange={(time) => type({ time })}
      />
    </FormModal>
  );
}
