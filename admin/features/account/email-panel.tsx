import { Button, Flex, Text } from '@chakra-ui/react';
import { emailForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useStaff } from '../../lib/session.tsx';
import { Badge, Note } from '../../ui/note.tsx';
import { TextField } from '../../ui/field.tsx';
import { LocalMailLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import type { OwnAccount } from './use-own-account.ts';

/** The email address of the account: its verification, and a form to change it. */
export default function EmailPanel({ account }: { account: OwnAccount }) {
  const { user } = useStaff();
  return (
    <Panel title="Email" description="Used to sign in and to reset your password.">
      <Flex direction="column" gap="5">
        <Flex gap="3" align="center" wrap="wrap">
          <Text overflowWrap="anywhere">{user.email}</Text>
          <Badge tone={account.isEmailVerified ? 'good' : 'waiting'}>
            {account.isEmailVerified ? 'Verified' : 'Not verified'}
          </Badge>
        </Flex>
        {!account.isEmailVerified && <VerifyEmail send={account.sendVerification} check={account.checkVerification} />}
        <ChangeEmail changeEmail={account.changeEmail} />
      </Flex>
    </Panel>
  );
}

function ChangeEmail({ changeEmail }: Pick<OwnAccount, 'changeEmail'>) {
  const notify = useNotify();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(emailForm),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    try {
      await changeEmail(email);
    } catch (error) {
      notify.failure({ title: "Couldn't send the email" }, error);
      return;
    }
    reset();
    setSentTo(email);
    notify.success({ title: 'Confirmation sent', description: `Open the link sent to ${email}.` });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Flex direction="column" gap="3" maxW="26rem" align="flex-start">
        <TextField
          label="New email"
          help="We send a link to the new address. The change takes effect when you open it."
          error={errors.email?.message}
          registration={register('email')}
          input={{ type: 'email', autoComplete: 'email' }}
        />
        <Button type="submit" variant="outline" loading={isSubmitting} loadingText="Sending...">
          Change email
        </Button>
        {sentTo !== undefined && (
          <Note kind="info">
            Open the link sent to {sentTo}. You will be signed out everywhere and sign in with the new address.
            <LocalMailLink />
          </Note>
        )}
      </Flex>
    </form>
  );
}

interface VerifyEmailProps {
  send: () => Promise<void>;
  check: () => Promise<boolean>;
}

/** Sends the verification link and checks whether it was opened. */
function VerifyEmail({ send, check }: VerifyEmailProps) {
  const { user } = useStaff();
  const notify = useNotify();
  const [isSent, setSent] = useState(false);
  const { isRunning, perform } = useAction();

  const run = (action: () => Promise<void>, failure: string) =>
    perform({ title: failure }, async () => {
      await action();
    });

  return (
    <Note kind="info">
      <Text mb="2">
        Confirm that this address is yours.{' '}
        {isSent && `Open the link sent to ${user.email}, then choose “I have confirmed it”.`}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button
          size="xs"
          variant={isSent ? 'outline' : 'solid'}
          disabled={isRunning}
          onClick={() =>
            void run(async () => {
              await send();
              setSent(true);
              notify.success({ title: 'Confirmation sent', description: `Open the link sent to ${user.email}.` });
            }, "Couldn't send the email")
          }
        >
          {isSent ? 'Send again' : 'Send confirmation email'}
        </Button>
        <Button
          size="xs"
          variant={isSent ? 'solid' : 'outline'}
          disabled={isRunning}
          onClick={() =>
            void run(async () => {
              if (!(await check()))
                notify.info({ title: 'Not confirmed yet', description: 'Open the link in the email first.' });
            }, "Couldn't check your email address")
          }
        >
          I have confirmed it
        </Button>
      </Flex>
    </Note>
  );
}
