import { Flex } from '@chakra-ui/react';
import { useStaff } from '../../lib/session.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NamePanel } from './name-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function Component() {
  const { user } = useStaff();
  return (
    <>
      <PageHeader title="Account security" description={`Signed in as ${user.email}`} />
      <Flex direction="column" gap="6" maxW="44rem">
        <SecondFactorPanel />
        <SessionsPanel />
        <NamePanel />
      </Flex>
    </>
  );
}
