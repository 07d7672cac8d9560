import { BehindError } from '../log/shared-store.ts';
import type { Blobs } from '../release/blobs.ts';
import type { PipelineEvent } from '../release/events.ts';
import type { Publisher } from '../release/publisher.ts';
import type { Outcome, Step, Taken } from '../release/step.ts';
import { noRelease } from '../release/site.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { Writer } from '../release/writer.ts';
import { progressOf, type Rendering } from '../render/progress.ts';
import { PreemptedError } from '../render/render-routes.ts';
import { applyRead, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import type { ContentSource } from '../sync/source.ts';
import type { Health, NoteHealth } from './health.ts';

interface StepRunnerOptions {
  writer: Writer;
  store: Pick<ReleaseStore, 'heldBlobs'>;
  blobs: Pick<Blobs, 'sweep'>;
  source: Pick<ContentSource, 'read'> | null;
  health: Pick<Health, 'told'>;
  note: NoteHealth;
  /** Publishes urgent documents before a long step; returns them. */
  urgent: { waits: () => boolean; publish: () => Promise<readonly string[]> };
  /** Called when a step starts that may lead to a release. */
  onBegin: () => void;
  /** Called for a new release. */
  onRelease: () => void;
  /** Called when no step runs any more. */
  onEnd: () => void;
  /** Called with the result of a step of these edits. */
  onTaken: (taken: Taken, edits: readonly DocumentChange[]) => void;
  /** Called with the number of documents returned by the source. */
  onRead: (documents: number) => void;
  log: (event: PipelineEvent) => void;
}

/** Carries steps out and tells how they go. Steps must not overlap. */
export interface StepRunner {
  run(step: Step): Promise<Outcome>;
  /** Stores documents read before the first release (`Publisher.arrive`). */
  arrive: Publisher['arrive'];
  /** A step from the content there is. @throws OperatorError before the first release. */
  unchanged(step: Pick<Step, 'isFull' | 'pin'>): Promise<Outcome>;
  /** Preempts a long running step for urgent documents. */
  preempt(): void;
  /** Applies commits of other writers; returns whether there were any. */
  catchUp(): Promise<boolean>;
  isBuilding(): boolean;
}

// Progress of shorter publishes is not reported, because they end before it is read; longer ones report at this
// interval.
const progressInterval = 1_000;

export function openStepRunner(options: StepRunnerOptions): StepRunner {
  const { writer, store, blobs, source, health, note, urgent, onBegin, onRelease, onEnd, onTaken, onRead, log } =
    options;
  // The steps that run: one, and one that goes before it.
  let running = 0;
  let preemption: AbortController | null = null;

  const catchUp = async (): Promise<boolean> => {
    const isNews = await writer.catchUp();
    if (isNews) onRelease();
    return isNews;
  };

  /** The same step from where the site is now, after others came first. @throws `error` where it is not of that kind. */
  const rebaseAfterConflict = async (step: Step, error: unknown): Promise<Step> => {
    if (error instanceof PreemptedError) {
      // Also for edits that arrive during a preemption. A failed one waits: it must not block the step.
      preemption = new AbortController();
      const others = new Set(await urgent.publish());
      return rebase(step, { content: writer.publisher().site().content, others });
    }
    if (!(error instanceof BehindError)) throw error;
    await catchUp();
    // Its documents are read again.
    const paths = step.changes.map(({ path }) => path);
    const { content } = writer.publisher().site();
    if (paths.length === 0 || !source) return { ...step, content };
    const answer = await source.read(paths);
    onRead(answer.documents.length);
    const { state, changes } = applyRead(content, answer);
    return { ...step, content: state, changes };
  };

  const report = (taken: Taken, { isFull, changes }: Step): Outcome => {
    const { release, problems } = taken;
    note('publishing', null);
    onTaken(taken, isFull ? [] : changes);
    if (release) {
      onRelease();
      log({ event: 'release', ...release, documents: changes.map(({ path }) => path) });
    }
    for (const problem of problems) log({ event: 'problem', ...problem });
    return { release, problems };
  };

  const run = async (first: Step): Promise<Outcome> => {
    await writer.become();
    running += 1;
    if (!writer.isSuperseded()) onBegin();
    let rendering: Rendering | null = null;
    const onProgress = (far: Rendering): void => void (rendering = far);
    const tellProgress = (): void => writer.tell({ state: 'building', progress: rendering && progressOf(rendering) });
    const timer = setInterval(tellProgress, progressInterval);
    if (running === 1) {
      preemption = new AbortController();
      if (urgent.waits()) preemption.abort();
    }
    try {
      // Again and again while others are first.
      let step = first;
      while (!writer.isSuperseded()) {
        try {
          const preempt = running === 1 && preemption ? preemption.signal : null;
          return report(await writer.publisher().take(step, { onProgress, preempt }), first);
        } catch (error) {
          step = await rebaseAfterConflict(step, error);
        }
      }
      return report({ release: null, problems: [], rendered: 0 }, first);
    } catch (error) {
      // Blobs written by the failed step belong to no release.
      const held = store.heldBlobs('all');
      for (const { hash } of writer.templates().assets) held.add(hash);
      blobs.sweep((hash) => held.has(hash));
      writer.tell(health.told());
      throw error;
    } finally {
      running -= 1;
      if (running === 0) {
        preemption = null;
        onEnd();
      }
      clearInterval(timer);
      writer.outbox()?.wake();
    }
  };

  return {
    run,
    arrive: async (content, changes) => {
      await writer.become();
      try {
        return await writer.publisher().arrive(content, changes);
      } catch (error) {
        // The next step applies the other writer's commits.
        if (error instanceof BehindError) return false;
        throw error;
      }
    },
    unchanged: async (step) => {
      const { head, content } = writer.publisher().site();
      // Unread content would publish an empty site.
      if (head?.release == null) throw noRelease();
      return run({ content, changes: [], since: performance.now(), ...step });
    },
    catchUp,
    preempt: () => preemption?.abort(),
    isBuilding: () => running > 0,
  };
}

interface ConcurrentChanges {
  content: ContentState;
  /** Documents that were read again, including deleted ones. */
  others: ReadonlySet<string>;
}

/** A step on content that another step has changed: of a document that both concern, the other one has read a newer version. */
function rebase(step: Step, { content, others }: ConcurrentChanges): Step {
  const documents = step.changes
    .filter(({ path }) => !others.has(path))
    .map(({ path, after }) => after ?? { path, data: null, time: '' });
  const { state, changes } = applyRead(content, { documents, at: step.content.asOf });
  const asOf = state.asOf > step.content.asOf ? state.asOf : step.content.asOf;
  return { ...step, content: asOf === state.asOf ? state : { ...state, asOf }, changes };
}
