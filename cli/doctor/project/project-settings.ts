import { z } from 'zod';
import { counted } from '@frontage/model/dates';
import { isOrigin, requiredApis } from '../../target/requirements.ts';
import { parseJson } from '../../runtime/files.ts';
import { advice, type Ask, type Examined, type Finding, missing, ok } from '../check.ts';

// In seconds. Tokens and signed hints are accepted within five minutes of their timestamp.
const maxSkew = 60;

/** Checks this machine's clock against the dates of Google's responses. */
export const clock: Ask = ({ google }) => {
  const skews = google.skews();
  const median = skews.toSorted((a, b) => a - b)[Math.floor(skews.length / 2)];
  if (median === undefined) return [];
  const seconds = Math.round(Math.abs(median));
  if (seconds <= maxSkew) return [ok('clock', 'The clock of this machine is correct')];
  return [
    missing('clock', {
      what: `The clock of this machine is ${counted(seconds, 'second')} ${median > 0 ? 'behind' : 'ahead'}`,
      why: 'Signed hints, one-time codes and tokens are refused when clocks differ by minutes',
      next: 'sudo timedatectl set-ntp true',
    }),
  ];
};

const enabledService = z.object({ config: z.object({ name: z.string() }) });

/**
 * Checks whether all required APIs are enabled.
 * @see https://cloud.google.com/service-usage/docs/reference/rest/v1/services/list
 */
export const apis: Ask = async ({ project, google }) => {
  const address = `serviceusage.googleapis.com/v1/projects/${project}/services?filter=state:ENABLED&pageSize=200`;
  const enabled = await google.list(address, 'services', enabledService);
  const names = new Set(enabled?.map(({ config }) => config.name));
  const disabled = Object.entries(requiredApis).filter(([name]) => !names.has(name));
  if (disabled.length === 0) return [ok('apis', `${Object.keys(requiredApis).length} APIs are enabled`)];
  return [
    missing('apis', {
      what: `Not enabled: ${disabled.map(([name]) => name).join(', ')}`,
      why: `Missing without them: ${disabled.map(([, purpose]) => purpose).join('; ')}`,
      next: `gcloud services enable ${disabled.map(([name]) => name).join(' ')} --project ${project}`,
    }),
  ];
};

const info = z.object({ billingEnabled: z.boolean().default(false) });

/**
 * Checks whether the project has a billing account, which the Blaze plan requires.
 * @see https://cloud.google.com/billing/docs/reference/rest/v1/projects/getBillingInfo
 */
export const billing: Ask = async ({ project, google }) => {
  const found = await google.get(`cloudbilling.googleapis.com/v1/projects/${project}/billingInfo`, info);
  if (found?.billingEnabled) return [ok('billing', 'The project has a billing account')];
  return [
    missing('billing', {
      what: `${project} has no billing account`,
      why: 'Functions, secrets and additional buckets need the Blaze plan. Set a budget first: docs/deploy.md',
      next: `gcloud billing projects link ${project} --billing-account ACCOUNT-ID`,
    }),
  ];
};

const firebaseProject = z.object({ projectId: z.string(), state: z.string().optional() });
const app = z.object({ appId: z.string() });
const webConfig = z.looseObject({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() });

/**
 * Checks the project, its web app, whose configuration is part of the admin, and the origins of site, embeds and
 * previews.
 * @see https://firebase.google.com/docs/reference/firebase-management/rest/v1beta1/projects/get
 * @see https://firebase.google.com/docs/reference/firebase-management/rest/v1beta1/projects.webApps/list
 */
export const settings: Ask = async (examined) => {
  const { project, google } = examined;
  const address = `firebase.googleapis.com/v1beta1/projects/${project}`;
  const found = await google.get(address, firebaseProject);
  if (!found) {
    return [
      missing('project', {
        what: `${project} is not a Firebase project, or these credentials may not access it`,
        why: 'Everything else belongs to it',
        next: `npx firebase projects:addfirebase ${project}`,
      }),
    ];
  }
  if (found.state === 'DELETED') {
    return [
      missing('project', {
        what: `${project} was deleted and will be removed 30 days later`,
        why: 'Everything else belongs to it',
        next: `gcloud projects undelete ${project}`,
      }),
    ];
  }
  const apps = await google.list(`${address}/webApps?pageSize=100`, 'apps', app);
  return [
    ok('project', `${project} is a Firebase project`),
    appFinding(examined, apps?.length ?? 0),
    ...originFindings(examined),
    ...previewFinding(examined),
  ];
};

function appFinding({ project, setting }: Examined, apps: number): Finding {
  const check = 'web-app';
  if (apps === 0) {
    return missing(check, {
      what: `${project} has no web app`,
      why: 'Its configuration connects the admin to the project',
      next: `npx firebase apps:create web frontage --project ${project}`,
    });
  }
  const text = setting('FIREBASE_WEB_CONFIG');
  const parsed = webConfig.safeParse(parseJson(text ?? ''));
  if (parsed.success && parsed.data.projectId === project) return ok(check, 'The web app’s configuration is set');
  const wrong = parsed.success ? `is of ${parsed.data.projectId}` : 'is not the configuration of a web app';
  return missing(check, {
    what: `FIREBASE_WEB_CONFIG ${text === undefined ? 'is not set' : wrong}`,
    why: 'The admin is deployed with it',
    next: `export FIREBASE_WEB_CONFIG="$(npx firebase apps:sdkconfig web --project ${project})"`,
  });
}

/** Checks the origins of site and embeds. The `accounts` check covers the admin's origin. */
const originFindings = ({ setting, sites, project }: Examined): Finding[] =>
  (['site', 'embed'] as const).map((target) => {
    const name = `PUBLIC_${target.toUpperCase()}_ORIGIN`;
    const origin = setting(name);
    if (origin && isOrigin(origin)) return ok(`origin.${target}`, `${name} is ${origin}`);
    return missing(`origin.${target}`, {
      what: origin ? `${name} is not an origin: ${origin}` : `${name} is not set`,
      why: 'Links, frames and policies of the other origins use it. It has https and a host, and no slash at the end',
      next: `export ${name}=https://${sites[target] ?? `${project}-${target}`}.web.app`,
    });
  });

function previewFinding({ setting }: Examined): Finding[] {
  const check = 'origin.pipeline';
  const origin = setting('PUBLIC_PIPELINE_ORIGIN');
  if (!origin) {
    return [
      advice(check, {
        what: 'PUBLIC_PIPELINE_ORIGIN is not set',
        why: 'An admin deployed without it shows no previews',
        next: 'export PUBLIC_PIPELINE_ORIGIN=$SERVICE',
      }),
    ];
  }
  if (isOrigin(origin)) return [ok(check, 'The preview origin is set')];
  return [
    missing(check, {
      what: `PUBLIC_PIPELINE_ORIGIN is not an origin: ${origin}`,
      why: 'The admin’s security policy contains it. It has https and a host, and no slash or path at the end',
      next: `export PUBLIC_PIPELINE_ORIGIN=${URL.parse(origin)?.host ? `https://${URL.parse(origin)?.host ?? ''}` : '$SERVICE'}`,
    }),
  ];
}
