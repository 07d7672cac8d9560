import { counted } from '@frontage/model/counted';
import { missing, ok, type Finding } from '../finding.ts';
import { deployedFunctions, regionOf as place, shortName, type Deployed } from './deployed.ts';
import type { Check, Examined } from './examined.ts';
import { isHintAddress, isOrigin } from '../../hosted/origin.ts';

const runtime = 'nodejs24';

/** Checks whether all functions are deployed and running in the right region with the right parameters. */
export const functions: Check = {
  name: 'functions',
  examine: async (on) => {
    const found = await deployedFunctions(on);
    const findings = [absent(on, found), broken(on, found), elsewhere(on, found), older(on, found)];
    const said = [...findings.flatMap((finding) => finding ?? []), ...differing(on, found)];
    return said.length > 0
      ? said
      : [ok('functions', `${counted(on.functions.length, 'function runs', 'functions run')} in ${on.region}`)];
  },
};

const own = ({ functions: names }: Examined, found: Deployed[]): Deployed[] =>
  found.filter((one) => names.includes(shortName(one)));

const deploy = (project: string, names: readonly string[] = []): string =>
  `npx firebase deploy --only ${names.map((name) => `functions:${name}`).join(',') || 'functions'} --project ${project}`;

function absent({ project, functions: names }: Examined, found: Deployed[]): Finding | null {
  const there = new Set(found.map(shortName));
  const lacking = names.filter((name) => !there.has(name));
  if (lacking.length === 0) return null;
  return missing('functions', {
    what: lacking.length === names.length ? 'No function is deployed' : `Not deployed: ${lacking.join(', ')}`,
    why: 'They admit users, send hints of edits and store revisions',
    next: deploy(project, lacking.length === names.length ? [] : lacking),
  });
}

function broken(on: Examined, found: Deployed[]): Finding | null {
  const bad = own(on, found).filter(({ state }) => state !== 'ACTIVE');
  if (bad.length === 0) return null;
  return missing('functions.state', {
    what: `Not active: ${bad.map((one) => `${shortName(one)} (${one.state.toLowerCase()})`).join(', ')}`,
    why: 'Their last deployment failed or is still running',
    next: deploy(on.project, bad.map(shortName)),
  });
}

function elsewhere(on: Examined, found: Deployed[]): Finding | null {
  const away = own(on, found).filter((one) => place(one) !== on.region);
  const [first] = away;
  if (!first) return null;
  return missing('functions.region', {
    what: `${counted(away.length, 'function runs', 'functions run')} in ${place(first)}, FUNCTIONS_REGION says ${on.region}`,
    why: 'Rewrites, policies and the admin use the configured region: their calls fail',
    next: `Write FUNCTIONS_REGION=${place(first)} into functions/.env.${on.project}, or deploy them again: ${deploy(on.project)}`,
  });
}

function older(on: Examined, found: Deployed[]): Finding | null {
  const old = own(on, found).filter(({ buildConfig }) => buildConfig?.runtime && buildConfig.runtime !== runtime);
  const [first] = old;
  if (!first) return null;
  return missing('functions.runtime', {
    what: `${old.map(shortName).join(', ')}: ${first.buildConfig?.runtime ?? ''} instead of ${runtime}`,
    why: 'Password hashing uses an API of Node 24',
    next: deploy(on.project),
  });
}

/** Parameters whose deployed value differs from the local one. */
const shared = [
  {
    check: 'functions.webhook',
    deployed: 'PUBLISH_WEBHOOK_URL',
    setting: 'PUBLISH_WEBHOOK_URL',
    isValid: isHintAddress,
    does: 'The functions send hints to',
    why: 'Without hints, edits are published by the sweep once a minute',
  },
  {
    check: 'functions.origin',
    deployed: 'ADMIN_ORIGIN',
    setting: 'PUBLIC_ADMIN_ORIGIN',
    isValid: isOrigin,
    does: 'The links in the functions’ emails point to',
    why: 'Invites and password links open the wrong address',
  },
  {
    check: 'functions.mail',
    deployed: 'MAIL_FROM',
    setting: 'MAIL_FROM',
    isValid: (text: string) => text.includes('@'),
    does: 'Emails of the functions come from',
    why: 'The functions use their deployed parameters: without a sender no email is sent',
  },
] as const;

function differing(on: Examined, found: Deployed[]): Finding[] {
  const one = found.find((each) => shortName(each) === 'onPageWritten');
  if (!one) return [];
  return shared.flatMap(({ check, deployed: name, setting, isValid, does, why }) => {
    const [wanted, has] = [on.setting(setting), one.serviceConfig?.environmentVariables[name] || 'nobody'];
    // That it is no address is said where it is used.
    if (!wanted || !isValid(wanted) || has === wanted) return [];
    const next = `Write ${name}=${wanted} into functions/.env.${on.project}, then: ${deploy(on.project)}`;
    return [missing(check, { what: `${does} ${has}, ${setting} says ${wanted}`, why, next })];
  });
}
