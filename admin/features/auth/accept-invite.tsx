import { Button, Flex, Text } from '@chakra-ui/react';
import { notices, texts } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFirebase } from '../../lib/firebase.tsx';
import { useSessionActions, useStaff } from '../../lib/session.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { claimInvite } from './create-account.ts';
import { InviteNotice } from './invite-notice.tsx';
import type { Invite } from './use-invite.ts';

/** A user with an existing account accepts an invite. */
export function AcceptInvite({ invite }: { invite: Invite }) {
  const firebase = useFirebase();
  const { user } = useStaff();
  const { refreshRoles, signOut } = useSessionActions();
  const { pathname, search } = useLocation();
  const notify = useNotify();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);

  const accept = async (token: string) => {
    setPending(true);
    try {
      if (!firebase.auth.currentUser) throw new Error(texts.notAuthenticated);
      await claimInvite(firebase, firebase.auth.currentUser, token);
      await refreshRoles();
      await navigate(adminPaths.dashboard, { replace: true });
    } catch (error) {
      setPending(false);
      notify.failure(notices.signUpFailed, error);
    }
  };

  const changeAccount = async () => {
    await signOut().catch(reportError);
    await navigate(adminPaths.login, { replace: true, state: { from: pathname + search } });
  };

  return (
    <FrontLayout title="Accept invite" description={`You are signed in as ${user.email}.`}>
      <InviteNotice invite={invite} />
      {invite.state === 'valid' && invite.email !== user.email && (
        <Text mb="4">This invite is for {invite.email}. Sign in with that address to use it.</Text>
      )}
      <Flex direction="column" gap="3">
        {invite.state === 'valid' && invite.email === user.email && (
          <Button loading={isPending} onClick={() => void accept(invite.token)}>
            Accept invite
          </Button>
        )}
        {invite.state === 'valid' && invite.email !== user.email && (
          <Button onClick={() => void changeAccount()}>Use another account</Button>
        )}
        <ButtonLink to={adminPaths.dashboard} variant="outline" colorPalette="gray">
          Go to the admin
        </ButtonLink>
      </Flex>
    </FrontLayout>
  );
}
