import { hasSlugs, kindOf, pathOf, type SlugKind, slugKinds } from './kinds/kinds.ts';
import { isDocumentId } from './paths.ts';
import { documentLinkPattern } from './url.ts';

/** Identifies a document in texts, such as `page:ID` or `demo:ID`. The id is not encoded. */
export type DocumentReference = `${SlugKind}:${string}`;

/** A link to a document by id, so that it follows the document to a new address. */
export interface DocumentLink {
  kind: SlugKind;
  id: string;
  /** The part of the page after `#`, as written; empty for the whole page. */
  anchor: string;
}

const documentLink = new RegExp(`^${documentLinkPattern(slugKinds)}$`, 'u');

/** Parses the target of a link, such as `page:ID#anchor`; null for any other target. */
export function parseDocumentLink(target: string): DocumentLink | null {
  if (!documentLink.test(target)) return null;
  const colon = target.indexOf(':');
  const [encoded = '', anchor = ''] = target.slice(colon + 1).split(/#(.*)/su);
  const id = decoded(encoded, decodeURIComponent);
  if (id === null || !isDocumentId(id)) return null;
  return { kind: target.slice(0, colon) as SlugKind, id, anchor };
}

function decoded(encoded: string, decode: (text: string) => string): string | null {
  try {
    return decode(encoded);
  } catch {
    return null;
  }
}

/** The part of a page after `#` in readable characters; as written if it is not validly encoded. */
export const readableAnchor = (anchor: string): string => decoded(anchor, decodeURIComponent) ?? anchor;

/** The target of a link in readable characters, which keeps encoded separators; as written if not validly encoded. */
export const readableTarget = (target: string): string => decoded(target, decodeURI) ?? target;

/** The target of a link to a document, as stored in texts. */
export function formatDocumentLink({ kind, id, anchor = '' }: Omit<DocumentLink, 'anchor'> & { anchor?: string }) {
  // Texts may contain only letters, digits and -._~ unencoded, so that no character ends the Markdown link.
  const encoded = encodeURIComponent(id).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}:${encoded.replace(/%../g, (code) => code.toUpperCase())}${anchor === '' ? '' : `#${anchor}`}`;
}

/** The reference to a document, which is also the argument of the query `address`. */
export const referenceTo = ({ kind, id }: Pick<DocumentLink, 'kind' | 'id'>): DocumentReference => `${kind}:${id}`;

/** The reference to the document at a Firestore path; null for documents without an address. */
export function referenceOf(path: string): DocumentReference | null {
  const [collection = '', id = ''] = path.split('/', 2);
  const kind = kindOf(collection);
  return kind !== null && hasSlugs(kind) ? `${kind}:${id}` : null;
}

/** The documents that decide the address of a reference. */
interface Published {
  /** The document with an id, published or not. */
  stored(kind: SlugKind, id: string): { readonly slug: string } | undefined;
  /** The published document that has a slug. */
  holder(kind: SlugKind, slug: string): { readonly id: string } | undefined;
}

/** The current path of a document; null if it does not exist or is not published. */
export function addressOfReference(reference: string, { stored, holder }: Published): string | null {
  const kind = reference.slice(0, reference.indexOf(':'));
  if (!hasSlugs(kind)) return null;
  const id = reference.slice(kind.length + 1);
  const slug = stored(kind, id)?.slug;
  return slug !== undefined && holder(kind, slug)?.id === id ? pathOf(kind, slug) : null;
}
