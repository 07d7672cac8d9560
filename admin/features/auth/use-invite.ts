import { texts } from '@frontage/model/messages';
import type { Role } from '@frontage/model/user';
import { useEffect, useState } from 'react';
import { call, useFirebase } from '../../lib/firebase.tsx';

export type Invite =
  | { state: 'none' }
  | { state: 'checking' }
  | { state: 'valid'; token: string; email: string; role: Role }
  | { state: 'refused'; reason: string }
  | { state: 'failed'; error: unknown };

/** Looks up the token of an invite link on the server; null without a token. */
export function useInvite(token: string | null): Invite {
  const firebase = useFirebase();
  const [invite, setInvite] = useState<Invite>(token === null ? { state: 'none' } : { state: 'checking' });

  useEffect(() => {
    if (token === null) return;
    let isCurrent = true;
    const show = (next: Invite) => {
      if (isCurrent) setInvite(next);
    };
    call(firebase, 'verifyInviteToken', { token }).then(
      ({ valid, data }) =>
        show(valid && data ? { state: 'valid', token, ...data } : { state: 'refused', reason: texts.inviteRefused }),
      (error: unknown) => show({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [firebase, token]);

  return invite;
}
