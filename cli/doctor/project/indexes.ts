import { counted } from '@frontage/model/counted';
import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import type { Check } from './examined.ts';

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
export const indexes: Check = {
  name: 'firestore.indexes',
  examine: async ({ project, google, indexes: text }) => {
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
  },
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
