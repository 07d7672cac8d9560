import { Text } from '@chakra-ui/react';
import type { CallOutput } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { LinkToCopy } from '../../ui/copy.tsx';

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
