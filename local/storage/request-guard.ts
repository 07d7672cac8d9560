import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe } from '@frontage/firestore-server/log';
import type { Log } from '@frontage/firestore-server/log';

/** The requests that reach the emulator, and their form, beyond the refusals of every local server (../guard.ts). */

export interface Refusal {
  status: number;
  message: string;
}

export const isOwner = (authorization: string | undefined): boolean =>
  /^(Bearer|Firebase) owner$/i.test(authorization ?? '');

/** The server API (everything outside /v0/) asks for no credentials, as the libraries send none to an emulator. */
export const isServerApi = (path: string): boolean => !path.startsWith('/v0/');

/** Of the emulator's maintenance paths only the upload of rules is served: others write anywhere on the disk. */
export function refusalOf({ url = '/' }: Pick<IncomingMessage, 'url'>): Refusal | null {
  if (/[?&]maxResults=(?!\d+(&|$))/.test(url)) return { status: 400, message: 'maxResults must be a whole number.' };
  if (url.startsWith('/internal/') && url !== '/internal/setRules') return { status: 404, message: 'Not found.' };
  return null;
}

/** firebase-admin asks the client API for download addresses, but sends an emulator no credentials. */
export function isServerLibrary({ headers }: IncomingMessage): boolean {
  const { origin, authorization } = headers;
  return origin === undefined && authorization === undefined && /\bgccl\//.test(String(headers['x-goog-api-client']));
}

/** The emulator decodes names of the client API twice: a name with a percent sign would be another one, or an error. */
export function keepNameEncoded(url: string): string {
  return url.replace(
    /^(\/v0\/b\/[^/?]+\/o\/)([^?]+)/,
    (_, path: string, name: string) => path + name.replaceAll('%', '%25'),
  );
}

/** The answer when the emulator fails: unreadable bodies are the caller's mistake. */
export function refusalFor(error: unknown, log: Log): Refusal {
  if (error === undefined) return { status: 404, message: 'Not found.' };
  const { status, message } = error as { status?: number; message: string };
  if (status !== undefined && status >= 400 && status < 500) return { status, message };
  if (error instanceof SyntaxError || error instanceof URIError) return { status: 400, message };
  log({ level: 'error', source: 'storage', message: describe(error) });
  return { status: 500, message: 'Internal error.' };
}

export function answerRefusal(response: ServerResponse, { status, message }: Refusal): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code: status, message } }));
}
