import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { spawnSync } from 'node:child_process';
import { buckets } from '@frontage/model/paths';
import { z } from 'zod';
import type { Failure } from '../runtime/failure.ts';
import { targetsIn } from '../target/hosted-project.ts';
import type { Presenter } from '../runtime/present.ts';
import { bucketParameter, isHintAddress, isOrigin, usualParameters } from '../target/requirements.ts';

/** A Google Cloud region, such as `europe-west1`. */
const isRegion = (text: string): boolean => /^[a-z]+-[a-z]+\d+$/.test(text) && !/^(eu|ap|sa)-/.test(text);

const rules = {
  FUNCTIONS_REGION: { isValid: isRegion, example: 'FUNCTIONS_REGION=europe-west1' },
  PUBLIC_ADMIN_ORIGIN: { isValid: isOrigin, example: 'PUBLIC_ADMIN_ORIGIN=https://admin.example.com' },
  PUBLISH_WEBHOOK_URL: { isValid: isHintAddress, example: 'PUBLISH_WEBHOOK_URL=https://ITS-ADDRESS/hooks/publish' },
} as const;

/** Fails for an invalid setting. Checked before writing, because values in the file are never overwritten later. */
function environmentProblem(environment: Record<string, string | undefined>): Failure | null {
  for (const [name, { isValid, example }] of Object.entries(rules)) {
    const value = environment[name];
    if (value === undefined || value === '' || isValid(value)) continue;
    const hint = value === '/hooks/publish' ? ' (SERVICE may be empty)' : '';
    return {
      what: `${name} is invalid: ${value}${hint}`,
      next: `Nothing was written. Set it like ${example}, or unset it`,
    };
  }
  return null;
}

/** An existing value that differs from the planned one. It is kept. */
interface Differing {
  name: string;
  has: string;
  wanted: string;
}

/** The planned change of a file. */
interface PlannedFile {
  /** New content of the file; null if nothing is missing. */
  text: string | null;
  added: string[];
  differing: Differing[];
}

const kinds = ['hosting', 'storage'] as const;
const firebaserc = z.looseObject({
  targets: z.record(z.string(), z.partialRecord(z.enum(kinds), z.record(z.string(), z.array(z.string())))).default({}),
});

/**
 * Default names of Hosting sites and buckets. They contain the project id, because names are unique across Google
 * Cloud.
 */
const defaultNames = (project: string) => ({
  hosting: { site: project, admin: `${project}-admin`, embed: `${project}-embed` },
  storage: Object.fromEntries(Object.values(buckets).map((name) => [name, `${project}-${name}`])),
});

/** Plans .firebaserc with the targets of a project added. @throws SyntaxError if the text is not JSON */
function planTargets(text: string, project: string): PlannedFile {
  const file = firebaserc.parse(JSON.parse(text));
  const has = file.targets[project] ?? {};
  const wanted = defaultNames(project);
  const rows = kinds.flatMap((kind) =>
    Object.entries(wanted[kind]).map(([target, name]) => ({ kind, target, name, has: has[kind]?.[target]?.[0] })),
  );
  const missing = rows.filter((row) => row.has === undefined);
  const filled = Object.fromEntries(
    kinds.map((kind) => {
      const added = missing.filter((row) => row.kind === kind).map(({ target, name }) => [target, [name]] as const);
      return [kind, { ...has[kind], ...Object.fromEntries(added) }];
    }),
  );
  const next = { ...file, targets: { ...file.targets, [project]: { ...has, ...filled } } };
  return {
    text: missing.length === 0 ? null : `${JSON.stringify(next, null, 2)}\n`,
    added: missing.map(({ kind, target, name }) => `${kind} ${target}: ${name}`),
    differing: rows.flatMap(({ kind, target, name, has: other }) =>
      other === undefined || other === name ? [] : { name: `${kind} ${target}`, has: other, wanted: name },
    ),
  };
}

interface Parameters {
  /** Hosting site of the admin, and bucket names by target. */
  adminSite: string;
  buckets: Record<string, string | undefined>;
  /** Values from the environment. */
  environment: Record<string, string | undefined>;
}

/** Parameters of the functions for a new project; undefined if a value is not known yet. */
function parametersOf({ adminSite, buckets: names, environment }: Parameters): Record<string, string | undefined> {
  return {
    FUNCTIONS_REGION: environment['FUNCTIONS_REGION'],
    ADMIN_ORIGIN: environment['PUBLIC_ADMIN_ORIGIN'] ?? `https://${adminSite}.web.app`,
    ...Object.fromEntries(Object.entries(names).map(([target, name]) => [bucketParameter(target), name])),
    PUBLISH_WEBHOOK_URL: environment['PUBLISH_WEBHOOK_URL'] || undefined,
  };
}

/** A random code that authorizes the first administrator. */
const setupCode = (): string => randomBytes(15).toString('base64url');

/**
 * Plans a project's env file: adds missing entries of `wanted`, default parameters and a code for the first
 * administrator. Entries of `common`, the file of all projects, are not repeated.
 */
function planParameters(
  { text, common }: { text: string; common: string },
  wanted: Record<string, string | undefined>,
): PlannedFile {
  const has = { ...parseEnv(common), ...parseEnv(text) };
  const rows = Object.entries({ ...wanted, SETUP_CODE: has['SETUP_CODE'] ?? setupCode() });
  const missingDefaults = Object.entries(usualParameters).filter(
    ([name]) => wanted[name] === undefined && has[name] === undefined,
  );
  const missing = [
    ...rows.flatMap(([name, value]) => (value !== undefined && !has[name] ? [{ name, value }] : [])),
    ...missingDefaults.map(([name, value]) => ({ name, value })),
  ];
  const lines = missing.map(({ name, value }) => `${name}=${value}\n`).join('');
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return {
    text: missing.length === 0 ? null : text + gap + lines,
    added: missing.map(({ name }) => name),
    differing: rows.flatMap(([name, value]) => {
      const other = has[name];
      return value === undefined || !other || other === value ? [] : { name, has: other, wanted: value };
    }),
  };
}

interface SetUpOptions {
  /** Path of the repository. */
  root: string;
  project: string;
  environment: Record<string, string | undefined>;
  presenter: Presenter;
}

/** Writes .firebaserc and functions/.env.PROJECT. Existing values are kept; differences are reported. */
export function setUp({ root, project, environment, presenter }: SetUpOptions): Failure | null {
  const parameters = `functions/.env.${project}`;
  if (isTracked(root, parameters)) {
    return {
      what: `git tracks ${parameters}, which will contain the code of the first administrator`,
      next: `Untrack it and add it to .gitignore: git rm --cached ${parameters}`,
    };
  }
  const read = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  const applyPlan = (file: string, { text, added, differing }: PlannedFile): void => {
    // The file contains the setup code, which other users of this machine must not read.
    if (text !== null) replace(join(root, file), { text, mode: file === parameters ? 0o600 : 0o644 });
    const what = added.length === 0 ? 'is complete' : `now has ${added.join(', ')}`;
    presenter.show({ event: 'wrote', file, added }, `${file} ${what}`);
    for (const { name, has, wanted } of differing) {
      const message = `${file} keeps ${name}: ${has}, which differs from ${wanted}. To change it, edit the file`;
      presenter.warn({ event: 'kept', file, name, has, wanted, message }, message);
    }
  };

  const wrong = environmentProblem(environment);
  if (wrong) return wrong;
  const before = read('.firebaserc') || '{}';
  // Throws if the file is damaged.
  targetsIn(before, project);
  const targets = planTargets(before, project);
  applyPlan('.firebaserc', targets);
  const { sites, buckets } = targetsIn(targets.text ?? before, project);
  const wanted = parametersOf({ adminSite: sites.admin ?? defaultNames(project).hosting.admin, buckets, environment });
  applyPlan(parameters, planParameters({ text: read(parameters), common: read('functions/.env') }, wanted));
  return null;
}

function replace(file: string, { text, mode }: { text: string; mode: number }): void {
  // Remove the file of an interrupted attempt: writing to it would keep its mode.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** Whether git tracks a file, or would after the next `git add`; false without git. */
function isTracked(root: string, file: string): boolean {
  const git = (...args: string[]): number | null => spawnSync('git', ['-C', root, ...args, file]).status;
  const isKnown = git('ls-files', '--error-unmatch') === 0;
  // 0 ignored, 1 not ignored, 128 no repository.
  return isKnown || git('check-ignore', '-q') === 1;
}
