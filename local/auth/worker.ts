import type { IncomingMessage, ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { beforeResponse, insufficientStorage, type Replacement, storageProblem } from '../before-response.ts';
import { type FileErrorData, fileErrorData } from '@frontage/firestore-server/damaged-file';
import { createGuardedServer } from '@frontage/firestore-server/guarded-server';
import { close, listen, PortTakenError } from '../listen.ts';
import { describeLoss } from '@frontage/firestore-server/last-commit';
import { describe } from '@frontage/firestore-server/log';
import type { LogEvent } from '@frontage/firestore-server/log';
import { openAccountStore } from './account-store.ts';
import { createDurableState } from './durable-state.ts';
import type { DurableState } from './durable-state.ts';
import type { OobCode, Operation } from './emulator-api.ts';
import {
  apiSpec,
  operationsModule,
  REFUSE_OTHER_PROJECTS,
  routerModule,
  serverModule,
  toolsLogger,
} from './emulator-api.ts';
import { withFactorSessions } from './factor-sessions.ts';
import { refuseInvalidTokens, withPendingSignIn } from './invalid-tokens.ts';
import { withTotp } from './totp-operations.ts';
import { trimApiSpec } from './trim-api-spec.ts';

/** The Authentication service in a separate thread, because compiling the emulator's API description takes seconds. */

/** An email that hosted Firebase would have sent. */
export type Mail = Pick<OobCode, 'requestType' | 'email' | 'newEmail' | 'oobLink'>;

export interface AuthWorkerData {
  project: string;
  host: string;
  port: number;
  file: string;
  /** Whether responses hide which addresses have an account, as in hosted projects created since 2023. */
  hidesAccounts: boolean;
}

export type AuthWorkerMessage =
  | { kind: 'ready'; port: number }
  | { kind: 'failed'; message: string; takenPort: number | null; file: FileErrorData | null }
  | { kind: 'mail'; mail: Mail }
  | { kind: 'log'; event: LogEvent };

const send = (message: AuthWorkerMessage): void => parentPort?.postMessage(message);
const log = (level: LogEvent['level'], message: string): void =>
  send({ kind: 'log', event: { level, source: 'auth', message } });

// Bytes, more than an import of a thousand accounts.
const largestBody = 10 * 1024 * 1024;
const isAdministrative = (path: string): boolean => path.startsWith('/emulator/v1/');

interface Refusal {
  code: number;
  message: string;
  status: string;
}

/** The refusal of requests that would cause an internal error in the emulator. */
function refusalOf({ headers }: IncomingMessage): Refusal | null {
  const { 'content-type': type } = headers;
  if (type !== undefined && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;|$)/.test(type)) {
    return { code: 400, message: `Invalid content type: ${type}`, status: 'INVALID_ARGUMENT' };
  }
  return null;
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.code, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: refusal }));
}

/** The answer to a request whose changes are not on disk. The libraries show the text after the colon. */
function unsaved(error: unknown): Replacement {
  const message = `RESOURCE_EXHAUSTED : ${storageProblem(error)}`;
  const errors = [{ message, reason: 'insufficientStorage', domain: 'global' }];
  return { status: insufficientStorage, body: { error: { code: insufficientStorage, message, errors } } };
}

/** The tree with `change` applied to every operation. */
function mapOperations<Tree extends object>(
  tree: Tree,
  change: (operation: Operation, name: string) => Operation,
): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, inner]: [string, unknown]) => {
      if (typeof inner === 'function') return [name, change(inner as Operation, name)];
      return [name, typeof inner === 'object' && inner !== null ? mapOperations(inner, change) : inner];
    }),
  ) as Tree;
}

/** Operations expect a body; requests without one would cause an internal error. */
const withBody =
  (operation: Operation): Operation =>
  (state, body, context) =>
    operation(state, body ?? {}, context);

/** Requests that ask for the link of an email receive it in the response; no email is sent. */
const withoutRequestedLinks =
  (operation: Operation): Operation =>
  (state, body, context) => {
    const answer = operation(state, body, context);
    if (body['returnOobLink']) (state as DurableState).takeNewCodes();
    return answer;
  };

/** Compiles the validator of a kind of request when the first one arrives, instead of all validators at startup. */
function compileValidatorsLazily(): void {
  const { middleware } = routerModule;
  routerModule.middleware = (spec, options) => middleware(spec, { ...options, lazyCompileValidationSchemas: true });
}

async function createEmulator(project: string, state: DurableState) {
  compileValidatorsLazily();
  trimApiSpec(apiSpec);
  refuseInvalidTokens();
  operationsModule.authOperations = mapOperations(
    withFactorSessions(withTotp(operationsModule.authOperations)),
    (operation, name) =>
      withBody(withPendingSignIn(name === 'sendOobCode' ? withoutRequestedLinks(operation) : operation)),
  );
  return serverModule.createApp(project, REFUSE_OTHER_PROJECTS, new Map([[project, state]]));
}

async function main({ project, host, port, file, hidesAccounts }: AuthWorkerData): Promise<void> {
  toolsLogger.on('data', ({ level, metadata }) => {
    // The emulator's log of emails names its own page; emails are passed to `onMail` instead.
    if (typeof metadata?.message === 'string' && !metadata.message.includes(', follow this link: '))
      log(level === 'warn' || level === 'error' ? level : 'info', metadata.message);
  });
  const store = openAccountStore(file);
  if (store.lost !== null) log('error', describeLoss(store.lost));
  const state = createDurableState(project, store);
  const emailPrivacyConfig = { enableImprovedEmailPrivacy: true };
  if (hidesAccounts) state.updateConfig({ emailPrivacyConfig }, 'emailPrivacyConfig.enableImprovedEmailPrivacy');
  const emulator = await createEmulator(project, state);
  const server = createGuardedServer({ host, largestBody, isAdministrative }, (request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== null) return refuse(response, refusal);
    beforeResponse(response, () => {
      try {
        state.flush();
        for (const { requestType, email, newEmail, oobLink } of state.takeNewCodes()) {
          send({ kind: 'mail', mail: { requestType, email, oobLink, ...(newEmail !== undefined && { newEmail }) } });
        }
        return null;
      } catch (error) {
        // A successful response would confirm changes that are not on disk.
        log('error', `Could not save accounts: ${describe(error)}`);
        return unsaved(error);
      }
    });
    emulator(request, response);
  });
  const bound = await listen(server, 'auth', { host, port });
  parentPort?.once('message', () => {
    void close(server).then(() => {
      state.flush();
      store.close();
      parentPort?.close();
    });
  });
  send({ kind: 'ready', port: bound });
}

// An unhandled rejection must not stop the service.
process.on('unhandledRejection', (error) => log('error', describe(error)));

main(workerData as AuthWorkerData).catch((error: unknown) => {
  send({
    kind: 'failed',
    message: describe(error),
    takenPort: error instanceof PortTakenError ? error.port : null,
    file: fileErrorData(error),
  });
});
