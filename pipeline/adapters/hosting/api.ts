import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createCall, disabled, httpStatus, refusal, type HostingApiOptions } from './call.ts';
import { escapePattern, type ServingConfig } from './version-config.ts';

export interface HostingRelease {
  /** The version's resource name. */
  version: string;
  message: string;
}

/** The files that Hosting requires, and a function to upload them. */
interface Populated {
  /** SHA-256 of compressed bytes that Hosting does not hold yet. */
  required: string[];
  upload: (hash: string, bytes: Uint8Array) => Promise<void>;
}

/**
 * Firebase Hosting's REST API for one site. Each method makes one call, except that a clone is polled until it is
 * finished, and that files are declared in several calls if there are many.
 * @see https://firebase.google.com/docs/reference/hosting/rest
 */
export interface HostingApi {
  /** The live version; null before the first release. @throws HostingRefusal if the site was disabled manually. */
  live(): Promise<HostingRelease | null>;
  /** Creates an empty version. Returns its resource name. */
  createVersion(config: ServingConfig): Promise<string>;
  /**
   * Creates a version with the files of `source`, except those at the paths in `without`. Returns its resource name.
   */
  cloneVersion(source: string, without: readonly string[]): Promise<string>;
  /** Declares a version's files: SHA-256 of their compressed bytes by path. */
  populate(version: string, files: ReadonlyMap<string, string>): Promise<Populated>;
  /** Makes a version releasable. `config` replaces its configuration. */
  finalize(version: string, config?: ServingConfig): Promise<void>;
  /** Releases a version: visitors get it from now on. */
  release(version: string, message: string): Promise<void>;
  /** Sets the number of versions that Hosting keeps. */
  keepVersions(count: number): Promise<void>;
}

const google = 'https://firebasehosting.googleapis.com';
const filesPerCall = 1_000;
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

/** Opens Hosting's REST API. Failures that may be temporary (no answer, 429, 5xx) are retried with growing pauses. */
export function openHostingApi(options: HostingApiOptions): HostingApi {
  const { project, site, baseUrl = google } = options;
  const call = createCall(options);
  const api = `${baseUrl}/v1beta1`;
  const parent = `${api}/projects/${project}/sites/${site}`;

  const awaitOperation = async (answer: unknown): Promise<string> => {
    const end = performance.now() + cloneDeadline;
    // The first poll follows at once: the clone may have been finished during the request.
    for (let wait = 0, state = operation.parse(answer); ; wait = Math.min(longestPause, wait * 2 || firstPause)) {
      if (state.error) throw refusal(options, { status: httpStatus(state.error.code), reason: state.error.message });
      if (state.done && state.response) return state.response.name;
      if (performance.now() > end) throw refusal(options, { status: 0, reason: 'the clone did not finish in time' });
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
      awaitOperation(
        await call('POST', `${parent}/versions:clone`, {
          body: {
            sourceVersion: source,
            finalize: false,
            ...(without.length > 0 && { exclude: { regexes: without.map(exactPattern) } }),
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
          if (uploadUrl === undefined) throw refusal(options, { status: 0, reason: 'no address to upload to' });
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
      // If only the answer was lost, a retry would release the version twice.
      await call('POST', address, { body: { message }, isDone: async () => (await live())?.version === version });
    },
    keepVersions: async (count) => {
      await call('PATCH', `${parent}/config?updateMask=maxVersions`, { body: { maxVersions: String(count) } });
    },
  };
}

const exactPattern = (path: string): string => `^${escapePattern(path)}$`;
