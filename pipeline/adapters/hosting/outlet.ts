import { createHash } from 'node:crypto';
import { diffFiles, type FileEntry } from '../../site/files.ts';
import type { Delivery, Outlet } from '../../outlets/follow-outlet.ts';
import { redirectsOf } from '../../site/redirects.ts';
import type { HostingApi, HostingRelease } from './api.ts';
import { HostingRefusal } from './call.ts';
import { makeVersion, type HostedFile, type NewVersion, type PackedHashes } from './version.ts';
import { hostedRedirects, hostedStatus, type ServingConfig } from './version-config.ts';

export interface HostingOutletOptions {
  api: HostingApi;
  config: ServingConfig;
  packed: PackedHashes;
  /** Identifies this release history, because other histories use the same commit numbers. */
  history: string;
  /** Number of versions that Hosting keeps; 20 by default. */
  keep?: number;
  /** Called for deviations that did not prevent the delivery. */
  warn?: (message: string) => void;
}

// With more excluded paths, a full version is cheaper than a copy.
const maxExcludedPaths = 500;
const keptVersions = 20;

/**
 * Opens Firebase Hosting as an outlet. A release is a copy of the live version in which changed files are replaced. It
 * is a full version if no release of this history is live, if the configuration or a redirect has changed, or if
 * Hosting refuses the copy. The message of the live release contains the cursor, so that the next delivery starts from
 * the actual live state. A release with another configuration is treated as foreign until this process has seen or made
 * a release with its own configuration. So the process that was started later decides, and two processes with different
 * configurations do not alternate.
 */
export function openHostingOutlet(options: HostingOutletOptions): Outlet {
  const { api, config, packed, history, keep = keptVersions, warn = () => undefined } = options;
  const configHash = createHash('sha256')
    .update(JSON.stringify([config, hostedStatus]))
    .digest('hex')
    .slice(0, 12);
  const own = { history: createHash('sha256').update(history).digest('hex').slice(0, 12), config: configHash };
  let live: HostingRelease | null = null;
  let isBounded = false;
  let isOwnConfigSeen = false;
  let foreignVersion: string | null = null;

  const boundVersions = async (): Promise<void> => {
    if (isBounded) return;
    isBounded = true;
    await api.keepVersions(keep).catch((error: unknown) => warn(`Old versions could not be deleted: ${String(error)}`));
  };

  const fullVersion = ({ files, read }: Delivery): NewVersion => ({
    config: { ...config, redirects: [...config.redirects, ...hostedRedirects(redirectsOf(files))] },
    packed,
    files: hostedFiles(files.values(), read),
  });

  const copyOfLive = ({ files, before, read }: Delivery): NewVersion | null => {
    if (!live || !before || parseText(live.message)?.config !== configHash) return null;
    const { set, removed } = diffFiles(before, files);
    // It is not documented whether a copy can have other redirects than its source.
    const changed = [...set, ...[...set.map(({ path }) => path), ...removed].flatMap((path) => before.get(path) ?? [])];
    if (changed.some(({ redirect }) => redirect !== undefined)) return null;
    const without = [...set.map(({ path }) => path).filter((path) => before.has(path)), ...removed];
    if (without.length > maxExcludedPaths) return null;
    return { config, packed, files: hostedFiles(set, read), base: { version: live.version, without } };
  };

  const make = async (delivery: Delivery): Promise<string> => {
    const copy = copyOfLive(delivery);
    if (copy === null) return (await makeVersion(api, fullVersion(delivery))).version;
    try {
      return (await makeVersion(api, copy)).version;
    } catch (error) {
      if (!(error instanceof HostingRefusal) || !isCopyFailure(error.status)) throw error;
      warn(`The live version could not be copied, so a full one is made: ${error.message}`);
      return (await makeVersion(api, fullVersion(delivery))).version;
    }
  };

  return {
    name: 'hosting',
    cursor: async () => {
      await boundVersions();
      live = await api.live();
      const mark = live && parseText(live.message);
      if (mark?.history !== own.history) {
        if (live && live.version !== foreignVersion) warn(`A foreign release is live and is replaced: ${live.version}`);
        foreignVersion = live?.version ?? null;
        return null;
      }
      isOwnConfigSeen ||= mark.config === own.config;
      return isOwnConfigSeen ? mark.commit : null;
    },
    deliver: async (delivery) => {
      const message = textOf({ ...own, commit: delivery.commit });
      const version = await make(delivery);
      await delivery.checkTurn?.();
      await api.release(version, message);
      live = { version, message };
      isOwnConfigSeen = true;
    },
  };
}

interface Mark {
  commit: number;
  history: string;
  config: string;
}

const textOf = ({ commit, history, config }: Mark): string =>
  `Frontage commit ${String(commit)} of ${history}, config ${config}`;

function parseText(message: string): Mark | null {
  const [, commit, history, config] = /^Frontage commit (\d+) of ([0-9a-f]+), config ([0-9a-f]+)$/.exec(message) ?? [];
  return commit && history && config ? { commit: Number(commit), history, config } : null;
}

/** Whether a full version can still succeed: the live version may have been deleted, or it cannot be copied. */
const isCopyFailure = (status: number): boolean => ![0, 401, 429, 503].includes(status);

const hostedFiles = (entries: Iterable<FileEntry>, read: Delivery['read']): HostedFile[] =>
  [...entries].flatMap((file) => (file.redirect ? [] : [{ path: file.path, hash: file.hash, read: () => read(file) }]));
