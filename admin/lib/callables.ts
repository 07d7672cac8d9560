import type { CallInput, CallName, CallOutput } from '@frontage/model/calls';
import { hostAndPort } from './config.ts';
import type { Firebase } from './firebase.tsx';

/**
 * Calls a server function as the signed-in user. Rejects with a FirebaseError whose `code` is `functions/…` and whose
 * message is the server's own (model/refusals.ts). The client loads with the first call, so that screens which call
 * nothing do not carry it.
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
