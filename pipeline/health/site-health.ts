import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { HealthCounts } from '@frontage/model/build-state';
import { type SiteConfig, siteOrigin } from '@frontage/model/content';
import {
  addedFindings,
  compareFindings,
  type ExternalCheck,
  type Finding,
  type HealthAnswer,
  mostFindings,
  type Severity,
  severityOf,
  sortFindings,
} from '@frontage/model/health';
import { filesOf } from '../plan/routes.ts';
import type { FileEntry, Files } from '../site/files.ts';
import { shownContent, type Site } from '../site/site.ts';
import { changedKeys } from '../sync/patched-map.ts';
import { checkAddresses, type RequestAddress } from './external-links.ts';
import { type CheckedSite, type FindingChanges, frameOf, type KnownPage, openHealthIndex } from './health-index.ts';
import type { PageFacts, ReadInThread } from './page-facts.ts';

/** Results that can be computed again. Their loss costs time only, except for the results of other sites. */
export interface HealthStore {
  /** The facts of a page by the hash of its bytes. */
  page(hash: string): KnownPage | null;
  setPages(pages: ReadonlyMap<string, KnownPage>): void;
  /** Removes the facts of all other pages. */
  keepPages(hashes: ReadonlySet<string>): void;
  /** Failures of links to other sites by address; null for a link that works. */
  external(): { failures: ReadonlyMap<string, string | null>; checkedAt: string | null };
  setExternal(failures: ReadonlyMap<string, string | null>, checkedAt: string | null): void;
  close(): void;
}

/** Validates the HTML of one page at a time. */
export interface Validator {
  validate(html: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface HealthPorts {
  store: HealthStore;
  /** Reads large pages. */
  readInThread: ReadInThread;
  /** Null to validate no HTML. */
  validator: Validator | null;
  request: RequestAddress;
  /** Milliseconds between two requests to one host. */
  requestDelay: number;
  /** Milliseconds after which links to other sites are checked again; null to check them on request only. */
  externalEvery: number | null;
}

interface SiteHealthOptions extends Omit<HealthPorts, 'readInThread'> {
  site: () => Site;
  read: (file: FileEntry) => Promise<Uint8Array>;
  /** The facts of a page's HTML. */
  readPage: (html: string) => Promise<PageFacts>;
  config: SiteConfig;
  /** Whether a release is being made, which must not wait for checks. */
  isBusy: () => boolean;
  now: () => Date;
  /** Called when the number of findings has changed. */
  onCounts: (counts: HealthCounts) => void;
  onError: (error: unknown) => void;
}

/** Checks the live site in the background. */
export interface SiteHealth {
  /** Checks the changes since the last call, once no release is being made. */
  wake(): void;
  /** Checks everything that is not checked yet, and resolves at the end. */
  settle(): Promise<void>;
  report(): HealthAnswer;
  /** All findings of the last check. */
  findings(): readonly Finding[];
  /** The findings that a simulated site would add; null while the live site itself is not completely checked. */
  added(simulated: SimulatedPages): Finding[] | null;
  /** Starts a check of links to other sites, if none runs. */
  checkExternal(): ExternalCheck;
  close(): Promise<void>;
}

/** A site that is not published: its content, its files, and the facts of changed pages (undefined: removed). */
interface SimulatedPages extends Pick<CheckedSite, 'files' | 'receipts' | 'shown'> {
  pages: ReadonlyMap<string, KnownPage | undefined>;
  /** Whether `pages` lacks some changed pages. Their previous content is checked with the header and footer of the others. */
  isPartial: boolean;
}

const sliceMs = 8;
// Edits often come in quick succession.
const quietTime = 100;
const pagesAtOnce = 200;
const everyHour = 3_600_000;

export function openSiteHealth(options: SiteHealthOptions): SiteHealth {
  const { site, read, config, isBusy, now, validator } = options;
  // Opened on first use: most commands do not need it.
  let opened: HealthStore | null = null;
  const store = (): HealthStore => {
    if (opened === null) {
      opened = options.store;
      const { failures, checkedAt } = opened.external();
      external.checked_at = checkedAt;
      index.setExternal(new Map([...failures].map(([url, failure]) => [url, failure ?? undefined])));
    }
    return opened;
  };
  const index = openHealthIndex();
  const closing = new AbortController();
  const external: ExternalCheck = { running: false, done: 0, total: 0, checked_at: null, offline: false };
  const notValidated = new Map<string, FileEntry>();
  let checked: { files: Files; release: string | null; at: string } | null = null;
  let report: readonly Finding[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0, notice: 0 };
  let toldCounts = '';
  let unread = 0;
  let isCurrent = false;
  let isWanted = false;
  let isSettling = false;
  let running: Promise<void> | null = null;
  let externalRun: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let weekly: NodeJS.Timeout | undefined;
  let sliceEnd = 0;

  /** Lets other work run, and a release end. Returns false once the pipeline closes. */
  const yieldWhenDue = async (): Promise<boolean> => {
    if (performance.now() > sliceEnd) {
      await nextTurn();
      while (isBusy() && !closing.signal.aborted) await wait(20);
      sliceEnd = performance.now() + sliceMs;
    }
    return !closing.signal.aborted;
  };

  const checkedSite = (parts: Pick<CheckedSite, 'files' | 'receipts' | 'shown'>): CheckedSite => ({
    ...parts,
    origin: siteOrigin({ settings: parts.shown.composition.settings, config }),
    otherOrigins: [config.adminOrigin, config.embedOrigin].map((origin) => new URL(origin).origin),
  });

  const textOf = async (file: FileEntry): Promise<string> => new TextDecoder().decode(await read(file));

  /** Reads the changed pages, and marks the findings that depend on them. Returns false if the pipeline closes. */
  const checkChanges = async (): Promise<boolean> => {
    const target = site();
    const { files } = target;
    const routes = changedRoutes(checked?.files ?? new Map<string, FileEntry>(), files);
    const pages = new Map<string, KnownPage | undefined>();
    let fresh = new Map<string, KnownPage>();
    unread = routes.length;
    for (const route of routes) {
      if (!(await yieldWhenDue())) return false;
      const file = pageFile(route, files);
      const known = file && store().page(file.hash);
      const page: KnownPage | undefined = file && (known ?? (await options.readPage(await textOf(file))));
      if (file && page && !known) fresh.set(file.hash, page);
      pages.set(route, page);
      if (file && page && page.invalid === undefined) notValidated.set(route, file);
      else notValidated.delete(route);
      unread -= 1;
      if (fresh.size >= pagesAtOnce) {
        store().setPages(fresh);
        fresh = new Map();
      }
    }
    store().setPages(fresh);
    isCurrent = false;
    const applied = [...pages];
    const first = new Map(applied.splice(0, pagesAtOnce));
    index.apply({ site: checkedSite({ ...target, shown: shownContent(target) }), pages: first });
    while (applied.length > 0) {
      if (!(await yieldWhenDue())) return false;
      index.apply({ pages: new Map(applied.splice(0, pagesAtOnce)) });
    }
    const isFirst = checked === null;
    checked = { files, release: target.head?.release ?? null, at: now().toISOString() };
    if (isFirst) store().keepPages(new Set([...files.values()].map(({ hash }) => hash)));
    return true;
  };

  const finishChecks = async (): Promise<boolean> => {
    while (!index.check(sliceMs)) if (!(await yieldWhenDue())) return false;
    isCurrent = true;
    updateReport();
    const text = JSON.stringify(counts);
    if (text !== toldCounts && checked) {
      toldCounts = text;
      options.onCounts({ ...counts, release: checked.release, at: checked.at });
    }
    return true;
  };

  /** Takes the findings of the index into the report, once it is completely checked. */
  const updateReport = (): void => {
    const changes = index.takeChanges();
    for (const found of changes.removed) counts[severityOf(found)] -= 1;
    for (const found of changes.added) counts[severityOf(found)] += 1;
    report = changedFindings(report, changes);
  };

  /** Validates pages until there are new changes. Rests as long as it works, because validation takes long. */
  const validatePages = async (): Promise<boolean> => {
    for (const [route, file] of notValidated) {
      if (!(await yieldWhenDue())) return false;
      if (isWanted) return true;
      const began = performance.now();
      const invalid = await validator?.validate(await textOf(file));
      const page = index.page(route);
      if (notValidated.get(route) !== file || page === undefined) continue;
      notValidated.delete(route);
      const known = { ...page, invalid: invalid ?? [] };
      store().setPages(new Map([[file.hash, known]]));
      index.apply({ pages: new Map([[route, known]]) });
      if (!isSettling)
        await wait(performance.now() - began, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    return finishChecks();
  };

  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        if (!((await checkChanges()) && (await finishChecks()))) return;
        if (validator !== null && !(await validatePages())) return;
      }
    } catch (error) {
      if (!closing.signal.aborted) options.onError(error);
    }
  };

  const start = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (site().head?.release == null) return Promise.resolve();
    isWanted = true;
    running ??= run().finally(() => (running = null));
    return running;
  };

  const checkExternal = (): ExternalCheck => {
    if (external.running || checked === null) return { ...external };
    const urls = index.externalLinks();
    Object.assign(external, { running: true, done: 0, total: urls.length });
    const known = store().external().failures;
    const results = new Map<string, string | null>();
    let offline = 0;
    externalRun = checkAddresses(urls, {
      request: options.request,
      delay: options.requestDelay,
      signal: closing.signal,
      onResult: (url, failure) => {
        external.done += 1;
        if (failure !== 'offline') results.set(url, failure);
        else if ((offline += 1) && known.has(url)) results.set(url, known.get(url) ?? null);
      },
    })
      .then(async () => {
        if (closing.signal.aborted) return;
        external.offline = offline > 0 && offline === urls.length;
        if (!external.offline) external.checked_at = now().toISOString();
        store().setExternal(results, external.checked_at);
        index.setExternal(new Map([...results].map(([url, failure]) => [url, failure ?? undefined])));
        await start();
      })
      .catch((error: unknown) => options.onError(error))
      .finally(() => (external.running = false));
    return { ...external };
  };

  const checkWeekly = (): void => {
    const { externalEvery } = options;
    if (externalEvery === null || checked === null) return;
    const last = external.checked_at === null ? 0 : Date.parse(external.checked_at);
    if (now().getTime() - last >= externalEvery) checkExternal();
  };

  return {
    wake: () => {
      if (closing.signal.aborted) return;
      weekly ??= setInterval(checkWeekly, everyHour).unref();
      isWanted = true;
      timer ??= setTimeout(() => void start(), quietTime).unref();
    },
    settle: async () => {
      isSettling = true;
      while (!closing.signal.aborted) {
        await start();
        if (!isWanted) break;
      }
      isSettling = false;
    },
    report: () => ({
      findings: report.slice(0, mostFindings),
      total: report.length,
      release: checked?.release ?? null,
      checked_at: checked?.at ?? null,
      waiting: unread + (validator === null ? 0 : notValidated.size),
      external: { ...external },
    }),
    findings: () => report,
    added: ({ pages, isPartial, ...simulated }) => {
      const { files, receipts, content, pinned } = site();
      if (!isCurrent || checked?.files !== files) return null;
      index.check();
      updateReport();
      const live = checkedSite({ files, receipts, shown: shownContent({ content, pinned }) });
      const known = new Map([...pages.keys()].map((route) => [route, index.page(route)]));
      const replaced = isPartial ? framesReplaced(known, pages) : [];
      index.apply({ site: checkedSite(simulated), pages, replacedFrames: replaced });
      index.check();
      // Invalid HTML is found after publishing only.
      const changes = index.takeChanges();
      index.apply({ site: live, pages: known, replacedFrames: [] });
      index.check();
      const restored = index.takeChanges();
      report = changedFindings(report, { removed: changes.removed, added: restored.added });
      // Findings that a second subject has, too, are not new.
      const paths = new Set(changes.added.map(({ path }) => path));
      return addedFindings(
        report.filter(({ path }) => paths.has(path)),
        sortFindings(changes.added),
      );
    },
    checkExternal,
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      clearInterval(weekly);
      await validator?.close();
      await Promise.all([running, externalRun]);
      opened?.close();
    },
  };
}

/** A sorted list of findings after changes of some of them, which costs far less than to sort all again. */
function changedFindings(sorted: readonly Finding[], { removed, added }: FindingChanges): readonly Finding[] {
  if (removed.size === 0 && added.length === 0) return sorted;
  const changed: Finding[] = [];
  const fresh = sortFindings(added);
  let at = 0;
  for (const found of sorted) {
    if (removed.has(found)) continue;
    for (let next = fresh[at]; next && compareFindings(next, found) < 0; next = fresh[++at]) changed.push(next);
    changed.push(found);
  }
  return [...changed, ...fresh.slice(at)];
}

/** The frames that pages had before and have no more: pages that were not rendered again still have them. */
function framesReplaced(
  before: ReadonlyMap<string, KnownPage | undefined>,
  now: ReadonlyMap<string, KnownPage | undefined>,
): string[] {
  const kept = new Set([...now.values()].map((page) => page && frameOf(page)));
  const frames = [...now.keys()].flatMap((route) => {
    const [old, next] = [before.get(route), now.get(route)];
    return old && next ? [frameOf(old)] : [];
  });
  return [...new Set(frames)].filter((frame) => !kept.has(frame));
}

/** The routes of pages whose file differs. */
export function changedRoutes(before: Files, after: Files): string[] {
  const routes = new Set<string>();
  for (const path of changedKeys(before, after)) {
    for (const file of [before.get(path), after.get(path)]) if (file && isPage(file)) routes.add(file.route);
  }
  return [...routes];
}

const isPage = (file: FileEntry): file is FileEntry & { route: string } =>
  file.route !== null && file.contentType.startsWith('text/html');

function pageFile(route: string, files: Files): FileEntry | undefined {
  const file = files.get(filesOf(route)[0] ?? '');
  return file && isPage(file) && file.route === route ? file : undefined;
}
