import type { Problem } from '@frontage/model/build-state';
import type { ContentCollection } from '@frontage/model/paths';
import type { JsonObject } from './source.ts';
import { pageOf, StoredDocument } from './stored-document.ts';
import { mayStayLive, validateDocument, type ValueOf } from './validate.ts';

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
  if (newest.ok) {
    const stored = StoredDocument.from({ path, data, time, valid: null });
    return { stored, value: inUse[collection](stored, newest.value), problems: [] };
  }

  const candidate = before === null ? null : before.used;
  const valid = candidate !== null && mayStayLive(collection, data, candidate) ? candidate : null;
  const last = valid === null ? null : validateDocument(collection, id, valid);
  const stored = StoredDocument.from({ path, data, time, valid: last?.ok ? valid : null });
  return { stored, value: last?.ok ? inUse[collection](stored, last.value) : null, problems: newest.problems };
}

const itself = <Value>(_: StoredDocument, value: Value): Value => value;

/** What a version says while it is in use: long texts stay with their document. */
const inUse: { [C in ContentCollection]: (stored: StoredDocument, value: ValueOf[C]) => ValueOf[C] } = {
  homepage_sections: itself,
  pages: (stored, { body: _body, ...page }) => pageOf(stored, page),
  demo_pages: itself,
  demo_embeds: itself,
  site_settings: itself,
  slugs: itself,
  redirects: itself,
};
