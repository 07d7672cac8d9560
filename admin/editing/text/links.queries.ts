import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parseDocumentLink, referenceTo, type DocumentReference } from '@frontage/model/document-link';
import type { Heading } from '@frontage/model/markdown';
import { kindNames, nameOf, slugKindOf } from '@frontage/model/kinds/kinds';
import { collections, slugId } from '@frontage/model/paths';
import { documentPath } from '@frontage/model/changes/write';
import type { Listed } from '@frontage/model/summaries/listed';
import { useMemo } from 'react';
import { valueOf, type DocumentStore } from '../../lib/documents/document-store.ts';
import { documentKeys, useAllDocuments } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { homepageAnchors, linkTargets, type LinkTarget } from './link-targets.ts';

interface Targets {
  /** Null until all lists have loaded. */
  targets: readonly LinkTarget[] | null;
  /** The ids of the homepage's sections. */
  homepage: ReadonlySet<string>;
}

const loading: Targets = { targets: null, homepage: new Set() };

/** All targets of links, from the lists of documents. */
export function useLinkTargets(): Targets {
  const { byKind, isWhole } = useAllDocuments();
  return useMemo(() => {
    if (!isWhole) return loading;
    const sections = (byKind.section ?? []).map(({ document }) => document);
    return { targets: linkTargets(byKind), homepage: new Set(homepageAnchors(sections).map(({ id }) => id)) };
  }, [byKind, isWhole]);
}

/** Returns the title of a linked document whose list is loaded when it is called; otherwise the link. */
export function useKnownTitles(): (link: string) => string {
  const client = useQueryClient();
  return (link) => {
    const found = parseDocumentLink(link);
    if (found === null) return link;
    const listed = client.getQueryData<Listed<typeof found.kind>[]>(documentKeys.list(found.kind));
    const document = listed?.find(({ document: { id } }) => id === found.id)?.document;
    return document ? nameOf(found.kind, document) : link;
  };
}

/** The headings of a page. */
export const headingsQuery = (store: DocumentStore, reference: DocumentReference) => ({
  queryKey: ['headings', reference] as const,
  queryFn: async (): Promise<Heading[]> => {
    const body = valueOf(await store.read(documentPath('page', reference.slice('page:'.length))))?.['body'];
    if (typeof body !== 'string') return [];
    // Loaded on demand: the source editor works without the Markdown parser.
    const { parseMarkdown } = await import('@frontage/model/markdown');
    return parseMarkdown(body).headings();
  },
  staleTime: 60_000,
});

/** Whether a path without a document redirects: an old address of a document, or a redirect of the site. */
export const redirectedQuery = (store: DocumentStore, path: string) => ({
  queryKey: ['redirected', path] as const,
  queryFn: async (): Promise<boolean> => {
    const slug = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(path));
    const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const slugs = kindNames.flatMap((kind) => slugKindOf(kind) ?? []).map((kind) => slugId(kind, slug));
    const known = [`${collections.redirects}/${hash}`, ...slugs.map((id) => `${collections.slugs}/${id}`)];
    const found = await Promise.all(known.map(async (document) => valueOf(await store.read(document)) !== null));
    return found.includes(true);
  },
  staleTime: 60_000,
});

/** The headings of the page that a link leads to; empty for other links and while they load. */
export function useTargetHeadings(href: string): readonly Heading[] {
  const store = useDocumentStore();
  const link = parseDocumentLink(href);
  const isPage = link?.kind === 'page';
  const query = headingsQuery(store, isPage ? referenceTo(link) : 'page:');
  return useQuery({ ...query, enabled: isPage }).data ?? [];
}
