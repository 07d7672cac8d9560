import { unasked, type Finding } from '../finding.ts';
import { GoogleRefusal } from '../google.ts';
import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { apis } from './apis.ts';
import { appCheck } from './app-check.ts';
import { billing } from './billing.ts';
import { callers } from './callers.ts';
import { examineClock } from './clock.ts';
import type { Check, Examined } from './examined.ts';
import { content } from './content.ts';
import { ownFunctions, parametersIn } from './deployed.ts';
import { firestore } from './firestore.ts';
import { functionsAccount } from './functions-account.ts';
import { functions } from './functions.ts';
import { grants } from './grants.ts';
import { hosting } from './hosting.ts';
import { indexes } from './indexes.ts';
import { mail } from './mail.ts';
import { origins } from './origins.ts';
import { missingParameters } from './parameters.ts';
import { rules } from './rules.ts';
import { secretsPresent, setupCode } from './secrets.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { state, uploads } from './storage.ts';
import { uploadRules } from './upload-rules.ts';
import { webhook } from './webhook.ts';

/** All checks, in the order in which their findings are fixed. */
const checks: readonly Check[] = [
  settings,
  billing,
  apis,
  access,
  firestore,
  rules,
  indexes,
  uploads,
  uploadRules,
  state,
  accounts,
  secretsPresent,
  grants,
  mail,
  setupCode,
  content,
  hosting,
  origins,
  appCheck,
  functions,
  functionsAccount,
  callers,
  service,
  webhook,
];

/** Checks that query different services. If all three are refused, one finding reports the common reason. */
const prerequisiteChecks: readonly Check[] = [settings, billing, apis];

/** Runs all checks of a project and returns their findings. A refused request does not stop the other checks. */
export async function examineProject(local: Examined): Promise<Finding[]> {
  const deployed = parametersIn((await ownFunctions(local)) ?? []);
  const project = withDeployed(local, deployed);
  const outcomes = await Promise.all(
    checks.map(async (check) => ({ check, outcome: await outcomeOf(check, project) })),
  );
  const clock = examineClock(project.google.skews());
  const [first, ...others] = outcomes.flatMap(({ check, outcome }) =>
    prerequisiteChecks.includes(check) && outcome instanceof GoogleRefusal && outcome.reason !== 'SERVICE_DISABLED'
      ? [outcome]
      : [],
  );
  if (first && others.length === prerequisiteChecks.length - 1)
    return [nothingReachable(first, project.project), ...clock];
  const found = outcomes.flatMap(({ check: { name }, outcome }) =>
    outcome instanceof GoogleRefusal ? findingOf(name, outcome, project.project) : outcome,
  );
  return [...found, ...missingParameters(local, deployed), ...clock];
}

/** Fills settings missing locally with the deployed values, because git does not keep them on other machines. */
const withDeployed = (local: Examined, deployed: Record<string, string | undefined>): Examined => ({
  ...local,
  region: local.setting('FUNCTIONS_REGION') ? local.region : (deployed['FUNCTIONS_REGION'] ?? local.region),
  setting: (name) => local.setting(name) ?? deployed[name],
});

async function outcomeOf({ examine }: Check, project: Examined): Promise<Finding[] | GoogleRefusal> {
  try {
    return await examine(project);
  } catch (error) {
    if (error instanceof GoogleRefusal) return error;
    throw error;
  }
}

/** Reasons that several services return, with the check that reports each of them once. */
const duplicateReportedBy: Record<string, string> = { SERVICE_DISABLED: apis.name, BILLING_DISABLED: billing.name };

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
