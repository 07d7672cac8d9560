import { z } from 'zod';
import { collections } from '@frontage/model/paths';
import { counted } from '@frontage/model/dates';
import { contentVersion, contentVersionPath, migrationState, versionIn } from '@frontage/model/migrations';
import { advice, type Ask, type Examined, type Finding, missing, ok } from '../check.ts';

const versionDocument = z.object({
  fields: z.object({ version: z.object({ integerValue: z.string() }).optional() }).optional(),
});

/** Checks whether stored documents have the shapes of this version. A project without content needs no migration. */
export const content: Ask = async ({ project, google }) => {
  const record = await google.get(documentIn(project, contentVersionPath), versionDocument);
  if (!record && !(await google.get(firstAdministrator(project), z.looseObject({})))) return [];
  const stored = versionIn({ version: Number(record?.fields?.version?.integerValue ?? 0) });
  return [contentFinding(stored, project)];
};

function contentFinding(stored: number, project: string): Finding {
  const what = `Stored documents have version ${stored}, this repository writes version ${contentVersion}`;
  switch (migrationState(stored)) {
    case 'current':
      return ok('content', `Stored documents have version ${stored}, as written by this repository`);
    case 'due':
      return advice('content', {
        what,
        why: 'The next version will not read them. Make a backup, then migrate',
        next: `npx frontage migrate --dry-run --project ${project}`,
      });
    case 'newer':
      return missing('content', {
        what,
        why: 'A deployment from here could not read them',
        next: 'git pull && npm ci',
      });
  }
}

const release = z.object({ name: z.string(), rulesetName: z.string() });
const ruleset = z.object({ source: z.object({ files: z.array(z.object({ content: z.string() })) }) });

/**
 * Checks whether the deployed rules of Firestore and of each bucket are those of the repository.
 * @see https://firebase.google.com/docs/reference/rules/rest/v1/projects.releases
 * @see https://firebase.google.com/docs/reference/rules/rest/v1/projects.rulesets
 */
export const rules: Ask = async (examined) => {
  const { project, google } = examined;
  const releases = await google.list(
    `firebaserules.googleapis.com/v1/projects/${project}/releases`,
    'releases',
    release,
  );
  const deployed = new Map(releases?.map(({ name, rulesetName }) => [name.split('/releases/')[1], rulesetName]));
  const findings: Finding[] = [];
  for (const wanted of wantedOf(examined)) {
    const name = deployed.get(wanted.release);
    const text = name && (await google.get(`firebaserules.googleapis.com/v1/${name}`, ruleset));
    findings.push(compareRules(wanted, text ? text.source.files.map(({ content }) => content) : null));
  }
  return findings;
};

interface Wanted {
  check: string;
  release: string;
  text: string;
  what: string;
  next: string;
}

function wantedOf({ project, rules: texts, buckets }: Examined): Wanted[] {
  const deploy = (only: string): string => `npx firebase deploy --only ${only} --project ${project}`;
  return [
    {
      check: 'rules.firestore',
      release: 'cloud.firestore',
      text: texts['firestore.rules'],
      what: 'Firestore',
      next: deploy('firestore:rules'),
    },
    ...Object.entries(buckets).flatMap(([target, bucket]) =>
      bucket === undefined
        ? []
        : {
            check: `rules.${target}`,
            release: `firebase.storage/${bucket}`,
            text: texts['storage.rules'],
            what: `gs://${bucket}`,
            next: deploy(`storage:${target}`),
          },
    ),
  ];
}

function compareRules({ check, text, what, next }: Wanted, files: string[] | null): Finding {
  if (files === null) {
    const why = 'Without rules all access is denied or, in test mode, allowed to everyone';
    return missing(check, { what: `No rules are in force for ${what}`, why, next });
  }
  if (files.length === 1 && files[0] === text) return ok(check, `The rules of ${what} are those of this repository`);
  const why = 'The admin needs the rules of this repository: others deny it access or allow too much';
  return missing(check, { what: `The rules in force for ${what} are not those of this repository`, why, next });
}

const fieldOrder = z.object({
  fieldPath: z.string(),
  order: z.string().optional(),
  arrayConfig: z.string().optional(),
});
const wantedFile = z.object({
  indexes: z.array(z.object({ collectionGroup: z.string(), queryScope: z.string(), fields: z.array(fieldOrder) })),
  fieldOverrides: z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.boolean().optional() }).loose(),
  ),
});

const index = z.object({
  name: z.string(),
  queryScope: z.string(),
  fields: z.array(fieldOrder),
  state: z.string(),
});
const field = z.object({
  name: z.string(),
  ttlConfig: z.object({ state: z.string().optional() }).optional(),
});

/** Describes an index as text, without the `__name__` field that Firestore appends. Equal indexes have equal texts. */
const textOf = (group: string, { queryScope, fields }: Omit<z.output<typeof index>, 'name' | 'state'>): string => {
  const parts = fields.filter(({ fieldPath }) => fieldPath !== '__name__');
  const words = parts.map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig ?? ''}`);
  return `${group} (${words.join(', ').toLowerCase()})${queryScope === 'COLLECTION' ? '' : ` ${queryScope}`}`;
};

const groupIn = (name: string): string => /collectionGroups\/([^/]+)\//.exec(name)?.[1] ?? '';

/**
 * Compares composite indexes and field overrides with firestore.indexes.json.
 * @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.collectionGroups.indexes
 * @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.collectionGroups.fields
 */
export const indexes: Ask = async ({ project, google, indexes: text }) => {
  const wanted = wantedFile.parse(JSON.parse(text));
  const groups = `firestore.googleapis.com/v1/projects/${project}/databases/(default)/collectionGroups/-`;
  const found = await google.list(`${groups}/indexes?pageSize=200`, 'indexes', index);
  // The `firestore` check reports a missing database.
  if (!found) return [];
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false OR ttlConfig:*');
  const fields = (await google.list(`${groups}/fields?filter=${filter}`, 'fields', field)) ?? [];
  const stateOf = new Map(found.map((one) => [textOf(groupIn(one.name), one), one.state]));
  const texts = wanted.indexes.map((one) => textOf(one.collectionGroup, one));
  const deploy = `npx firebase deploy --only firestore:indexes --project ${project}`;
  const findings = [
    ...lacking(
      texts.filter((one) => !stateOf.has(one)),
      deploy,
    ),
    ...building(
      texts.filter((one) => stateOf.get(one) === 'CREATING'),
      project,
    ),
    ...broken(
      texts.filter((one) => stateOf.get(one) === 'NEEDS_REPAIR'),
      { project, found },
    ),
    ...fieldFindings(wanted.fieldOverrides, fields, deploy),
  ];
  return findings.length > 0
    ? findings
    : [ok('firestore.indexes', `${counted(texts.length, 'index is', 'indexes are')} ready`)];
};

function lacking(texts: string[], next: string): Finding[] {
  if (texts.length === 0) return [];
  const why = 'The admin’s lists need them: Firestore refuses a query without its index';
  return [missing('firestore.indexes', { what: `Missing: ${texts.join('; ')}`, why, next })];
}

function building(texts: string[], project: string): Finding[] {
  if (texts.length === 0) return [];
  return [
    missing('firestore.indexes-building', {
      what: `Still being built: ${texts.join('; ')}`,
      why: 'Queries that need them fail until they are ready, which takes minutes or, with much content, longer',
      next: `Wait, then run it again: npx frontage doctor --project ${project}`,
    }),
  ];
}

function broken(texts: string[], examined: { project: string; found: z.output<typeof index>[] }): Finding[] {
  return texts.map((text) => {
    const name = examined.found.find((one) => textOf(groupIn(one.name), one) === text)?.name ?? '';
    return missing('firestore.indexes-broken', {
      what: `Firestore could not build ${text}`,
      why: 'Queries that need it fail until it is deleted and created again',
      next: `gcloud firestore indexes composite delete ${name} --project ${examined.project} && npx firebase deploy --only firestore:indexes --project ${examined.project}`,
    });
  });
}

/** Checks fields with a TTL, then fields of long text that must not be indexed. One deployment creates both. */
function fieldFindings(
  wanted: z.output<typeof wantedFile>['fieldOverrides'],
  found: z.output<typeof field>[],
  next: string,
): Finding[] {
  const keyOf = (name: string): string => `${groupIn(name)}.${name.split('/fields/')[1] ?? ''}`;
  const known = new Map(found.map((one) => [keyOf(one.name), one]));
  const expiring = wanted.filter(({ ttl }) => ttl).map((one) => `${one.collectionGroup}.${one.fieldPath}`);
  const notExpiring = expiring.filter((key) => {
    const ttl = known.get(key)?.ttlConfig;
    return ttl === undefined || ttl.state === 'NEEDS_REPAIR';
  });
  if (notExpiring.length > 0) {
    const why = 'Expired documents (rate limits, presence, old revisions) are stored, and billed, forever';
    return [missing('firestore.expiry', { what: `Documents do not expire by ${notExpiring.join(', ')}`, why, next })];
  }
  const notExempted = wanted.map((one) => `${one.collectionGroup}.${one.fieldPath}`).filter((key) => !known.has(key));
  if (notExempted.length === 0) return [];
  const why = 'Every write of a long text pays for an index entry that no query uses';
  return [
    advice('firestore.fields', {
      what: `Indexed without a query that uses them: ${notExempted.join(', ')}`,
      why,
      next,
    }),
  ];
}

/** Address of a document in Firestore's REST API, without scheme. */
const documentIn = (project: string, path: string): string =>
  `firestore.googleapis.com/v1/projects/${project}/databases/(default)/documents/${path}`;

/** Address of the document that exists as soon as there is a first administrator. */
export const firstAdministrator = (project: string): string => documentIn(project, `${collections.system}/bootstrap`);

const database = z.object({ locationId: z.string(), type: z.string() });

/** Firestore's multi-regions, each with the prefix of the regions in it. */
const multiRegions: Record<string, string> = { nam5: 'us-', nam7: 'us-', eur3: 'europe-' };

/**
 * Checks whether the default database exists, is in native mode and is close to the functions.
 * @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases
 */
export const firestore: Ask = async ({ project, google, region }) => {
  const address = `firestore.googleapis.com/v1/projects/${project}/databases/(default)`;
  const found = await google.get(address, database);
  if (!found) {
    return [
      missing('firestore.database', {
        what: `${project} has no Firestore database`,
        why: 'It holds all content. Its location cannot be changed later: choose one close to staff and visitors',
        next: `gcloud firestore databases create --database '(default)' --location ${locationFor(region)} --type firestore-native --project ${project}`,
      }),
    ];
  }
  if (found.type !== 'FIRESTORE_NATIVE') {
    return [
      missing('firestore.database', {
        what: `The database is in ${found.type === 'DATASTORE_MODE' ? 'Datastore mode' : found.type}, not in native mode`,
        why: 'Only native mode has security rules and clients in browsers. An empty database can be switched',
        next: `gcloud firestore databases update --database '(default)' --type firestore-native --project ${project}`,
      }),
    ];
  }
  return [
    ok('firestore.database', `Firestore is in ${found.locationId}, native mode`),
    ...locationFinding(found.locationId, { region, project }),
  ];
};

function locationFinding(location: string, { region, project }: Pick<Examined, 'region' | 'project'>): Finding[] {
  const prefix = multiRegions[location] ?? `${location.split('-')[0] ?? ''}-`;
  if (region.startsWith(prefix)) return [];
  return [
    advice('firestore.location', {
      what: `Firestore is in ${location}, the functions are in ${region}`,
      why: 'Every call and hint crosses regions, including names and emails of staff',
      next: `Write FUNCTIONS_REGION=${prefix}… into functions/.env.${project}, then: npx firebase deploy --only functions --project ${project}`,
    }),
  ];
}

const locationFor = (region: string): string =>
  Object.entries(multiRegions).find(([, prefix]) => region.startsWith(prefix))?.[0] ?? region;
