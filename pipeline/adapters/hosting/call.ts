import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

export interface HostingApiOptions {
  project: string;
  /** The Hosting site's id. */
  site: string;
  /** An OAuth access token for each call. */
  token: () => Promise<string>;
  /** Base URL of the API; Google's by default. */
  baseUrl?: string;
  /** Milliseconds before the first retry; doubled for each further one. */
  patience?: number;
}

/** Hosting refused a call or did not answer. The message contains its answer, and `next` the remedy. */
export class HostingRefusal extends Error {
  override name = 'HostingRefusal';
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly next: string;

  constructor({ status, problem, next }: { status: number; problem: string; next: string }) {
    super(problem);
    this.status = status;
    this.next = next;
  }
}

const attempts = 5;
const deadline = 60_000;

interface CallRequest {
  body?: object;
  /** Whether an attempt that seemed to fail has succeeded. */
  isDone?: () => Promise<boolean>;
}

export type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  request?: CallRequest,
) => Promise<unknown>;

/**
 * Returns a function that calls the API. Failures that may be temporary (no answer, 429, 5xx) are retried with growing
 * pauses.
 * @throws HostingRefusal
 */
export function createCall(options: HostingApiOptions): Call {
  const { token, patience = 250 } = options;
  return async (method, url, { body, isDone } = {}) => {
    const isBytes = body instanceof Uint8Array;
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${await token()}`,
          'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        },
        ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(deadline),
      }).then(answered, unanswered);
      if (response.status >= 200 && response.status < 300)
        return response.text === '' ? {} : (JSON.parse(response.text) as unknown);
      const mayRetry = response.status === 0 || response.status === 429 || response.status >= 500;
      if (!mayRetry || attempt === attempts) {
        throw refusal(options, { status: response.status, reason: response.text });
      }
      await pause(response.retryAfter ?? patience * 2 ** (attempt - 1));
      if (await isDone?.()) return {};
    }
  };
}

interface Answer {
  status: number;
  text: string;
  /** Milliseconds that Hosting asks to wait before a retry; null if it does not. */
  retryAfter: number | null;
}

async function answered(response: Response): Promise<Answer> {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  const text = await response.text();
  return { status: response.status, text, retryAfter: Number.isFinite(seconds) ? Math.min(30, seconds) * 1_000 : null };
}

const unanswered = (error: unknown): Answer => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return { status: 0, text: cause instanceof Error ? cause.message : String(cause), retryAfter: null };
};

/** The error for a failed call: Hosting's message and the remedy for this status. */
export function refusal({ project, site }: HostingApiOptions, { status, reason }: { status: number; reason: string }) {
  const next: Record<number, string> = {
    0: 'Check the connection to Firebase Hosting. It is retried automatically',
    401: 'Give this process credentials: a service account, or gcloud auth application-default login',
    403: `Grant the service account roles/firebasehosting.admin on ${project}, and check that the Hosting API is enabled`,
    404: `Create the site: npx firebase hosting:sites:create ${site} --project ${project}`,
    429: 'The quota of Firebase Hosting is used up. It is retried automatically; request more under Quotas in the Google Cloud console',
  };
  const message = messageIn(reason).replaceAll(/\s+/g, ' ').slice(0, 300);
  const answer = status === 0 ? 'does not answer' : `answered ${String(status)}`;
  return new HostingRefusal({
    status,
    problem: `Firebase Hosting ${answer} for ${site}: ${message}`,
    next: next[status] ?? 'It is retried automatically. If it persists, see status.firebase.google.com',
  });
}

/** The error for a disabled site, which stays disabled until its owner enables it. */
export const disabled = ({ project, site }: HostingApiOptions) =>
  new HostingRefusal({
    status: 409,
    problem: `The site ${site} is disabled in Firebase Hosting: nothing is delivered`,
    next: `To serve it again, roll back to any of its releases in Firebase’s console (Hosting, project ${project}): the newest follows automatically`,
  });

const explained = z.object({ error: z.object({ message: z.string() }) });

/** The message in an error response of a Google API. Any other text is returned unchanged. */
function messageIn(reason: string): string {
  try {
    return explained.parse(JSON.parse(reason)).error.message;
  } catch {
    return reason;
  }
}

const rpcStatus: Record<number, number> = { 3: 400, 5: 404, 7: 403, 8: 429, 9: 400, 14: 503, 16: 401 };

/** The HTTP status of a google.rpc.Code with which a clone operation can fail; 500 for any other code. */
export const httpStatus = (code: number): number => rpcStatus[code] ?? 500;
