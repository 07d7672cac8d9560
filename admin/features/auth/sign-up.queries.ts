import { texts } from '@frontage/model/messages';
import { collections } from '@frontage/model/paths';
import type { Role, signUpForm } from '@frontage/model/user';
import { createUserWithEmailAndPassword, updateProfile, type User } from 'firebase/auth';
import type { output } from 'zod';
import { serverTime } from '@frontage/model/changes/write';
import { useEffect, useState } from 'react';
import { call, type Firebase, useFirebase } from '../../lib/firebase.tsx';
import { valueOf } from '../../lib/documents/document-store.ts';
import { openDocumentStore } from '../../lib/firestore/client.ts';

export type NewAccount = output<typeof signUpForm>;

/**
 * Creates the account, its profile and, with an invite, its role. Safe to repeat: steps completed by an interrupted
 * attempt are skipped.
 */
export async function createAccount(
  firebase: Firebase,
  account: NewAccount,
  inviteToken: string | null,
): Promise<void> {
  const user = await openAccount(firebase, account);
  await writeProfile(firebase, user, account);
  if (inviteToken !== null) await claimInvite(firebase, user, inviteToken);
}

async function openAccount({ auth }: Firebase, { email, password, first_name, last_name }: NewAccount): Promise<User> {
  if (auth.currentUser?.email === email.toLowerCase()) return auth.currentUser;
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  const displayName = [first_name, last_name].filter(Boolean).join(' ');
  if (displayName) await updateProfile(user, { displayName });
  return user;
}

async function writeProfile(firebase: Firebase, user: User, { first_name, last_name }: NewAccount): Promise<void> {
  const store = openDocumentStore(firebase);
  const path = `${collections.profiles}/${user.uid}`;
  if (valueOf(await store.read(path)) !== null) return;
  const data = { email: user.email, first_name, last_name, created_at: serverTime, is_active: true };
  valueOf(await store.commit([{ type: 'set', path, data }]));
}

/** Gives the signed-in user the role of the invite. Rejects with the server's message for an invalid invite. */
export async function claimInvite(firebase: Firebase, user: User, token: string): Promise<void> {
  const { valid } = await call(firebase, 'verifyInviteToken', { token, userId: user.uid });
  if (!valid) throw new Error(texts.inviteRefused);
}

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
