import { Text } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { LinkToCopy } from '../../ui/link-to-copy.tsx';

/** The link of an invite, which is kept nowhere else. */
export function InviteLink({ url }: { url: string }) {
  return (
    <div>
      <LinkToCopy label="Invite link" url={url} copied={notices.inviteCopied} />
      <Text textStyle="sm" color="fg.muted" mt="2">
        The link is shown only now. Send it to the person yourself.
      </Text>
    </div>
  );
}
