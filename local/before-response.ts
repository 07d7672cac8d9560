import type { ServerResponse } from 'node:http';
import { isFileError } from '@frontage/firestore-server/damaged-file';

/** A JSON answer in place of the one that a request would get. */
export interface Replacement {
  status: number;
  body: unknown;
}

/**
 * Calls `before` before a response sends its headers, so that state saved by it is durable when the client receives the
 * response. If it returns a replacement, that is sent instead.
 */
export function beforeResponse(response: ServerResponse, before: () => Replacement | null): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  let isReplaced: boolean | null = null;
  const passes = (): boolean => {
    if (isReplaced !== null) return !isReplaced;
    const replacement = before();
    isReplaced = replacement !== null;
    if (replacement === null) return true;
    // Browsers read the answer only with the headers of CORS.
    for (const name of response.getHeaderNames())
      if (!/^(?:access-control-|vary$)/.test(name)) response.removeHeader(name);
    writeHead(replacement.status, { 'content-type': 'application/json' });
    end(JSON.stringify(replacement.body));
    return false;
  };
  response.writeHead = (...args: unknown[]) => (passes() ? writeHead(...args) : response);
  response.write = (...args: unknown[]) => (passes() ? write(...args) : true);
  response.end = (...args: unknown[]) => (passes() ? end(...args) : response);
}

/** The message of a request whose changes could not be stored, with path and next step if the disk is the reason. */
export const storageProblem = (error: unknown): string =>
  isFileError(error) ? error.message : 'The change could not be stored. See the log';

/** Insufficient Storage. */
export const insufficientStorage = 507;
