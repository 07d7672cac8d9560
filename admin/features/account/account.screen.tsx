import { Flex } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useStaff } from '../../lib/session.tsx';
import { lazyPlace } from '../../ui/lazy-place.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { NamePanel } from './name-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { useOwnAccount } from './use-own-account.ts';

// Their forms come with more than the rest of the screen weighs.
const EmailPanel = lazyPlace('The form for a new email address', () => import('./email-panel.tsx'));
const PasswordPanel = lazyPlace('The form for a new password', () => import('./password-panel.tsx'));

export function Component() {
  const { user } = useStaff();
  const account = useOwnAccount();
  return (
    <>
      <PageHeader title="Account security" description={`Signed in as ${user.email}`} />
      <Flex direction="column" gap="6" maxW="44rem">
        <SecondFactorPanel account={account} />
        {/* What stands below forms that are still to come would move under the pointer. */}
        <Suspense fallback={<FormSkeleton fields={8} />}>
          <EmailPanel account={account} />
          <PasswordPanel />
          <SessionsPanel />
          <NamePanel />
        </Suspense>
      </Flex>
    </>
  );
}
