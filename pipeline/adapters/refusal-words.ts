import { messageOf } from '@frontage/model/message-of';
import { OperatorError } from '@frontage/model/operator-error';

/** Reasons for a service's refusal. */
type Refusal = 'silent' | 'stranger' | 'forbidden' | 'missing' | 'quota' | 'busy' | 'index';

/** By status; gRPC's numbers are Firestore's, HTTP's those of Storage. */
const byRpcStatus: Record<number, Refusal> = {
  4: 'silent',
  5: 'missing',
  7: 'forbidden',
  8: 'quota',
  13: 'busy',
  14: 'silent',
  16: 'stranger',
};
const byHttpStatus: Record<number, Refusal> = {
  401: 'stranger',
  403: 'forbidden',
  404: 'missing',
  408: 'silent',
  429: 'quota',
};

const does: Record<Refusal, string> = {
  silent: 'does not answer',
  stranger: 'does not recognize these credentials',
  forbidden: 'denies access',
  missing: 'does not exist',
  quota: 'has no quota left',
  busy: 'is temporarily unavailable',
  index: 'lacks an index',
};

/** The remedy, independent of the service. */
const nextOf = {
  silent: 'Check the connection to Google Cloud. It is retried automatically',
  stranger: 'Give this process credentials: a service account, or gcloud auth application-default login',
  quota: 'It is retried automatically. Check quotas and billing in the Google Cloud console',
  busy: 'It is retried automatically. If it persists, see status.cloud.google.com',
  index: 'Deploy the indexes: npx firebase deploy --only firestore:indexes --project YOUR-PROJECT',
};

/** Converts a known error of Firestore's client to a message with its remedy; returns others unchanged. */
export function explainFirestoreError(error: unknown): unknown {
  const code = codeOf(error);
  const message = messageOf(error);
  const known = typeof code === 'number' ? byRpcStatus[code] : silence(code);
  const refusal =
    code === 9 && /\bindex\b/.test(message) ? 'index' : isWithoutCredentials(message) ? 'stranger' : known;
  return inWords(error, refusal, {
    service: 'Firestore',
    forbidden: 'Grant its service account roles/datastore.user; check --project, and that the Firestore API is enabled',
    missing:
      'Create the database: npx firebase firestore:databases:create "(default)" --location REGION --project YOUR-PROJECT, or check the spelling of --project',
  });
}

/** The same of Storage's client, for a bucket on which `role` is needed. */
export function explainStorageError(error: unknown, { bucket, role }: { bucket: string; role: string }): unknown {
  const code = codeOf(error);
  const status = Number(code);
  const known = byHttpStatus[status] ?? (status >= 500 ? 'busy' : Number.isNaN(status) ? silence(code) : undefined);
  return inWords(error, isWithoutCredentials(messageOf(error)) ? 'stranger' : known, {
    service: `gs://${bucket}`,
    forbidden: `Grant its service account ${role} on gs://${bucket}, and check that billing is on`,
    missing: `Create the bucket: gcloud storage buckets create gs://${bucket}, or check the spelling of its name`,
  });
}

/** A response that exceeded the timeout. */
export const timeoutError = (service: string, ms: number): OperatorError =>
  new OperatorError(`${service} did not answer within ${String(ms / 1_000)} seconds`, nextOf.silent);

interface Service extends Record<'forbidden' | 'missing', string> {
  service: string;
}

function inWords(error: unknown, refusal: Refusal | undefined, { service, ...own }: Service): unknown {
  if (refusal === undefined || error instanceof OperatorError) return error;
  const said = messageOf(error)
    .replace(/^\d+ [A-Z_]+: /, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
  return new OperatorError(`${service} ${does[refusal]}: ${said}`, { ...nextOf, ...own }[refusal], { cause: error });
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** System error codes of failed connections begin with E. */
const silence = (code: unknown): Refusal | undefined =>
  typeof code === 'string' && /^(E[A-Z_]+|UND_ERR_\w+)$/.test(code) ? 'silent' : undefined;

const isWithoutCredentials = (message: string): boolean =>
  /default credentials|invalid_grant|invalid_rapt|refresh access token/.test(message);
