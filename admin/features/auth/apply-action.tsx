import { Button, Text } from '@chakra-ui/react';
import { adminPaths } from '@frontage/model/paths';
import { ActionCodeOperation, applyActionCode, type ActionCodeInfo } from 'firebase/auth';
import { useState } from 'react';
import { useFirebase, type Firebase } from '../../lib/firebase.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useNotify } from '../../ui/toaster.tsx';

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
export function ApplyAction({ code, info, continueTo }: ApplyActionProps) {
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
      notify.failure({ title: 'The link was not applied' }, error);
      return;
    }
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
