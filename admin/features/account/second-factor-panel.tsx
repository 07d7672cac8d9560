import { Button, Flex, Text } from '@chakra-ui/react';
import { formatDate } from '@frontage/model/dates';
import type { TotpSecret } from 'firebase/auth';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSessionActions, useStaff } from '../../lib/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Note } from '../../ui/note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { RecoveryCodesLeft, RecoveryCodeUsed, recoveryCodesKey } from './recovery-codes.tsx';
import type { EnrolledFactor, OwnAccount } from './use-own-account.ts';

const EnrolDialog = lazyPart(() => import('./enrol-dialog.tsx'));
const RecoveryCodesDialog = lazyPart(() => import('./recovery-codes-dialog.tsx'));

/** An authenticator app as second factor: set up, in use, removed. */
export function SecondFactorPanel({ account: factor }: { account: OwnAccount }) {
  const { usedSecondFactor, needsSecondFactor } = useStaff();
  const { reauthenticate } = useSessionActions();
  const notify = useNotify();
  const confirm = useConfirm();
  const [secret, setSecret] = useOpened<TotpSecret | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [codes, setCodes] = useOpened<readonly string[] | null>(null);
  const [isMaking, setMaking] = useState(false);
  const queryClient = useQueryClient();
  const [enrolled] = factor.factors;

  const start = async () => {
    setStarting(true);
    try {
      setSecret(await factor.startEnrolment());
    } catch (error) {
      notify.failure({ title: 'Setup failed' }, error);
    } finally {
      setStarting(false);
    }
  };

  const makeCodes = async () => {
    setMaking(true);
    try {
      setCodes(await factor.makeRecoveryCodes());
      await queryClient.invalidateQueries({ queryKey: recoveryCodesKey });
    } catch (error) {
      notify.failure({ title: 'No recovery codes were made' }, error);
    } finally {
      setMaking(false);
    }
  };

  const renewCodes = async () => {
    const isSure = await confirm({
      title: 'Make new recovery codes?',
      description: 'The ones you have end at once.',
      action: 'Make new codes',
    });
    if (isSure) await makeCodes();
  };

  const remove = async (removed: EnrolledFactor) => {
    const isSure = await confirm({
      title: 'Remove the second factor?',
      description: 'Your password alone will then open this account.',
      action: 'Remove',
      tone: 'danger',
    });
    if (!isSure) return;
    try {
      await factor.remove(removed);
      notify.success({ title: 'Second factor removed' });
    } catch (error) {
      notify.failure({ title: 'The second factor could not be removed' }, error);
    }
  };

  return (
    <Panel title="Second factor" description="A code from an authenticator app, asked for after your password.">
      <Flex direction="column" gap="4" align="flex-start">
        {needsSecondFactor && !enrolled && (
          <Note kind="warning">
            Administrators of this site need a second factor. Until you sign in with one, your administrator&apos;s
            powers rest.
          </Note>
        )}
        {!enrolled && <RecoveryCodeUsed />}
        {!enrolled && !factor.isEmailVerified && <Note kind="info">Confirm your email address below first.</Note>}
        {!enrolled && factor.isEmailVerified && (
          <Button loading={isStarting} onClick={() => void start()}>
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
                onClick={() => void remove(enrolled)}
              >
                Remove
              </Button>
            </Flex>
            <RecoveryCodesLeft isPending={isMaking} onRenew={() => void renewCodes()} />
            {!usedSecondFactor && (
              <Note kind="info">
                <Text mb="2">This sign-in was made without the code. Sign in once more to use it.</Text>
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
          <EnrolDialog
            secret={secret}
            finish={(code) => factor.finishEnrolment(secret, code)}
            onEnrolled={() => {
              setSecret(null);
              notify.success({ title: 'Second factor is on', description: 'From now on it is asked for at sign-in.' });
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
