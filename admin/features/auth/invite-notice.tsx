import { Box } from '@chakra-ui/react';
import { roles } from '@frontage/model/user';
import { Note } from '../../ui/note.tsx';
import type { Invite } from './use-invite.ts';

/** The role granted by the invite in the address, or why the invite is invalid. */
export function InviteNotice({ invite }: { invite: Invite }) {
  if (invite.state !== 'valid' && invite.state !== 'refused') return null;
  return (
    <Box mb="5">
      {invite.state === 'valid' ? (
        <Note kind="info">
          You are invited as <strong>{invite.role}</strong>: {roles[invite.role].toLowerCase()}.
        </Note>
      ) : (
        <Note kind="warning">{invite.reason}. Ask an administrator for a new one.</Note>
      )}
    </Box>
  );
}
