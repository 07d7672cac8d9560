import { Button, Flex } from '@chakra-ui/react';
import { invalid } from '@frontage/model/messages';
import { normalizePath, redirectFields } from '@frontage/model/redirect';
import { collections } from '@frontage/model/paths';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useLaunchActions } from '../../editing/launch/launches.queries.ts';
import { sha256 } from '../../lib/documents/document.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useNotify } from '../../ui/toaster.tsx';

const statusOptions = [
  { value: '301', label: 'Permanent (301)' },
  { value: '302', label: 'Temporary (302)' },
];

/** Adds a redirect to a launch, or the removal of a redirect. */
export default function LaunchRedirectDialog({ launch, onClose }: { launch: string; onClose: () => void }) {
  const { change } = useLaunchActions();
  const notify = useNotify();
  const first = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ from: '', to: '', status: '301' });
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const [isPending, setPending] = useState(false);
  const type = (next: Partial<typeof typed>) => {
    setTyped({ ...typed, ...next });
    setErrors({});
  };

  const submit = async () => {
    const from = normalizePath(typed.from.trim()) ?? typed.from.trim();
    const to = typed.to.trim() === '' ? null : typed.to.trim();
    const checked = redirectFields.safeParse({ from, to, status: Number(typed.status) });
    if (!checked.success) {
      const [issue] = checked.error.issues;
      return setErrors({ [String(issue?.path[0])]: issue?.message });
    }
    if (to !== null && normalizePath(to) === from) return setErrors({ to: invalid.redirectLoop });
    setPending(true);
    try {
      const member = { collection: collections.redirects, id: await sha256(from), action: 'redirect' as const };
      await change(launch, { add: [{ ...member, redirect: checked.data }] });
      notify.success({ title: 'Redirect added to the launch', about: from });
      onClose();
    } catch (error) {
      notify.failure({ title: "Couldn't change the launch", about: from }, error);
    } finally {
      setPending(false);
    }
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Add redirect to the launch"
      description="It is stored when the launch is published."
      initialFocus={first}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="launch-redirect" loading={isPending} loadingText="Saving...">
            Add redirect
          </Button>
        </>
      }
    >
      <form
        id="launch-redirect"
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Flex direction="column" gap="4">
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
        </Flex>
      </form>
    </Modal>
  );
}
