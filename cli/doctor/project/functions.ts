import { counted } from '@frontage/model/dates';
import { z } from 'zod';
import { buckets } from '@frontage/model/paths';
import { bucketParameter, isHintAddress, isOrigin, usualParameters } from '../../target/requirements.ts';
import { GoogleRefusal } from '../google.ts';
import { advice, type Ask, type Examined, type Finding, missing, ok } from '../check.ts';
import { grantCommand, policy, projectPolicy, rolesOf } from './access.ts';

const invokerSettings = z.object({ invokerIamDisabled: z.boolean().default(false) });

/**
 * Checks whether browsers may call the public functions. A deployment grants public access; it fails to do so if the
 * deployer lacks the right or a policy of the organization forbids it.
 * @see https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.services/getIamPolicy
 * @see https://cloud.google.com/run/docs/authenticating/public
 */
export const callers: Ask = async (examined) => {
  const own = (await ownFunctions(examined)) ?? [];
  const called = own.filter(({ labels }) => labels['deployment-callable'] === 'true');
  const services = called.flatMap(({ serviceConfig }) => serviceConfig?.service ?? []);
  // The `functions` check reports functions that are not deployed.
  if (services.length === 0) return [];
  const areOpen = await Promise.all(services.map((one) => isOpen(examined, one)));
  const closed = services.filter((_, index) => !areOpen[index]);
  if (closed.length === 0) return [ok('functions.callers', 'Browsers may call the callable functions')];
  return [callersFinding(examined, closed)];
};

async function isOpen({ google }: Examined, name: string): Promise<boolean> {
  const address = `run.googleapis.com/v2/${name}`;
  const found = await google.get(`${address}:getIamPolicy`, policy);
  // The `functions` check reports a missing service.
  if (!found) return true;
  if (rolesOf(found, 'allUsers').includes('roles/run.invoker')) return true;
  return (await google.get(address, invokerSettings))?.invokerIamDisabled ?? false;
}

function callersFinding({ project, region }: Examined, closed: readonly string[]): Finding {
  const names = closed.map((one) => one.split('/services/')[1] ?? one);
  return missing('functions.callers', {
    what: `Browsers may not call ${names.join(', ')}`,
    why: 'Google refuses each call, so signing up, invites and protected demos fail. If a policy of your organization forbids “allUsers”, use --no-invoker-iam-check instead: docs/deploy.md',
    next: `for name in ${names.join(' ')}; do gcloud run services add-iam-policy-binding $name --member allUsers --role roles/run.invoker --region ${region} --project ${project}; done`,
  });
}

/** Parameters that a deployment reads from functions/.env files, with their defaults. */
const usualValues: Readonly<Record<string, string>> = {
  ...usualParameters,
  ADMIN_ORIGIN: '',
  PUBLISH_WEBHOOK_URL: '',
  ...Object.fromEntries(Object.values(buckets).map((target) => [bucketParameter(target), target])),
};

/**
 * Reports deployed parameters without a local value. The .env files are not in git, so another machine may lack them.
 */
export function parameters({
  project,
  localSetting,
  deployed,
}: Pick<Examined, 'project' | 'localSetting' | 'deployed'>): Finding[] {
  const lacking = Object.entries(usualValues).flatMap(([name, usual]) => {
    const has = deployed[name];
    return has === undefined || has === '' || has === usual || localSetting(name) ? [] : `${name}=${has}`;
  });
  if (lacking.length === 0) return [];
  const file = `functions/.env.${project}`;
  const quoted = lacking.map((line) => `'${line.replaceAll("'", `'\\''`)}'`).join(' ');
  return [
    advice('functions.parameters', {
      what: `${file} lacks deployed parameters: ${lacking.join(', ')}`,
      why: 'A deployment from this folder asks for them or omits them',
      next: `printf '%s\\n' ${quoted} >> ${file} && npx frontage setup --project ${project}`,
    }),
  ];
}

const deployedFunction = z.object({
  name: z.string(),
  state: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  buildConfig: z.object({ runtime: z.string().optional() }).optional(),
  serviceConfig: z
    .object({
      service: z.string().optional(),
      serviceAccountEmail: z.string().optional(),
      environmentVariables: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
});

/** A deployed function, of this repository or another program. */
type Deployed = z.output<typeof deployedFunction>;

const regionOf = (one: Deployed): string => /\/locations\/([^/]+)\//.exec(one.name)?.[1] ?? '';
const shortName = (one: Deployed): string => one.name.split('/functions/')[1] ?? '';

type Asked = Pick<Examined, 'google' | 'project' | 'functions'>;

/**
 * Every function of the project, those of this repository and others.
 * @see https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions
 * @throws GoogleRefusal
 */
async function deployedFunctions({ google, project }: Asked): Promise<Deployed[]> {
  const address = `cloudfunctions.googleapis.com/v2/projects/${project}/locations/-/functions?pageSize=200`;
  return (await google.list(address, 'functions', deployedFunction)) ?? [];
}

/** The deployed functions of this repository; null if Google refuses, which the `functions` check reports. */
export async function ownFunctions(examined: Asked): Promise<Deployed[] | null> {
  try {
    return (await deployedFunctions(examined)).filter((one) => examined.functions.includes(shortName(one)));
  } catch (error) {
    if (error instanceof GoogleRefusal) return null;
    throw error;
  }
}

/**
 * Deployed parameters of this repository's functions by name. `FUNCTIONS_REGION` is undefined if they run in several.
 */
export function parametersIn(own: readonly Deployed[]): Record<string, string | undefined> {
  const regions = new Set(own.map(regionOf));
  const [region] = regions;
  return {
    ...own.find((one) => shortName(one) === 'onPageWritten')?.serviceConfig?.environmentVariables,
    FUNCTIONS_REGION: regions.size === 1 ? region : undefined,
  };
}

const runtime = 'nodejs24';

/** Checks whether all functions are deployed and running in the right region with the right parameters. */
export const functions: Ask = async (examined) => {
  const found = await deployedFunctions(examined);
  const findings = [
    notDeployed(examined, found),
    inactive(examined, found),
    inOtherRegion(examined, found),
    onOldRuntime(examined, found),
  ];
  const problems = [...findings.flatMap((finding) => finding ?? []), ...withOtherParameters(examined, found)];
  return problems.length > 0
    ? problems
    : [
        ok(
          'functions',
          `${counted(examined.functions.length, 'function runs', 'functions run')} in ${examined.region}`,
        ),
      ];
};

const ownOf = ({ functions: names }: Examined, found: Deployed[]): Deployed[] =>
  found.filter((one) => names.includes(shortName(one)));

const deployCommand = (project: string, names: readonly string[] = []): string =>
  `npx firebase deploy --only ${names.map((name) => `functions:${name}`).join(',') || 'functions'} --project ${project}`;

function notDeployed({ project, functions: names }: Examined, found: Deployed[]): Finding | null {
  const deployed = new Set(found.map(shortName));
  const lacking = names.filter((name) => !deployed.has(name));
  if (lacking.length === 0) return null;
  return missing('functions', {
    what: lacking.length === names.length ? 'No function is deployed' : `Not deployed: ${lacking.join(', ')}`,
    why: 'They admit users, send hints of edits and store revisions',
    next: deployCommand(project, lacking.length === names.length ? [] : lacking),
  });
}

function inactive(examined: Examined, found: Deployed[]): Finding | null {
  const bad = ownOf(examined, found).filter(({ state }) => state !== 'ACTIVE');
  if (bad.length === 0) return null;
  return missing('functions.state', {
    what: `Not active: ${bad.map((one) => `${shortName(one)} (${one.state.toLowerCase()})`).join(', ')}`,
    why: 'Their last deployment failed or is still running',
    next: deployCommand(examined.project, bad.map(shortName)),
  });
}

function inOtherRegion(examined: Examined, found: Deployed[]): Finding | null {
  const misplaced = ownOf(examined, found).filter((one) => regionOf(one) !== examined.region);
  const [first] = misplaced;
  if (!first) return null;
  return missing('functions.region', {
    what: `${counted(misplaced.length, 'function runs', 'functions run')} in ${regionOf(first)}, but FUNCTIONS_REGION is ${examined.region}`,
    why: 'Rewrites, policies and the admin use the configured region: their calls fail',
    next: `Write FUNCTIONS_REGION=${regionOf(first)} into functions/.env.${examined.project}, or deploy them again: ${deployCommand(examined.project)}`,
  });
}

function onOldRuntime(examined: Examined, found: Deployed[]): Finding | null {
  const old = ownOf(examined, found).filter(
    ({ buildConfig }) => buildConfig?.runtime && buildConfig.runtime !== runtime,
  );
  const [first] = old;
  if (!first) return null;
  return missing('functions.runtime', {
    what: `${old.map(shortName).join(', ')}: ${first.buildConfig?.runtime ?? ''} instead of ${runtime}`,
    why: 'Password hashing uses an API of Node 24',
    next: deployCommand(examined.project),
  });
}

/** Parameters whose deployed value differs from the local one. */
const sharedParameters = [
  {
    check: 'functions.webhook',
    deployed: 'PUBLISH_WEBHOOK_URL',
    setting: 'PUBLISH_WEBHOOK_URL',
    isValid: isHintAddress,
    purpose: 'The functions send hints to',
    why: 'Without hints, edits are published by the sweep once a minute',
  },
  {
    check: 'functions.origin',
    deployed: 'ADMIN_ORIGIN',
    setting: 'PUBLIC_ADMIN_ORIGIN',
    isValid: isOrigin,
    purpose: 'Links in emails point to',
    why: 'Invites and password links open the wrong address',
  },
  {
    check: 'functions.mail',
    deployed: 'MAIL_FROM',
    setting: 'MAIL_FROM',
    isValid: (text: string) => text.includes('@'),
    purpose: 'Emails are sent from',
    why: 'The functions use their deployed parameters: without a sender no email is sent',
  },
] as const;

function withOtherParameters(examined: Examined, found: Deployed[]): Finding[] {
  const one = found.find((each) => shortName(each) === 'onPageWritten');
  if (!one) return [];
  return sharedParameters.flatMap(({ check, deployed: name, setting, isValid, purpose, why }) => {
    const [wanted, has] = [examined.setting(setting), one.serviceConfig?.environmentVariables[name] || '(unset)'];
    // The check that uses the setting reports an invalid value.
    if (!wanted || !isValid(wanted) || has === wanted) return [];
    const next = `Write ${name}=${wanted} into functions/.env.${examined.project}, then: ${deployCommand(examined.project)}`;
    return [missing(check, { what: `${purpose} ${has}, but ${setting} is ${wanted}`, why, next })];
  });
}

const allowEverything = ['roles/owner', 'roles/editor', 'roles/firebase.admin', 'roles/firebase.sdkAdminServiceAgent'];

/** Roles that the functions need, each with the roles that include it. */
const neededRoles = {
  'roles/datastore.user': ['roles/datastore.owner'],
  'roles/firebaseauth.admin': [],
  'roles/storage.objectAdmin': ['roles/storage.objectUser', 'roles/storage.admin'],
} as const;

/**
 * Checks the roles of the account that functions run as. Google makes it an editor, except in projects of
 * organizations.
 * @see https://cloud.google.com/functions/docs/concepts/iam
 */
export const functionsAccount: Ask = async ({ project, google, functions }) => {
  const own = (await ownFunctions({ project, google, functions })) ?? [];
  const accounts = [...new Set(own.flatMap(({ serviceConfig }) => serviceConfig?.serviceAccountEmail ?? []))];
  // The `functions` check reports functions that are not deployed.
  if (accounts.length === 0) return [];
  const granted = await projectPolicy({ google, project });
  return accounts.map((account) => {
    const member = `serviceAccount:${account}`;
    const has = rolesOf(granted, member);
    const lacking = Object.entries(neededRoles)
      .filter(([role, others]) => ![role, ...others, ...allowEverything].some((enough) => has.includes(enough)))
      .map(([role]) => role);
    if (lacking.length === 0) return ok('access.functions', 'The account of the functions has its roles');
    return missing('access.functions', {
      what: `${account} lacks ${lacking.join(', ')}`,
      why: 'Functions run as this account: they admit users, store revisions and inspect uploads',
      next: lacking.map((role) => grantCommand(project, { member, role })).join(' && '),
    });
  });
};
