import protobuf from 'protobufjs/light.js';
import type { IndexField, QueryScope } from './load-indexes.ts';

const console = 'https://console.firebase.google.com/v1/r/project';

/**
 * The console's page that creates a composite index: its URL contains the index as a `google.firestore.admin.v1.Index`.
 */
export function createCompositeLink(
  project: string,
  collection: string,
  { scope, fields }: { scope: QueryScope; fields: readonly IndexField[] },
): string {
  const name = `projects/${project}/databases/(default)/collectionGroups/${collection}/indexes/_`;
  return `${console}/${project}/firestore/indexes?create_composite=${encodeIndex(name, scope, fields)}`;
}

/** The console's page that adds an index of one field. */
export function createExemptionLink(
  project: string,
  collection: string,
  { scope, field }: { scope: QueryScope; field: IndexField },
): string {
  const name = `projects/${project}/databases/(default)/collectionGroups/${collection}/fields/${field.fieldPath}`;
  return `${console}/${project}/firestore/indexes?create_exemption=${encodeIndex(name, scope, [field])}`;
}

function encodeIndex(name: string, scope: QueryScope, fields: readonly IndexField[]): string {
  const writer = protobuf.Writer.create();
  writer.uint32(0x0a).string(name);
  writer.uint32(0x10).int32(scope === 'COLLECTION' ? 1 : 2);
  for (const { fieldPath, order } of fields) {
    writer.uint32(0x1a).fork().uint32(0x0a).string(fieldPath);
    if (order === undefined) writer.uint32(0x18).int32(1);
    else writer.uint32(0x10).int32(order === 'ASCENDING' ? 1 : 2);
    writer.ldelim();
  }
  return Buffer.from(writer.finish()).toString('base64url');
}
