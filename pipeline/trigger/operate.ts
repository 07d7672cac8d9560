import { limits } from '@frontage/model/limits';
import { contentCollections } from '@frontage/model/paths';
import { DiskFullError } from '../release/blobs.ts';
import { openConfirmations } from '../release/confirmations.ts';
import { reasonOf } from '../release/events.ts';
import { followVisitors } from '../release/follow-visitors.ts';
import { openLive } from '../release/live.ts';
import { openRepair } from '../release/repair.ts';
import { isBuiltFrom, loadSite, shownContent, siteSnapshot, type Site } from '../release/site.ts';
import type { Outcome } from '../release/step.ts';
import { verifySite } from '../release/verify.ts';
import { openWriter } from '../release/writer.ts';
import type { CompiledSite } from '../render/renderer.ts';
import { warmUp } from '../render/warm-up.ts';
import { applyRead } from '../sync/content-state.ts';
import { hintedPaths } from '../sync/hinted-paths.ts';
import { addDeletedDocuments } from '../sync/deleted-documents.ts';
import { openPreviews } from '../preview/previews.ts';
import type { Pipeline } from './pipeline-interface.ts';
import { followContent, type Follower } from './follow-content.ts';
import { openHealth, type Health } from './health.ts';
import { openHintTraces } from './hint-traces.ts';
import { openMetrics } from './metrics.ts';
import { openOperatorCommands } from './operator-commands.ts';
import type { Ports } from './ports.ts';
import { openQueue } from './queue.ts';
import { unitOfPath } from './publish-changes.ts';
import { openReports } from './reports.ts';
import { openQuarantine } from './quarantine.ts';
import { openStepRunner } from './step-runner.ts';
import { openSweeper } from './sweeper.ts';

const rejectWithoutSource = (): Promise<never> =>
  Promise.reject(new Error('The pipeline was opened without a source of content.'));
const followNothing: Follower = {
  publish: rejectWithoutSource,
  withdraw: rejectWithoutSource,
  sweep: rejectWithoutSource,
  readAll: rejectWithoutSource,
};

/** Wires the parts of the pipeline to its ports. `compiled` is the compiled site to render with. */
export async function operatePipeline(ports: Ports, compiled: CompiledSite): Promise<Pipeline> {
  const { store, blobs, source, now } = ports;
  const metrics = openMetrics({ hasOutlet: ports.outlet !== null, now: () => now().getTime() });
  const logAndCount: typeof ports.log = (event) => {
    metrics.note(event);
    ports.log(event);
  };
  const traces = openHintTraces({ log: logAndCount, hasOutlet: ports.outlet !== null });
  const { log } = traces;
  const confirmations = ports.outlet && openConfirmations(store);
  const health = openHealth(() => writer.tell(health.notice()));
  const noteError = (part: Parameters<Health['note']>[0]) => (error: unknown) =>
    health.note(part, error === null ? null : reasonOf(error));
  const writer = await openWriter({
    ports: { ...ports, log },
    compiled,
    isEager: source !== null,
    confirmations,
    onTelling: noteError('notices'),
    onImages: () => void queue.run(() => steps.unchanged({ isFull: false })).catch(() => undefined),
  });
  const site = (): Site => writer.publisher().site();
  const steps = openStepRunner({
    writer,
    store,
    blobs,
    source,
    health,
    note: health.note,
    urgent: { waits: () => queue.isUrgent(), publish: () => queue.urgent() },
    onBegin: () => visitors?.expect(),
    onRelease: () => visitors?.wake(),
    onEnd: () => visitors?.settle(),
    onTaken: metrics.taken,
    onRead: metrics.read,
    log,
  });

  const quarantined = openQuarantine((document) => void queue.publish(hintedPaths([document])).catch(() => undefined));
  const follower = source
    ? followContent({
        source,
        site,
        take: steps.run,
        catchUp: async () => !steps.isBuilding() && (await steps.catchUp()),
        arrive: steps.arrive,
        ...(ports.maxBufferedChars !== undefined && { maxBufferedChars: ports.maxBufferedChars }),
        betweenReads: async () => void (queue.isUrgent() && (await queue.urgent())),
        expect: (documents) => writer.publisher().expect(documents),
        quarantined,
        store: {
          cursor: () => store.cursor(),
          // A superseded process does not publish the changes it has read, so the next start must read them again.
          setCursor: (cursor) => void (writer.isSuperseded() || store.setCursor(cursor)),
        },
        now,
        onReach: noteError('source'),
        onRead: metrics.read,
        onQuarantine: (problem) => log({ event: 'problem', ...problem }),
        onMissed: (documents) => log({ event: 'missed', documents }),
      })
    : followNothing;

  const fail = (error: unknown, retryInMs: number): void => {
    // A full disk is retried every second, but logged only once.
    const isKnown = error instanceof DiskFullError && health.failure()?.message === error.message;
    noteError('publishing')(error);
    if (isKnown) return;
    log({ event: 'publish-failed', ...reasonOf(error), retryInMs });
  };
  /** Embed code is known if its demo is. */
  const isKnown = (document: string): boolean => site().content.documents.has(unitOfPath(document));
  const queue = openQueue<Outcome>({
    isKnown,
    publish: follower.publish,
    withdraw: follower.withdraw,
    onUrgent: steps.preempt,
    onFailure: fail,
  });

  const sweeper =
    source &&
    openSweeper({
      follower,
      store,
      now,
      every: ports.sweepEvery,
      run: async (task) => {
        const outcome = await queue.run(async () => {
          await steps.catchUp();
          return task();
        });
        if (queue.waiting() === 0) health.note('publishing', null);
        return outcome;
      },
      onFailure: fail,
    });

  const remake = (lost: ReadonlySet<string>) =>
    queue.run(async () => {
      await writer.become();
      writer.publisher().lose(lost);
      await writer.load();
      await steps.unchanged({ isFull: true });
    });
  // Without a source, damaged files are not rebuilt when they are read: this would make a reading process the writer.
  const whileReading = openRepair({ blobs, remake: source && remake });
  const live = openLive(site, whileReading.read);
  const visitors =
    ports.outlet &&
    confirmations &&
    followVisitors({
      lease: ports.outlet.lease,
      outlet: metrics.countCalls(ports.outlet.outlet),
      store,
      site,
      read: whileReading.read,
      confirmations,
      now,
      onLive: () => writer.outbox()?.wake(),
      onDelivery: noteError('outlet'),
      log,
    });

  const warm = (): void => {
    const snapshot = () => siteSnapshot(shownContent(site()), { records: site().images, config: ports.config });
    void queue.run(() => warmUp(writer.templates().renderer, snapshot())).catch(() => undefined);
  };

  // Another version of the pipeline may return different results for recorded queries. This is checked in the
  // background.
  const closing = new AbortController();
  const compareAll = async (): Promise<void> => {
    try {
      if (!(await writer.publisher().rehash(closing.signal))) return;
      await queue.run(() => steps.unchanged({ isFull: true }));
    } catch (error) {
      if (!closing.signal.aborted) fail(error, ports.sweepEvery);
    }
  };

  const previews = openPreviews({
    publisher: () => writer.publisher(),
    hash: ports.hash,
    read: whileReading.read,
    releases: () => store.releases(),
    config: ports.config,
    exactUpTo: ports.exactUpTo ?? limits.plannedChanges,
    now,
  });

  return {
    live,

    reconcile: () =>
      queue.run(async () => {
        const outcome = await follower.readAll();
        warm();
        return outcome;
      }),

    follow: async (whenServed) => {
      if (!sweeper) return rejectWithoutSource();
      try {
        await sweeper.first(async () => {
          const { lost, wasInterrupted } = await writer.become();
          const { fingerprint } = writer.templates().renderer;
          const isCurrent = isBuiltFrom(site(), { templates: fingerprint, config: ports.config });
          if (lost === 0 && isCurrent && !wasInterrupted) await whenServed?.();
          return lost > 0 || !isCurrent;
        });
        void compareAll();
        warm();
        sweeper.start();
      } catch (error) {
        // The last complete release is served even if no new one can be made.
        if (site().head?.release == null) throw error;
        sweeper.start(error);
      }
    },

    cannotFollow: noteError('publishing'),

    publish: async (documents, hint) => {
      const paths = hintedPaths(documents);
      if (hint !== undefined) traces.arrived(hint, paths);
      const outcome = paths.length === 0 ? { release: null, problems: [] } : await queue.publish(paths);
      if (hint !== undefined) traces.settled(hint);
      return outcome;
    },

    documents: () => site().content.documents.size,

    previews,

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
      const differing = await verifySite({ ...ports, templates: writer.templates() });
      return { identical: differing?.length === 0, differing: differing ?? [] };
    },

    repair: () => openRepair({ blobs, remake }).restoreDamaged(loadSite(store).files),

    ...openOperatorCommands({ site, store, queue, steps, writer, live }),

    arrived: async () => visitors?.arrived(),

    ...openReports({ site, health, blobs, steps, queue, quarantined, writer, metrics, confirmations }),

    close: async () => {
      closing.abort();
      sweeper?.stop();
      quarantined.close();
      await queue.close();
      await visitors?.close();
      await writer.close();
    },
  };
}
