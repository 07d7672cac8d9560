import { initializeApp, type FirebaseApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  type Auth,
} from 'firebase/auth';
import { createContext, use, type ReactNode } from 'react';
import type { AdminConfig } from './config.ts';

/** Services available on every screen from the start. Firestore, Storage and functions are opened later from these. */
export interface Firebase {
  app: FirebaseApp;
  auth: Auth;
  config: AdminConfig;
}

export async function openFirebase(config: AdminConfig): Promise<Firebase> {
  const app = initializeApp(config.firebase);
  // Starts before any service, so that the first request carries a token.
  if (config.appCheckKey) await startAppCheck(app, config.appCheckKey);
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (config.emulators) connectAuthEmulator(auth, config.emulators.auth, { disableWarnings: true });
  return { app, auth, config };
}

async function startAppCheck(app: FirebaseApp, siteKey: string): Promise<void> {
  const { initializeAppCheck, ReCaptchaEnterpriseProvider } = await import('firebase/app-check');
  initializeAppCheck(app, { provider: new ReCaptchaEnterpriseProvider(siteKey), isTokenAutoRefreshEnabled: true });
}

const Context = createContext<Firebase | null>(null);

export function FirebaseProvider({ value, children }: { value: Firebase; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useFirebase(): Firebase {
  const firebase = use(Context);
  if (!firebase) throw new Error('useFirebase outside FirebaseProvider');
  return firebase;
}
