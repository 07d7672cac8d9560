import { randomUUID } from 'node:crypto';
import type { ObjectResource, StorageAction } from './emulator-api.ts';

/** A Cloud Storage event as Eventarc delivers it to 2nd generation functions. */
export interface ObjectEvent {
  specversion: '1.0';
  id: string;
  type: string;
  source: string;
  subject: string;
  time: string;
  bucket: string;
  data: ObjectResource;
}

const EVENT_TYPES: Record<StorageAction, string> = {
  finalize: 'google.cloud.storage.object.v1.finalized',
  metadataUpdate: 'google.cloud.storage.object.v1.metadataUpdated',
  delete: 'google.cloud.storage.object.v1.deleted',
  archive: 'google.cloud.storage.object.v1.archived',
};

export function describeObjectEvent(action: StorageAction, data: ObjectResource): ObjectEvent {
  return {
    specversion: '1.0',
    id: randomUUID(),
    type: EVENT_TYPES[action],
    source: `//storage.googleapis.com/projects/_/buckets/${data.bucket}`,
    subject: `objects/${data.name}`,
    time: data.updated,
    bucket: data.bucket,
    data,
  };
}
