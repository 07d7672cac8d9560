import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

export interface HostingApiOptions {
  project: string;
  /** The Hosting site's id. */
  site: string;
  /** An OAuth access token for each call. */
  token: () => Promise<string>;
  /** Another host than Google's. */
  baseUrl?: string;
  /** Milliseconds before the first repetition of a call that may pass; each further one waits twice as long. */
  patience?: number;
}

/** Hosting refused or did not answer: its answer and the remedy. */
export class HostingRefusal extends Error {
  override name = 'HostingRefusal';
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly next: string;

  constructor({ status, what, next }: { status: number; what: string; next: string }) {
    super(what);
    this.status = status;
    this.next = next;
  }
}

const attempts = 5;
const deadline = 60_000;

export interface CallRequest {
  body?: object;
  /** Whether an attempt that seemed to fail was carried out. */
  isDone?: () => Promise<boolean>;
}

export type Call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, asked?: CallRequest) => Promise<unknown>;

/** Calls of the API: those that may pass (no answer, 429, 5xx) are repeated with growing pauses. @throws HostingRefusal */
export function createCall(options: HostingApiOptions): Call {
  const { token, patience = 250 } = options;
  return async (method, url, { body, isDone } = {}) => {
    const isBytes = body instanceof Uint8Array;
    for (let tried = 1; ; tried += 1) {
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
      const mayPass = response.status === 0 || response.status === 429 || response.status >= 500;
      if (!mayPass || tried === attempts) {
        throw refusal(options, { status: response.status, said: response.text });
      }
      await pause(response.retryAfter ?? patience * 2 ** (tried - 1));
      if (await isDone?.()) return {};
    }
  };
}

interface Answer {
  status: number;
  text: string;
  /** Milliseconds. */
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

/** The text of every refusal: Hosting's message and the remedy. */
export function refusal({ project, site }: HostingApiOptions, { status, said }: { status: number; said: string }) {
  const next: Record<number, string> = {
    0: 'Check the connection to Firebase Hosting. It is retried automatically',
    401: 'Give this process credentials: a service account, or gcloud auth application-default login',
    403: `Grant the service account roles/firebasehosting.admin on ${project}, and check that the Hosting API is enabled`,
    404: `Create the site: npx firebase hosting:sites:create ${site} --project ${project}`,
    429: 'The quota of Firebase Hosting is used up. It is retried automatically; request more under Quotas in the Google Cloud console',
  };
  const words = messageIn(said).replaceAll(/\s+/g, ' ').slice(0, 300);
  const answer = status === 0 ? 'does not answer' : `answered ${String(status)}`;
  return new HostingRefusal({
    status,
    what: `Firebase Hosting ${answer} for ${site}: ${words}`,
    next: next[status] ?? 'It is retried automatically. If it persists, see status.firebase.google.com',
  });
}

/** A disabled site stays disabled until its owner enables it. */
export const disabled = ({ project, site }: HostingApiOptions) =>
  new HostingRefusal({
    status: 409,
    what: `The site ${site} is disabled in Firebase Hosting: nothing is delivered`,
    next: `To serve it again, roll back to any of its releases in Firebase’s console (Hosting, project ${project}): the newest follows automatically`,
  });

const explained = z.object({ error: z.object({ message: z.string() }) });

/** The sentence in an answer that is an error as Google's APIs write it; else all of it. */
function messageIn(said: string): string {
  try {
    return explained.parse(JSON.parse(said)).error.message;
  } catch {
    return said;
  }
}

const rpcStatus: Record<number, number> = { 3: 400, 5: 404, 7: 403, 8: 429, 9: 400, 14: 503, 16: 401 };

/** The HTTP status that goes with a google.rpc.Code, as far as a clone's operation fails with it. */
export const httpStatus = (code: number): number => rpcStatus[code] ?? 500;
