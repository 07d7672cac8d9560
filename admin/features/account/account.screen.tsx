import { Flex } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useStaff } from '../../lib/session.tsx';
import { lazyInline } from '../../ui/lazy.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { NamePanel } from './name-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { useOwnAccount } from './use-own-account.ts';

// The forms are larger than the rest of the screen, so they load separately.
const EmailPanel = lazyInline('The email form', () => import('./email-panel.tsx'));
const PasswordPanel = lazyInline('The password form', () => import('./password-panel.tsx'));

export function Component() {
  const { user } = useStaff();
  const account = useOwnAccount();
  return (
    <>
      <PageHeader title="Account security" description={`Signed in as ${user.email}`} />
      <Flex direction="column" gap="6" maxW="44rem">
        <SecondFactorPanel account={account} />
        {/* Reserves space: content below forms that are still loading would move under the pointer. */}
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
