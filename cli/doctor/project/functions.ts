import { counted } from '@frontage/model/counted';
import { missing, ok, type Finding } from '../finding.ts';
import { deployedFunctions, regionOf, shortName, type Deployed } from './deployed.ts';
import type { Check, Examined } from './examined.ts';
import { isHintAddress, isOrigin } from '../../hosted/origin.ts';

const runtime = 'nodejs24';

/** Checks whether all functions are deployed and running in the right region with the right parameters. */
export const functions: Check = {
  name: 'functions',
  examine: async (examined) => {
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
  },
};

const own = ({ functions: names }: Examined, found: Deployed[]): Deployed[] =>
  found.filter((one) => names.includes(shortName(one)));

const deploy = (project: string, names: readonly string[] = []): string =>
  `npx firebase deploy --only ${names.map((name) => `functions:${name}`).join(',') || 'functions'} --project ${project}`;

function notDeployed({ project, functions: names }: Examined, found: Deployed[]): Finding | null {
  const deployed = new Set(found.map(shortName));
  const lacking = names.filter((name) => !deployed.has(name));
  if (lacking.length === 0) return null;
  return missing('functions', {
    what: lacking.length === names.length ? 'No function is deployed' : `Not deployed: ${lacking.join(', ')}`,
    why: 'They admit users, send hints of edits and store revisions',
    next: deploy(project, lacking.length === names.length ? [] : lacking),
  });
}

function inactive(examined: Examined, found: Deployed[]): Finding | null {
  const bad = own(examined, found).filter(({ state }) => state !== 'ACTIVE');
  if (bad.length === 0) return null;
  return missing('functions.state', {
    what: `Not active: ${bad.map((one) => `${shortName(one)} (${one.state.toLowerCase()})`).join(', ')}`,
    why: 'Their last deployment failed or is still running',
    next: deploy(examined.project, bad.map(shortName)),
  });
}

function inOtherRegion(examined: Examined, found: Deployed[]): Finding | null {
  const misplaced = own(examined, found).filter((one) => regionOf(one) !== examined.region);
  const [first] = misplaced;
  if (!first) return null;
  return missing('functions.region', {
    what: `${counted(misplaced.length, 'function runs', 'functions run')} in ${regionOf(first)}, but FUNCTIONS_REGION is ${examined.region}`,
    why: 'Rewrites, policies and the admin use the configured region: their calls fail',
    next: `Write FUNCTIONS_REGION=${regionOf(first)} into functions/.env.${examined.project}, or deploy them again: ${deploy(examined.project)}`,
  });
}

function onOldRuntime(examined: Examined, found: Deployed[]): Finding | null {
  const old = own(examined, found).filter(({ buildConfig }) => buildConfig?.runtime && buildConfig.runtime !== runtime);
  const [first] = old;
  if (!first) return null;
  return missing('functions.runtime', {
    what: `${old.map(shortName).join(', ')}: ${first.buildConfig?.runtime ?? ''} instead of ${runtime}`,
    why: 'Password hashing uses an API of Node 24',
    next: deploy(examined.project),
  });
}

/** Parameters whose deployed value differs from the local one. */
const shared = [
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
  return shared.flatMap(({ check, deployed: name, setting, isValid, purpose, why }) => {
    const [wanted, has] = [examined.setting(setting), one.serviceConfig?.environmentVariables[name] || '(unset)'];
    // The check that uses the setting reports an invalid value.
    if (!wanted || !isValid(wanted) || has === wanted) return [];
    const next = `Write ${name}=${wanted} into functions/.env.${examined.project}, then: ${deploy(examined.project)}`;
    return [missing(check, { what: `${purpose} ${has}, but ${setting} is ${wanted}`, why, next })];
  });
}
