import type { SiteConfig } from '@frontage/model/content';
import { openHostingApi } from '@frontage/pipeline/adapters/hosting/api';
import { openHostingOutlet } from '@frontage/pipeline/adapters/hosting/outlet';
import { versionConfig } from '@frontage/pipeline/adapters/hosting/version-config';
import type { PipelineOptions } from '@frontage/pipeline/pipeline';
import { applicationDefault } from 'firebase-admin/app';
import { noAppCheck } from '../app-check.ts';
import {
  addressesOf,
  functionsRegion,
  hostingConfig,
  localBuckets,
  originMarks,
  siteConfig,
} from '../configuration.ts';
import { isFailure, type Failure } from '../failure.ts';
import { hostedSiteConfig, readHosted } from '../hosted.ts';
import { portsFrom } from '../ports.ts';

/** What a project publishes with, hosted or rehearsed on emulators. */
export interface Target {
  project: string;
  config: SiteConfig;
  /** Real bucket names by their names in the product. */
  buckets: Record<string, string>;
  /** `PUBLIC_…` settings that are compiled into the site. */
  siteSettings: Record<string, string>;
  /** Absent where a rehearsal names no Hosting service: visitors are served by nobody then. */
  outlet?: NonNullable<PipelineOptions['outlet']>;
}

const emulators = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST'] as const;

/**
 * Reads what a project's pipeline needs from .firebaserc and the environment. A `demo-…` project has defaults for all of
 * it but the emulators' addresses; `FIREBASE_HOSTING_API` takes the place of Google's Hosting there.
 */
export function readTarget(project: string, warn: (message: string) => void): Target | Failure {
  return project.startsWith('demo-') ? rehearsed(project, warn) : hosted(project, warn);
}

function rehearsed(project: string, warn: (message: string) => void): Target | Failure {
  const missing = emulators.find((name) => !process.env[name]);
  if (missing) {
    return {
      what: `${missing} is not set, and "${project}" is a local project`,
      next: 'Start a local Firebase (npm start) and name its addresses, or serve a hosted project: --project ID',
    };
  }
  const addresses = addressesOf(portsFrom(localPort), '127.0.0.1');
  const local = siteConfig(addresses);
  const config = { ...local, origin: process.env['PUBLIC_SITE_ORIGIN'] ?? local.origin };
  const baseUrl = process.env['FIREBASE_HOSTING_API'];
  const marks = {
    ...originMarks(addresses),
    SITE_ORIGIN: config.origin,
    ADMIN_ORIGIN: config.adminOrigin,
    EMBED_ORIGIN: config.embedOrigin,
  };
  const target = { project, config, buckets: localBuckets, siteSettings: noAppCheck.siteSettings };
  if (!baseUrl) return target;
  const api = openHostingApi({ project, site: `${project}-site`, baseUrl, token: () => Promise.resolve('owner') });
  return { ...target, outlet: hostingOutlet({ api, marks, region: functionsRegion(project), warn }) };
}

function hosted(project: string, warn: (message: string) => void): Target | Failure {
  const found = readHosted(project);
  if (isFailure(found)) return found;
  const credential = applicationDefault();
  const token = async () => (await credential.getAccessToken()).access_token;
  const api = openHostingApi({ project, site: found.sites.site, token });
  return {
    project,
    config: hostedSiteConfig(found),
    buckets: found.buckets,
    siteSettings: found.siteSettings,
    outlet: hostingOutlet({ api, marks: found.marks, region: found.region, warn }),
  };
}

interface HostingTarget {
  api: ReturnType<typeof openHostingApi>;
  marks: Record<string, string>;
  region: string;
  warn: (message: string) => void;
}

const hostingOutlet =
  ({ api, marks, region, warn }: HostingTarget): NonNullable<PipelineOptions['outlet']> =>
  (packed) =>
    openHostingOutlet({ api, config: versionConfig(hostingConfig({ target: 'site', marks, region })), packed, warn });

const localPort = 4321;
