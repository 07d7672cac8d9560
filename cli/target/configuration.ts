import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { SiteConfig } from '@frontage/model/content';
import { buckets, type Bucket } from '@frontage/model/paths';
import { defaultRegion } from '@frontage/model/region';
import { noAppCheck } from './app-check.ts';
import type { Ports } from './ports.ts';

/** Absolute path of the repository. */
export const root = join(import.meta.dirname, '../..');

/** Addresses of the three origins and the Firebase services of one local instance. */
export interface Addresses {
  site: string;
  admin: string;
  embed: string;
  pipeline: string;
  functions: string;
  auth: string;
  storage: string;
  firestore: string;
}

/** The addresses of `ports` on `host`: origins with scheme, Firebase services as host:port. */
export function addressesOf(ports: Ports, host: string): Addresses {
  const authority = (port: number) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const origin = (port: number) => `http://${authority(port)}`;
  return {
    site: origin(ports.site),
    admin: origin(ports.admin),
    embed: origin(ports.embed),
    pipeline: origin(ports.pipeline),
    functions: authority(ports.functions),
    auth: authority(ports.auth),
    storage: authority(ports.storage),
    firestore: authority(ports.firestore),
  };
}

/** The origins that templates need. `PUBLIC_ADMIN_ORIGIN` and `PUBLIC_EMBED_ORIGIN` override the local ones. */
export function siteConfig(addresses: Addresses): SiteConfig {
  return {
    origin: addresses.site,
    adminOrigin: process.env['PUBLIC_ADMIN_ORIGIN'] ?? addresses.admin,
    embedOrigin: process.env['PUBLIC_EMBED_ORIGIN'] ?? addresses.embed,
  };
}

/** Bucket names of a local project, equal to their product names. Hosted buckets need globally unique names. */
export const localBuckets = Object.fromEntries(Object.values(buckets).map((name) => [name, name])) as Record<
  Bucket,
  string
>;

/**
 * Returns a function that looks up a setting of `project`: in the environment, else in the files from which
 * `firebase deploy` reads the functions' parameters. Empty values count as unset.
 */
export function settingsOf(project: string): (name: string) => string | undefined {
  const files = [`.env.${project}`, '.env'].map((name) => join(root, 'functions', name)).filter(existsSync);
  const settings = [process.env, ...files.map((file) => parseEnv(readFileSync(file, 'utf8')))];
  return (name) => settings.map(({ [name]: value }) => value).find(Boolean);
}

/** The region the functions of `project` run in. */
export const functionsRegion = (project: string): string => settingsOf(project)('FUNCTIONS_REGION') ?? defaultRegion;

/** The /config.json of a local project's admin. */
export function adminConfig(project: string, addresses: Addresses) {
  return {
    firebase: {
      apiKey: 'local',
      authDomain: `${project}.firebaseapp.com`,
      projectId: project,
      storageBucket: buckets.homepageImages,
    },
    region: functionsRegion(project),
    siteOrigin: addresses.site,
    pipelineOrigin: addresses.pipeline,
    emulators: {
      auth: `http://${addresses.auth}`,
      firestore: addresses.firestore,
      storage: addresses.storage,
      functions: addresses.functions,
    },
  };
}

/** Values of the `{{…}}` marks in firebase.json's hosting section. */
export function originMarks(addresses: Addresses): Record<string, string> {
  return {
    SITE_ORIGIN: addresses.site,
    ADMIN_ORIGIN: addresses.admin,
    EMBED_ORIGIN: addresses.embed,
    AUTH_ORIGIN: `http://${addresses.auth}`,
    FIRESTORE_ORIGIN: `http://${addresses.firestore}`,
    STORAGE_ORIGIN: `http://${addresses.storage}`,
    FUNCTIONS_ORIGIN: `http://${addresses.functions}`,
    PIPELINE_ORIGIN: addresses.pipeline,
    ...noAppCheck.marks,
  };
}

export interface HostingTargetOptions {
  target: 'site' | 'admin' | 'embed';
  /** Values of the `{{…}}` marks. An empty value also removes the space before its mark. */
  marks: Record<string, string>;
  /** Region of the functions that rewrites call. */
  region: string;
}

/** A hosting target of firebase.json with its marks replaced and the region added to rewrites to functions. */
export function hostingConfig({ target, marks, region }: HostingTargetOptions): Record<string, unknown> {
  const source = readFileSync(join(root, 'firebase.json'), 'utf8');
  const filled = source.replace(/( ?)\{\{([A-Z_]+)\}\}/g, (mark, space: string, name: string) => {
    const value = marks[name];
    return value === undefined ? mark : value && space + value;
  });
  const { hosting } = JSON.parse(filled) as { hosting: HostingTarget[] };
  const config = hosting.find((entry) => entry.target === target);
  if (!config) throw new Error(`firebase.json has no hosting target "${target}"`);
  const { redirects, rewrites } = config;
  return {
    ...config,
    ...(redirects && { redirects: redirects.map(withPlainPort) }),
    ...(rewrites && { rewrites: rewrites.map((rewrite) => inRegion(rewrite, region)) }),
  };
}

/** The response headers that a target sends for every file (source `**`). */
export function headersOfAll(place: HostingTargetOptions): Record<string, string> {
  const { headers = [] } = hostingConfig(place) as { headers?: { source: string; headers: Header[] }[] };
  const ofAll = headers.find(({ source }) => source === '**')?.headers ?? [];
  return Object.fromEntries(ofAll.map(({ key, value }) => [key, value]));
}

interface Header {
  key: string;
  value: string;
}

interface HostingTarget {
  target: string;
  redirects?: { destination: string }[];
  rewrites?: Rewrite[];
  [key: string]: unknown;
}

interface Rewrite {
  function?: { functionId: string; region?: string };
}

const inRegion = (rewrite: Rewrite, region: string): Rewrite =>
  rewrite.function ? { ...rewrite, function: { ...rewrite.function, region } } : rewrite;

// In a redirect's destination `:1` is the first capture group, so the colon before a port must be escaped.
const withPlainPort = <R extends { destination: string }>(redirect: R): R => ({
  ...redirect,
  destination: redirect.destination.replace(/^(https?:\/\/[^/:]+):(?=\d)/, '$1\\:'),
});
