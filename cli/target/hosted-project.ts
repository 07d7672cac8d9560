import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '@frontage/model/content';
import { buckets, type Bucket } from '@frontage/model/paths';
import { OperatorError } from '@frontage/model/operator-error';
import { z } from 'zod';
import { appCheckWith } from './app-check.ts';
import { functionsRegion, localBuckets, root } from './configuration.ts';
import { isFailure, type Failure } from '../runtime/failure.ts';
import { isEmbedded } from './local-project.ts';
import { parseJson } from '../runtime/files.ts';

/** Settings of a hosted project outside the repository. */
export interface Hosted {
  /** Hosting site ids by target. */
  sites: Record<'site' | 'admin' | 'embed', string>;
  /** Real bucket names by their names in the product. */
  buckets: Record<string, string>;
  /** Region of the functions. */
  region: string;
  /** Values of the `{{…}}` marks in firebase.json's hosting section. */
  marks: Record<string, string>;
  /** The admin's configuration, served as /config.json. */
  adminConfig: object;
  /** `PUBLIC_…` settings that are compiled into the site. */
  siteSettings: Record<string, string>;
}

const named = z.record(z.string(), z.array(z.string()).min(1));
/** Schema of .firebaserc. Other kinds of targets are ignored. */
const targetsFile = z.object({
  targets: z.record(z.string(), z.looseObject({ hosting: named.optional(), storage: named.optional() })).default({}),
});

const variables = {
  PUBLIC_SITE_ORIGIN: 'https://www.example.com',
  PUBLIC_ADMIN_ORIGIN: 'https://admin.example.com',
  PUBLIC_EMBED_ORIGIN: 'https://embed.example.com',
  FIREBASE_WEB_CONFIG: 'the JSON that `npx firebase apps:sdkconfig web --project YOUR-PROJECT` prints',
} as const;

/** Reads the targets in .firebaserc and the environment; fails for the first missing or invalid setting. */
export function readHosted(project: string): Hosted | Failure {
  for (const [name, example] of Object.entries(variables)) {
    if (!process.env[name]) return { what: `${name} is not set`, next: `Set it, for example: ${example}` };
  }
  const { sites } = readTargets(project);
  const missing = Object.entries(sites).find(([, site]) => site === undefined)?.[0];
  if (missing !== undefined) return noTarget('hosting', missing, project);
  const realBuckets = bucketsOf(project);
  if (isFailure(realBuckets)) return realBuckets;
  const web = z.record(z.string(), z.string()).safeParse(parseJson(process.env['FIREBASE_WEB_CONFIG'] ?? ''));
  if (!web.success) return { what: 'FIREBASE_WEB_CONFIG is not a JSON object', next: variables.FIREBASE_WEB_CONFIG };
  const appCheck = appCheckWith(process.env['PUBLIC_APP_CHECK_SITE_KEY'], web.data);
  if (isFailure(appCheck)) return appCheck;

  const region = functionsRegion(project);
  const siteOrigin = process.env['PUBLIC_SITE_ORIGIN'] ?? '';
  // Optional: without it the admin has no previews.
  const pipelineOrigin = process.env['PUBLIC_PIPELINE_ORIGIN'] ?? '';
  return {
    sites: sites as Hosted['sites'],
    buckets: realBuckets,
    marks: {
      SITE_ORIGIN: siteOrigin,
      ADMIN_ORIGIN: process.env['PUBLIC_ADMIN_ORIGIN'] ?? '',
      EMBED_ORIGIN: process.env['PUBLIC_EMBED_ORIGIN'] ?? '',
      AUTH_ORIGIN: 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com',
      FIRESTORE_ORIGIN: 'https://firestore.googleapis.com',
      STORAGE_ORIGIN: 'https://firebasestorage.googleapis.com',
      FUNCTIONS_ORIGIN: `https://${region}-${project}.cloudfunctions.net`,
      PIPELINE_ORIGIN: pipelineOrigin,
      ...appCheck.marks,
    },
    region,
    adminConfig: {
      firebase: web.data,
      region,
      siteOrigin,
      ...(pipelineOrigin && { pipelineOrigin }),
      buckets: realBuckets,
      ...appCheck.adminConfig,
    },
    siteSettings: appCheck.siteSettings,
  };
}

const noTarget = (kind: 'hosting' | 'storage', target: string, project: string): Failure => ({
  what: `.firebaserc has no ${kind} target "${target}" for ${project}`,
  next: `Run: npx frontage setup --project ${project}; or, for another name: npx firebase target:apply ${kind} ${target} NAME --project ${project}`,
});

/** Real names of a project's buckets by their names in the product. */
export function bucketsOf(project: string): Record<Bucket, string> | Failure {
  if (isEmbedded(project)) return localBuckets;
  const names = Object.entries(readTargets(project).buckets);
  const missing = names.find(([, name]) => name === undefined)?.[0];
  return missing === undefined
    ? (Object.fromEntries(names) as Record<Bucket, string>)
    : noTarget('storage', missing, project);
}

/** Names of Hosting sites and buckets by target; undefined if .firebaserc has none for the project. */
export interface Targets {
  sites: Record<'site' | 'admin' | 'embed', string | undefined>;
  buckets: Record<Bucket, string | undefined>;
}

/** A project's entry in .firebaserc; empty without the file. @throws OperatorError if it cannot be read */
export function readTargets(project: string): Targets {
  const file = join(root, '.firebaserc');
  return targetsIn(existsSync(file) ? readFileSync(file, 'utf8') : '{}', project);
}

/** A project's entry in the text of a .firebaserc. @throws OperatorError if the text is invalid */
export function targetsIn(text: string, project: string): Targets {
  const parsed = targetsFile.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new OperatorError(
      '.firebaserc is damaged: it is not JSON, or its targets are not in the format of the Firebase CLI',
      `Fix it, or restore it from git: git checkout .firebaserc; add missing entries with: npx frontage setup --project ${project}`,
    );
  }
  const targets = parsed.data.targets[project];
  const nameOf = (kind: 'hosting' | 'storage', target: string): string | undefined => targets?.[kind]?.[target]?.[0];
  return {
    sites: {
      site: nameOf('hosting', 'site'),
      admin: nameOf('hosting', 'admin'),
      embed: nameOf('hosting', 'embed'),
    },
    buckets: Object.fromEntries(
      Object.values(buckets).map((name) => [name, nameOf('storage', name)]),
    ) as Targets['buckets'],
  };
}

/** The origins that templates of a hosted project need. */
export function hostedSiteConfig({ marks }: Hosted): SiteConfig {
  const { SITE_ORIGIN = '', ADMIN_ORIGIN = '', EMBED_ORIGIN = '' } = marks;
  return { origin: SITE_ORIGIN, adminOrigin: ADMIN_ORIGIN, embedOrigin: EMBED_ORIGIN };
}
