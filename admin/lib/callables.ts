import type { CallInput, CallName, CallOutput } from '@frontage/model/calls';
import { hostAndPort } from './config.ts';
import type { Firebase } from './firebase.tsx';

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
