import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCredentials, GoogleRefusal, openGoogle, ownerCredentials } from './google.ts';
import { functionsRegion, root, settingsOf } from '../target/configuration.ts';
import type { Flags } from '../options.ts';
import { readTargets } from '../target/hosted-project.ts';
import { isEmbedded } from '../target/local-project.ts';
import { unasked, type Examined, type Finding, type LocalProject } from './check.ts';
import { finalChecks, projectChecks, type Check } from './checks.ts';
import { ownFunctions, parametersIn } from './project/functions.ts';

/**
 * Opens the Google APIs of a project; null for an embedded project, unless `GOOGLE_API` is the address of a stand-in
 * for all of Google's APIs. A hosted project always uses Google's own addresses, because requests carry credentials.
 */
export async function openProject({ project, state, fix, deep }: Flags): Promise<LocalProject | null> {
  const standIn = isEmbedded(project) ? process.env['GOOGLE_API'] : undefined;
  if (isEmbedded(project) && !standIn) return null;
  const credentials = standIn ? ownerCredentials : await defaultCredentials(project);
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const targets = readTargets(project);
  return {
    project,
    google: openGoogle({ credentials, ...(standIn && { scheme: `${standIn}/` }) }),
    ...targets,
    rules: { 'firestore.rules': read('firestore.rules'), 'storage.rules': read('storage.rules') },
    indexes: read('firestore.indexes.json'),
    functions: Object.keys(await import('@frontage/functions/index')),
    region: functionsRegion(project),
    setting: settingsOf(project),
    tryMailServer: async (url) => (await import('@frontage/functions/mail/smtp')).tryServer(url),
    state,
    fixes: fix ?? false,
    isDeep: deep ?? false,
    hostingApi: {
      project,
      site: targets.sites.site ?? project,
      token: () => credentials.token(),
      ...(standIn && { baseUrl: `${standIn}/firebasehosting.googleapis.com` }),
    },
  };
}

/** Checks that query different services. If all three are refused, one finding reports the common reason. */
const prerequisites: readonly string[] = ['project', 'billing', 'apis'];

/** Runs the checks of a project and returns their findings. A refused request does not stop the other checks. */
export async function examineProject(local: LocalProject): Promise<Finding[]> {
  const project = withDeployed(local, parametersIn((await ownFunctions(local)) ?? []));
  const isChosen = ({ isDeep }: Pick<Check, 'isDeep'>): boolean => local.isDeep || !isDeep;
  const outcomes = await Promise.all(
    projectChecks.filter(isChosen).map(async (check) => ({ id: check.id, outcome: await outcomeOf(check, project) })),
  );
  const [first, ...others] = outcomes.flatMap(({ id, outcome }) =>
    prerequisites.includes(id) && outcome instanceof GoogleRefusal && outcome.reason !== 'SERVICE_DISABLED'
      ? [outcome]
      : [],
  );
  const isReachable = first === undefined || others.length < prerequisites.length - 1;
  const findings = isReachable
    ? outcomes.flatMap(({ id, outcome }) =>
        outcome instanceof GoogleRefusal ? findingOf(id, outcome, project.project) : outcome,
      )
    : [nothingReachable(first, project.project)];
  for (const { id, ask } of finalChecks.filter(isChosen)) {
    if (isReachable || id === 'clock') findings.push(...(await ask(project, findings)));
  }
  return findings;
}

/** Fills settings missing locally with the deployed values, because git does not keep them on other machines. */
const withDeployed = (local: LocalProject, deployed: Record<string, string | undefined>): Examined => ({
  ...local,
  deployed,
  localSetting: local.setting,
  region: local.setting('FUNCTIONS_REGION') ? local.region : (deployed['FUNCTIONS_REGION'] ?? local.region),
  setting: (name) => local.setting(name) ?? deployed[name],
});

async function outcomeOf({ ask }: Check, project: Examined): Promise<Finding[] | GoogleRefusal> {
  try {
    return await ask(project);
  } catch (error) {
    if (error instanceof GoogleRefusal) return error;
    throw error;
  }
}

/** Reasons that several services return, with the check that reports each of them once. */
const duplicateReportedBy: Record<string, string> = { SERVICE_DISABLED: 'apis', BILLING_DISABLED: 'billing' };

function findingOf(name: string, refusal: GoogleRefusal, project: string): Finding[] {
  const reporter = duplicateReportedBy[refusal.reason ?? ''];
  if (reporter !== undefined && reporter !== name) return [];
  return [unasked(name, { what: refusal.message, why: whyOf(refusal), next: nextFor(refusal, project) })];
}

const isDenied = ({ status, reason }: GoogleRefusal): boolean =>
  (status === 401 || status === 403) && reason !== 'NOT_GOOGLE';

function whyOf(refusal: GoogleRefusal): string {
  if (isDenied(refusal)) return 'Not checked: these credentials may not read it';
  return 'Not checked: the request failed';
}

const login = 'gcloud auth application-default login';

function nextFor(refusal: GoogleRefusal, project: string): string {
  const { status, reason, service } = refusal;
  if (reason === 'SERVICE_DISABLED') return `gcloud services enable ${service} --project ${project}`;
  if (!isDenied(refusal)) return `npx frontage doctor --project ${project}`;
  if (status === 401) return login;
  return `gcloud projects add-iam-policy-binding ${project} --member user:YOU@EXAMPLE.COM --role roles/viewer --condition None`;
}

/** The only finding if no service could be queried. */
function nothingReachable(refusal: GoogleRefusal, project: string): Finding {
  const what = refusal.message;
  if (!isDenied(refusal)) {
    const why = 'Every request fails like this. The cause is the network, a proxy, or Google';
    return unasked('google', { what, why, next: `npx frontage doctor --project ${project}` });
  }
  const why = `Every request is refused like this: ${what}`;
  if (refusal.status === 401)
    return unasked('credentials', { what: 'Google refuses these credentials', why, next: login });
  return unasked('project', {
    what: `There is no project ${project}, or these credentials may not access it`,
    why,
    next: 'gcloud projects list',
  });
}
