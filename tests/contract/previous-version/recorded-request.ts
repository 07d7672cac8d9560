import { createHash } from 'node:crypto';

/** A document's fields, or a part of a request, as Firestore's REST interface has them. */
export type Wire = Readonly<Record<string, unknown>>;

/** An answered request of an earlier admin that may be sent again. */
export interface RecordedRequest {
  /** A method of Firestore's REST interface, or a callable function. */
  service: 'firestore' | 'functions';
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  name: string;
  /** The claims of the caller's token; null for a signed-out caller. */
  token: Wire | null;
  body: Wire;
  /** The function's answer. */
  answer: unknown;
  /** The documents that were there and that it may concern, by path. */
  before: Readonly<Record<string, Wire>>;
}

export interface Recording {
  /** The commit of the version that sent them. */
  version: string;
  requests: readonly RecordedRequest[];
}

/** Keys whose values select the operation rather than its content. */
const telling = new Set(['fieldPaths', 'fieldPath', 'collectionId', 'op', 'direction', 'setToServerValue']);
const named = new Set(['name', 'delete', 'documents', 'referenceValue']);

/** The kind of a request, independent of its content: one per kind is kept. */
export function kindOf({ name, body, roles }: { name: string; body: unknown; roles: string }): string {
  return `${name} by ${roles}: ${shapeOf(body, '')}`;
}

function shapeOf(value: unknown, key: string): string {
  if (typeof value === 'string') {
    if (telling.has(key)) return value;
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
/** Documents found by their full path only. */
const manifold = /^(revisions|revision_embeds|presence|mail)\//;

/**
 * Those of `documents` that a request may concern: which it names, by path or by id, or which one of those names, as a slug
 * names its holder and an entry of the trash its slug.
 */
export function concerned(request: unknown, documents: Readonly<Record<string, Wire>>): Record<string, Wire> {
  const named = namedBy(request, documents);
  return { ...namedBy(named, documents), ...named };
}

function namedBy(text: unknown, documents: Readonly<Record<string, Wire>>): Record<string, Wire> {
  const words = new Set(wordsOf(text));
  const found = Object.entries(documents).filter(([path]) => {
    const id = path.slice(path.indexOf('/') + 1);
    return always.test(path) || words.has(path) || (!manifold.test(path) && (words.has(id) || words.has(bare(id))));
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
