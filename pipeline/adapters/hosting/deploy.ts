import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import { versionConfig, type HostingConfig } from './version-config.ts';

/** A file to be served; `path` begins with a slash. */
export interface DeployFile {
  path: string;
  read(): Promise<Uint8Array>;
}

export interface DeployTarget {
  /** The Hosting site's id. */
  site: string;
  config: HostingConfig;
  /** An OAuth access token for each call. */
  token: () => Promise<string>;
  /** Another host than Google's. */
  baseUrl?: string;
  fetch?: typeof fetch;
}

export interface Deployed {
  /** `sites/{site}/versions/{version}`. */
  version: string;
  files: number;
  /** How many of them Hosting did not have already. */
  uploaded: number;
}

const hostingApi = 'https://firebasehosting.googleapis.com';
const filesPerCall = 1_000;
const atOnce = 8;
const attempts = 4;
const deadline = 60_000;

const createdVersion = z.object({ name: z.string() });
const populated = z.object({ uploadRequiredHashes: z.array(z.string()).default([]), uploadUrl: z.string().optional() });

/**
 * Puts files live on Firebase Hosting as one new version: it is seen only when all of them have arrived. Files that
 * Hosting has from earlier versions are not sent again.
 * @throws Error with Hosting's answer when it refuses, or does not answer after several attempts.
 */
export async function deploy(files: readonly DeployFile[], target: DeployTarget): Promise<Deployed> {
  const call = caller(target);
  const api = `${target.baseUrl ?? hostingApi}/v1beta1`;
  const config = versionConfig(target.config);
  const version = createdVersion.parse(await call('POST', `${api}/sites/${target.site}/versions`, { config })).name;

  const packed = new Map<string, DeployFile>();
  const hashes: [string, string][] = await inParallel(files, async (file) => {
    const hash = createHash('sha256')
      .update(await pack(file))
      .digest('hex');
    packed.set(hash, file);
    return [file.path, hash];
  });
  let uploaded = 0;
  for (let start = 0; start < hashes.length; start += filesPerCall) {
    const batch = Object.fromEntries(hashes.slice(start, start + filesPerCall));
    const answer = populated.parse(await call('POST', `${api}/${version}:populateFiles`, { files: batch }));
    await inParallel(answer.uploadRequiredHashes, async (hash) => {
      const file = packed.get(hash);
      if (!file || answer.uploadUrl === undefined) throw new Error(`Hosting asks for ${hash}, which was not offered`);
      await call('POST', `${answer.uploadUrl}/${hash}`, await pack(file));
    });
    uploaded += answer.uploadRequiredHashes.length;
  }
  await call('PATCH', `${api}/${version}?update_mask=status`, { status: 'FINALIZED' });
  const release = `${api}/sites/${target.site}/channels/live/releases?versionName=${encodeURIComponent(version)}`;
  await call('POST', release, {});
  return { version, files: files.length, uploaded };
}

// Hosting knows a file by the hash of its compressed bytes: the level must not change, or everything is sent again.
const compress = promisify(gzip);
const pack = async ({ read }: DeployFile): Promise<Buffer> => compress(await read(), { level: 9 });

type Call = (method: 'POST' | 'PATCH', url: string, body: object | Buffer) => Promise<unknown>;

function caller({ token, fetch: send = fetch }: DeployTarget): Call {
  const attempt = async (method: string, url: string, body: object | Buffer): Promise<Response> => {
    const isBytes = Buffer.isBuffer(body);
    return send(url, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
      signal: AbortSignal.timeout(deadline),
    });
  };
  return async (method, url, body) => {
    for (let tried = 1; ; tried += 1) {
      const response = await attempt(method, url, body).catch((error: unknown) => error);
      const isAnswer = response instanceof Response;
      if (isAnswer && response.ok) {
        const text = await response.text();
        return text === '' ? {} : JSON.parse(text);
      }
      const mayPass = !isAnswer || response.status === 429 || response.status >= 500;
      if (!mayPass || tried === attempts) {
        const said = isAnswer ? `${String(response.status)} ${await response.text()}` : String(response);
        throw new Error(`Hosting refused ${method} ${new URL(url).pathname}: ${said.slice(0, 500)}`);
      }
      if (isAnswer) await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tried));
    }
  };
}

/** Runs `work` on all items, a few at a time; answers in their order. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array<Result>(items.length);
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
