import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type HostingApi, openHostingApi } from './api.ts';
import { type HostedFile, makeVersion } from './version.ts';
import { type ServingConfig, versionConfig } from './version-config.ts';
import { createCall, type HostingApiOptions, refusal } from './call.ts';

export interface Deployed {
  /** Resource name of the live version. */
  version: string;
  files: number;
  /** Number of files that Hosting did not have; null if the live version was the same and nothing was deployed. */
  uploaded: number | null;
}

/**
 * Deploys these files as one version, unless the live version is the same.
 * @throws HostingRefusal
 */
export async function deployFiles(
  api: HostingApi,
  { files, config }: { files: readonly HostedFile[]; config: ServingConfig },
): Promise<Deployed> {
  const message = `Frontage files ${fingerprintOf(files, config)}`;
  const live = await api.live();
  if (live?.message === message) return { version: live.version, files: files.length, uploaded: null };
  const { version, uploaded } = await makeVersion(api, { config, files, packed: new Map() });
  await api.release(version, message);
  return { version, files: files.length, uploaded };
}

function fingerprintOf(files: readonly HostedFile[], config: ServingConfig): string {
  const lines = files.map(({ path, hash }) => `${hash} ${path}`).sort();
  return createHash('sha256')
    .update([JSON.stringify(config), ...lines].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

/** How long a deployment of one file took, in milliseconds. */
interface DeploymentTimes {
  /** To make a version: create it, declare and upload its file, and finalize it. */
  made: number;
  /** To release the version. */
  released: number;
  /** From the release until the file was served. */
  served: number;
}

const channel = z.object({ url: z.string() });

const path = '/frontage-trial.txt';

const servedWithin = 30_000;

const pollInterval = 100;

/**
 * Deploys one file to a temporary preview channel, which no visitor sees, and removes channel and version again.
 * @see https://firebase.google.com/docs/reference/hosting/rest/v1beta1/projects.sites.channels
 * @throws HostingRefusal
 */
export async function timeDeployment(options: HostingApiOptions): Promise<DeploymentTimes> {
  const { project, site, baseUrl = 'https://firebasehosting.googleapis.com' } = options;
  const call = createCall(options);
  const id = `frontage-trial-${randomUUID().slice(0, 8)}`;
  const text = randomUUID();
  const hash = createHash('sha256').update(text).digest('hex');
  const channels = `${baseUrl}/v1beta1/projects/${project}/sites/${site}/channels`;
  // The channel of an interrupted run expires after an hour.
  const { url } = channel.parse(await call('POST', `${channels}?channelId=${id}`, { body: { ttl: '3600s' } }));
  let version: string | null = null;
  try {
    const began = performance.now();
    const files = [{ path, hash, read: () => Promise.resolve(Buffer.from(text)) }];
    ({ version } = await makeVersion(openHostingApi(options), { config: versionConfig({}), files, packed: new Map() }));
    const made = performance.now();
    const release = `${channels}/${id}/releases?versionName=${encodeURIComponent(version)}`;
    await call('POST', release, { body: { message: 'Frontage trial' } });
    const released = performance.now();
    while ((await served(url + path)) !== text) {
      if (performance.now() - released > servedWithin)
        throw refusal(options, {
          status: 0,
          reason: `a release was not served within ${servedWithin / 1_000} seconds`,
        });
      await pause(pollInterval);
    }
    const round = (from: number, to: number): number => Math.round(to - from);
    return { made: round(began, made), released: round(made, released), served: round(released, performance.now()) };
  } finally {
    await call('DELETE', `${channels}/${id}`).catch(() => undefined);
    if (version !== null) await call('DELETE', `${baseUrl}/v1beta1/${version}`).catch(() => undefined);
  }
}

async function served(address: string): Promise<string | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  return response?.ok ? response.text() : null;
}
