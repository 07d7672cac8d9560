import { Button } from '@chakra-ui/react';
import { Modal } from '../../ui/modal.tsx';
import { InviteLink } from './invite-link.tsx';

export interface RenewedInvite {
  email: string;
  url: string;
}

/** The new link of an open invite, to be copied. */
export default function RenewedInviteDialog({ email, url, onClose }: RenewedInvite & { onClose: () => void }) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="New invite link"
      description={`For ${email}. It expires in 7 days; the link made before no longer works.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <InviteLink url={url} />
    </Modal>
  );
}
