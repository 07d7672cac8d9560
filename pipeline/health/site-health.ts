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
import { ExternalLinkCheck, type RequestAddress } from './external-links.ts';
import { type FindingChanges, HealthIndex } from './health-index.ts';
import type { HealthStore } from './health-store.ts';
import type { PageFacts, ReadInThread } from './page-facts.ts';
import { type CheckedSite, frameOf, type KnownPage } from './site-facts.ts';

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
  /** The steps that make releases, which must not wait for checks. */
  steps: { isBuilding(): boolean };
  now: () => Date;
  /** Called when the number of findings has changed. */
  onCounts: (counts: HealthCounts) => void;
  onError: (error: unknown) => void;
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

/** The state of the site that was checked last. */
interface CheckedRelease {
  files: Files;
  release: string | null;
  at: string;
}

/** Checks the live site in the background. */
export class SiteHealth {
  readonly #options: SiteHealthOptions;
  readonly #index = new HealthIndex();
  readonly #report = new FindingReport();
  readonly #closing = new AbortController();
  readonly #external: ExternalLinkCheck;
  // Pages to validate.
  readonly #notValidated = new Map<string, FileEntry>();
  // Opened on first use: most commands do not need it.
  #store: HealthStore | null = null;
  #checked: CheckedRelease | null = null;
  #toldCounts = '';
  #unread = 0;
  #isCurrent = false;
  #isWanted = false;
  #isSettling = false;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #weekly: NodeJS.Timeout | undefined;
  #sliceEnd = 0;

  constructor(options: SiteHealthOptions) {
    this.#options = options;
    const { signal } = this.#closing;
    this.#external = new ExternalLinkCheck({ ...options, index: this.#index, signal, onChecked: () => this.#start() });
  }

  /** Checks the changes since the last call, once no release is being made. */
  wake(): void {
    if (this.#closing.signal.aborted) return;
    this.#weekly ??= setInterval(() => this.#checkWeekly(), everyHour).unref();
    this.#isWanted = true;
    this.#timer ??= setTimeout(() => void this.#start(), quietTime).unref();
  }

  /** Checks everything that is not checked yet, and resolves at the end. */
  async settle(): Promise<void> {
    this.#isSettling = true;
    while (!this.#closing.signal.aborted) {
      await this.#start();
      if (!this.#isWanted) break;
    }
    this.#isSettling = false;
  }

  report(): HealthAnswer {
    const findings = this.#report.findings();
    return {
      findings: findings.slice(0, mostFindings),
      total: findings.length,
      release: this.#checked?.release ?? null,
      checked_at: this.#checked?.at ?? null,
      waiting: this.#unread + (this.#options.validator === null ? 0 : this.#notValidated.size),
      external: this.#external.status(),
    };
  }

  /** All findings of the last check. */
  findings(): readonly Finding[] {
    return this.#report.findings();
  }

  /** The findings that a simulated site would add; null while the live site itself is not completely checked. */
  added({ pages, isPartial, ...simulated }: SimulatedPages): Finding[] | null {
    if (!this.#isCurrent || this.#checked?.files !== this.#options.site().files) return null;
    this.#index.check();
    this.#report.update(this.#index.takeChanges());
    const branch = this.#index.branch();
    const replacedFrames = isPartial ? framesReplaced(this.#index, pages) : [];
    branch.apply({ site: this.#checkedSite(simulated), pages, replacedFrames });
    branch.check();
    // Invalid HTML is found after publishing only.
    const { added } = branch.takeChanges();
    // Findings that a second subject has, too, are not new.
    const paths = new Set(added.map(({ path }) => path));
    const known = this.#report.findings().filter(({ path }) => paths.has(path));
    return addedFindings(known, sortFindings(added));
  }

  /** Starts a check of links to other sites, if none runs. */
  checkExternal(): ExternalCheck {
    if (this.#checked !== null) this.#external.start(this.#openStore());
    return this.#external.status();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#weekly);
    await this.#options.validator?.close();
    await Promise.all([this.#running, this.#external.ended()]);
    this.#store?.close();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#options.site().head?.release == null) return Promise.resolve();
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        if (!((await this.#checkChanges()) && (await this.#finishChecks()))) return;
        if (!(await this.#validatePages())) return;
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.onError(error);
    }
  }

  /** Reads the changed pages, and marks the findings that depend on them. Returns false if the pipeline closes. */
  async #checkChanges(): Promise<boolean> {
    const target = this.#options.site();
    const { files } = target;
    const pages = await this.#readChanges(files);
    if (pages === null) return false;
    this.#isCurrent = false;
    const applied = [...pages];
    const first = new Map(applied.splice(0, pagesAtOnce));
    this.#index.apply({ site: this.#checkedSite({ ...target, shown: shownContent(target) }), pages: first });
    while (applied.length > 0) {
      if (!(await this.#yieldWhenDue())) return false;
      this.#index.apply({ pages: new Map(applied.splice(0, pagesAtOnce)) });
    }
    const isFirst = this.#checked === null;
    const at = this.#options.now().toISOString();
    this.#checked = { files, release: target.head?.release ?? null, at };
    if (isFirst) this.#openStore().keepPages(new Set([...files.values()].map(({ hash }) => hash)));
    return true;
  }

  /** The facts of pages that differ from the checked ones, undefined for a removed page; null if the pipeline closes. */
  async #readChanges(files: Files): Promise<Map<string, KnownPage | undefined> | null> {
    const store = this.#openStore();
    const routes = changedRoutes(this.#checked?.files ?? new Map<string, FileEntry>(), files);
    const pages = new Map<string, KnownPage | undefined>();
    let fresh = new Map<string, KnownPage>();
    this.#unread = routes.length;
    for (const route of routes) {
      if (!(await this.#yieldWhenDue())) return null;
      const file = pageFile(route, files);
      const known = file && store.page(file.hash);
      const page: KnownPage | undefined = file && (known ?? (await this.#options.readPage(await this.#textOf(file))));
      if (file && page && !known) fresh.set(file.hash, page);
      pages.set(route, page);
      if (file && page && page.invalid === undefined) this.#notValidated.set(route, file);
      else this.#notValidated.delete(route);
      this.#unread -= 1;
      if (fresh.size >= pagesAtOnce) {
        store.setPages(fresh);
        fresh = new Map();
      }
    }
    store.setPages(fresh);
    return pages;
  }

  async #finishChecks(): Promise<boolean> {
    while (!this.#index.check(sliceMs)) if (!(await this.#yieldWhenDue())) return false;
    this.#isCurrent = true;
    this.#report.update(this.#index.takeChanges());
    const counts = this.#report.counts();
    const text = JSON.stringify(counts);
    if (text !== this.#toldCounts && this.#checked) {
      this.#toldCounts = text;
      this.#options.onCounts({ ...counts, release: this.#checked.release, at: this.#checked.at });
    }
    return true;
  }

  /** Validates pages until there are new changes. Rests as long as it works, because validation takes long. */
  async #validatePages(): Promise<boolean> {
    const { validator } = this.#options;
    if (validator === null) return true;
    for (const [route, file] of this.#notValidated) {
      if (!(await this.#yieldWhenDue())) return false;
      if (this.#isWanted) return true;
      const began = performance.now();
      const invalid = await validator.validate(await this.#textOf(file));
      const page = this.#index.page(route);
      if (this.#notValidated.get(route) !== file || page === undefined) continue;
      this.#notValidated.delete(route);
      const known = { ...page, invalid };
      this.#openStore().setPages(new Map([[file.hash, known]]));
      this.#index.apply({ pages: new Map([[route, known]]) });
      if (!this.#isSettling) await this.#rest(performance.now() - began);
    }
    return this.#finishChecks();
  }

  async #rest(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  /** Lets other work run, and a release end. Returns false once the pipeline closes. */
  async #yieldWhenDue(): Promise<boolean> {
    const { signal } = this.#closing;
    if (performance.now() > this.#sliceEnd) {
      await nextTurn();
      while (this.#options.steps.isBuilding() && !signal.aborted) await wait(20);
      this.#sliceEnd = performance.now() + sliceMs;
    }
    return !signal.aborted;
  }

  #checkWeekly(): void {
    const { externalEvery, now } = this.#options;
    if (externalEvery !== null && this.#external.isDue(now().getTime() - externalEvery)) this.checkExternal();
  }

  #openStore(): HealthStore {
    if (this.#store === null) {
      this.#store = this.#options.store;
      this.#external.load(this.#store);
    }
    return this.#store;
  }

  #checkedSite(parts: Pick<CheckedSite, 'files' | 'receipts' | 'shown'>): CheckedSite {
    const { config } = this.#options;
    return {
      ...parts,
      origin: siteOrigin({ settings: parts.shown.composition.settings, config }),
      otherOrigins: [config.adminOrigin, config.embedOrigin].map((origin) => new URL(origin).origin),
    };
  }

  async #textOf(file: FileEntry): Promise<string> {
    return new TextDecoder().decode(await this.#options.read(file));
  }
}

/** The sorted findings of the last complete check, and their number. */
class FindingReport {
  #findings: readonly Finding[] = [];
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, notice: 0 };

  update(changes: FindingChanges): void {
    for (const found of changes.removed) this.#counts[severityOf(found)] -= 1;
    for (const found of changes.added) this.#counts[severityOf(found)] += 1;
    this.#findings = changedFindings(this.#findings, changes);
  }

  findings(): readonly Finding[] {
    return this.#findings;
  }

  counts(): Readonly<Record<Severity, number>> {
    return this.#counts;
  }
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
function framesReplaced(before: HealthIndex, now: ReadonlyMap<string, KnownPage | undefined>): string[] {
  const kept = new Set([...now.values()].map((page) => page && frameOf(page)));
  const frames = [...now.keys()].flatMap((route) => {
    const [old, next] = [before.page(route), now.get(route)];
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
