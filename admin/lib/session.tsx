import type { Role } from '@frontage/model/user';
import { onAuthStateChanged, signOut as signOutOf } from 'firebase/auth';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { endSession } from './end-session.ts';
import { useFirebase } from './firebase.tsx';

export interface SignedIn {
  state: 'signed-in';
  user: { uid: string; email: string };
  /** The roles that count now: none for people without one, deactivated ones, and a missing second factor. */
  roles: Role[];
  usedSecondFactor: boolean;
  /** Whether an administrator's powers wait for a second factor. */
  needsSecondFactor: boolean;
  /** True while the sign-in no longer holds but the screen stays open for a new one. */
  isExpired: boolean;
}

export type Session = { state: 'loading' } | { state: 'signed-out' } | SignedIn;

interface SessionActions {
  /** Ends the session on purpose; local state is cleared even when the call fails, and the failure rejects. */
  signOut(): Promise<void>;
  /** Reads the roles again, after a claim or an invite. */
  refreshRoles(): Promise<void>;
  /** Whether the server still accepts this sign-in; where it does not, the session becomes expired. */
  checkSignIn(): Promise<boolean>;
  /** Asks for a new sign-in over the open screen; false when the person leaves instead. */
  reauthenticate(): Promise<boolean>;
  /** Answers every pending `reauthenticate`: the person gave up. */
  abandon(): void;
}

const Context = createContext<{ session: Session; actions: SessionActions } | null>(null);

/** Follows Firebase's sign-in state and adds the roles. A sign-in lost without `signOut` is kept as expired. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const firebase = useFirebase();
  const { auth } = firebase;
  const [session, setSession] = useState<Session>({ state: 'loading' });
  const leaving = useRef(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);

  const settle = useCallback((signedIn: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  }, []);

  const load = useCallback(async () => {
    const user = auth.currentUser;
    if (!user) return;
    const { loadStanding, nobody } = await import('./standing.ts');
    const standing = await loadStanding(firebase, user);
    if (auth.currentUser?.uid !== user.uid) return;
    const { uid, email } = user;
    setSession((current) => {
      // Roles that cannot be read are none, except for somebody at work: what they held a moment ago holds until it can be read.
      const isSame = current.state === 'signed-in' && current.user.uid === uid;
      const known = standing ?? (isSame ? current : nobody);
      const { roles, usedSecondFactor, needsSecondFactor } = known;
      const user = { uid, email: email ?? '' };
      return { state: 'signed-in', user, roles, usedSecondFactor, needsSecondFactor, isExpired: false };
    });
    settle(true);
  }, [auth, firebase, settle]);

  useEffect(
    () =>
      onAuthStateChanged(auth, (user) => {
        if (user) {
          leaving.current = false;
          void load();
          return;
        }
        setSession((current) =>
          current.state === 'signed-in' && !leaving.current ? { ...current, isExpired: true } : { state: 'signed-out' },
        );
      }),
    [auth, load],
  );

  const actions = useMemo<SessionActions>(() => {
    const expire = () =>
      setSession((current) => (current.state === 'signed-in' ? { ...current, isExpired: true } : current));
    const leave = () => {
      setSession({ state: 'signed-out' });
      settle(false);
    };
    return {
      async signOut() {
        leaving.current = true;
        try {
          await endSession(firebase);
          await signOutOf(auth);
        } finally {
          leave();
        }
      },
      refreshRoles: load,
      async checkSignIn() {
        try {
          if (!auth.currentUser) throw new Error('Nobody is signed in');
          await auth.currentUser.getIdToken(true);
          return true;
        } catch {
          // Without a network the question stays open, and the sign-in is kept.
          if (auth.currentUser && !navigator.onLine) return true;
          expire();
          return false;
        }
      },
      reauthenticate() {
        expire();
        return new Promise((resolve) => waiting.current.push(resolve));
      },
      abandon() {
        leaving.current = true;
        leave();
        signOutOf(auth).catch(reportError);
      },
    };
  }, [auth, firebase, load, settle]);

  const value = useMemo(() => ({ session, actions }), [session, actions]);
  return <Context value={value}>{children}</Context>;
}

function useSessionContext() {
  const context = use(Context);
  if (!context) throw new Error('useSession outside SessionProvider');
  return context;
}

export function useSession(): Session {
  return useSessionContext().session;
}

export function useSessionActions(): SessionActions {
  return useSessionContext().actions;
}

/** The signed-in person. Only below a route that requires one. */
export function useStaff(): SignedIn {
  const { session } = useSessionContext();
  if (session.state !== 'signed-in') throw new Error('useStaff outside a route that requires sign-in');
  return session;
}
