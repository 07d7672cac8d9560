import type { DocumentState, HealthCounts, PipelineState, Problem, ReleaseDocument } from '@frontage/model/build-state';
import { buildStateId, collections, sitePaths } from '@frontage/model/paths';
import type { Receipt } from '../plan/plan.ts';
import type { Composition } from '../sync/compose.ts';
import type { DocumentChange } from '../sync/content-state.ts';
import { type Problems, problemsOf, reportOf } from '../site/problems.ts';
import { changedKeys } from '../sync/patched-map.ts';
import type { StoredDocument } from '../sync/stored-document.ts';
import { shownContent, type Site } from '../site/site.ts';
import type { Head, Notice, ReleaseRecord } from '../site/store.ts';
import { filesOf } from '../plan/routes.ts';
import type { Files } from '../site/files.ts';

interface HandledStep {
  changes: readonly DocumentChange[];
  before: Pick<Site, 'head' | 'problems' | 'pinned'>;
  after: Pick<Site, 'content' | 'problems' | 'pinned' | 'files'> & { head: Head };
  /** Receipts of routes whose render failed in this step. */
  failures: readonly Receipt[];
  release: ReleaseRecord | null;
  at: string;
  ms: number;
}

/** The status documents of a step: changed documents and problems, the release and the overall state. */
export function noticesOf(handled: HandledStep): Notice[] {
  const { changes, before, after, release, at } = handled;
  // Content older than the pipeline needs no status.
  const changed = new Set(before.head?.release == null ? [] : changes.map(({ path }) => path));
  const differing = differingKeys(before.problems, after.problems);
  const shown = shownContent(after).composition;
  const reported = new Set([...changed, ...differing, ...pinAffected(handled)].flatMap(withDemo));
  return [
    ...[...reported]
      .filter(isDocument)
      .map((document) => documentNotice(document, changed.has(document), { ...handled, shown })),
    ...(release === null ? [] : [releaseNotice(release)]),
    pipelineNotice({ state: 'idle', at, ...after }),
  ];
}

/** Documents whose visible version changes because the site was pinned or unpinned. */
function pinAffected({ before, after }: HandledStep): string[] {
  if (before.head?.pin === after.head.pin) return [];
  const now = after.content.documents;
  return [before.pinned, after.pinned].flatMap((pinned) => {
    if (pinned === null) return [];
    const then = pinned.content.documents;
    return changedKeys(then, now).filter((path) => revOf(then.get(path)) !== revOf(now.get(path)));
  });
}

function documentNotice(
  document: string,
  isChanged: boolean,
  { after, shown, failures, at, ms }: HandledStep & { shown: Composition },
): Notice {
  const { head } = after;
  const rev = revOf(after.content.documents.get(document));
  // A failure of a page without a document may be caused by any document that the step changed.
  const shared = isChanged ? failures.filter((receipt) => receipt.document === null) : [];
  const own = [
    ...problemsOf(document, after.problems),
    ...shared.flatMap(({ route }) => after.problems.get(route) ?? []),
  ];
  const pinProblems = head.pin !== null && rev !== null ? [pinned(document, head.pin)] : [];
  const isLive = pinProblems.length === 0 && own.every(({ excludes }) => !excludes);
  const problems = [...reportOf([own]), ...pinProblems];
  const release = head.release ?? '';
  const shown_at = shownAt(document, { shown, files: after.files });
  const state: DocumentState = {
    document,
    rev,
    state: isLive ? 'live' : 'failed',
    shown_at,
    release,
    at,
    ms,
    problems,
  };
  const [collection = '', id = ''] = document.split('/', 2);
  return notice(buildStateId(collection, id), state);
}

function revOf(stored: StoredDocument | undefined): number | null {
  const rev = stored?.marks['rev'];
  return typeof rev === 'number' && Number.isInteger(rev) ? rev : null;
}

interface PipelineNoticeInput
  extends Pick<PipelineState, 'state' | 'at'>, Partial<Pick<PipelineState, 'progress' | 'failure'>> {
  head: Pick<Head, 'release' | 'pin'> | null;
  problems: Problems;
}

// Enough to act on; the whole list is in the pipeline's status.
const reportedProblems = 100;

/** The status document of the whole pipeline, which all staff can read. */
export function pipelineNotice({
  state,
  head,
  at,
  problems: all,
  progress = null,
  failure = null,
}: PipelineNoticeInput): Notice {
  const problems = reportOf(all.values()).slice(0, reportedProblems);
  const pin = head?.pin ?? null;
  const release = head?.release ?? null;
  return notice('current', { state, release, pinned: pin !== null, pinned_to: pin, at, progress, failure, problems });
}

/** `build_state/health`: the numbers of findings about the live site. */
export const healthNotice = (counts: HealthCounts): Notice => ({
  path: `${collections.buildState}/health`,
  data: { ...counts },
});

function releaseNotice({ id, createdAt, added, changed, removed, ms, documents, size }: ReleaseRecord): Notice {
  const { pages = null, bytes = null } = size ?? {};
  const release: ReleaseDocument = { id, created_at: createdAt, added, changed, removed, ms, pages, bytes, documents };
  return { path: `${collections.releases}/${id}`, data: { ...release } };
}

const notice = (id: string, { problems, ...state }: DocumentState | PipelineState): Notice => ({
  path: `${collections.buildState}/${id}`,
  data: { ...state, problems: problems.map((problem) => ({ ...problem })) },
});

const pinned = (document: string, release: string): Problem => ({
  document,
  field: null,
  message: `The site is pinned to release ${release}; changes show once it is released`,
});

/** Editors follow a demo, not its embed code's document. */
function withDemo(document: string): string[] {
  const [collection, id = ''] = document.split('/', 2);
  return collection === collections.demoEmbeds ? [document, `${collections.demos}/${id}`] : [document];
}

/** Whether a key names a document with its own notice. Routes start with a slash; slug records are not edited alone. */
const isDocument = (document: string): boolean => !document.startsWith('/') && !document.startsWith(slugs);
const slugs = `${collections.slugs}/`;

/** The keys whose problems differ. */
function differingKeys(before: Problems, after: Problems): string[] {
  const text = (problems: Problems, key: string): string => JSON.stringify(problems.get(key) ?? []);
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => text(before, key) !== text(after, key));
}

/** The address at which visitors find a document; null if it is not shown. */
function shownAt(document: string, { shown, files }: { shown: Composition; files: Files }): string | null {
  const [collection = '', id = ''] = document.split('/', 2);
  const existing = (route: string, address = route) =>
    filesOf(route).some((file) => files.has(file)) ? address : null;
  switch (collection) {
    case collections.pages: {
      const slug = ownSlug(id, shown.values.pages, shown.pages.published);
      return slug === null ? null : existing(sitePaths.page(slug), sitePaths.shortPage(slug));
    }
    case collections.demos:
    case collections.demoEmbeds: {
      const slug = ownSlug(id, shown.values.demo_pages, shown.demos.published);
      return slug === null ? null : existing(sitePaths.demo(slug));
    }
    case collections.sections: {
      const section = shown.sections.get(id);
      return section?.is_published && section.is_visible ? existing(sitePaths.home) : null;
    }
    // A redirect shows no document.
    case collections.slugs:
    case collections.redirects:
      return null;
    default:
      // A setting, or its default, shows on every page.
      return existing(sitePaths.home);
  }
}

/** The slug of a document; null if the document is missing or another one holds the slug. */
function ownSlug(
  id: string,
  documents: ReadonlyMap<string, { slug: string }>,
  holders: ReadonlyMap<string, { id: string }>,
): string | null {
  const slug = documents.get(id)?.slug;
  return slug !== undefined && holders.get(slug)?.id === id ? slug : null;
}
