import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFileError } from '@frontage/firestore-server/damaged-file';
import { describe } from '@frontage/firestore-server/log';
import type { Log } from '@frontage/firestore-server/log';
import { insufficientStorage, storageProblem } from '../before-response.ts';

/**
 * Refusals and rewrites of requests to the Storage emulator, in addition to those of every local server (../guard.ts).
 */

export interface Refusal {
  status: number;
  message: string;
}

export const isOwner = (authorization: string | undefined): boolean =>
  /^(Bearer|Firebase) owner$/i.test(authorization ?? '');

/** The server API (every path outside /v0/) requires no credentials, because the libraries send none to an emulator. */
export const isServerApi = (path: string): boolean => !path.startsWith('/v0/');

/** Refuses the emulator's maintenance paths except the upload of rules: others write to any path on the disk. */
export function refusalOf({ url = '/' }: Pick<IncomingMessage, 'url'>): Refusal | null {
  if (/[?&]maxResults=(?!\d+(&|$))/.test(url)) return { status: 400, message: 'maxResults must be a whole number.' };
  if (url.startsWith('/internal/') && url !== '/internal/setRules') return { status: 404, message: 'Not found.' };
  return null;
}

/** Whether a request is from firebase-admin, which requests download URLs from the client API without credentials. */
export function isServerLibrary({ headers }: IncomingMessage): boolean {
  const { origin, authorization } = headers;
  return origin === undefined && authorization === undefined && /\bgccl\//.test(String(headers['x-goog-api-client']));
}

/** Encodes percent signs in object names again, because the emulator decodes names of the client API twice. */
export function keepNameEncoded(url: string): string {
  return url.replace(
    /^(\/v0\/b\/[^/?]+\/o\/)([^?]+)/,
    (_, path: string, name: string) => path + name.replaceAll('%', '%25'),
  );
}

// Payment Required: the client library reports it as `storage/quota-exceeded`. It retries 507 for ten minutes.
const quotaExceeded = 402;

/** The response to a request whose data cannot be stored. */
export const unsaved = (error: unknown, url: string): Refusal => ({
  status: isServerApi(url) ? insufficientStorage : quotaExceeded,
  message: storageProblem(error),
});

/** The response to an error of the emulator. Unreadable bodies and malformed names get 4xx. */
export function refusalFor(error: unknown, { log, url }: { log: Log; url: string }): Refusal {
  if (error === undefined) return { status: 404, message: 'Not found.' };
  const { status, message } = error as { status?: number; message: string };
  if (status !== undefined && status >= 400 && status < 500) return { status, message };
  if (error instanceof SyntaxError || error instanceof URIError) return { status: 400, message };
  log({ level: 'error', source: 'storage', message: describe(error) });
  if (isFileError(error)) return unsaved(error, url);
  return { status: 500, message: 'Internal error.' };
}

export function answerRefusal(response: ServerResponse, { status, message }: Refusal): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code: status, message } }));
}
