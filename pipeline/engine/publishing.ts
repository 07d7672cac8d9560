import { DiskFullError } from '../site/blobs.ts';
import type { Writer } from '../release/writer.ts';
import type { OutletFollower } from '../outlets/follow-outlet.ts';
import { isBuiltFrom, loadParts, type Site } from '../site/site.ts';
import type { Outcome, Step } from '../site/step.ts';
import { reasonOf } from '../status/events.ts';
import type { Monitor } from '../status/monitor.ts';
import { hintedPaths } from '../sync/content-state.ts';
import { type LaunchReader, createLaunchReader } from '../sync/launch-reader.ts';
import { ContentSync, joinOutcomes, sweepOverlap } from './content-sync.ts';
import type { Ports } from './pipeline-interface.ts';
import { type Lane, Queue } from './queue.ts';
import { openQuarantine, type Quarantine } from './retries.ts';
import { StepRunner } from './steps.ts';
import { openSweeper } from './sweeper.ts';

interface PublishingOptions {
  ports: Pick<Ports, 'source' | 'store' | 'blobs' | 'config' | 'now' | 'sweepEvery' | 'maxBufferedChars'>;
  writer: Writer;
  monitor: Monitor;
  /** Null if this machine serves visitors. */
  outlet: OutletFollower | null;
  /** Called when the site may have changed. */
  onDone: () => void;
}

/** Publishes changed content: hints and sweeps are queued, read by the content sync and published by steps. */
export class Publishing {
  readonly #options: PublishingOptions;
  readonly #queue: Queue<Outcome>;
  readonly #steps: StepRunner;
  readonly #quarantine: Quarantine;
  /** Null without a source. */
  readonly #launches: LaunchReader | null;
  readonly #sync: ContentSync | null;
  readonly #sweeper: ReturnType<typeof openSweeper> | null;
  readonly #closing = new AbortController();

  constructor(options: PublishingOptions) {
    this.#options = options;
    const { ports, writer, monitor, outlet, onDone } = options;
    const { source, store, blobs, now, maxBufferedChars, sweepEvery: every } = ports;
    const launches = source && createLaunchReader(source, () => this.#launchedSince());
    const queue = this.#openQueue();
    const steps = new StepRunner({ writer, store, blobs, reader: launches, source, monitor, queue, outlet, onDone });
    const retry = (document: string): void =>
      void queue.publish(hintedPaths([document]), 'edits').catch(() => undefined);
    const quarantine = openQuarantine({ retry, log: monitor.log });
    const shared = { writer, steps, queue, quarantine, monitor, store, now };
    const onFailure = (error: unknown, delay: number): void => this.#fail(error, delay);
    const sync = source && launches && new ContentSync({ ...shared, source, launches, maxBufferedChars });
    this.#sweeper = sync && openSweeper({ ...shared, sync, every, onFailure });
    this.#launches = launches;
    this.#queue = queue;
    this.#steps = steps;
    this.#quarantine = quarantine;
    this.#sync = sync;
  }

  /** Queues these documents (paths from `hintedPaths`); resolves once they are published. */
  publish(documents: readonly string[], lane: Lane): Promise<Outcome> {
    return this.#queue.publish(documents, lane);
  }

  /** Reads all content and publishes the changes. */
  readAll(): Promise<Outcome> {
    return this.#queue.run(() => withSource(this.#sync).readAll());
  }

  /** Runs a step with the current content after waiting tasks. `prepare` returns its pin, if it changes. */
  change(prepare: () => Promise<Pick<Step, 'isFull' | 'pin'>>): Promise<Outcome> {
    return this.#queue.run(async () => this.#steps.unchanged(await prepare()));
  }

  /** Runs a task that changes no content after waiting tasks; its errors are ignored. */
  inTurn(task: () => Promise<unknown>): void {
    void this.#queue.run(task).catch(() => undefined);
  }

  /** Rebuilds everything derived from lost bytes. */
  remake(lost: ReadonlySet<string>): Promise<Outcome> {
    const { writer } = this.#options;
    return this.change(async () => {
      await writer.acquire();
      writer.publisher().forgetFiles(lost);
      await writer.load();
      return { isFull: true };
    });
  }

  /**
   * Publishes the changes made before the start. Calls `whenServed` first if the stored release needs no change that is
   * known yet.
   */
  async catchUp(whenServed: (() => Promise<void>) | undefined): Promise<void> {
    const { writer, ports } = this.#options;
    await withSource(this.#sweeper).first(async () => {
      const { lost, wasInterrupted } = await writer.acquire();
      const { fingerprint } = writer.templates().renderer;
      const site = this.#site();
      const isCurrent = isBuiltFrom(site, { templates: fingerprint, config: ports.config });
      if (lost === 0 && isCurrent && !wasInterrupted && whenServed) {
        loadParts(site);
        await whenServed();
      }
      return lost > 0 || !isCurrent;
    });
  }

  /** Starts the periodic sweeps. `error` is the failure of `catchUp`. */
  startSweeps(error: unknown = null): void {
    withSource(this.#sweeper).start(error);
  }

  /**
   * Compares all pages in the background: another version of the pipeline may return different results for recorded
   * queries.
   */
  async compareAll(): Promise<void> {
    const { writer, ports } = this.#options;
    const { signal } = this.#closing;
    try {
      if (!(await writer.publisher().rehash(signal))) return;
      await this.change(() => Promise.resolve({ isFull: true }));
    } catch (error) {
      if (!signal.aborted) this.#fail(error, ports.sweepEvery);
    }
  }

  isBuilding(): boolean {
    return this.#steps.isBuilding();
  }

  /** Whether documents are being published or wait for it. */
  isPublishing(): boolean {
    return this.#queue.isPublishing();
  }

  /** Number of waiting documents. */
  waiting(): number {
    return this.#queue.waiting();
  }

  /** Documents that are retried alone, and their problems. */
  quarantine(): Pick<Quarantine, 'documents' | 'problems'> {
    return this.#quarantine;
  }

  /** Stops sweeps and retries. */
  stop(): void {
    this.#closing.abort();
    this.#sweeper?.stop();
    this.#quarantine.close();
  }

  /** Finishes the running task and rejects waiting ones. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #openQueue(): Queue<Outcome> {
    return new Queue<Outcome>({
      publish: (documents, call) => withSource(this.#sync).publish(documents, call),
      unitOf: (path) => this.#launches?.unitOf(path) ?? path,
      join: joinOutcomes,
      onUrgent: () => this.#steps.preempt(),
      onFailure: (error, delay) => this.#fail(error, delay),
    });
  }

  #fail(error: unknown, retryInMs: number): void {
    const { monitor } = this.#options;
    // A full disk is retried every second, but logged only once.
    const isKnown = error instanceof DiskFullError && monitor.health.failure()?.message === error.message;
    monitor.note('publishing', error);
    if (!isKnown) monitor.log({ event: 'publish-failed', ...reasonOf(error), retryInMs });
  }

  /** The moment after which launches may not be public yet: everything up to the cursor is, unless documents wait. */
  #launchedSince(): string {
    const { at, again } = this.#options.ports.store.cursor() ?? { at: null, again: [] };
    const moment = at === null || again.length > 0 ? 0 : Date.parse(at) - sweepOverlap;
    return new Date(moment).toISOString();
  }

  #site(): Site {
    return this.#options.writer.publisher().site();
  }
}

/** @throws Error if the pipeline was opened without a source of content. */
function withSource<Part>(part: Part | null): Part {
  if (part === null) throw new Error('The pipeline was opened without a source of content.');
  return part;
}
