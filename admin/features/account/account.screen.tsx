import { Flex } from '@chakra-ui/react';
import { useStaff } from '../../lib/session.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmailPanel } from './email-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { useOwnAccount } from './use-own-account.ts';

export function Component() {
  const { user } = useStaff();
  const account = useOwnAccount();
  return (
    <>
      <PageHeader title="Account security" description={`Signed in as ${user.email}`} />
      <Flex direction="column" gap="6" maxW="44rem">
        <SecondFactorPanel account={account} />
        <EmailPanel account={account} />
        <PasswordPanel />
        <SessionsPanel />
        <NamePanel />
      </Flex>
    </>
  );
}
