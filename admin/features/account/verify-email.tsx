import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useStaff } from '../../lib/session.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';

interface VerifyEmailProps {
  send: () => Promise<void>;
  check: () => Promise<boolean>;
}

/** Sends the verification link and checks whether it was opened. */
export function VerifyEmail({ send, check }: VerifyEmailProps) {
  const { user } = useStaff();
  const notify = useNotify();
  const [isSent, setSent] = useState(false);
  const [isPending, setPending] = useState(false);

  const run = async (action: () => Promise<void>, failure: string) => {
    setPending(true);
    try {
      await action();
    } catch (error) {
      notify.failure({ title: failure }, error);
    } finally {
      setPending(false);
    }
  };

  return (
    <Note kind="info">
      <Text mb="2">
        Confirm that this address is yours.{' '}
        {isSent && `Open the link sent to ${user.email}, then come back and check again.`}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button
          size="xs"
          variant={isSent ? 'outline' : 'solid'}
          disabled={isPending}
          onClick={() =>
            void run(async () => {
              await send();
              setSent(true);
              notify.success({ title: 'Confirmation sent', description: `Open the link sent to ${user.email}.` });
            }, 'The email could not be sent')
          }
        >
          {isSent ? 'Send again' : 'Send confirmation email'}
        </Button>
        <Button
          size="xs"
          variant={isSent ? 'solid' : 'outline'}
          disabled={isPending}
          onClick={() =>
            void run(async () => {
              if (!(await check()))
                notify.info({ title: 'Not confirmed yet', description: 'Open the link in the email first.' });
            }, 'This could not be checked')
          }
        >
          I have confirmed it
        </Button>
      </Flex>
    </Note>
  );
}
