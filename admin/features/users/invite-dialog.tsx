import { Button, Flex } from '@chakra-ui/react';
import type { CallOutput } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { defaultInviteRole, inviteForm, roleNames, roles, type Role } from '@frontage/model/user';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { InviteLink } from './renewed-invite-dialog.tsx';
import { invitesKey } from './invites.queries.ts';

const roleOptions = roleNames.map((role) => ({
  value: role,
  label: `${role[0]?.toUpperCase()}${role.slice(1)}: ${roles[role].toLowerCase()}`,
}));

/** Creates an invite link: first choose email and role, then copy the link. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(defaultInviteRole);
  const [error, setError] = useState<string>();
  const [invite, setInvite] = useState<CallOutput<'generateInviteToken'>>();
  const emailInput = useRef<HTMLInputElement>(null);
  const firebase = useFirebase();
  const queryClient = useQueryClient();
  const write = useWrite();
  const notify = useNotify();
  const { isRunning, perform } = useAction();
  const isGenerated = invite !== undefined;

  const submit = async () => {
    const checked = inviteForm.safeParse({ email, role });
    if (!checked.success) {
      setError(checked.error.issues[0]?.message);
      emailInput.current?.focus();
      return;
    }
    setError(undefined);
    const about = checked.data.email;
    await perform({ ...notices.inviteFailed, about }, async () => {
      setInvite(await write(() => call(firebase, 'generateInviteToken', checked.data)));
      notify.success({ ...notices.inviteGenerated, about });
      void queryClient.invalidateQueries({ queryKey: invitesKey });
    });
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Invite User"
      description="The link lets one person sign up with this email and role. It expires in 7 days."
      initialFocus={emailInput}
      footer={
        isGenerated ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button variant="outline" colorPalette="gray" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form="invite" loading={isRunning} loadingText="Generating...">
              Generate invite link
            </Button>
          </>
        )
      }
    >
      <form
        id="invite"
        noValidate
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          if (!isGenerated) void submit();
        }}
      >
        <Flex direction="column" gap="4">
          <TextField
            label="Email"
            required
            readOnly={isGenerated}
            error={error}
            input={{
              ref: emailInput,
              type: 'email',
              value: email,
              autoComplete: 'off',
              onChange: (event) => setEmail(event.target.value),
            }}
          />
          <SelectField
            label="Role"
            disabled={isGenerated}
            options={roleOptions}
            select={{ value: role, onChange: (event) => setRole(event.target.value as Role) }}
          />
          {isGenerated && <InviteLink {...invite} />}
        </Flex>
      </form>
    </Modal>
  );
}
