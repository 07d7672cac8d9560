import { type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
} from 'firebase/auth';
import { createContext, type ReactNode, use } from 'react';
import type { CallInput, CallName, CallOutput } from '@frontage/model/calls';
import { OwnWrites } from './documents/own-writes.ts';

/** The content of `/config.json`: the Firebase project and site of this admin. */
export interface AdminConfig {
  firebase: { apiKey: string; authDomain: string; projectId: string; storageBucket: string };
  /** Region of the callable functions. */
  region: string;
  /** Origin of the public site, no trailing slash. */
  siteOrigin: string;
  /** Origin of the pipeline, which renders previews; absent if browsers cannot reach it. */
  pipelineOrigin?: string;
  /** Addresses of the local services; absent for a hosted project. */
  emulators?: { auth: string; firestore: string; storage: string; functions: string };
  /** Names of hosted buckets that differ from the defaults. */
  buckets?: Record<string, string>;
  /** Site key of reCAPTCHA Enterprise; without it, requests carry no App Check token. */
  appCheckKey?: string;
}

/** Services available on every screen from the start. Firestore, Storage and functions are opened later from these. */
export interface Firebase {
  app: FirebaseApp;
  auth: Auth;
  config: AdminConfig;
  ownWrites: OwnWrites;
}

export async function openFirebase(config: AdminConfig): Promise<Firebase> {
  const app = initializeApp(config.firebase);
  // Starts before any service, so that the first request carries a token.
  if (config.appCheckKey) await startAppCheck(app, config.appCheckKey);
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (config.emulators) connectAuthEmulator(auth, config.emulators.auth, { disableWarnings: true });
  return { app, auth, config, ownWrites: new OwnWrites() };
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

/** Reads `/config.json`. Throws if it is missing or invalid. */
export async function loadConfig(): Promise<AdminConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config: unknown = await response.json();
  if (!isConfig(config)) throw new Error('/config.json lacks firebase, region or siteOrigin');
  return { ...config, siteOrigin: config.siteOrigin.replace(/\/+$/, '') };
}

// Checked by hand: a schema library would double the size of the sign-in screen. The file belongs to the installation
// and is trusted.
function isConfig(value: unknown): value is AdminConfig {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'firebase' in value &&
    typeof value.firebase === 'object' &&
    'region' in value &&
    typeof value.region === 'string' &&
    'siteOrigin' in value &&
    typeof value.siteOrigin === 'string'
  );
}

/** Splits `host:port`. */
export function hostAndPort(address: string): [host: string, port: number] {
  const url = new URL(address.includes('://') ? address : `http://${address}`);
  return [url.hostname, Number(url.port)];
}

/**
 * Calls a server function as the signed-in user. Rejects with a FirebaseError whose `code` is `functions/…` and whose
 * message comes from the server (model/refusals.ts). The client is loaded with the first call, because most screens
 * call no function.
 */
export async function call<Name extends CallName>(
  { app, config }: Firebase,
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> {
  const { connectFunctionsEmulator, getFunctions, httpsCallable } = await import('firebase/functions');
  const functions = getFunctions(app, config.region);
  if (config.emulators) connectFunctionsEmulator(functions, ...hostAndPort(config.emulators.functions));
  const answer = await httpsCallable<CallInput<Name>, CallOutput<Name>>(functions, name)(input);
  return answer.data;
}
