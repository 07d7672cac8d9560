import { Button } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { LogOut } from '#icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useSessionActions } from '../../lib/session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toaster.tsx';

/** Ends all sessions of the account, including this one. */
export function SessionsPanel() {
  const firebase = useFirebase();
  const { signOut } = useSessionActions();
  const confirm = useConfirm();
  const notify = useNotify();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);

  const signOutEverywhere = async () => {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      description: 'Every device signed in to this account, this one included, has to sign in again.',
      action: 'Sign out everywhere',
      tone: 'danger',
    });
    if (!isSure) return;
    setPending(true);
    try {
      await call(firebase, 'endSessions', {});
      notify.success({ title: 'Signed out everywhere' });
      await signOut();
      await navigate(adminPaths.login, { replace: true });
    } catch (error) {
      setPending(false);
      notify.failure({ title: 'The other sessions could not be ended' }, error);
    }
  };

  return (
    <Panel title="Sessions" description="Lost a device, or forgot to sign out somewhere?">
      <Button variant="outline" colorPalette="brick" loading={isPending} onClick={() => void signOutEverywhere()}>
        <LogOut /> Sign out everywhere
      </Button>
    </Panel>
  );
}
