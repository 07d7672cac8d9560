import { unasked, type Finding } from '../finding.ts';
import { GoogleRefusal } from '../google.ts';
import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { apis } from './apis.ts';
import { appCheck } from './app-check.ts';
import { billing } from './billing.ts';
import { examineClock } from './clock.ts';
import type { Check, Examined } from './examined.ts';
import { content } from './content.ts';
import { firestore } from './firestore.ts';
import { functions } from './functions.ts';
import { grants } from './grants.ts';
import { hosting } from './hosting.ts';
import { indexes } from './indexes.ts';
import { mail } from './mail.ts';
import { origins } from './origins.ts';
import { rules } from './rules.ts';
import { secretsPresent, setupCode } from './secrets.ts';
import { settings } from './settings.ts';
import { state, uploads } from './storage.ts';
import { webhook } from './webhook.ts';

/** What is examined, in the order in which it is put right. */
const checks: readonly Check[] = [
  settings,
  billing,
  apis,
  access,
  firestore,
  rules,
  indexes,
  uploads,
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
  webhook,
];

/** Examines a project: whatever one check may not ask, the others go on. */
export async function examineProject(project: Examined): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => examineOne(check, project)));
  return [...found.flat(), ...examineClock(project.google.skews())];
}

async function examineOne({ name, examine }: Check, project: Examined): Promise<Finding[]> {
  try {
    return await examine(project);
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    // That an API is off is one mistake, and said once.
    if (error.reason === 'SERVICE_DISABLED' && name !== apis.name) return [];
    return [unasked(name, { what: error.message, why: whyOf(error), next: nextFor(error, project.project) })];
  }
}

function whyOf({ status }: GoogleRefusal): string {
  if (status === 401 || status === 403) return 'It could not be asked with these credentials: it may be right or wrong';
  return 'It could not be asked: it may be right or wrong';
}

function nextFor({ status, reason, service }: GoogleRefusal, project: string): string {
  if (reason === 'SERVICE_DISABLED') return `gcloud services enable ${service} --project ${project}`;
  if (status === 401) return 'gcloud auth application-default login';
  if (status === 403) {
    return `gcloud projects add-iam-policy-binding ${project} --member user:YOU@EXAMPLE.COM --role roles/viewer --condition None`;
  }
  return `npx frontage doctor --project ${project}`;
}
