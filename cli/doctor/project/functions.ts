import { missing, ok, type Finding } from '../finding.ts';
import { deployedFunctions, regionOf as place, shortName, type Deployed } from './deployed.ts';
import type { Check, Examined } from './examined.ts';
import { isHintAddress, isOrigin } from '../../hosted/origin.ts';

const runtime = 'nodejs24';

/** Whether all functions are deployed, run, and where and with what they are to. */
export const functions: Check = {
  name: 'functions',
  examine: async (on) => {
    const found = await deployedFunctions(on);
    const findings = [absent(on, found), broken(on, found), elsewhere(on, found), older(on, found)];
    const said = [...findings.flatMap((finding) => finding ?? []), ...differing(on, found)];
    return said.length > 0 ? said : [ok('functions', `${on.functions.length} functions run in ${on.region}`)];
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
    why: 'They let people in, send hints of edits and keep versions',
    next: deploy(project, lacking.length === names.length ? [] : lacking),
  });
}

function broken(on: Examined, found: Deployed[]): Finding | null {
  const bad = own(on, found).filter(({ state }) => state !== 'ACTIVE');
  if (bad.length === 0) return null;
  return missing('functions.state', {
    what: `Not active: ${bad.map((one) => `${shortName(one)} (${one.state.toLowerCase()})`).join(', ')}`,
    why: 'Their last deployment failed or is under way',
    next: deploy(on.project, bad.map(shortName)),
  });
}

function elsewhere(on: Examined, found: Deployed[]): Finding | null {
  const away = own(on, found).filter((one) => place(one) !== on.region);
  const [first] = away;
  if (!first) return null;
  return missing('functions.region', {
    what: `${away.length} functions run in ${place(first)}, FUNCTIONS_REGION says ${on.region}`,
    why: 'Rewrites, policies and the back office lead to the region that is set: their calls fail',
    next: `Write FUNCTIONS_REGION=${place(first)} into functions/.env.${on.project}, or deploy them anew: ${deploy(on.project)}`,
  });
}

function older(on: Examined, found: Deployed[]): Finding | null {
  const old = own(on, found).filter(({ buildConfig }) => buildConfig?.runtime && buildConfig.runtime !== runtime);
  const [first] = old;
  if (!first) return null;
  return missing('functions.runtime', {
    what: `${old.map(shortName).join(', ')}: ${first.buildConfig?.runtime ?? ''} instead of ${runtime}`,
    why: 'Sealing of passwords uses what Node has since version 24',
    next: deploy(on.project),
  });
}

/** What they were deployed with and is something else by now. */
const shared = [
  {
    check: 'functions.webhook',
    deployed: 'PUBLISH_WEBHOOK_URL',
    setting: 'PUBLISH_WEBHOOK_URL',
    isValid: isHintAddress,
    does: 'The functions send hints to',
    why: 'Edits are published by the minute’s sweep only, as long as nobody hears their hints',
  },
  {
    check: 'functions.origin',
    deployed: 'ADMIN_ORIGIN',
    setting: 'PUBLIC_ADMIN_ORIGIN',
    isValid: isOrigin,
    does: 'The links in e-mails of the functions lead to',
    why: 'Whoever is invited, or asks for a new password, comes to another address than the back office’s',
  },
  {
    check: 'functions.mail',
    deployed: 'MAIL_FROM',
    setting: 'MAIL_FROM',
    isValid: (text: string) => text.includes('@'),
    does: 'E-mails of the functions come from',
    why: 'The functions know what they were deployed with: without a sender none is sent',
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
