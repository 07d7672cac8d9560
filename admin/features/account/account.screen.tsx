import { Button, Flex, SimpleGrid } from '@chakra-ui/react';
import { Suspense, type SyntheticEvent, useState } from 'react';
import { limits } from '@frontage/model/limits';
import { notices } from '@frontage/model/messages';
import { adminPaths, collections } from '@frontage/model/paths';
import { profileDocument } from '@frontage/model/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { LogOut } from '#icons';
import { useSessionActions, useStaff } from '../../lib/session.tsx';
import { lazyInline } from '../../ui/lazy.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FailureState, FormSkeleton } from '../../ui/states.tsx';
import { useRefreshOwnName } from '../../editing/presence.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { toPlain } from '@frontage/model/stored-values';
import { useWrite } from '../../lib/write.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
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

interface Names {
  first_name: string;
  last_name: string;
}

/** The user's name, as shown in the list of users. */
function NamePanel() {
  const { user } = useStaff();
  const store = useDocumentStore();
  const query = useQuery({
    queryKey: ['profile', user.uid],
    queryFn: async (): Promise<Names> => {
      const stored = toPlain(valueOf(await store.read(`${collections.profiles}/${user.uid}`)));
      const profile = profileDocument.safeParse(stored).data;
      return { first_name: profile?.first_name ?? '', last_name: profile?.last_name ?? '' };
    },
  });
  if (query.isPending) return <FormSkeleton fields={1} />;
  if (query.isError) return <FailureState error={query.error} onRetry={() => void query.refetch()} />;
  return <NameForm names={query.data} />;
}

function NameForm({ names }: { names: Names }) {
  const { user } = useStaff();
  const store = useDocumentStore();
  const queryClient = useQueryClient();
  const refreshOwnName = useRefreshOwnName();
  const write = useWrite();
  const notify = useNotify();
  const [typed, setTyped] = useState(names);
  const { isRunning, perform } = useAction();

  const save = () =>
    perform(notices.saveFailed, async () => {
      const change = { first_name: typed.first_name.trim() || null, last_name: typed.last_name.trim() || null };
      const path = `${collections.profiles}/${user.uid}`;
      await write(async () => valueOf(await store.commit([{ type: 'update', path, data: change }])));
      queryClient.setQueryData(['profile', user.uid], typed);
      refreshOwnName();
      notify.success({ title: 'Name saved' });
    });

  const field = (name: keyof Names) => ({
    value: typed[name],
    maxLength: limits.name,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });

  return (
    <Panel title="Your name" description={`Other users see it beside ${user.email}.`}>
      <form
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" maxW="32rem">
          <TextField label="First name" input={{ ...field('first_name'), autoComplete: 'given-name' }} />
          <TextField label="Last name" input={{ ...field('last_name'), autoComplete: 'family-name' }} />
        </SimpleGrid>
        <Button type="submit" mt="4" loading={isRunning} loadingText="Saving...">
          Save name
        </Button>
      </form>
    </Panel>
  );
}

/** Ends all sessions of the account, including this one. */
function SessionsPanel() {
  const firebase = useFirebase();
  const { signOut } = useSessionActions();
  const write = useWrite();
  const confirm = useConfirm();
  const notify = useNotify();
  const navigate = useNavigate();
  const { isRunning, perform } = useAction();

  const signOutEverywhere = async () => {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      description: 'Every device signed in to this account, including this one, has to sign in again.',
      action: 'Sign out everywhere',
      tone: 'danger',
    });
    if (!isSure) return;
    await perform({ title: "Couldn't end the other sessions" }, async () => {
      await write(() => call(firebase, 'endSessions', {}));
      notify.success({ title: 'Signed out everywhere' });
      await signOut();
      await navigate(adminPaths.login, { replace: true });
    });
  };

  return (
    <Panel title="Sessions" description="Lost a device, or forgot to sign out somewhere?">
      <Button variant="outline" colorPalette="brick" loading={isRunning} onClick={() => void signOutEverywhere()}>
        <LogOut /> Sign out everywhere
      </Button>
    </Panel>
  );
}
