import { calls, type CallName, type CallOutput } from '@frontage/model/calls';
import { refusals } from '@frontage/model/refusals';
import { sessionHolds } from '@frontage/model/user';
import type { Firestore } from 'firebase-admin/firestore';
import { HttpsError, onCall, type CallableFunction, type CallableRequest } from 'firebase-functions/https';
import * as logger from 'firebase-functions/logger';
import type { SecretParam } from 'firebase-functions/params';
import type { z } from 'zod';
import { firestore } from '../firebase.ts';
import { enforceAppCheck, functionsRegion, trustedProxies } from '../params.ts';
import { scale, type Bounds } from '../scale.ts';
import { type Claims, claimsOf, isRefusal, readCallerState, type Refusal, refusalFor, refuse } from './auth.ts';
import { clientOf, type Client } from './client.ts';

/** The arguments of a handler: the checked input and its dependencies. */
export interface Call<Name extends CallName> {
  input: z.output<(typeof calls)[Name]['input']>;
  caller: (typeof calls)[Name]['caller'] extends 'anyone' ? Claims | null : Claims;
  client: Client;
  firestore: Firestore;
  now: Date;
}

type Handler<Name extends CallName> = (call: Call<Name>) => Promise<CallOutput<Name> | Refusal>;

interface CallOptions extends Partial<Bounds> {
  secrets?: SecretParam[];
}

/**
 * Defines a callable from its entry in model/calls.ts: checks the caller's permission, then the input, then runs the
 * handler. A refusal becomes an error with its code and text. A thrown value becomes an `internal` error without
 * details; it is logged without the input, which may contain passwords and tokens.
 */
export function defineCall<Name extends CallName>(
  name: Name,
  handler: Handler<Name>,
  { secrets = [], ...bounds }: CallOptions = {},
): CallableFunction<unknown, Promise<CallOutput<Name>>> {
  const options = {
    ...scale.call,
    ...bounds,
    region: functionsRegion,
    secrets,
    invoker: 'public' as const,
    enforceAppCheck,
  };
  return onCall(options, async (request: CallableRequest<unknown>) => {
    try {
      const outcome = await answer(name, handler, request);
      if (isRefusal(outcome)) throw toError(outcome);
      return outcome;
    } catch (error) {
      if (error instanceof HttpsError) throw error;
      if (isContention(error)) throw toError(refuse('contention'));
      logger.error(`${name} failed`, error);
      throw toError(refuse('broken'));
    }
  });
}

async function answer<Name extends CallName>(
  name: Name,
  handler: Handler<Name>,
  request: CallableRequest<unknown>,
): Promise<CallOutput<Name> | Refusal> {
  const { caller: needed, input: schema } = calls[name];
  const store = firestore();
  const claims = claimsOf(request);
  const refusal = await refusalOfCaller(store, claims, needed);
  if (refusal) return refusal;
  const input = schema.safeParse(request.data ?? {});
  if (!input.success) throw invalidInput(input.error);
  return handler({
    input: input.data as Call<Name>['input'],
    caller: claims as Call<Name>['caller'],
    client: clientOf(request.rawRequest, trustedProxies.value()),
    firestore: store,
    now: new Date(),
  });
}

async function refusalOfCaller(
  store: Firestore,
  claims: Claims | null,
  needed: (typeof calls)[CallName]['caller'],
): Promise<Refusal | null> {
  if (needed === 'anyone') return null;
  if (!claims) return refuse('notAuthenticated');
  const state = await readCallerState(store, store, claims.uid);
  if (needed !== 'signed in') return refusalFor(claims, state, needed);
  return sessionHolds(claims, state.user) ? null : refuse('notAllowed');
}

function toError({ refused }: Refusal): HttpsError {
  const { code, message } = refusals[refused];
  return new HttpsError(code, message, { refusal: refused });
}

/** The message is the first problem; `details.fields` has one message per field, which forms show. */
function invalidInput({ issues }: z.ZodError): HttpsError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join('.')] ??= message;
  return new HttpsError('invalid-argument', issues[0]?.message ?? 'Invalid input', { fields });
}

/** gRPC ABORTED: a transaction failed after all its retries because of contention. */
const isContention = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 10;
