import type { Role } from '@frontage/model/user';
import { hostAndPort } from './config.ts';
import type { Firebase } from './firebase.tsx';

/** What each server function takes and answers. */
export interface Callables {
  claimFirstAdmin: { request: { code?: string }; response: unknown };
  setUserRoles: { request: { userId: string; roles: Role[] }; response: unknown };
  setUserActive: { request: { userId: string; isActive: boolean }; response: unknown };
  generateInviteToken: { request: { email: string; role: Role }; response: { inviteUrl: string } };
  verifyInviteToken: {
    request: { token: string; userId?: string };
    response: { valid: boolean; data?: { email: string; role: Role } };
  };
  hashDemoPassword: { request: { demoId: string; password: string }; response: { hash: string } };
  publishAllDrafts: { request: Record<string, never>; response: unknown };
}

/**
 * Calls a server function as the signed-in user. Rejects with a FirebaseError whose `code` is `functions/…` and whose
 * message is the server's own. The client loads with the first call, so that screens which call nothing do not carry it.
 */
export async function call<Name extends keyof Callables>(
  { app, config }: Firebase,
  name: Name,
  data: Callables[Name]['request'],
): Promise<Callables[Name]['response']> {
  const { connectFunctionsEmulator, getFunctions, httpsCallable } = await import('firebase/functions');
  const functions = getFunctions(app, config.region);
  if (config.emulators) connectFunctionsEmulator(functions, ...hostAndPort(config.emulators.functions));
  const answer = await httpsCallable<Callables[Name]['request'], Callables[Name]['response']>(functions, name)(data);
  return answer.data;
}
