import { parseDocumentLink, referenceTo } from '@frontage/model/document-link';
import { mediaOfAddress } from '@frontage/model/media';
import { hasSlugs, kindOf, kinds, nameOf, pathOf, pathsOf, slugKinds } from '@frontage/model/kinds/kinds';
import { sitePaths } from '@frontage/model/paths';
import type { LinksAnswer } from '@frontage/model/preview';
import { normalizePath } from '@frontage/model/redirect';
import { type Composition, documentsOf, shownDocument } from '../sync/compose.ts';
import { type ContentState, isPublicValue } from '../sync/content-state.ts';

export type InboundLink = LinksAnswer['links'][number];

interface Linked {
  /** Normalized addresses of the site, and references to documents. */
  to: ReadonlySet<string>;
  /** Origin of the site, with which links may begin. */
  origin: string;
  /** Path of a document whose links are ignored; null to include all documents. */
  except: string | null;
}

/** Pages that link to one of these addresses or documents, directly or through redirects. */
export function inboundLinks({ links, composition }: ContentState, { to, origin, except }: Linked): InboundLink[] {
  const addressIn = (written: string): string => {
    const link = parseDocumentLink(written);
    if (link !== null) return referenceTo(link);
    const path = written.startsWith(`${origin}/`) ? written.slice(origin.length) : written;
    return path === sitePaths.home ? path : (normalizePath(path) ?? '');
  };
  const targets = withRedirects(to, composition, addressIn);
  const isTarget = (written: string): boolean => targets.has(addressIn(written));
  const found = [...links].flatMap(([document, written]) =>
    document !== except && written.split('\n').some(isTarget) ? (placeOf(document, composition) ?? []) : [],
  );
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** These addresses, and all that reach them through administrators' redirects, directly or in a chain. */
function withRedirects(
  to: ReadonlySet<string>,
  { addresses, published }: Composition,
  addressIn: (written: string) => string,
): Set<string> {
  const isShown = (path: string): boolean => {
    const slug = path.slice(path.lastIndexOf('/') + 1);
    return slugKinds.some((kind) => published[kind].has(slug) && pathsOf(kind, slug).includes(path));
  };
  const byTarget = Map.groupBy(addresses.own, ([, redirect]) => addressIn(redirect.to));
  const targets = new Set(to);
  // Addresses added during the loop are visited too. An address with a file does not redirect.
  for (const path of targets) for (const [from] of byTarget.get(path) ?? []) if (!isShown(from)) targets.add(from);
  return targets;
}

/** The address and title of the page that shows a document; null if it is not shown. */
function placeOf(document: string, composition: Composition): InboundLink | null {
  const [collection = '', id = ''] = document.split('/', 2);
  const kind = kindOf(collection);
  if (kind === null) return null;
  const shown = shownDocument(document, composition);
  if (shown) return { path: pathOf(shown.kind, shown.slug), title: nameOf(kind, shown.document) };
  const { collection: name, shownOn } = kinds[kind];
  const value = composition.values[name].get(id);
  return shownOn !== undefined && isPublicValue(value) ? { path: shownOn, title: nameOf(kind, value) } : null;
}

/** The current and old addresses of a document with a slug, and its reference; the home page for any other document. */
export function addressesOf(document: string, { values, addresses }: Composition): Set<string> {
  const [collection = '', id = ''] = document.split('/', 2);
  const kind = kindOf(collection);
  const slug = kind !== null && hasSlugs(kind) ? documentsOf(kind, values).get(id)?.slug : undefined;
  if (kind === null || !hasSlugs(kind) || slug === undefined) return new Set([sitePaths.home]);
  const own = pathsOf(kind, slug);
  return new Set([
    ...own,
    referenceTo({ kind, id }),
    ...[...addresses.old].flatMap(([from, to]) => (to === own[0] ? [from] : [])),
  ]);
}

/** Paths of the documents that show each upload, published or not, by the id of the upload in the library. */
export function mediaUses({ uploads }: ContentState): Record<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const [document, images] of uploads) {
    for (const id of new Set(images.map(({ address }) => mediaOfAddress(address)))) {
      if (id !== null) uses.set(id, [...(uses.get(id) ?? []), document]);
    }
  }
  return Object.fromEntries(uses);
}
