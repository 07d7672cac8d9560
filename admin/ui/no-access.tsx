import { Button, Flex, Text } from '@chakra-ui/react';
import { durations } from '@frontage/model/limits';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFirebase } from '../lib/firebase.tsx';
import { useSessionActions, useStaff } from '../lib/session.tsx';
import { useAdminCheck } from '../lib/use-admin-check.ts';
import { FrontLayout } from './front-layout.tsx';
import { ButtonLink, TextLink } from './links.tsx';

// Who was told once in this window stays where they asked to be.
const toldKey = (uid: string) => `frontage:no-access:${uid}`;

/**
 * For somebody signed in who holds no role. Says why, and the first time leads to the site, as the specification has it; from
 * then on it is where they end, and the way to another account.
 */
export function NoAccess() {
  const { user } = useStaff();
  const { config } = useFirebase();
  const { signOut, refreshRoles } = useSessionActions();
  const navigate = useNavigate();
  const [isLeaving] = useState(() => sessionStorage.getItem(toldKey(user.uid)) === null);
  const [isChecking, setChecking] = useState(false);
  const home = config.siteOrigin + sitePaths.home;

  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => {
      sessionStorage.setItem(toldKey(user.uid), 'told');
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
        <Text>
          This account has no role here. An administrator has to give it one, or send you an invite to this address.
        </Text>
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

/** Where a site has no administrator yet, whoever signed up first may have left before becoming it. */
function SetupLink() {
  const { check } = useAdminCheck();
  if (check.state !== 'done' || check.adminExists) return null;
  return <TextLink to={adminPaths.setup}>This site has no administrator yet: set it up</TextLink>;
}
