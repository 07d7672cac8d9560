import { Skeleton, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { ActionCodeOperation, checkActionCode, type ActionCodeInfo } from 'firebase/auth';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { plainFailure } from '../../lib/errors.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';
import { ApplyAction } from './apply-action.tsx';
import { ResetForm } from './reset-form.tsx';

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
