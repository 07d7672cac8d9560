import type { Role } from '@frontage/model/user';
import { onAuthStateChanged, signOut as signOutOf } from 'firebase/auth';
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Viewer } from '@frontage/model/permissions';
import { call, type Firebase, useFirebase } from './firebase.tsx';

export interface SignedIn {
  state: 'signed-in';
  user: { uid: string; email: string };
  /** The effective roles: none for users without a role, deactivated ones, or a missing second factor. */
  roles: Role[];
  usedSecondFactor: boolean;
  /** Whether administrator access requires a second factor first. */
  needsSecondFactor: boolean;
  /** True after the sign-in has expired while the screen stays open for a new one. */
  isExpired: boolean;
}

export type Session = { state: 'loading' } | { state: 'signed-out' } | SignedIn;

interface SessionActions {
  /** Signs out; local state is cleared even when the call fails, which rejects. */
  signOut(): Promise<void>;
  /** Reads the roles again, after a claim or an invite. */
  refreshRoles(): Promise<void>;
  /** Whether the server still accepts this sign-in; if not, the session becomes expired. */
  checkSignIn(): Promise<boolean>;
  /** Requests a new sign-in over the open screen; false if the user leaves instead. */
  reauthenticate(): Promise<boolean>;
  /** Resolves every pending `reauthenticate` with false. */
  abandon(): void;
}

const Context = createContext<{ session: Session; actions: SessionActions } | null>(null);

/** Tracks Firebase's sign-in state and adds the roles. A sign-in lost without `signOut` is kept as expired. */
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
    const { loadAccessState, noAccessState } = await import('./access-state.ts');
    const accessState = await loadAccessState(firebase, user);
    if (auth.currentUser?.uid !== user.uid) return;
    const { uid, email } = user;
    startTransition(() =>
      setSession((current) => {
        // Unreadable roles count as none, except during a session, which keeps the last known roles.
        const isSame = current.state === 'signed-in' && current.user.uid === uid;
        const known = accessState ?? (isSame ? current : noAccessState);
        const { roles, usedSecondFactor, needsSecondFactor } = known;
        const user = { uid, email: email ?? '' };
        return { state: 'signed-in', user, roles, usedSecondFactor, needsSecondFactor, isExpired: false };
      }),
    );
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
          if (!auth.currentUser) throw new Error('Not signed in');
          await auth.currentUser.getIdToken(true);
          const { isSignInValid } = await import('./access-state.ts');
          if (await isSignInValid(firebase, auth.currentUser)) return true;
          expire();
          return false;
        } catch {
          // Offline, the sign-in cannot be checked and is kept.
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

/** The signed-in user. Requires a route behind the sign-in. */
export function useStaff(): SignedIn {
  const { session } = useSessionContext();
  if (session.state !== 'signed-in') throw new Error('useStaff outside a route that requires sign-in');
  return session;
}

/** The signed-in user as an argument of permission checks. Requires a route behind the sign-in. */
export function useViewer(): Viewer & { uid: string } {
  const { user, roles } = useStaff();
  return useMemo(() => ({ uid: user.uid, roles }), [user.uid, roles]);
}

// Signing out must also work offline.
const timeoutMs = 2_000;

/** Revokes this sign-in on the server, so that copied tokens are rejected. Never rejects; waits at most two seconds. */
async function endSession(firebase: Firebase): Promise<void> {
  const ended = call(firebase, 'endSession', {});
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([ended.catch(() => undefined), timeout]);
}
