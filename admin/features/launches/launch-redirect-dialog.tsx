import { collections } from '@frontage/model/paths';
import { useRef, useState } from 'react';
import { useLaunchActions } from '../../editing/publish/launches.queries.ts';
import { sha256 } from '../../lib/documents/document.ts';
import { readRedirectChange } from '../../lib/documents/redirects.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';

const statusOptions = [
  { value: '301', label: 'Permanent (301)' },
  { value: '302', label: 'Temporary (302)' },
];

/** Adds a redirect to a launch, or the removal of a redirect. */
export default function LaunchRedirectDialog({ launch, onClose }: { launch: string; onClose: () => void }) {
  const { config } = useFirebase();
  const { change } = useLaunchActions();
  const notify = useNotify();
  const first = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ from: '', to: '', status: '301' });
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const { isRunning, perform } = useAction();
  const type = (next: Partial<typeof typed>) => {
    setTyped({ ...typed, ...next });
    setErrors({});
  };

  const submit = async () => {
    const read = readRedirectChange(typed, config.siteOrigin);
    if (!read.ok) return setErrors({ [read.field]: read.message });
    const { from } = read.redirect;
    await perform({ title: "Couldn't change the launch", about: from }, async () => {
      const member = { collection: collections.redirects, id: await sha256(from), action: 'redirect' as const };
      await change(launch, { add: [{ ...member, redirect: read.redirect }] });
      notify.success({ title: 'Redirect added to the launch', about: from });
      onClose();
    });
  };

  return (
    <FormModal
      onClose={onClose}
      title="Add redirect to the launch"
      description="It is stored when the launch is published."
      initialFocus={first}
      submit="Add redirect"
      isPending={isRunning}
      onSubmit={() => void submit()}
    >
      <TextField
        label="From"
        required
        help="A path on this site, such as /old-page"
        error={errors.from}
        input={{ ref: first, value: typed.from, onChange: ({ target }) => type({ from: target.value }) }}
      />
      <TextField
        label="To"
        help="A path on this site or a URL. Leave it empty to remove the redirect."
        error={errors.to}
        input={{ value: typed.to, onChange: ({ target }) => type({ to: target.value }) }}
      />
      <SelectField
        label="Type"
        options={statusOptions}
        select={{ value: typed.status, onChange: ({ target }) => type({ status: target.value }) }}
      />
    </FormModal>
  );
}
