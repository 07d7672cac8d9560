import { createHash } from 'node:crypto';

/** A document's fields or a part of a request in the format of Firestore's REST API. */
export type Wire = Readonly<Record<string, unknown>>;

/** A successful request of an earlier admin version, for replay. */
export interface RecordedRequest {
  /** `name` is a method of Firestore's REST API, or a callable function. */
  service: 'firestore' | 'functions';
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  name: string;
  /** The claims of the caller's token; null for a signed-out caller. */
  token: Wire | null;
  body: Wire;
  /** The function's answer. */
  answer: unknown;
  /** The existing documents that the request may read or write, by path. */
  before: Readonly<Record<string, Wire>>;
}

export interface Recording {
  /** The commit of the admin that sent the requests. */
  version: string;
  requests: readonly RecordedRequest[];
}

/** Keys whose values are part of a request's kind: they select the operation. */
const operationKeys = new Set(['fieldPaths', 'fieldPath', 'collectionId', 'op', 'direction', 'setToServerValue']);
const named = new Set(['name', 'delete', 'documents', 'referenceValue']);

/** The kind of a request, independent of its content: one per kind is kept. */
export function kindOf({ name, body, roles }: { name: string; body: unknown; roles: string }): string {
  return `${name} by ${roles}: ${shapeOf(body, '')}`;
}

function shapeOf(value: unknown, key: string): string {
  if (typeof value === 'string') {
    if (operationKeys.has(key)) return value;
    return named.has(key) ? collectionOf(value) : 'text';
  }
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${[...new Set(value.map((part) => shapeOf(part, key)))].toSorted().join()}]`;
  const parts = Object.entries(value).map(([name, part]) => `${name}:${shapeOf(part, name)}`);
  return `{${parts.toSorted().join()}}`;
}

/** Each setting has a distinct shape. */
function collectionOf(name: string): string {
  const [collection = '', id = ''] = name.split('/documents/').at(-1)?.split('/') ?? [];
  return collection === 'site_settings' ? `${collection}/${id}` : collection;
}

/** Documents read by rules and functions for every request. */
const always = /^(system|sealed_hashes|site_settings\/security)\b/;
/** Documents that are found only by their full path, because several have the same subject. */
const byPathOnly = /^(revisions|revision_embeds|presence|mail)\//;

/**
 * The documents that a request may read or write: those it refers to by path or id, and those to which these documents
 * refer in turn. For example, a slug refers to its document, and a trash entry to its slug.
 */
export function relatedDocuments(request: unknown, documents: Readonly<Record<string, Wire>>): Record<string, Wire> {
  const named = namedBy(request, documents);
  return { ...namedBy(named, documents), ...named };
}

function namedBy(text: unknown, documents: Readonly<Record<string, Wire>>): Record<string, Wire> {
  const words = new Set(wordsOf(text));
  const found = Object.entries(documents).filter(([path]) => {
    const id = path.slice(path.indexOf('/') + 1);
    return always.test(path) || words.has(path) || (!byPathOnly.test(path) && (words.has(id) || words.has(bare(id))));
  });
  return Object.fromEntries(found);
}

/** The id of a document's subject: `pages_about_publish` and `page:about` both have `about`. */
const bare = (id: string): string =>
  id
    .replace(/^(homepage_sections|pages|demo_pages|site_settings)_|^[a-z]+:/, '')
    .replace(/_(publish|publish_draft|unpublish)$/, '');

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    const path = value.split('/documents/').at(-1) ?? '';
    const id = path.slice(path.indexOf('/') + 1);
    // A token references the document whose id is its digest, such as an invite.
    return [path, id, bare(id), createHash('sha256').update(value).digest('hex')];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsOf);
}
