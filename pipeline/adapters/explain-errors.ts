import { messageOf } from '@frontage/model/messages';
import { OperatorError } from '@frontage/model/operator-error';

/** The reasons why a service refuses a request. */
type Refusal = 'unreachable' | 'unauthenticated' | 'forbidden' | 'missing' | 'quota' | 'unavailable' | 'index';

/** Refusals by status: gRPC codes for Firestore, HTTP codes for Storage. */
const byRpcStatus: Record<number, Refusal> = {
  4: 'unreachable',
  5: 'missing',
  7: 'forbidden',
  8: 'quota',
  13: 'unavailable',
  14: 'unreachable',
  16: 'unauthenticated',
};
const byHttpStatus: Record<number, Refusal> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'missing',
  408: 'unreachable',
  429: 'quota',
};

const descriptions: Record<Refusal, string> = {
  unreachable: 'does not answer',
  unauthenticated: 'does not recognize these credentials',
  forbidden: 'denies access',
  missing: 'does not exist',
  quota: 'has no quota left',
  unavailable: 'is temporarily unavailable',
  index: 'lacks an index',
};

/** The remedies that are the same for all services. */
const remedies = {
  unreachable: 'Check the connection to Google Cloud. It is retried automatically',
  unauthenticated: 'Give this process credentials: a service account, or gcloud auth application-default login',
  quota: 'It is retried automatically. Check quotas and billing in the Google Cloud console',
  unavailable: 'It is retried automatically. If it persists, see status.cloud.google.com',
  index: 'Deploy the indexes: npx firebase deploy --only firestore:indexes --project YOUR-PROJECT',
};

/** The remedies while the services run on this machine. Their messages must not send people to Google Cloud. */
const localRemedies: Partial<Record<Refusal, string>> = {
  unreachable: 'It runs on this machine: check that it is still running. It is retried automatically',
  forbidden: 'It runs on this machine: its log, frontage.log in the data folder, has the reason',
  missing: 'It runs on this machine: check --project and the data folder (--data)',
  unauthenticated: 'It runs on this machine and needs no credentials: check the addresses in *_EMULATOR_HOST',
  index: 'Add the index to firestore.indexes.json, then start again',
  quota: 'It runs on this machine: check the free space of the disk that holds the data folder',
  unavailable:
    'It runs on this machine: its log, frontage.log in the data folder, has the reason. It is retried automatically',
};

const isLocal = (service: string): boolean =>
  process.env[service === 'Firestore' ? 'FIRESTORE_EMULATOR_HOST' : 'FIREBASE_STORAGE_EMULATOR_HOST'] !== undefined;

/** Converts a known error of Firestore's client to a message with its remedy; returns others unchanged. */
export function explainFirestoreError(error: unknown): unknown {
  const code = codeOf(error);
  const message = messageOf(error);
  const known = typeof code === 'number' ? byRpcStatus[code] : connectionRefusal(code);
  const refusal =
    code === 9 && /\bindex\b/.test(message) ? 'index' : isWithoutCredentials(message) ? 'unauthenticated' : known;
  return explain(error, refusal, {
    service: 'Firestore',
    forbidden: 'Grant its service account roles/datastore.user; check --project, and that the Firestore API is enabled',
    missing:
      'Create the database: npx firebase firestore:databases:create "(default)" --location REGION --project YOUR-PROJECT, or check the spelling of --project',
  });
}

/** Converts a known error of Storage's client likewise, for a bucket on which `role` is required. */
export function explainStorageError(error: unknown, { bucket, role }: { bucket: string; role: string }): unknown {
  const code = codeOf(error);
  const status = Number(code);
  const known =
    byHttpStatus[status] ??
    (status >= 500 ? 'unavailable' : Number.isNaN(status) ? connectionRefusal(code) : undefined);
  return explain(error, isWithoutCredentials(messageOf(error)) ? 'unauthenticated' : known, {
    service: `gs://${bucket}`,
    forbidden: `Grant its service account ${role} on gs://${bucket}, and check that billing is on`,
    missing: `Create the bucket: gcloud storage buckets create gs://${bucket}, or check the spelling of its name`,
  });
}

/** The error of a service that has not answered within `ms` milliseconds. */
export const timeoutError = (service: string, ms: number): OperatorError =>
  new OperatorError(
    `${service} did not answer within ${String(ms / 1_000)} seconds`,
    (isLocal(service) && localRemedies.unreachable) || remedies.unreachable,
  );

/** The name of a service, and its remedies. */
interface Service extends Record<'forbidden' | 'missing', string> {
  service: string;
}

function explain(error: unknown, refusal: Refusal | undefined, { service, ...own }: Service): unknown {
  if (refusal === undefined || error instanceof OperatorError) return error;
  const reason = messageOf(error)
    .replace(/^\d+ [A-Z_]+: /, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
  const known = { ...remedies, ...own, ...(isLocal(service) && localRemedies) };
  return new OperatorError(`${service} ${descriptions[refusal]}: ${reason}`, known[refusal], {
    cause: error,
  });
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The refusal for a system error code of a failed connection, which starts with E. */
const connectionRefusal = (code: unknown): Refusal | undefined =>
  typeof code === 'string' && /^(E[A-Z_]+|UND_ERR_\w+)$/.test(code) ? 'unreachable' : undefined;

const isWithoutCredentials = (message: string): boolean =>
  /default credentials|invalid_grant|invalid_rapt|refresh access token/.test(message);
