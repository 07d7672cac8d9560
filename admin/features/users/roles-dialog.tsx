import { Box, Button, Flex } from '@chakra-ui/react';
import type { Account } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { roleNames, roles as meanings, type Role } from '@frontage/model/user';
import { useState } from 'react';
import { useStaff } from '../../lib/session.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import { nameOf, type Person } from './person.ts';
import { useSetRoles } from './users.queries.ts';

interface RolesDialogProps {
  person: Person;
  /** Undefined while loading. */
  account: Account | undefined;
  onClose: () => void;
}

/** Edits a user's roles. Administrators cannot remove their own administrator role. */
export default function RolesDialog({ person, account, onClose }: RolesDialogProps) {
  const { user } = useStaff();
  const notify = useNotify();
  const setRoles = useSetRoles();
  const [chosen, setChosen] = useState<readonly Role[]>(person.roles);
  const [isPending, setPending] = useState(false);

  const toggle = (role: Role, isOn: boolean) => {
    if (role === 'admin' && !isOn && person.id === user.uid) {
      notify.failure(notices.ownAdminRole);
      return;
    }
    setChosen(isOn ? [...chosen, role] : chosen.filter((other) => other !== role));
  };

  const save = async () => {
    setPending(true);
    const isSaved = await setRoles(
      person,
      roleNames.filter((role) => chosen.includes(role)),
    );
    setPending(false);
    if (isSaved) onClose();
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      size="sm"
      title="Manage roles"
      description={`${nameOf(person)}, ${person.email}`}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} loadingText="Saving..." onClick={() => void save()}>
            Save roles
          </Button>
        </>
      }
    >
      {account?.isEmailVerified === false && (
        <Box mb="5">
          <Note kind="warning">
            {account.email} is not verified: the account may belong to someone else. Roles give them access to the
            admin.
          </Note>
        </Box>
      )}
      <Flex as="fieldset" direction="column" gap="4" aria-label="Roles">
        {roleNames.map((role) => (
          <Checkbox
            key={role}
            label={role[0]?.toUpperCase() + role.slice(1)}
            help={meanings[role]}
            checked={chosen.includes(role)}
            onChange={(event) => toggle(role, event.target.checked)}
          />
        ))}
      </Flex>
    </Modal>
  );
}
