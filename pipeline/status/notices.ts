import type { DocumentState, HealthCounts, PipelineState, Problem, ReleaseDocument } from '@frontage/model/build-state';
import { documentPath } from '@frontage/model/changes/write';
import { embedKind, kindOf, kinds, pathOf, pathsOf } from '@frontage/model/kinds/kinds';
import { buildStateId, collections, sitePaths } from '@frontage/model/paths';
import type { Receipt } from '../plan/plan.ts';
import { type Composition, shownDocument } from '../sync/compose.ts';
import { type DocumentChange, isPublicValue } from '../sync/content-state.ts';
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
  if (collection !== collections.demoEmbeds || embedKind === null) return [document];
  return [document, documentPath(embedKind, id)];
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
  const kind = collection === collections.demoEmbeds ? embedKind : kindOf(collection);
  if (kind !== null) {
    const own = shownDocument(documentPath(kind, id), shown);
    if (own) return existing(pathOf(own.kind, own.slug), pathsOf(own.kind, own.slug).at(-1));
    const { shownOn } = kinds[kind];
    return shownOn !== undefined && isPublicValue(shown.values[kinds[kind].collection].get(id))
      ? existing(shownOn)
      : null;
  }
  // A redirect shows no document. A setting, or its default, shows on every page.
  const isAddress = collection === collections.slugs || collection === collections.redirects;
  return isAddress ? null : existing(sitePaths.home);
}
