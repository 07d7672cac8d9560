import type { SiteConfig } from '@frontage/model/content';
import {
  openHostingApi,
  type HostingApi,
  openHostingOutlet,
  versionConfig,
  type ServingConfig,
} from '@frontage/pipeline/hosting';
import type { PipelineOptions } from '@frontage/pipeline';
import { applicationDefault } from 'firebase-admin/app';
import { noAppCheck } from './app-check.ts';
import {
  type Addresses,
  addressesOf,
  adminConfig,
  functionsRegion,
  headersOfAll,
  hostingConfig,
  localBuckets,
  originMarks,
  siteConfig,
  type HostingTargetOptions,
} from './configuration.ts';
import { isFailure, type Failure } from '../runtime/failure.ts';
import { hostedSiteConfig, readHosted } from './hosted-project.ts';
import { defaultBase, portsFrom } from './ports.ts';

/** The publishing configuration of a hosted project, or of a `demo-…` project that uses emulators (a rehearsal). */
export interface Target {
  project: string;
  config: SiteConfig;
  /** Real bucket names by their names in the product. */
  buckets: Record<string, string>;
  /** `PUBLIC_…` settings that are compiled into the site. */
  siteSettings: Record<string, string>;
  /** Delivers releases to Hosting. Absent in a rehearsal without FIREBASE_HOSTING_API. */
  outlet?: NonNullable<PipelineOptions['outlet']>;
  /** API and configuration of the three Hosting sites; absent under the same condition as `outlet`. */
  hosting?: {
    apiOf(target: HostingTargetOptions['target']): HostingApi;
    configOf(target: HostingTargetOptions['target']): ServingConfig;
  };
  /** The admin's /config.json. */
  adminConfig: object;
  /** The site's response headers. */
  siteHeaders: Record<string, string>;
}

const emulators = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST'] as const;

/**
 * Reads the pipeline's configuration from .firebaserc and the environment. A `demo-…` project has defaults for
 * everything except the emulators' addresses; `FIREBASE_HOSTING_API` replaces Google's Hosting there.
 */
export function readTarget(project: string, warn: (message: string) => void): Target | Failure {
  return project.startsWith('demo-') ? rehearsed(project, warn) : hosted(project, warn);
}

/** Variables that name the addresses of a rehearsal. */
const addressVariables: Record<keyof Addresses, string> = {
  site: 'PUBLIC_SITE_ORIGIN',
  admin: 'PUBLIC_ADMIN_ORIGIN',
  embed: 'PUBLIC_EMBED_ORIGIN',
  pipeline: 'PUBLIC_PIPELINE_ORIGIN',
  functions: 'FUNCTIONS_EMULATOR_HOST',
  auth: 'FIREBASE_AUTH_EMULATOR_HOST',
  storage: 'FIREBASE_STORAGE_EMULATOR_HOST',
  firestore: 'FIRESTORE_EMULATOR_HOST',
};

/** The addresses in the environment; the default ones of this machine for the others. */
function rehearsedAddresses(): Addresses {
  const addresses = addressesOf(portsFrom(defaultBase), '127.0.0.1');
  for (const [name, variable] of Object.entries(addressVariables))
    addresses[name as keyof Addresses] = process.env[variable] || addresses[name as keyof Addresses];
  return addresses;
}

function rehearsed(project: string, warn: (message: string) => void): Target | Failure {
  const missing = emulators.find((name) => !process.env[name]);
  if (missing) {
    return {
      what: `${missing} is not set, and "${project}" is a local project`,
      next: 'Start a local Firebase (npm start) and set its address, or use a hosted project: --project ID',
    };
  }
  const addresses = rehearsedAddresses();
  const config = siteConfig(addresses);
  const baseUrl = process.env['FIREBASE_HOSTING_API'];
  const marks = originMarks(addresses);
  const { siteSettings } = noAppCheck;
  const region = functionsRegion(project);
  const target = {
    project,
    config,
    buckets: localBuckets,
    siteSettings,
    adminConfig: adminConfig(project, addresses),
    siteHeaders: headersOfAll({ target: 'site', marks, region }),
  };
  if (!baseUrl) return target;
  const token = () => Promise.resolve('owner');
  const apiOf = (name: string) => openHostingApi({ project, site: `${project}-${name}`, baseUrl, token });
  return { ...target, ...onHosting({ apiOf, marks, region, warn }) };
}

function hosted(project: string, warn: (message: string) => void): Target | Failure {
  const found = readHosted(project);
  if (isFailure(found)) return found;
  const credential = applicationDefault();
  const token = async () => (await credential.getAccessToken()).access_token;
  return {
    project,
    config: hostedSiteConfig(found),
    buckets: found.buckets,
    siteSettings: found.siteSettings,
    adminConfig: found.adminConfig,
    siteHeaders: headersOfAll({ target: 'site', marks: found.marks, region: found.region }),
    ...onHosting({
      apiOf: (name) => openHostingApi({ project, site: found.sites[name], token }),
      marks: found.marks,
      region: found.region,
      warn,
    }),
  };
}

interface Sites extends Omit<HostingTargetOptions, 'target'> {
  apiOf: (target: HostingTargetOptions['target']) => HostingApi;
  warn: (message: string) => void;
}

function onHosting({ apiOf, warn, ...place }: Sites): Required<Pick<Target, 'outlet' | 'hosting'>> {
  const configOf = (target: HostingTargetOptions['target']) => versionConfig(hostingConfig({ target, ...place }));
  return {
    hosting: { apiOf, configOf },
    outlet: (memory) => openHostingOutlet({ ...memory, api: apiOf('site'), config: configOf('site'), warn }),
  };
}
