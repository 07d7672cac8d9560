import type { Problem } from '@frontage/model/build-state';
import { embedPath } from '@frontage/model/changes/write';
import { embedKind, kindOf } from '@frontage/model/kinds/kinds';
import { invalid } from '@frontage/model/messages';
import { collections, sitePaths } from '@frontage/model/paths';
import type { Receipt } from '../plan/plan.ts';
import { type ContentProblem, hasSearchAddress } from '../sync/compose.ts';
import type { ContentState } from '../sync/content-state.ts';
import type { Files } from './files.ts';
import { redirectLoops, redirectPath } from './redirects.ts';

export type Problems = ReadonlyMap<string, readonly ContentProblem[]>;

interface Found {
  /** Origin at which the site is served. */
  origin: string;
  content: ContentState;
  files: Files;
  /** Receipts of routes that could not be rendered. */
  failed: Iterable<Receipt>;
  /** Messages on images that could not be used, by document. */
  images: ReadonlyMap<string, readonly string[]>;
}

/**
 * The problems that keep documents or fields off the site, by document path, or by route if a route has no document.
 */
export function collectProblems({ origin, content, files, failed, images }: Found): Problems {
  const problems = new Map<string, ContentProblem[]>();
  const add = (problem: ContentProblem): void => {
    const found = problems.get(problem.document);
    if (found) found.push(problem);
    else problems.set(problem.document, [problem]);
  };
  for (const found of content.invalid.values()) for (const problem of found) add({ ...problem, excludes: true });
  for (const problem of content.composition.problems) add(problem);
  for (const problem of loopProblems(content, { files, origin })) add(problem);
  for (const problem of blockedSearch(content)) add(problem);
  for (const { route, document, failure } of failed) {
    if (failure !== null) add({ document: document ?? route, field: null, message: failure, excludes: true });
  }
  for (const [document, messages] of images) {
    for (const message of messages) add({ document, field: null, message, excludes: false });
  }
  return problems;
}

/** The problem of a page with the address of the search, which could have it before the address was reserved. */
function blockedSearch({ composition: { pages, settings } }: ContentState): ContentProblem[] {
  if (!settings.visitors.search_enabled || !hasSearchAddress(pages)) return [];
  const { id } = pages.published.get(sitePaths.search.slice(1)) ?? {};
  return [
    {
      document: `${collections.pages}/${String(id)}`,
      field: 'slug',
      message: invalid.searchAddressTaken,
      excludes: false,
    },
  ];
}

// A long chain is abbreviated.
const shownInLoop = 6;

/** The problems of redirect loops. Rules and the form prevent loops, so only other writes create them. */
function loopProblems(
  { composition: { addresses, values } }: ContentState,
  { files, origin }: Pick<Found, 'files' | 'origin'>,
): ContentProblem[] {
  const loops = redirectLoops(addresses, origin);
  if (loops.length === 0) return [];
  const ids = new Map([...values.redirects].sort(([a], [b]) => (a < b ? 1 : -1)).map(([id, { from }]) => [from, id]));
  const isFile = (address: string): boolean =>
    [address, redirectPath(address)].some((path) => files.get(path)?.redirect === undefined && files.has(path));
  return loops.flatMap(({ from, chain }): ContentProblem[] => {
    if (chain.some(isFile)) return [];
    const shown = chain.length > shownInLoop ? [...chain.slice(0, shownInLoop - 1), '…', chain.at(-1)] : chain;
    const message = `${invalid.redirectLoop}: ${shown.join(' → ')}. Change the target of one of these redirects`;
    return [{ document: `${collections.redirects}/${ids.get(from) ?? ''}`, field: 'to', message, excludes: true }];
  });
}

/** The problems of one document; a demo's include its embed code, which editors see as one of its fields. */
export function problemsOf(document: string, problems: Problems): readonly ContentProblem[] {
  const own = problems.get(document) ?? [];
  const [collection = '', id = ''] = document.split('/', 2);
  if (embedKind === null || kindOf(collection) !== embedKind) return own;
  return [...own, ...(problems.get(embedPath(id)) ?? [])];
}

/** The problems in one list, without internal fields. */
export const reportOf = (problems: Iterable<readonly ContentProblem[]>): Problem[] =>
  [...problems].flat().map(({ document, field, message }) => ({ document, field, message }));
