import { toPlain } from '@frontage/model/stored-values';
import {
  currentFields,
  type Kind,
  type KindDocuments,
  kinds,
  orderFieldOf,
  pathsOf,
  type SlugKind,
  kindNames,
} from '@frontage/model/kinds/kinds';
import { type FieldProblem, readFields } from '@frontage/model/fields';
import type { Data } from '@frontage/model/changes/write';
import { z } from 'zod';
import { type DocumentStore, valueOf } from './document-store.ts';

/** The fields with the name of a document of any kind. */
export const nameFields = [...new Set(kindNames.map((kind) => kinds[kind].nameField)), 'slug'];

/** A document's display name: its title, heading or another field with the name of its kind, else its slug. */
export function documentName(fields: Readonly<Record<string, unknown>>): string {
  const named = nameFields.map((field) => fields[field]);
  return named.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? 'Untitled';
}

/**
 * The id of a document in the parameters of a route; undefined without one. React Router decodes `%2F` in parameters a
 * second time; an id contains no slash.
 */
export const idOfRoute = ({ id }: Readonly<{ id?: string | undefined }>): string | undefined =>
  id?.replaceAll('/', '%2F');

/** The fields that decide whether a document is public; only sections can also be hidden. */
export interface Publishable {
  is_published: boolean;
  is_visible?: boolean;
}

/** Whether visitors can see a document with these fields. */
export const isPublic = ({ is_published, is_visible = true }: Publishable): boolean => is_published && is_visible;

/** A parsed document with its errors. A document with errors is not published. */
export interface Stored<K extends Kind> {
  document: KindDocuments[K];
  problems: FieldProblem[];
}

/** Parses `data` with timestamps as ISO strings. Invalid fields stay correctable in an editor: see `readFields`. */
export function parseDocument<K extends Kind>(kind: K, id: string, data: Data): Stored<K> {
  const { fields, problems } = readFields(kinds[kind], currentFields(kind, toPlain(data) as Record<string, unknown>));
  return { document: { id, ...fields } as unknown as KindDocuments[K], problems };
}

const version = z.object({
  rev: z.number().catch(0),
  updated_by: z.string().catch(''),
  /** ISO time. */
  updated_at: z.string().catch(''),
});

/** The version and author of a document or setting; missing values are 0 or empty. */
export const versionOf = (data: Data): z.output<typeof version> => version.parse(toPlain(data));

/**
 * The order that places a new document after all others of its kind: one more than the highest stored order, or 0 for
 * the first document and for kinds without an order. Rejects with a `DocumentError`.
 */
export async function readNextOrder(store: DocumentStore, kind: Kind): Promise<number> {
  const field = orderFieldOf(kind);
  if (field === undefined) return 0;
  const choice = { newestBy: field, limit: candidates, fields: [field] };
  const highest = valueOf(await store.list(kinds[kind].collection, choice)).map(({ data }) => data[field]);
  const last = highest.find((order) => Number.isSafeInteger(order)) as number | undefined;
  return last === undefined ? 0 : Math.min(last + 1, Number.MAX_SAFE_INTEGER);
}

// Values that are not numbers sort before valid ones.
const candidates = 5;

/** The shortest path of the document of a kind with a slug, which editors see. */
export const shortPathOf = (kind: SlugKind, slug: string): string => pathsOf(kind, slug).at(-1) ?? slug;

/** A random id like Firestore's own: 20 letters and digits, about 119 bits. */
export function newId(): string {
  let id = '';
  while (id.length < 20) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      // Larger bytes would make the first letters of the alphabet more likely.
      if (byte < 248 && id.length < 20) id += alphabet[byte % alphabet.length] ?? '';
    }
  }
  return id;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The SHA-256 of a text as UTF-8, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
