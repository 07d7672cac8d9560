import { limits } from '@frontage/model/limits';
import { OperatorError } from '@frontage/model/operator-error';
import { contentCollections } from '@frontage/model/paths';
import { OutletFollower, type OutletListener, type OutletReleases } from '../outlets/follow-outlet.ts';
import { openPageReader } from '../health/page-facts.ts';
import { changedRoutes, openSiteHealth } from '../health/site-health.ts';
import { openPreviews } from '../preview/previews.ts';
import { DiskFullError } from '../release/blobs.ts';
import { exportRelease } from '../release/export.ts';
import { openLive } from '../release/live.ts';
import { openRepair, verifySite } from '../release/verify.ts';
import { openWriter } from '../release/writer.ts';
import type { CompiledSite } from '../render/renderer.ts';
import { warmUp } from '../render/warm-up.ts';
import { filesOf } from '../plan/routes.ts';
import type { Files } from '../site/files.ts';
import { reportOf } from '../site/problems.ts';
import {
  filesAt,
  isBuiltFrom,
  lossOf,
  loadParts,
  loadPreviousManifest,
  loadSite,
  noRelease,
  shownContent,
  siteSnapshot,
  type Site,
} from '../site/site.ts';
import type { Outcome } from '../site/step.ts';
import type { LostReleases, ReleaseStore } from '../site/store.ts';
import { reasonOf, type Reason } from '../status/events.ts';
import { healthNotice } from '../status/notices.ts';
import { openMonitor } from '../status/monitor.ts';
import { openConfirmations } from '../status/outbox.ts';
import { addDeletedDocuments, applyRead, hintedPaths } from '../sync/content-state.ts';
import { openLaunchReader } from '../sync/launch-reader.ts';
import { screenSource } from '../sync/text-screen.ts';
import { isDraft, StaffIndex, type StaffSearch } from '../staff-index/staff-index.ts';
import { ContentSync, joinOutcomes, sweepOverlap } from './content-sync.ts';
import type { Pipeline, Ports } from './pipeline-interface.ts';
import { Queue } from './queue.ts';
import { openQuarantine } from './retries.ts';
import { StepRunner } from './steps.ts';
import { openSweeper } from './sweeper.ts';

/**
 * Opens the pipeline: hints and sweeps are queued, read by the content sync and published by steps. `compiled` is the
 * compiled site to render with.
 */
export async function openEngine(ports: Ports, compiled: CompiledSite): Promise<Pipeline> {
  const { store, blobs, screen, now } = ports;
  const source = ports.source && screenSource(ports.source, screen);
  const monitor = openMonitor({
    log: ports.log,
    hasOutlet: ports.outlet !== null,
    now,
    onNotice: (notice) => writer.tell(notice),
  });
  const { log, health, metrics } = monitor;
  const confirmations = ports.outlet && openConfirmations(store);
  const writer = await openWriter({
    ports: { ...ports, log },
    compiled,
    isEager: source !== null,
    confirmations,
    isBusy: () => steps.isBuilding(),
    onStatusError: (error) => monitor.note('notices', error),
    onImages: () => void queue.run(() => steps.unchanged({ isFull: false })).catch(() => undefined),
  });
  const site = (): Site => writer.publisher().site();
  const lost = source && store.lost();
  if (lost !== null) log({ event: 'releases-lost', message: lossMessage(lost) });

  const fail = (error: unknown, retryInMs: number): void => {
    // A full disk is retried every second, but logged only once.
    const isKnown = error instanceof DiskFullError && health.failure()?.message === error.message;
    monitor.note('publishing', error);
    if (!isKnown) log({ event: 'publish-failed', ...reasonOf(error), retryInMs });
  };
  const queue: Queue<Outcome> = new Queue<Outcome>({
    publish: async (documents, call) => withSource(sync).publish(documents, call),
    unitOf: (path) => reader?.unitOf(path) ?? path,
    join: joinOutcomes,
    onUrgent: () => steps.preempt(),
    onFailure: fail,
  });

  const remake = (lost: ReadonlySet<string>) =>
    queue.run(async () => {
      await writer.acquire();
      writer.publisher().forgetFiles(lost);
      await writer.load();
      await steps.unchanged({ isFull: true });
    });
  // Without a source, damaged files are not rebuilt when they are read: this would make a reading process the writer.
  const { read } = openRepair({ blobs, remake: source && remake });
  const live = openLive(site, read);
  const outlet =
    ports.outlet &&
    new OutletFollower({
      lease: ports.outlet.lease,
      outlet: metrics.countCalls(ports.outlet.outlet),
      releases: { ...releasesOf(site, store), read },
      listener: outletListener(ports.outlet.outlet.name),
      now: () => now().getTime(),
    });

  const readPage = openPageReader(ports.health.readInThread);
  let isFollowing = false;
  const siteHealth = openSiteHealth({
    ...ports.health,
    site,
    read,
    readPage,
    config: ports.config,
    isBusy: () => steps.isBuilding(),
    now,
    onCounts: (counts) => writer.outbox()?.tell(healthNotice(counts)),
    onError: (error) => log({ event: 'health-failed', ...reasonOf(error) }),
  });
  const index =
    source &&
    new StaffIndex({
      store: ports.staffIndex,
      source,
      screen,
      content: () => site().content,
      isBusy: () => steps.isBuilding(),
      now,
      sweepEvery: ports.sweepEvery,
      overlap: sweepOverlap,
      onError: (error) => log({ event: 'index-failed', ...reasonOf(error) }),
    });
  const onDone = (): void => {
    index?.contentChanged();
    if (isFollowing) siteHealth.wake();
  };
  // Everything up to the cursor is public, unless documents wait because of an error.
  const launchedSince = (): string => {
    const { at, again } = store.cursor() ?? { at: null, again: [] };
    const moment = at === null || again.length > 0 ? 0 : Date.parse(at) - sweepOverlap;
    return new Date(moment).toISOString();
  };
  const reader = source && openLaunchReader(source, launchedSince);
  const steps = new StepRunner({ writer, store, blobs, reader, source, monitor, queue, outlet, onDone });
  const quarantine = openQuarantine({
    retry: (document) => void queue.publish(hintedPaths([document]), 'edits').catch(() => undefined),
    log,
  });
  const { maxBufferedChars, sweepEvery } = ports;
  const sync =
    source &&
    reader &&
    new ContentSync({
      source,
      launches: reader,
      writer,
      steps,
      queue,
      quarantine,
      monitor,
      store,
      now,
      maxBufferedChars,
    });
  const sweeper = sync && openSweeper({ sync, steps, queue, monitor, store, now, every: sweepEvery, onFailure: fail });
  const previews = openPreviews({
    publisher: () => writer.publisher(),
    hash: ports.hash,
    read,
    releases: () => store.releases(),
    config: ports.config,
    exactUpTo: ports.exactUpTo ?? limits.plannedChanges,
    health: siteHealth,
    screen,
    readPage,
    now,
  });

  function outletListener(name: string): OutletListener {
    return {
      confirmed: (commit) => {
        confirmations?.confirm(commit, now().getTime());
        log({ event: 'live', outlet: name, release: String(commit) });
        writer.outbox()?.wake();
      },
      failed: (error, retryInMs) => {
        log({ event: 'outlet-failed', outlet: name, ...reasonOf(error), retryInMs });
        monitor.note('outlet', error);
      },
      recovered: () => monitor.note('outlet', null),
    };
  }

  const warm = (): void => {
    const warmNow = async (): Promise<void> => {
      const shown = shownContent(site());
      await shown.composition.search.prepare((text) => screen.read(text, 'content'));
      const snapshot = siteSnapshot(shown, { records: site().images, config: ports.config });
      await warmUp({ ...writer.templates(), isSlow: screen.isSlow }, snapshot);
    };
    void queue.run(warmNow).catch(() => undefined);
  };

  // Another version of the pipeline may return different results for recorded queries. This is checked in the
  // background.
  const closing = new AbortController();
  const compareAll = async (): Promise<void> => {
    try {
      if (!(await writer.publisher().rehash(closing.signal))) return;
      await queue.run(() => steps.unchanged({ isFull: true }));
    } catch (error) {
      if (!closing.signal.aborted) fail(error, sweepEvery);
    }
  };

  const problems = () => [
    ...reportOf(site().problems.values()),
    ...quarantine.problems(),
    ...(writer.outbox()?.problems() ?? []),
  ];
  /** A full disk is reported before an edit fails because of it. */
  const failure = (): Reason | null => {
    const found = health.failure();
    if (found !== null) return found;
    const full = blobs.full();
    if (full !== null) return reasonOf(full);
    const lost = store.lost();
    return lost && reasonOf(noRelease(lost));
  };
  const currentState = () => {
    if (steps.isBuilding()) return 'building';
    return health.state() === 'idle' && blobs.full() !== null ? 'failed' : health.state();
  };

  return {
    live,
    previews,
    index: index ?? unavailableSearch,
    health: siteHealth,
    changedPages: () => {
      const [, previous] = store.releases();
      const { files } = site();
      const before: Files = previous ? filesAt(store, previous.id) : new Map<string, never>();
      return changedRoutes(before, files).filter((route) => filesOf(route).some((path) => files.has(path)));
    },
    documents: () => site().content.documents.size,
    lost: () => store.lost(),

    reconcile: () =>
      queue.run(async () => {
        const outcome = await withSource(sync).readAll();
        warm();
        return outcome;
      }),

    follow: async (whenServed) => {
      const sweeps = withSource(sweeper);
      try {
        await sweeps.first(async () => {
          const { lost, wasInterrupted } = await writer.acquire();
          const { fingerprint } = writer.templates().renderer;
          const isCurrent = isBuiltFrom(site(), { templates: fingerprint, config: ports.config });
          if (lost === 0 && isCurrent && !wasInterrupted && whenServed) {
            loadParts(site());
            await whenServed();
          }
          return lost > 0 || !isCurrent;
        });
        void compareAll();
        warm();
        isFollowing = true;
        void index?.follow();
        siteHealth.wake();
        sweeps.start();
      } catch (error) {
        // The last complete release is served even if no new one can be made.
        if (site().head?.release == null) throw error;
        void index?.follow();
        sweeps.start(error);
      }
    },

    cannotFollow: (error) => monitor.note('publishing', error),

    publish: async (documents, hint, isBulk = documents.length > mostEdits) => {
      const paths = hintedPaths(documents);
      index?.hint(documents);
      // Drafts are not published.
      if (documents.every(isDraft)) return { release: null, problems: [] };
      if (hint !== undefined) monitor.hints.arrived(hint, paths);
      const outcome = await queue.publish(paths, isBulk ? 'bulk' : 'edits');
      if (hint !== undefined) monitor.hints.settled(hint);
      return outcome;
    },

    plan: async () => {
      const { content } = site();
      const read = source && (await source.readAll(contentCollections));
      metrics.read(read?.documents.length ?? 0);
      const { state, changes } = read
        ? applyRead(content, addDeletedDocuments(content, read))
        : { state: content, changes: [] };
      return { ...writer.publisher().plan(state), told: await previews.pending(state, changes) };
    },

    verify: async () => {
      const differing = await verifySite({ ...ports, source, templates: writer.templates() });
      if (differing?.length === 0) return { identical: true, differing };
      const { fingerprint } = writer.templates().renderer;
      const isSameBuild = isBuiltFrom(loadSite(store), { templates: fingerprint, config: ports.config });
      return { identical: false, differing: differing ?? [], isSameBuild };
    },

    repair: () => openRepair({ blobs, remake }).restoreDamaged(loadSite(store).files),

    releases: () => {
      const { head } = site();
      return store
        .releases()
        .map(({ asOf: _asOf, ...release }) => ({ ...release, live: release.id === head?.release }));
    },

    rollback: (id) =>
      queue.run(async () => {
        await writer.acquire();
        const record = store.releases().find((release) => release.id === id);
        if (!record)
          throw new OperatorError(`There is no release ${id}`, 'See the releases kept: npx frontage releases');
        // If the release is the result of a rollback, the target is the release that it was pinned to.
        const target = record.pin ?? id;
        const pin = store.atOnce(() => loadPreviousManifest(site(), store, { id: target, leave: store.contents }));
        return steps.unchanged({ isFull: false, pin });
      }),

    unpin: () => queue.run(() => steps.unchanged({ isFull: false, pin: null })),

    useCompiled: (next) =>
      queue.run(async () => {
        await writer.acquire();
        await writer.load(next);
        return steps.unchanged({ isFull: true });
      }),

    exportTo: async (folder) => {
      const release = live();
      if (!release) throw noRelease(store.lost());
      await exportRelease(release, folder);
    },

    isPublishing: () => queue.isPublishing(),

    arrived: async () => outlet?.arrived(),

    status: () => {
      const { head } = site();
      return {
        state: currentState(),
        release: head?.release ?? null,
        pinned: head?.pin ?? null,
        waiting: queue.waiting(),
        templates: writer.templates().renderer.fingerprint,
        liveTemplates: head?.templates ?? null,
        failure: failure()?.message ?? null,
        next: failure()?.next ?? null,
        problems: problems(),
      };
    },

    metrics: () => {
      const { head } = site();
      const release = Number(head?.release ?? 0);
      return metrics.text({
        state: currentState(),
        waiting: queue.waiting(),
        quarantined: quarantine.documents().length,
        problems: problems().length,
        release,
        live: confirmations ? Number(confirmations.release() ?? 0) : release,
        isPinned: head?.pin != null,
      });
    },

    close: async () => {
      closing.abort();
      sweeper?.stop();
      quarantine.close();
      await index?.close();
      await siteHealth.close();
      await queue.close();
      await outlet?.close();
      await screen.close();
      await writer.close();
    },
  };
}

const unavailable = () => Promise.resolve({ ok: false as const, reason: 'unavailable' as const });

/** Without a source there are no drafts. */
const unavailableSearch: StaffSearch = { search: unavailable, matches: unavailable };

/** The loss and the recovery. */
const lossMessage = (lost: LostReleases): string =>
  `${lossOf(lost)}. No earlier release is served: all content is read and a new release is made`;

// Senders without lanes do not say whether a hint is of an import.
const mostEdits = 50;

/** @throws Error if the pipeline was opened without a source of content. */
function withSource<Part>(part: Part | null): Part {
  if (part === null) throw new Error('The pipeline was opened without a source of content.');
  return part;
}

/** The releases of a site, for an outlet. */
const releasesOf = (site: () => Site, store: ReleaseStore): Pick<OutletReleases, 'newest' | 'filesAt'> => ({
  newest: () => {
    const { head, files } = site();
    return head?.release == null ? null : { commit: Number(head.release), files };
  },
  filesAt: (commit) =>
    store.releases().some(({ id }) => id === String(commit)) ? filesAt(store, String(commit)) : null,
});
