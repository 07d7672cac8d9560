import { Box, chakra, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import {
  type DocumentReference,
  formatDocumentLink,
  parseDocumentLink,
  readableAnchor,
  referenceTo,
} from '@frontage/model/document-link';
import { markdownTokens, parseMarkdown } from '@frontage/model/markdown';
import { sitePaths } from '@frontage/model/paths';
import { normalizePath } from '@frontage/model/redirect';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useFirebase } from '../../lib/firebase.tsx';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { Note } from '../../ui/note.tsx';
import { headingsQuery, redirectedQuery, useLinkTargets } from './links.queries.ts';

/** The kinds whose texts have links. */
export type LinkingKind = 'page' | 'section';

/** A link that visitors cannot follow, or whose part of a page does not exist. */
export interface LinkProblem {
  /** The target as the text has it. */
  href: string;
  /** The linked words. */
  text: string;
  problem: 'missing' | 'unpublished' | 'anchor' | 'nowhere';
  /** The title of the target; null if there is no such document. */
  title: string | null;
}

/** The documents that links can lead to. */
export interface KnownTargets {
  /** Null if the document does not exist. */
  find(reference: DocumentReference): { title: string; isPublished: boolean } | null;
  /** The ids of the headings of a document; null while they are not known. */
  headings(reference: DocumentReference): ReadonlySet<string> | null;
  /** The ids of the homepage's sections. */
  homepage: ReadonlySet<string>;
  /** The document at a path of the site; 'missing' if nothing is there, null if that is not known. */
  at?(path: string): { title: string; isPublished: boolean } | 'missing' | null;
  /** The origin of the site, which links may name. */
  origin?: string;
}

/** The links of a text, without those to other sites. */
interface TextLinks {
  links: readonly { href: string; text: string }[];
  /** The ids of the headings of the text. */
  headings: ReadonlySet<string>;
}

/** The links and headings of a text, also those of its blocks. */
export function linksIn(text: string): TextLinks {
  const links: { href: string; text: string }[] = [];
  let open: { href: string; text: string } | null = null;
  const read = (token: ReturnType<typeof markdownTokens>[number]): void => {
    if (token.type === 'link_open') open = { href: String(token.attrGet('href')), text: '' };
    else if (token.type === 'link_close' && open) {
      links.push(open);
      open = null;
    } else if (token.type === 'demo') links.push({ href: demoBlockHref(token.meta), text: '' });
    else if (token.children && token.content === '') token.children.forEach(read);
    else if (token.type === 'inline') token.children?.forEach(read);
    else if (open) open.text += token.content;
  };
  markdownTokens(text).forEach(read);
  return { links, headings: headingIds(text) };
}

const demoBlockHref = (meta: unknown): string => formatDocumentLink({ kind: 'demo', id: (meta as { id: string }).id });

/** The ids of the headings of a text. */
const headingIds = (text: string): ReadonlySet<string> =>
  new Set(
    parseMarkdown(text)
      .headings()
      .map(({ id }) => id),
  );

/** The references of links that name a part of another page. */
export const anchoredPages = ({ links }: TextLinks): DocumentReference[] => [
  ...new Set(
    links.flatMap(({ href }) => {
      const link = parseDocumentLink(href);
      return link?.kind === 'page' && link.anchor !== '' ? [referenceTo(link)] : [];
    }),
  ),
];

// Files and the site's own addresses, which are no documents.
const ownPath = /^\/(?:admin|assets|search|staff)(?:\/|$)|\.[a-z\d]{2,5}$/i;

/**
 * The path of a link to a page of the site, also of one that names the site's origin or is relative to the page with the
 * text; null for other links.
 */
function sitePath(href: string, kind: LinkingKind, origin: string): string | null {
  if (href.startsWith('#') || parseDocumentLink(href) !== null) return null;
  const url = URL.parse(href, new URL(kind === 'page' ? sitePaths.page('page') : sitePaths.home, origin));
  const path = url?.origin === new URL(origin).origin ? normalizePath(url.pathname) : null;
  return path === null || ownPath.test(path) ? null : path;
}

const someOrigin = 'https://site.invalid';

/** The paths of the site that links lead to. */
const linkedPaths = ({ links }: TextLinks, kind: LinkingKind, origin: string): string[] => [
  ...new Set(links.flatMap(({ href }) => sitePath(href, kind, origin) ?? [])),
];

/** The problems of a text's links, in order. */
export function linkProblems({ links, headings }: TextLinks, kind: LinkingKind, known: KnownTargets): LinkProblem[] {
  const problemOf = (href: string): Pick<LinkProblem, 'problem' | 'title'> | null => {
    const link = parseDocumentLink(href);
    if (link === null) return anchorProblem(href) ?? pathProblem(href);
    const target = known.find(referenceTo(link));
    if (target === null) return { problem: 'missing', title: null };
    if (!target.isPublished) return { problem: 'unpublished', title: target.title };
    if (link.anchor === '') return null;
    // The page of a demo has no headings.
    const ids = link.kind === 'demo' ? new Set<string>() : known.headings(referenceTo(link));
    return ids === null || ids.has(readableAnchor(link.anchor)) ? null : { problem: 'anchor', title: target.title };
  };
  const pathProblem = (href: string): Pick<LinkProblem, 'problem' | 'title'> | null => {
    const path = sitePath(href, kind, known.origin ?? someOrigin);
    const target = path === null ? null : (known.at?.(path) ?? null);
    if (target === 'missing') return { problem: 'nowhere', title: null };
    return target?.isPublished === false ? { problem: 'unpublished', title: target.title } : null;
  };
  const anchorProblem = (href: string): Pick<LinkProblem, 'problem' | 'title'> | null => {
    const [, path, anchor] = /^(\/?)#(.+)$/s.exec(href) ?? [];
    if (anchor === undefined) return null;
    const isOwn = path === '' && kind === 'page';
    return (isOwn ? headings : known.homepage).has(readableAnchor(anchor))
      ? null
      : { problem: 'anchor', title: isOwn ? 'this page' : 'the homepage' };
  };
  return links.flatMap(({ href, text }) => {
    const found = problemOf(href);
    return found === null ? [] : [{ href, text, ...found }];
  });
}

/** A sentence about a problem. */
export function problemText({ href, text, problem, title }: LinkProblem): string {
  const name = text.trim() === '' ? href : `“${text.trim()}”`;
  if (problem === 'missing') return `${name} links to a document that does not exist.`;
  if (problem === 'nowhere') return `${name} links to ${href}, where there is no page.`;
  if (problem === 'unpublished') return `${name} links to “${title ?? ''}”, which is not published.`;
  const anchor = readableAnchor(href.slice(href.indexOf('#') + 1));
  return `${name} links to the part “${anchor}”, which ${quoted(title ?? '')} does not have.`;
}

const quoted = (title: string): string => (/^(this page|the homepage)$/.test(title) ? title : `“${title}”`);

interface CheckedText {
  text: string;
  kind: LinkingKind;
}

/** The problems of a text's links. */
function useLinkProblems({ text, kind }: CheckedText): readonly LinkProblem[] {
  const store = useDocumentStore();
  const { siteOrigin } = useFirebase().config;
  const links = useMemo(() => linksIn(text), [text]);
  const pages = useMemo(() => anchoredPages(links), [links]);
  const headings = useQueries({
    queries: pages.map((reference) => headingsQuery(store, reference)),
    combine: (results) => results.map(({ data }) => data?.map(({ id }) => id) ?? null),
  });
  const { targets, homepage } = useLinkTargets();
  const byPath = useMemo(
    () =>
      new Map(
        targets?.flatMap((target) => {
          const slug = /^page:/.test(target.href) ? target.path.slice(sitePaths.page('').length) : null;
          return [target.path, ...(slug === null ? [] : [sitePaths.shortPage(slug)])].map(
            (path) => [path, target] as const,
          );
        }),
      ),
    [targets],
  );
  const unknown = useMemo(
    () => (targets === null ? [] : linkedPaths(links, kind, siteOrigin).filter((path) => !byPath.has(path))),
    [targets, links, kind, siteOrigin, byPath],
  );
  const redirected = useQueries({
    queries: unknown.map((path) => redirectedQuery(store, path)),
    combine: (results) => results.map(({ data }) => data),
  });
  const byReference = useMemo(
    () => new Map(targets?.flatMap((target) => (target.reference ? [[target.reference, target]] : []))),
    [targets],
  );
  return useMemo(() => {
    if (targets === null) return [];
    const ids = new Map(pages.map((reference, index) => [reference, headings[index] ?? null]));
    return linkProblems(links, kind, {
      find: (reference) => byReference.get(reference) ?? null,
      headings: (reference) => {
        const known = ids.get(reference);
        return known ? new Set(known) : null;
      },
      homepage,
      origin: siteOrigin,
      at: (path) => {
        const target = byPath.get(path);
        if (target) return target;
        return redirected[unknown.indexOf(path)] === false ? 'missing' : null;
      },
    });
  }, [links, kind, siteOrigin, targets, byReference, byPath, unknown, redirected, pages, headings, homepage]);
}

const effect = 'Visitors see text in place of a link to a missing or unpublished document.';

interface LinkNotesProps extends CheckedText {
  /** Marks links with these targets in the text. */
  onMark: (hrefs: readonly string[]) => void;
}

/** The list of links below a text that visitors cannot follow. It never prevents publishing. */
export default function LinkNotes({ text, kind, onMark }: LinkNotesProps) {
  const problems = useLinkProblems({ text, kind });
  useEffect(() => {
    onMark(problems.map(({ href }) => href));
    return () => onMark([]);
  }, [problems, onMark]);
  return (
    <Box role="status" data-link-problems="" mt="1.5" _empty={{ display: 'none' }}>
      {problems.length > 0 && <Problems problems={problems} />}
    </Box>
  );
}

function Problems({ problems }: { problems: readonly LinkProblem[] }) {
  return (
    <Note kind="warning">
      <Text fontWeight="medium">{`${counted(problems.length, 'link')} to check`}</Text>
      <chakra.ul listStyleType="none" aria-label="Links to check">
        {problems.map((problem, index) => (
          <li key={`${index} ${problem.href}`}>{problemText(problem)}</li>
        ))}
      </chakra.ul>
      {problems.some(({ problem }) => problem !== 'anchor') && <Text color="fg.muted">{effect}</Text>}
    </Note>
  );
}

/** The links to check before publishing: their number, or as a list. */
export function LinkWarning({ isList, ...checked }: CheckedText & { isList: boolean }) {
  const problems = useLinkProblems(checked);
  if (problems.length === 0) return null;
  if (isList) return <Problems problems={problems} />;
  return <chakra.span color="fg.warning">{` · ${counted(problems.length, 'link')} to check`}</chakra.span>;
}
