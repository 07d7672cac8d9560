import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { literally, type ServingConfig } from './version-config.ts';

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

export interface HostingRelease {
  /** The version's resource name. */
  version: string;
  message: string;
}

/** What was offered of a version's files and how to send one. */
export interface Populated {
  /** SHA-256 of compressed bytes that Hosting does not hold yet. */
  required: string[];
  upload: (hash: string, bytes: Uint8Array) => Promise<void>;
}

/**
 * Firebase Hosting's REST API for one site, each method one call (a clone is one and its polls; offering more files than
 * one call takes is several).
 * @see https://firebase.google.com/docs/reference/hosting/rest
 */
export interface HostingApi {
  /** What visitors get now; null before the first release. @throws HostingRefusal where the site was disabled by hand. */
  live(): Promise<HostingRelease | null>;
  createVersion(config: ServingConfig): Promise<string>;
  /** A new version with the files of another one, less `without` these paths. */
  cloneVersion(source: string, without: readonly string[]): Promise<string>;
  /** Says which files a version has: SHA-256 of their compressed bytes by path. */
  populate(version: string, files: ReadonlyMap<string, string>): Promise<Populated>;
  /** Makes a version releasable, with another configuration where it is to have one. */
  finalize(version: string, config?: ServingConfig): Promise<void>;
  /** The switch: visitors get this version from now on. */
  release(version: string, message: string): Promise<void>;
  /** Bounds how many versions Hosting keeps. */
  keepVersions(count: number): Promise<void>;
}

/** Hosting said no, or nothing: what it answered, and what an operator can do. */
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

const google = 'https://firebasehosting.googleapis.com';
const filesPerCall = 1_000;
const attempts = 5;
const deadline = 60_000;
const firstPause = 20;
const longestPause = 1_000;
const cloneDeadline = 120_000;

const named = z.object({ name: z.string() });
const released = z.object({
  releases: z
    .array(z.object({ version: named.optional(), message: z.string().default(''), type: z.string().default('') }))
    .default([]),
});
const populated = z.object({ uploadRequiredHashes: z.array(z.string()).default([]), uploadUrl: z.string().optional() });
const operation = z.object({
  name: z.string(),
  done: z.boolean().default(false),
  error: z.object({ code: z.number().default(0), message: z.string().default('') }).optional(),
  response: named.optional(),
});

/** Speaks to Hosting's REST API. Calls that may pass (no answer, 429, 5xx) are repeated with growing pauses. */
export function openHostingApi(options: HostingApiOptions): HostingApi {
  const { project, site, baseUrl = google } = options;
  const call = caller(options);
  const api = `${baseUrl}/v1beta1`;
  const parent = `${api}/projects/${project}/sites/${site}`;

  const settled = async (answer: unknown): Promise<string> => {
    const end = performance.now() + cloneDeadline;
    // Asking takes its time: what is copied by then is not waited for.
    for (let wait = 0, state = operation.parse(answer); ; wait = Math.min(longestPause, wait * 2 || firstPause)) {
      if (state.error) throw refusal(options, { status: httpStatus(state.error.code), said: state.error.message });
      if (state.done && state.response) return state.response.name;
      if (performance.now() > end) throw refusal(options, { status: 0, said: 'the clone did not finish in time' });
      await pause(wait);
      state = operation.parse(await call('GET', `${api}/${state.name}`));
    }
  };

  const live = async (): Promise<HostingRelease | null> => {
    const { releases } = released.parse(await call('GET', `${parent}/channels/live/releases?pageSize=1`));
    const [newest] = releases;
    if (newest?.type === 'SITE_DISABLE') throw disabled(options);
    return newest?.version ? { version: newest.version.name, message: newest.message } : null;
  };

  return {
    live,
    createVersion: async (config) => named.parse(await call('POST', `${parent}/versions`, { body: { config } })).name,
    cloneVersion: async (source, without) =>
      settled(
        await call('POST', `${parent}/versions:clone`, {
          body: {
            sourceVersion: source,
            finalize: false,
            ...(without.length > 0 && { exclude: { regexes: without.map(exactly) } }),
          },
        }),
      ),
    populate: async (version, files) => {
      const entries = [...files];
      const required = new Set<string>();
      let uploadUrl: string | undefined;
      for (let start = 0; start < entries.length; start += filesPerCall) {
        const part = Object.fromEntries(entries.slice(start, start + filesPerCall));
        const answer = populated.parse(
          await call('POST', `${api}/${version}:populateFiles`, { body: { files: part } }),
        );
        for (const hash of answer.uploadRequiredHashes) required.add(hash);
        uploadUrl ??= answer.uploadUrl;
      }
      return {
        required: [...required],
        upload: async (hash, bytes) => {
          if (uploadUrl === undefined) throw refusal(options, { status: 0, said: 'no address to upload to' });
          await call('POST', `${uploadUrl}/${hash}`, { body: bytes });
        },
      };
    },
    finalize: async (version, config) => {
      const mask = config ? 'status,config' : 'status';
      const body = { status: 'FINALIZED', ...(config && { config }) };
      await call('PATCH', `${api}/${version}?updateMask=${mask}`, { body });
    },
    release: async (version, message) => {
      const address = `${parent}/channels/live/releases?versionName=${encodeURIComponent(version)}`;
      // Where only the answer was lost, a repetition would release it twice.
      await call('POST', address, { body: { message }, isDone: async () => (await live())?.version === version });
    },
    keepVersions: async (count) => {
      await call('PATCH', `${parent}/config?updateMask=maxVersions`, { body: { maxVersions: String(count) } });
    },
  };
}

const exactly = (path: string): string => `^${literally(path)}$`;

interface Asked {
  body?: object;
  /** Whether an attempt that seemed to fail was carried out. */
  isDone?: () => Promise<boolean>;
}

type Call = (method: 'GET' | 'POST' | 'PATCH', url: string, asked?: Asked) => Promise<unknown>;

function caller(options: HostingApiOptions): Call {
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

/** Every refusal in words: what Hosting said and what to do. */
function refusal({ project, site }: HostingApiOptions, { status, said }: { status: number; said: string }) {
  const next: Record<number, string> = {
    0: 'Check that this machine reaches Firebase Hosting; it is tried again',
    401: 'Give this process credentials: a service account, or gcloud auth application-default login',
    403: `Grant the service account roles/firebasehosting.admin on ${project}, and check that the Hosting API is enabled`,
    404: `Create the site: npx firebase hosting:sites:create ${site} --project ${project}`,
    429: 'The quota of Firebase Hosting is used up: it is tried again; for more, ask in the Google Cloud console, Quotas',
  };
  const words = messageIn(said).replaceAll(/\s+/g, ' ').slice(0, 300);
  const answer = status === 0 ? 'does not answer' : `answered ${String(status)}`;
  return new HostingRefusal({
    status,
    what: `Firebase Hosting ${answer} for ${site}: ${words}`,
    next: next[status] ?? 'It is tried again; if it stays, see status.firebase.google.com',
  });
}

/** Whoever disables a site wants nothing of it shown: that is theirs to end. */
const disabled = ({ project, site }: HostingApiOptions) =>
  new HostingRefusal({
    status: 409,
    what: `The site ${site} is disabled in Firebase Hosting: nothing is delivered`,
    next: `To serve it again, roll back to any of its releases in Firebase’s console (Hosting, project ${project}): the newest follows by itself`,
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

// google.rpc.Code, as far as a clone's operation fails with it.
const rpcStatus: Record<number, number> = { 3: 400, 5: 404, 7: 403, 8: 429, 9: 400, 14: 503, 16: 401 };
const httpStatus = (code: number): number => rpcStatus[code] ?? 500;
