import { Button, Flex } from '@chakra-ui/react';
import { notices } from '@frontage/model/messages';
import { refusals } from '@frontage/model/refusals';
import { useState } from 'react';
import type { Role } from '@frontage/model/user';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { plainFailure } from '../../lib/errors.ts';
import { useSessionActions, useStaff } from '../../lib/session.tsx';
import { TextField } from '../../ui/field.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotify } from '../../ui/toaster.tsx';

/** Offers the administrator role to the first user; asks for a setup code if the server requires one. */
export function BecomeAdmin({ onClaimed }: { onClaimed: () => void }) {
  const firebase = useFirebase();
  const { user } = useStaff();
  const { refreshRoles } = useSessionActions();
  const notify = useNotify();
  const [isPending, setPending] = useState(false);
  const [code, setCode] = useState<string | null>(null);

  const claim = async () => {
    setPending(true);
    try {
      await call(firebase, 'claimFirstAdmin', code === null ? {} : { code });
    } catch (error) {
      setPending(false);
      const isFirstAsk = code === null && plainFailure(error) === refusals.setupCode.message;
      if (isFirstAsk) setCode('');
      else notify.failure(notices.becomeAdminFailed, error);
      return;
    }
    onClaimed();
    notify.success(notices.becameAdmin);
    await refreshRoles();
  };

  return (
    <FrontLayout title="Welcome" description="This site has no administrator yet.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void claim();
        }}
      >
        <Flex direction="column" gap="5">
          <Note kind="info">
            You are signed in as <strong>{user.email}</strong>. As administrator, you can manage content, users and
            settings.
          </Note>
          {code !== null && (
            <TextField
              label="Setup code"
              required
              help="Ask the person who installed this site."
              input={{
                value: code,
                onChange: (event) => setCode(event.target.value),
                autoComplete: 'off',
                autoFocus: true,
              }}
            />
          )}
          <Button type="submit" size="lg" loading={isPending} loadingText="One moment...">
            Become Administrator
          </Button>
        </Flex>
      </form>
    </FrontLayout>
  );
}

/** The state of the setup screen, decided from the user's roles and whether an administrator ever existed. */
type SetupOutcome = 'already-admin' | 'may-claim' | 'leave' | 'no-access';

export function setupOutcome(roles: readonly Role[], adminExists: boolean): SetupOutcome {
  if (roles.includes('admin')) return 'already-admin';
  if (!adminExists) return 'may-claim';
  return roles.length > 0 ? 'leave' : 'no-access';
}
