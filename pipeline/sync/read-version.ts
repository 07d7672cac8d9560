import type { Problem } from '@frontage/model/build-state';
import type { ContentCollection } from '@frontage/model/paths';
import type { JsonObject } from './source.ts';
import { mayStayLive, validateDocument, type ValueOf } from './validate.ts';

/** A document as it was last read. */
export interface StoredDocument {
  /** `{collection}/{id}`. */
  path: string;
  data: JsonObject;
  /** The version, as the source names it. */
  time: string;
  /** Where `data` is not valid: the last valid version, if it may stay live. */
  valid: JsonObject | null;
}

export interface Version<Value> {
  stored: StoredDocument;
  /** What the newest usable version says; null when there is none. */
  value: Value | null;
  /** Why the newest version is not used. */
  problems: Problem[];
}

/** Reads a new version of a document. One that is not valid leaves the last valid one in use, where that may stay live. */
export function readVersion<C extends ContentCollection>(
  collection: C,
  { path, data, time }: { path: string; data: JsonObject; time: string },
  before: StoredDocument | null,
): Version<ValueOf[C]> {
  const id = path.slice(collection.length + 1);
  const newest = validateDocument(collection, id, data);
  if (newest.ok) return { stored: { path, data, time, valid: null }, value: newest.value, problems: [] };

  const candidate = before === null ? null : (before.valid ?? before.data);
  const valid = candidate !== null && mayStayLive(collection, data, candidate) ? candidate : null;
  const last = valid === null ? null : validateDocument(collection, id, valid);
  const stored = { path, data, time, valid: last?.ok ? valid : null };
  return { stored, value: last?.ok ? last.value : null, problems: newest.problems };
}
