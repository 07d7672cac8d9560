import { formatTimestamp, GeoPoint, Reference, Timestamp, timestampOf } from '@frontage/firestore-server/value';
import type { Document, Value, ValueMap } from '@frontage/firestore-server/value';

/** A change of one document in the Firestore outbox. */
export interface DocumentChange {
  /** Relative to the documents root. */
  path: string;
  before: Document | null;
  after: Document | null;
  /** RFC 3339. */
  time: string;
  eventId: string;
}

export interface EventLocation {
  project: string;
  region: string;
}

/** The event types of a change: `written`, and one of the three others. */
export function documentEventTypes({ existed, exists }: { existed: boolean; exists: boolean }): string[] {
  const kind = !existed ? 'created' : exists ? 'updated' : 'deleted';
  return [kind, 'written'].flatMap((name) => {
    const type = `google.cloud.firestore.document.v1.${name}`;
    return [type, `${type}.withAuthContext`];
  });
}

/** The CloudEvent that Eventarc sends to 2nd generation functions for a change, with its data as proto3 JSON. */
export function describeDocumentEvent(
  change: DocumentChange,
  type: string,
  { project, region }: EventLocation,
): object {
  const database = `projects/${project}/databases/(default)`;
  const { before, after } = change;
  return {
    specversion: '1.0',
    id: change.eventId,
    type,
    source: `//firestore.googleapis.com/${database}`,
    subject: `documents/${change.path}`,
    time: change.time,
    datacontenttype: 'application/json',
    dataschema:
      'https://github.com/googleapis/google-cloudevents/blob/main/proto/google/events/cloud/firestore/v1/data.proto',
    location: region,
    project,
    database: '(default)',
    namespace: '(default)',
    document: change.path,
    ...(type.endsWith('.withAuthContext') && { authtype: 'unknown' }),
    data: {
      ...(before !== null && { oldValue: documentJson(before, database) }),
      ...(after !== null && { value: documentJson(after, database) }),
      ...(before !== null && after !== null && { updateMask: { fieldPaths: changedFields(before, after) } }),
    },
  };
}

function documentJson({ path, fields, createTime, updateTime }: Document, database: string): object {
  return {
    name: `${database}/documents/${path}`,
    fields: fieldsJson(fields),
    createTime: formatTimestamp(timestampOf(createTime)),
    updateTime: formatTimestamp(timestampOf(updateTime)),
  };
}

function fieldsJson(fields: ValueMap): Record<string, object> {
  // A field may have the name __proto__.
  const json = Object.create(null) as Record<string, object>;
  for (const [key, value] of fields) json[key] = valueJson(value);
  return json;
}

function valueJson(value: Value): object {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'bigint') return { integerValue: String(value) };
  if (typeof value === 'number') return { doubleValue: plainNumber(value) };
  if (typeof value === 'string') return { stringValue: value };
  if (value instanceof Timestamp) return { timestampValue: formatTimestamp(value) };
  if (value instanceof Reference) return { referenceValue: value.name };
  if (value instanceof GeoPoint) return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(valueJson) } };
  return { mapValue: { fields: fieldsJson(value) } };
}

/** In proto3 JSON, numbers that JSON cannot represent are texts. */
function plainNumber(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

function changedFields(before: Document, after: Document): string[] {
  const names = new Set([...before.fields.keys(), ...after.fields.keys()]);
  return [...names].filter((name) => textOf(before.fields.get(name)) !== textOf(after.fields.get(name)));
}

function textOf(value: Value | undefined): string {
  return value === undefined ? '' : JSON.stringify(valueJson(value));
}
