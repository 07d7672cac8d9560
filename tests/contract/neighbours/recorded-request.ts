import { createHash } from 'node:crypto';

/** A document's fields, or a part of a request, as Firestore's REST interface has them. */
export type Wire = Readonly<Record<string, unknown>>;

/** A request that a back office of an earlier version sent, was answered, and may send again. */
export interface RecordedRequest {
  /** A method of Firestore's REST interface, or a callable function. */
  service: 'firestore' | 'functions';
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  name: string;
  /** What the caller's token said; null of somebody who is not signed in. */
  token: Wire | null;
  body: Wire;
  /** What a function answered. */
  answer: unknown;
  /** The documents that were there and that it may concern, by path. */
  before: Readonly<Record<string, Wire>>;
}

export interface Recording {
  /** The commit of the version that sent them. */
  version: string;
  requests: readonly RecordedRequest[];
}

/** Keys whose texts say what is asked for, and not with which content. */
const telling = new Set(['fieldPaths', 'fieldPath', 'collectionId', 'op', 'direction', 'setToServerValue']);
const named = new Set(['name', 'delete', 'documents', 'referenceValue']);

/** What a request does, whatever its content: two of one kind need not both be kept. */
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

/** Each setting has a shape of its own. */
function collectionOf(name: string): string {
  const [collection = '', id = ''] = name.split('/documents/').at(-1)?.split('/') ?? [];
  return collection === 'site_settings' ? `${collection}/${id}` : collection;
}

/** What rules and functions ask of whatever is asked for. */
const always = /^(system|sealed_hashes|site_settings\/security)\b/;
/** What is found by its whole path only. */
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

/** The id of what a document is about: `pages_about_publish` and `page:about` both have `about`. */
const bare = (id: string): string =>
  id
    .replace(/^(homepage_sections|pages|demo_pages|site_settings)_|^[a-z]+:/, '')
    .replace(/_(publish|publish_draft|unpublish)$/, '');

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    const path = value.split('/documents/').at(-1) ?? '';
    const id = path.slice(path.indexOf('/') + 1);
    // Who brings a token names the document whose id is its digest, as an invite's is.
    return [path, id, bare(id), createHash('sha256').update(value).digest('hex')];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsOf);
}
