import { Button, Flex, Text } from '@chakra-ui/react';
import type { CallOutput } from '@frontage/model/calls';
import { notices } from '@frontage/model/messages';
import { Check, Copy } from '#icons';
import { TextField } from '../../ui/field.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** The link of an invite, which is kept nowhere else. */
export function InviteLink({ inviteUrl: url, isMailed }: CallOutput<'generateInviteToken'>) {
  const { copy, isCopied } = useCopy();
  const notify = useNotify();

  const copyLink = async () => {
    if (await copy(url)) notify.success(notices.inviteCopied);
    else notify.failure(notices.copyFailed);
  };

  return (
    <div>
      <Flex gap="2" align="flex-end">
        <TextField
          label="Invite link"
          readOnly
          input={{ value: url, fontFamily: 'mono', onFocus: (event) => event.target.select() }}
        />
        {/* The field keeps a line for an error below it; the button stands beside the input itself. */}
        <Button variant="outline" onClick={() => void copyLink()} mb="1.5" minW="7rem" autoFocus>
          {isCopied ? <Check /> : <Copy />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Flex>
      <Text textStyle="sm" color="fg.muted" mt="2">
        {isMailed
          ? 'It was sent to them by email. Here the link is shown only now.'
          : 'The link is shown only now. Send it to the person yourself.'}
      </Text>
    </div>
  );
}
