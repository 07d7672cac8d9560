import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { buckets } from '@frontage/model/paths';
import { z } from 'zod';
import { bucketParameter, usualParameters } from '../hosted/usual-parameters.ts';

/** An existing value that differs from the planned one. It is kept. */
interface Differing {
  name: string;
  has: string;
  wanted: string;
}

/** The planned change of a file. */
export interface PlannedFile {
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
export const defaultNames = (project: string) => ({
  hosting: { site: project, admin: `${project}-admin`, embed: `${project}-embed` },
  storage: Object.fromEntries(Object.values(buckets).map((name) => [name, `${project}-${name}`])),
});

/** Plans .firebaserc with the targets of a project added. @throws SyntaxError if the text is not JSON */
export function planTargets(text: string, project: string): PlannedFile {
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

export interface Parameters {
  /** Hosting site of the admin, and bucket names by target. */
  adminSite: string;
  buckets: Record<string, string | undefined>;
  /** Values from the environment. */
  environment: Record<string, string | undefined>;
}

/** Parameters of the functions for a new project; undefined if a value is not known yet. */
export function parametersOf({
  adminSite,
  buckets: names,
  environment,
}: Parameters): Record<string, string | undefined> {
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
export function planParameters(
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
