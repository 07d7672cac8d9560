import { Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import {
  type ActionCodeInfo,
  ActionCodeOperation,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
} from 'firebase/auth';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { resetForm } from '@frontage/model/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { plainFailure } from '../../lib/errors.ts';
import { call, type Firebase, useFirebase } from '../../lib/firebase.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';
import { NewPasswordField } from '../../ui/field.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';

type Check = { state: 'checking' } | { state: 'bad'; reason: string } | { state: 'good'; info: ActionCodeInfo };

/**
 * The target of links in Firebase's emails. Opening it does not use up the code, so that mail scanners do no harm; a
 * button press applies the action.
 */
export function Component() {
  const { auth } = useFirebase();
  const [params] = useSearchParams();
  const code = params.get('oobCode') ?? '';
  const [check, setCheck] = useState<Check>({ state: 'checking' });

  useEffect(() => {
    let isCurrent = true;
    const show = (next: Check) => {
      if (isCurrent) setCheck(next);
    };
    checkActionCode(auth, code).then(
      (info) => show({ state: 'good', info }),
      (error: unknown) => show({ state: 'bad', reason: plainFailure(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [auth, code]);

  if (check.state === 'checking') {
    return (
      <FrontLayout title="One moment">
        <Skeleton height="8rem" />
      </FrontLayout>
    );
  }
  if (check.state === 'bad') {
    return (
      <FrontLayout title="This link is no longer valid">
        <Note kind="warning">{check.reason}</Note>
        <Text my="5">Each link works once and expires. Request a new link.</Text>
        <ButtonLink to={adminPaths.forgotPassword} variant="outline" width="full">
          Forgot your password?
        </ButtonLink>
        <ButtonLink to={adminPaths.login} variant="outline" colorPalette="gray" width="full" mt="3">
          Sign in
        </ButtonLink>
      </FrontLayout>
    );
  }
  const { operation, data } = check.info;
  if (operation === ActionCodeOperation.PASSWORD_RESET) return <ResetForm code={code} email={data.email ?? ''} />;
  return <ApplyAction code={code} info={check.info} continueTo={params.get('continueUrl')} />;
}

/** Ends the sessions that Authentication has revoked; false if the function cannot be reached. */
async function endOtherSessions(firebase: Firebase, email: string): Promise<boolean> {
  try {
    await call(firebase, 'endRevokedSessions', { email });
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
}

/** Sets a new password through an email link. */
function ResetForm({ code, email }: { code: string; email: string }) {
  const firebase = useFirebase();
  const { perform } = useAction();
  const [ended, setEnded] = useState<'now' | 'later' | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetForm),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    await perform({ title: "Couldn't change the password" }, async () => {
      await confirmPasswordReset(firebase.auth, code, password);
      setEnded((await endOtherSessions(firebase, email)) ? 'now' : 'later');
    });
  });

  if (ended !== null) {
    return (
      <FrontLayout title="Password changed">
        <Text role="status" mb="5">
          Sign in as {email} with your new password.{' '}
          {ended === 'now' ? 'All other sessions have ended.' : 'Sessions on other devices end within an hour.'}
        </Text>
        <ButtonLink to={adminPaths.login} width="full">
          Sign in
        </ButtonLink>
      </FrontLayout>
    );
  }
  return (
    <FrontLayout title="Choose a new password" description={`For ${email}`}>
      <Flex as="form" direction="column" gap="4" onSubmit={(event) => void submit(event)} {...{ noValidate: true }}>
        {/* Associates the password with the account in a password manager. */}
        <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
        <NewPasswordField
          label="New password"
          error={errors.password?.message}
          registration={register('password')}
          autoFocus
        />
        <Button type="submit" loading={isSubmitting} loadingText="Saving...">
          Change password
        </Button>
      </Flex>
    </FrontLayout>
  );
}

interface Words {
  title: string;
  question: string;
  action: string;
  done: string;
}

function wordsFor({ operation, data }: ActionCodeInfo): Words {
  const email = data.email ?? 'this address';
  if (operation === ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL) {
    return {
      title: 'Confirm your new email',
      question: `You will sign in as ${email} instead of ${data.previousEmail ?? 'your old address'}.`,
      action: 'Use this email',
      done: `Sign in as ${email} from now on.`,
    };
  }
  if (operation === ActionCodeOperation.RECOVER_EMAIL) {
    return {
      title: 'Undo the email change',
      question: `You will sign in as ${email} again. If you did not change it, choose a new password as well.`,
      action: 'Undo the change',
      done: `Sign in as ${email} again.`,
    };
  }
  return {
    title: 'Confirm your email',
    question: `Confirm that ${email} is your address.`,
    action: 'Confirm',
    done: `${email} is confirmed.`,
  };
}

/** The screen to return to; none for another origin, which a forged link could name. */
function backTo(continueTo: string | null): string {
  const url = continueTo !== null && URL.canParse(continueTo) ? new URL(continueTo) : null;
  return url?.origin === location.origin ? url.pathname + url.search : adminPaths.dashboard;
}

/** Reloads the user, because its data is cached with the last token. */
async function refresh({ auth }: Firebase): Promise<void> {
  try {
    await auth.currentUser?.reload();
    await auth.currentUser?.getIdToken(true);
  } catch {
    // A changed address ends sessions: the next screen asks for a new sign-in.
  }
}

interface ApplyActionProps {
  code: string;
  info: ActionCodeInfo;
  continueTo: string | null;
}

/** Applies an email link: confirms, changes or restores an email address. */
function ApplyAction({ code, info, continueTo }: ApplyActionProps) {
  const firebase = useFirebase();
  const notify = useNotify();
  const [state, setState] = useState<'asking' | 'pending' | 'done'>('asking');
  const words = wordsFor(info);

  const apply = async () => {
    setState('pending');
    try {
      await applyActionCode(firebase.auth, code);
    } catch (error) {
      setState('asking');
      notify.failure({ title: "Couldn't apply the link" }, error);
      return;
    }
    if (info.operation !== ActionCodeOperation.VERIFY_EMAIL) await endOtherSessions(firebase, info.data.email ?? '');
    await refresh(firebase);
    setState('done');
  };

  if (state === 'done') {
    return (
      <FrontLayout title="Done">
        <Text role="status" mb="5">
          {words.done}
        </Text>
        <ButtonLink to={backTo(continueTo)} width="full">
          Continue
        </ButtonLink>
      </FrontLayout>
    );
  }
  return (
    <FrontLayout title={words.title}>
      <Text mb="5" overflowWrap="anywhere">
        {words.question}
      </Text>
      <Button width="full" loading={state === 'pending'} loadingText="One moment..." onClick={() => void apply()}>
        {words.action}
      </Button>
    </FrontLayout>
  );
}
