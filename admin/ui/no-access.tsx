import { Button, Flex, Text } from '@chakra-ui/react';
import { durations } from '@frontage/model/limits';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { ShieldX } from '#icons';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFirebase } from '../lib/firebase.tsx';
import { useSessionActions, useStaff } from '../lib/session.tsx';
import { useAdminCheck } from '../lib/use-admin-check.ts';
import { FrontLayout } from './front-layout.tsx';
import { ButtonLink, TextLink } from './links.tsx';
import { PageHeader } from './page-header.tsx';
import { EmptyState } from './states.tsx';

// After the first redirect in this window, the user stays on the requested page.
const redirectedKey = (uid: string) => `frontage:no-access:${uid}`;

/**
 * Shown to signed-in users without a role. Explains why, and redirects to the site the first time, as specified;
 * afterwards it stays and offers another account.
 */
export function NoAccess() {
  const { user } = useStaff();
  const { config } = useFirebase();
  const { signOut, refreshRoles } = useSessionActions();
  const navigate = useNavigate();
  const [isLeaving] = useState(() => sessionStorage.getItem(redirectedKey(user.uid)) === null);
  const [isChecking, setChecking] = useState(false);
  const home = config.siteOrigin + sitePaths.home;

  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => {
      sessionStorage.setItem(redirectedKey(user.uid), 'told');
      location.replace(home);
    }, durations.noAccessShown);
    return () => clearTimeout(timer);
  }, [home, isLeaving, user.uid]);

  const changeAccount = async () => {
    await signOut().catch(reportError);
    await navigate(adminPaths.login, { replace: true });
  };
  const check = async () => {
    setChecking(true);
    await refreshRoles();
    setChecking(false);
  };

  return (
    <FrontLayout title="No access yet" description={`You are signed in as ${user.email}.`}>
      <Flex direction="column" gap="5">
        <Text>This account has no role. Ask an administrator for a role or an invite.</Text>
        {isLeaving ? (
          <Text role="status" color="fg.muted">
            Taking you to <a href={home}>the site</a>...
          </Text>
        ) : (
          <Flex direction="column" gap="3">
            <Button loading={isChecking} loadingText="Checking..." onClick={() => void check()}>
              Check again
            </Button>
            <Button variant="outline" onClick={() => void changeAccount()}>
              Use another account
            </Button>
            <ButtonLink to={adminPaths.signOut} variant="outline" colorPalette="gray">
              Sign out
            </ButtonLink>
            <SetupLink />
          </Flex>
        )}
      </Flex>
    </FrontLayout>
  );
}

/** Shown while a site has no administrator: the first user may have left before setup. */
function SetupLink() {
  const { check } = useAdminCheck();
  if (check.state !== 'done' || check.adminExists) return null;
  return <TextLink to={adminPaths.setup}>This site has no administrator yet: set it up</TextLink>;
}

/** Shown to staff without the role for a screen; redirects to the site unless they choose to stay. */
export default function Forbidden() {
  const { config } = useFirebase();
  useEffect(() => {
    const timer = setTimeout(() => location.replace(config.siteOrigin + sitePaths.home), durations.noAccessShown);
    return () => clearTimeout(timer);
  }, [config.siteOrigin]);
  return (
    <>
      <PageHeader title="Administrators only" />
      <EmptyState
        icon={ShieldX}
        title="You don't have access to this page"
        description={<Text role="status">Taking you to the site...</Text>}
        action={
          <ButtonLink to={adminPaths.dashboard} variant="outline">
            Stay in the admin
          </ButtonLink>
        }
      />
    </>
  );
}
