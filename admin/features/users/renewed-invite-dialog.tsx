import { Button } from '@chakra-ui/react';
import type { CallOutput } from '@frontage/model/calls';
import { Modal } from '../../ui/modal.tsx';
import { InviteLink } from './invite-link.tsx';

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
