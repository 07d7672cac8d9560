import { createHash } from 'node:crypto';
import type { HostingApi } from './api.ts';
import { makeVersion, type HostedFile } from './version.ts';
import type { ServingConfig } from './version-config.ts';

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
