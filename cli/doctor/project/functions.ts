import { z } from 'zod';
import { missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';

const deployed = z.object({
  name: z.string(),
  state: z.string(),
  buildConfig: z.object({ runtime: z.string().optional() }).optional(),
  serviceConfig: z.object({ environmentVariables: z.record(z.string(), z.string()).default({}) }).optional(),
});
type Deployed = z.output<typeof deployed>;

const runtime = 'nodejs24';
const place = (one: Deployed): string => /\/locations\/([^/]+)\//.exec(one.name)?.[1] ?? '';
const shortName = (one: Deployed): string => one.name.split('/functions/')[1] ?? '';

/**
 * Whether all functions are deployed, run, and where and with what they are to.
 * @see https://cloud.google.com/functions/docs/reference/rest/v2/projects.locations.functions
 */
export const functions: Check = {
  name: 'functions',
  examine: async (on) => {
    const address = `cloudfunctions.googleapis.com/v2/projects/${on.project}/locations/-/functions?pageSize=200`;
    const found = (await on.google.list(address, 'functions', deployed)) ?? [];
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
    does: 'The functions send hints to',
    why: 'Edits are published by the minute’s sweep only, as long as nobody hears their hints',
  },
  {
    check: 'functions.origin',
    deployed: 'ADMIN_ORIGIN',
    setting: 'PUBLIC_ADMIN_ORIGIN',
    does: 'The links in e-mails of the functions lead to',
    why: 'Whoever is invited, or asks for a new password, comes to another address than the back office’s',
  },
] as const;

function differing(on: Examined, found: Deployed[]): Finding[] {
  const one = found.find((each) => shortName(each) === 'onPageWritten');
  return shared.flatMap(({ check, deployed: name, setting, does, why }) => {
    const [wanted, has] = [on.setting(setting), one?.serviceConfig?.environmentVariables[name]];
    if (!wanted || !has || has === wanted) return [];
    const next = `Write ${name}=${wanted} into functions/.env.${on.project}, then: ${deploy(on.project)}`;
    return [missing(check, { what: `${does} ${has}, ${setting} says ${wanted}`, why, next })];
  });
}
