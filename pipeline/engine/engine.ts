import { limits } from '@frontage/model/limits';
import { OperatorError } from '@frontage/model/operator-error';
import { contentCollections } from '@frontage/model/content-collections';
import { createPageReader } from '../health/page-facts.ts';
import { changedRoutes, SiteHealth } from '../health/site-health.ts';
import { OutletFollower, type OutletReleases } from '../outlets/follow-outlet.ts';
import { filesOf } from '../plan/routes.ts';
import { Previews } from '../preview/previews.ts';
import { exportRelease } from '../release/export.ts';
import { createLive } from '../release/live.ts';
import { createRepair, type Repair, verifySite } from '../release/verify.ts';
import { openWriter, type Writer } from '../release/writer.ts';
import type { CompiledSite } from '../render/renderer.ts';
import { warmUp } from '../render/warm-up.ts';
import type { Files } from '../site/files.ts';
import {
  filesAt,
  isBuiltFrom,
  loadPreviousManifest,
  loadSite,
  lossOf,
  noRelease,
  shownContent,
  siteSnapshot,
  type Site,
} from '../site/site.ts';
import type { Outcome } from '../site/step.ts';
import type { LostReleases, ReleaseStore } from '../site/store.ts';
import { isDraft, StaffIndex, type StaffSearch } from '../staff-index/staff-index.ts';
import { reasonOf } from '../status/events.ts';
import { type Monitor, createMonitor } from '../status/monitor.ts';
import { healthNotice } from '../status/notices.ts';
import { type Confirmations, createConfirmations } from '../status/outbox.ts';
import { addDeletedDocuments, applyRead, hintedPaths } from '../sync/content-state.ts';
import { screenSource } from '../sync/text-screen.ts';
import { sweepOverlap } from './content-sync.ts';
import type { Pipeline, PipelineStatus, Ports } from './pipeline-interface.ts';
import { Publishing } from './publishing.ts';
import { StatusReport } from './status-report.ts';

/**
 * Opens the pipeline: hints and sweeps are queued, read by the content sync and published by steps. `compiled` is the
 * compiled site to render with.
 */
export async function openEngine(given: Ports, compiled: CompiledSite): Promise<Pipeline> {
  const ports = { ...given, source: given.source && screenSource(given.source, given.screen) };
  const monitor = createMonitor({
    log: ports.log,
    hasOutlet: ports.outlet !== null,
    now: ports.now,
    onNotice: (notice) => writer.tell(notice),
  });
  const confirmations = ports.outlet && createConfirmations(ports.store);
  const writer = await openWriter({
    ports: { ...ports, log: monitor.log },
    compiled,
    isEager: ports.source !== null,
    confirmations,
    isBusy: () => engine.isBuilding(),
    onStatusError: (error) => monitor.note('notices', error),
    onImages: () => engine.showNewImages(),
  });
  const engine = new Engine({ ports, writer, monitor, confirmations });
  return engine;
}

interface EngineOptions {
  ports: Ports;
  writer: Writer;
  monitor: Monitor;
  /** Null if this machine serves visitors. */
  confirmations: Confirmations | null;
}

/** Connects the parts of the pipeline, and carries out the commands of operators. */
class Engine implements Pipeline {
  readonly previews: Previews;
  readonly health: SiteHealth;
  readonly index: StaffSearch;
  readonly live: Pipeline['live'];
  readonly #options: EngineOptions;
  readonly #publishing: Publishing;
  readonly #report: StatusReport;
  /** Null if this machine serves visitors. */
  readonly #outlet: OutletFollower | null;
  /** Null without a source. */
  readonly #staffIndex: StaffIndex | null;
  #isFollowing = false;

  constructor(options: EngineOptions) {
    const { ports, writer, monitor, confirmations } = options;
    const { store, blobs } = ports;
    const site = (): Site => this.#site();
    // Without a source, damaged files are not rebuilt when they are read: this would make a reading process the writer.
    const remake = (lost: ReadonlySet<string>): Promise<unknown> => this.#publishing.remake(lost);
    const { read } = createRepair({ blobs, remake: ports.source && remake });
    const outlet = followOutlet({ ...options, site, read });
    const publishing = new Publishing({ ports, writer, monitor, outlet, onDone: () => this.#siteChanged() });
    const readPage = createPageReader(ports.health.readInThread);
    const checks = { ports, writer, monitor, publishing, site, read, readPage };
    const health = createHealth(checks);
    const index = createStaffIndex(checks);
    this.health = health;
    this.index = index ?? unavailableSearch;
    this.live = createLive(site, read);
    this.previews = new Previews({
      publisher: () => writer.publisher(),
      hash: ports.hash,
      read,
      releases: () => store.releases(),
      config: ports.config,
      exactUpTo: ports.exactUpTo ?? limits.plannedChanges,
      health,
      screen: ports.screen,
      readPage,
      now: ports.now,
    });
    this.#options = options;
    this.#publishing = publishing;
    this.#report = new StatusReport({ writer, publishing, monitor, store, blobs, confirmations });
    this.#outlet = outlet;
    this.#staffIndex = index;
    const lost = ports.source && store.lost();
    if (lost !== null) monitor.log({ event: 'releases-lost', message: lossMessage(lost) });
  }

  async reconcile(): Promise<Outcome> {
    const outcome = await this.#publishing.readAll();
    this.#warmUp();
    return outcome;
  }

  async follow(whenServed?: () => Promise<void>): Promise<void> {
    try {
      await this.#publishing.catchUp(whenServed);
    } catch (error) {
      // The last complete release is served even if no new one can be made.
      if (this.#site().head?.release == null) throw error;
      void this.#staffIndex?.follow();
      this.#publishing.startSweeps(error);
      return;
    }
    void this.#publishing.compareAll();
    this.#warmUp();
    this.#isFollowing = true;
    void this.#staffIndex?.follow();
    this.health.wake();
    this.#publishing.startSweeps();
  }

  cannotFollow(error: unknown): void {
    this.#options.monitor.note('publishing', error);
  }

  async publish(
    documents: readonly string[],
    hint?: string,
    isBulk: boolean = documents.length > mostEdits,
  ): Promise<Outcome> {
    const { hints } = this.#options.monitor;
    const paths = hintedPaths(documents);
    this.#staffIndex?.hint(documents);
    // Drafts are not published.
    if (documents.every(isDraft)) return { release: null, problems: [] };
    if (hint !== undefined) hints.arrived(hint, paths);
    const outcome = await this.#publishing.publish(paths, isBulk ? 'bulk' : 'edits');
    if (hint !== undefined) hints.settled(hint);
    return outcome;
  }

  async plan(): ReturnType<Pipeline['plan']> {
    const { ports, writer, monitor } = this.#options;
    const { content } = this.#site();
    const read = ports.source && (await ports.source.readAll(contentCollections));
    monitor.metrics.read(read?.documents.length ?? 0);
    const { state, changes } = read
      ? applyRead(content, addDeletedDocuments(content, read))
      : { state: content, changes: [] };
    return { ...writer.publisher().plan(state), told: await this.previews.pending(state, changes) };
  }

  async verify(): ReturnType<Pipeline['verify']> {
    const { ports, writer } = this.#options;
    const differing = await verifySite({ ...ports, templates: writer.templates() });
    if (differing?.length === 0) return { identical: true, differing };
    const { fingerprint } = writer.templates().renderer;
    const isSameBuild = isBuiltFrom(loadSite(ports.store), { templates: fingerprint, config: ports.config });
    return { identical: false, differing: differing ?? [], isSameBuild };
  }

  repair(): ReturnType<Pipeline['repair']> {
    const { blobs, store } = this.#options.ports;
    const remake = (lost: ReadonlySet<string>): Promise<unknown> => this.#publishing.remake(lost);
    return createRepair({ blobs, remake }).restoreDamaged(loadSite(store).files);
  }

  releases(): ReturnType<Pipeline['releases']> {
    const { head } = this.#site();
    return this.#options.ports.store
      .releases()
      .map(({ asOf: _asOf, ...release }) => ({ ...release, live: release.id === head?.release }));
  }

  rollback(id: string): Promise<Outcome> {
    const { ports, writer } = this.#options;
    const { store } = ports;
    return this.#publishing.change(async () => {
      await writer.acquire();
      const record = store.releases().find((release) => release.id === id);
      if (!record) throw new OperatorError(`There is no release ${id}`, 'See the releases kept: npx frontage releases');
      // If the release is the result of a rollback, the target is the release that it was pinned to.
      const target = record.pin ?? id;
      const pin = store.atOnce(() => loadPreviousManifest(this.#site(), store, { id: target, leave: store.contents }));
      return { isFull: false, pin };
    });
  }

  unpin(): Promise<Outcome> {
    return this.#publishing.change(() => Promise.resolve({ isFull: false, pin: null }));
  }

  useCompiled(next: CompiledSite): Promise<Outcome> {
    const { writer } = this.#options;
    return this.#publishing.change(async () => {
      await writer.acquire();
      await writer.load(next);
      return { isFull: true };
    });
  }

  async exportTo(folder: string): Promise<void> {
    const release = this.live();
    if (!release) throw noRelease(this.lost());
    await exportRelease(release, folder);
  }

  changedPages(): string[] {
    const { store } = this.#options.ports;
    const [, previous] = store.releases();
    const { files } = this.#site();
    const before: Files = previous ? filesAt(store, previous.id) : new Map<string, never>();
    return changedRoutes(before, files).filter((route) => filesOf(route).some((path) => files.has(path)));
  }

  documents(): number {
    return this.#site().content.documents.size;
  }

  lost(): LostReleases | null {
    return this.#options.ports.store.lost();
  }

  isPublishing(): boolean {
    return this.#publishing.isPublishing();
  }

  isBuilding(): boolean {
    return this.#publishing.isBuilding();
  }

  async arrived(): Promise<void> {
    await this.#outlet?.arrived();
  }

  status(): PipelineStatus {
    return this.#report.status();
  }

  metrics(): Promise<string> {
    return this.#report.metrics();
  }

  /** Publishes images that have become available since the last step. */
  showNewImages(): void {
    void this.#publishing.change(() => Promise.resolve({ isFull: false })).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#publishing.stop();
    await this.#staffIndex?.close();
    await this.health.close();
    await this.#publishing.close();
    await this.#outlet?.close();
    await this.#options.ports.screen.close();
    await this.#options.writer.close();
  }

  #siteChanged(): void {
    this.#staffIndex?.contentChanged();
    if (this.#isFollowing) this.health.wake();
  }

  /** Prepares the first edit: renders pages and computes the search of the content. */
  #warmUp(): void {
    const { ports, writer } = this.#options;
    const { screen, config } = ports;
    this.#publishing.inTurn(async () => {
      const site = this.#site();
      const shown = shownContent(site);
      await shown.composition.search.prepare((text) => screen.read(text, 'content'));
      const snapshot = siteSnapshot(shown, { records: site.images, config });
      await warmUp({ ...writer.templates(), isSlow: screen.isSlow }, snapshot);
    });
  }

  #site(): Site {
    return this.#options.writer.publisher().site();
  }
}

/** The site that the health checks and the staff index follow. */
interface ObservedSite extends Pick<EngineOptions, 'ports' | 'writer' | 'monitor'> {
  publishing: Pick<Publishing, 'isBuilding'>;
  site: () => Site;
  read: Repair['read'];
  readPage: ReturnType<typeof createPageReader>;
}

function createHealth({ ports, writer, monitor, publishing, ...observed }: ObservedSite): SiteHealth {
  return new SiteHealth({
    ...ports.health,
    ...observed,
    config: ports.config,
    steps: publishing,
    now: ports.now,
    onCounts: (counts) => writer.outbox()?.tell(healthNotice(counts)),
    onError: (error) => monitor.log({ event: 'health-failed', ...reasonOf(error) }),
  });
}

function createStaffIndex({ ports, monitor, publishing, site }: ObservedSite): StaffIndex | null {
  const { source, screen, now, sweepEvery } = ports;
  if (source === null) return null;
  return new StaffIndex({
    store: ports.staffIndex,
    source,
    screen,
    content: () => site().content,
    isBusy: () => publishing.isBuilding(),
    now,
    sweepEvery,
    overlap: sweepOverlap,
    onError: (error) => monitor.log({ event: 'index-failed', ...reasonOf(error) }),
  });
}

interface Followed extends EngineOptions {
  site: () => Site;
  read: Repair['read'];
}

/** Follows the releases with the outlet, if one serves visitors. */
function followOutlet({ ports, writer, monitor, confirmations, site, read }: Followed): OutletFollower | null {
  if (ports.outlet === null) return null;
  const { lease, outlet } = ports.outlet;
  const { name } = outlet;
  return new OutletFollower({
    lease,
    outlet: monitor.metrics.countCalls(outlet),
    releases: { ...releasesOf(site, ports.store), read },
    listener: {
      confirmed: (commit) => {
        confirmations?.confirm(commit, ports.now().getTime());
        monitor.log({ event: 'live', outlet: name, release: String(commit) });
        writer.outbox()?.wake();
      },
      failed: (error, retryInMs) => {
        monitor.log({ event: 'outlet-failed', outlet: name, ...reasonOf(error), retryInMs });
        monitor.note('outlet', error);
      },
      recovered: () => monitor.note('outlet', null),
    },
    now: () => ports.now().getTime(),
  });
}

const unavailable = () => Promise.resolve({ ok: false as const, reason: 'unavailable' as const });

/** Without a source there are no drafts. */
const unavailableSearch: StaffSearch = { search: unavailable, matches: unavailable, list: unavailable };

/** The loss and the recovery. */
const lossMessage = (lost: LostReleases): string =>
  `${lossOf(lost)}. No earlier release is served: all content is read and a new release is made`;

// Senders without lanes do not say whether a hint is of an import.
const mostEdits = 50;

/** The releases of a site, for an outlet. */
const releasesOf = (site: () => Site, store: ReleaseStore): Pick<OutletReleases, 'newest' | 'filesAt'> => ({
  newest: () => {
    const { head, files } = site();
    return head?.release == null ? null : { commit: Number(head.release), files };
  },
  filesAt: (commit) =>
    store.releases().some(({ id }) => id === String(commit)) ? filesAt(store, String(commit)) : null,
});
