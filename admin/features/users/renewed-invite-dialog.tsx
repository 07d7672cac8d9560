import { Button, Text } from '@chakra-ui/react';
import type { CallOutput } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { Modal } from '../../ui/modal.tsx';
import { LinkToCopy } from '../../ui/links.tsx';

export interface RenewedInvite extends CallOutput<'renewInvite'> {
  email: string;
}

/** The new link of an open invite, for copying. */
export default function RenewedInviteDialog({ email, onClose, ...invite }: RenewedInvite & { onClose: () => void }) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="New invite link"
      description={`For ${email}. It expires in 7 days; the previous link no longer works.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <InviteLink {...invite} />
    </Modal>
  );
}

/** The link of an invite. It is not stored and cannot be shown again. */
export function InviteLink({ inviteUrl: url, isMailed }: CallOutput<'generateInviteToken'>) {
  return (
    <div>
      <LinkToCopy label="Invite link" url={url} copied={notices.inviteCopied} />
      <Text textStyle="sm" color="fg.muted" mt="2">
        {isMailed
          ? 'The link was sent by email. It will not be shown again.'
          : 'The link will not be shown again. Copy it and send it yourself.'}
      </Text>
    </div>
  );
}
