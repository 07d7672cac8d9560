import { Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import type { TotpSecret } from 'firebase/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { limits } from '@frontage/model/limits';
import { useSessionActions, useStaff } from '../../lib/session.tsx';
import { Badge, Note } from '../../ui/note.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { call, useFirebase } from '../../lib/firebase.tsx';
import type { OwnAccount } from './use-own-account.ts';

const recoveryCodesKey = ['recovery-codes'] as const;

function useRecoveryCodesLeft() {
  const firebase = useFirebase();
  const { user } = useStaff();
  return useQuery({
    queryKey: [...recoveryCodesKey, user.uid],
    queryFn: () => call(firebase, 'countRecoveryCodes', {}),
  });
}

/** The number of recovery codes left, with a button for new ones. */
function RecoveryCodesLeft({ isPending, onRenew }: { isPending: boolean; onRenew: () => void }) {
  const { data, isPending: isUnknown } = useRecoveryCodesLeft();
  if (isUnknown) return <Skeleton height="6" width="18rem" maxW="full" />;
  if (!data) return null;
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Text>
        {data.left} of {limits.recoveryCodes} recovery codes left
      </Text>
      <Button size="xs" variant="outline" loading={isPending} onClick={onRenew}>
        {data.left === 0 ? 'Create recovery codes' : 'New recovery codes'}
      </Button>
    </Flex>
  );
}

/** A notice that a recovery code was used, shown until a second factor is set up again. */
function RecoveryCodeUsed() {
  const { data } = useRecoveryCodesLeft();
  if (!data?.usedAt) return null;
  return (
    <Note kind="warning">
      Your second factor was turned off with a recovery code on {formatDate(data.usedAt)}. Set it up again. If that was
      not you, change your password first.
    </Note>
  );
}

const EnrollDialog = lazyDialog(() => import('./enroll-dialog.tsx'));
const RecoveryCodesDialog = lazyDialog(() => import('./recovery-codes-dialog.tsx'));

/** The second factor: set up and remove an authenticator app, renew recovery codes. */
export function SecondFactorPanel({ account: factor }: { account: OwnAccount }) {
  const { usedSecondFactor, needsSecondFactor } = useStaff();
  const { reauthenticate } = useSessionActions();
  const notify = useNotify();
  const confirm = useConfirm();
  const [secret, setSecret] = useOpenState<TotpSecret | null>(null);
  const starting = useAction();
  const [codes, setCodes] = useOpenState<readonly string[] | null>(null);
  const making = useAction();
  const removing = useAction();
  const queryClient = useQueryClient();
  const [enrolled] = factor.factors;

  const start = () =>
    starting.perform({ title: 'Setup failed' }, async () => {
      setSecret(await factor.startEnrollment());
    });

  const makeCodes = () =>
    making.perform({ title: "Couldn't create recovery codes" }, async () => {
      setCodes(await factor.makeRecoveryCodes());
      await queryClient.invalidateQueries({ queryKey: recoveryCodesKey });
    });

  const renewCodes = async () => {
    const isSure = await confirm({
      title: 'Create new recovery codes?',
      description: 'Your existing codes will stop working.',
      action: 'Create new codes',
    });
    if (isSure) await makeCodes();
  };

  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove the second factor?',
      description: 'You will then sign in with your password only.',
      action: 'Remove',
      tone: 'danger',
    });
    if (!isSure) return;
    await removing.perform({ title: "Couldn't remove the second factor" }, async () => {
      await factor.remove();
      notify.success({ title: 'Second factor removed' });
    });
  };

  return (
    <Panel title="Second factor" description="Asks for a code from an authenticator app after your password.">
      <Flex direction="column" gap="4" align="flex-start">
        {needsSecondFactor && !enrolled && (
          <Note kind="warning">
            Administrators of this site need a second factor. You get administrator access once you sign in with one.
          </Note>
        )}
        {!enrolled && <RecoveryCodeUsed />}
        {!enrolled && !factor.isEmailVerified && (
          <Note kind="info">To set this up, first confirm your email address below.</Note>
        )}
        {!enrolled && factor.isEmailVerified && (
          <Button loading={starting.isRunning} onClick={() => void start()}>
            Set up authenticator app
          </Button>
        )}
        {enrolled && (
          <>
            <Flex gap="3" align="center" wrap="wrap">
              <Badge tone="good">On</Badge>
              <Text>Authenticator app, since {formatDate(enrolled.enrolledAt)}</Text>
              <Button
                size="xs"
                variant="outline"
                colorPalette="brick"
                aria-label="Remove the second factor"
                onClick={() => void remove()}
              >
                Remove
              </Button>
            </Flex>
            <RecoveryCodesLeft isPending={making.isRunning} onRenew={() => void renewCodes()} />
            {!usedSecondFactor && (
              <Note kind="info">
                <Text mb="2">You signed in without a code. Sign in again to use your second factor.</Text>
                <Button size="xs" onClick={() => void reauthenticate()}>
                  Sign in with the code
                </Button>
              </Note>
            )}
          </>
        )}
      </Flex>
      <Suspense fallback={null}>
        {secret && (
          <EnrollDialog
            secret={secret}
            finish={(code) => factor.finishEnrollment(secret, code)}
            onEnrolled={() => {
              setSecret(null);
              notify.success({ title: 'Second factor is on', description: 'You will need it to sign in.' });
              void makeCodes();
            }}
            onClose={() => setSecret(null)}
          />
        )}
        {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      </Suspense>
    </Panel>
  );
}
