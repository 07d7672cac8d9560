import { BehindError } from '../log/shared-store.ts';
import type { Blobs } from '../site/blobs.ts';
import type { Publisher } from '../release/publisher.ts';
import type { Outcome, Step, StepOutcome } from '../site/step.ts';
import { noRelease } from '../site/site.ts';
import type { ReleaseStore } from '../site/store.ts';
import type { Writer } from '../release/writer.ts';
import { PostponedError, PreemptedError, progressOf, type Rendering } from '../render/render-routes.ts';
import { applyRead, rebaseContent } from '../sync/content-state.ts';
import { uploadsToMark } from '../sync/shown-uploads.ts';
import type { ContentSource } from '../sync/source.ts';
import type { LaunchReader } from '../sync/launch-reader.ts';
import type { OutletFollower } from '../outlets/follow-outlet.ts';
import type { Monitor } from '../status/monitor.ts';
import type { Queue } from './queue.ts';

interface StepRunnerOptions {
  writer: Writer;
  store: Pick<ReleaseStore, 'heldBlobs' | 'lost'>;
  blobs: Pick<Blobs, 'sweep'>;
  /** Null without a source. */
  reader: Pick<LaunchReader, 'read'> | null;
  /** Null without a source: then releases show only uploads that an earlier one has shown. */
  source: Pick<ContentSource, 'markShown'> | null;
  monitor: Monitor;
  /** Its waiting edits are published before a long step continues. */
  queue: Pick<Queue<Outcome>, 'isUrgent' | 'isPreempting' | 'urgent'>;
  /** Null if this machine serves visitors. */
  outlet: OutletFollower | null;
  /** Called when the site may have changed. */
  onDone: () => void;
}

// Progress of shorter publishes is not reported, because they end before it is read; longer ones report at this
// interval.
const progressInterval = 1_000;

/** Runs steps and reports their progress and results. Steps must not overlap, except for a preemption. */
export class StepRunner {
  readonly #options: StepRunnerOptions;
  // Number of running steps: one, or two while a step is preempted by an urgent one.
  #running = 0;
  #preemption: AbortController | null = null;
  // Names of uploads without a document in the library that were marked as shown.
  readonly #marked = new Set<string>();

  constructor(options: StepRunnerOptions) {
    this.#options = options;
  }

  /** @throws PostponedError if the step is postponable and long. */
  async run(first: Step): Promise<StepOutcome> {
    const { writer, outlet, onDone } = this.#options;
    await writer.acquire();
    this.#running += 1;
    if (!writer.isSuperseded()) outlet?.expect();
    let rendering: Rendering | null = null;
    const reportProgress = (): void => writer.tell({ state: 'building', progress: rendering && progressOf(rendering) });
    const timer = setInterval(reportProgress, progressInterval);
    try {
      return this.#report(await this.#attempt(first, (progress) => (rendering = progress)), first);
    } catch (error) {
      if (!(error instanceof PostponedError)) this.#abandon();
      throw error;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) {
        this.#preemption = null;
        outlet?.settle();
      }
      clearInterval(timer);
      writer.outbox()?.wake();
      onDone();
    }
  }

  /** Runs a step with the current content. @throws OperatorError before the first release. */
  async unchanged(step: Pick<Step, 'isFull' | 'pin'>): Promise<Outcome> {
    const { writer, store } = this.#options;
    const { head, content } = writer.publisher().site();
    // Unread content would publish an empty site.
    if (head?.release == null) throw noRelease(store.lost());
    const { release, problems } = await this.run({ content, changes: [], since: performance.now(), ...step });
    return { release, problems };
  }

  /** Stores documents read before the first release (`Publisher.storeInitialContent`). */
  async storeInitialContent(...read: Parameters<Publisher['storeInitialContent']>): Promise<boolean> {
    const { writer } = this.#options;
    await writer.acquire();
    try {
      return await writer.publisher().storeInitialContent(...read);
    } catch (error) {
      // The next step applies the other writer's commits.
      if (error instanceof BehindError) return false;
      throw error;
    }
  }

  /** Preempts a long running step for waiting edits. */
  preempt(): void {
    this.#preemption?.abort();
  }

  /** Applies commits of other writers; returns whether there were any. */
  async catchUp(): Promise<boolean> {
    const { writer, outlet, onDone } = this.#options;
    const hasCommits = await writer.catchUp();
    if (hasCommits) {
      outlet?.wake();
      onDone();
    }
    return hasCommits;
  }

  isBuilding(): boolean {
    return this.#running > 0;
  }

  /** Runs a step, again while edits or other writers come first. */
  async #attempt(first: Step, onProgress: (progress: Rendering) => void): Promise<StepOutcome> {
    const { writer } = this.#options;
    let step = first;
    for (let isResumed = false; !writer.isSuperseded(); isResumed = true) {
      const how = { onProgress, preempt: this.#nextSignal(), isResumed };
      try {
        step = await this.#markShown(step);
        return await writer.publisher().runStep(step, how);
      } catch (error) {
        step = await this.#rebaseAfterConflict(step, error);
      }
    }
    return { release: null, problems: [], rendered: 0 };
  }

  /**
   * Marks the uploads that a step is the first to show, before it reads their files: later changes of an author are
   * refused, and earlier ones are part of the release.
   */
  async #markShown(step: Step): Promise<Step> {
    const { source, writer } = this.#options;
    if (source === null) return step;
    const { head, content } = writer.publisher().site();
    const before = head?.release == null ? null : content;
    const names = await uploadsToMark({ ...step, before, isMarked: (name) => this.#marked.has(name) });
    if (names.length === 0) return step;
    const read = await source.markShown(names);
    for (const name of names) this.#marked.add(name);
    const { state, changes } = applyRead(step.content, { ...read, at: step.content.asOf });
    const merged = new Map(step.changes.map((change) => [change.path, change]));
    for (const change of changes) {
      const first = merged.get(change.path);
      merged.set(change.path, first ? { ...change, before: first.before } : change);
    }
    return { ...step, content: state, changes: [...merged.values()] };
  }

  /**
   * Returns the step on the current site after edits were published or another writer has committed.
   * @throws `error` if it has another cause.
   */
  async #rebaseAfterConflict(step: Step, error: unknown): Promise<Step> {
    const { writer, queue, reader, monitor } = this.#options;
    const paths = step.changes.map(({ path }) => path);
    if (error instanceof PreemptedError) {
      // An edit that fails is retried later, and does not block the step.
      const from = writer.publisher().site().content;
      await queue.urgent();
      const to = writer.publisher().site().content;
      return { ...step, ...rebaseContent(step.content, { from, to, paths, older: step.readAgain ?? new Set() }) };
    }
    if (!(error instanceof BehindError)) throw error;
    await this.catchUp();
    // The step's documents are read again, because the other writer may have published newer versions.
    const { content } = writer.publisher().site();
    if (paths.length === 0 || !reader) return { ...step, content };
    const answer = await reader.read(paths);
    monitor.metrics.read(answer.documents.length);
    const { state, changes } = applyRead(content, answer);
    return { ...step, content: state, changes };
  }

  /** The signal that preempts the next attempt of a step; null for a step that preempts another one. */
  #nextSignal(): AbortSignal | null {
    const { queue } = this.#options;
    if (queue.isPreempting()) return null;
    this.#preemption = new AbortController();
    if (queue.isUrgent()) this.#preemption.abort();
    return this.#preemption.signal;
  }

  #report(taken: StepOutcome, { isFull, changes }: Step): StepOutcome {
    const { monitor, outlet } = this.#options;
    const { release, problems } = taken;
    monitor.note('publishing', null);
    monitor.metrics.taken(taken, isFull ? [] : changes);
    if (release) {
      outlet?.wake();
      monitor.log({ event: 'release', ...release, documents: changes.map(({ path }) => path) });
    }
    for (const problem of problems) monitor.log({ event: 'problem', ...problem });
    return taken;
  }

  /** Removes the blobs that a failed step has written, because they belong to no release, and reports the failure. */
  #abandon(): void {
    const { store, writer, blobs, monitor } = this.#options;
    const held = store.heldBlobs('all');
    for (const { hash } of writer.templates().assets) held.add(hash);
    blobs.sweep((hash) => held.has(hash));
    writer.tell(monitor.health.notice());
  }
}
