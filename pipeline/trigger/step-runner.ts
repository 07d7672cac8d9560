import { BehindError } from '../log/shared-store.ts';
import type { Blobs } from '../release/blobs.ts';
import type { PipelineEvent } from '../release/events.ts';
import type { Publisher } from '../release/publisher.ts';
import type { Outcome, Step, Taken } from '../release/step.ts';
import { noRelease } from '../release/site.ts';
import type { ReleaseStore } from '../release/store.ts';
import type { Writer } from '../release/writer.ts';
import { progressOf, type Rendering } from '../render/progress.ts';
import { GaveWayError } from '../render/render-routes.ts';
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
  /** Publishes what must not wait for a long step; the documents that it was told of. */
  urgent: { waits: () => boolean; publish: () => Promise<readonly string[]> };
  /** Hears that a step begins, which may lead to a release. */
  onBegin: () => void;
  /** Hears that there is a newer release. */
  onRelease: () => void;
  /** Hears of what a step of these edits came to. */
  onTaken: (taken: Taken, edits: readonly DocumentChange[]) => void;
  /** Hears with how many documents the source has answered. */
  onRead: (documents: number) => void;
  log: (event: PipelineEvent) => void;
}

/** Carries steps out and tells how they go. Steps must not overlap. */
export interface StepRunner {
  run(step: Step): Promise<Outcome>;
  /** Stores what was read before there is a release, as `Publisher.arrive` does. */
  arrive: Publisher['arrive'];
  /** A step from the content there is. @throws OperatorError before the first release. */
  unchanged(step: Pick<Step, 'isFull' | 'pin'>): Promise<Outcome>;
  /** Lets what is urgent go before the step that runs, if that takes long. */
  giveWay(): void;
  /** Takes over what other writers have committed. */
  catchUp(): Promise<void>;
  isBuilding(): boolean;
}

// Nobody is told of a publish that takes less, as it would be over before they have read it, nor more often of one that
// takes longer.
const progressInterval = 1_000;

export function openStepRunner(options: StepRunnerOptions): StepRunner {
  const { writer, store, blobs, source, health, note, urgent, onBegin, onRelease, onTaken, onRead, log } = options;
  // The steps that run: one, and one that goes before it.
  let running = 0;
  let longStep: AbortController | null = null;

  const catchUp = async (): Promise<void> => {
    if (await writer.catchUp()) onRelease();
  };

  /** The same step from where the site is now, after others came first. @throws `error` where it is not of that kind. */
  const meetOthers = async (step: Step, error: unknown): Promise<Step> => {
    if (error instanceof GaveWayError) {
      // Also to what comes while others go before it. What has gone and failed waits: it must not keep the step from going on.
      longStep = new AbortController();
      const others = new Set(await urgent.publish());
      return rebased(step, { content: writer.publisher().site().content, others });
    }
    if (!(error instanceof BehindError)) throw error;
    await catchUp();
    // What it concerns is read anew.
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
      longStep = new AbortController();
      if (urgent.waits()) longStep.abort();
    }
    try {
      // Again and again while others are first.
      let step = first;
      while (!writer.isSuperseded()) {
        try {
          const giveWay = running === 1 && longStep ? longStep.signal : null;
          return report(await writer.publisher().take(step, { onProgress, giveWay }), first);
        } catch (error) {
          step = await meetOthers(step, error);
        }
      }
      return report({ release: null, problems: [], rendered: 0 }, first);
    } catch (error) {
      // What the step had written before it failed is nobody's.
      const held = store.heldBlobs('all');
      for (const { hash } of writer.templates().assets) held.add(hash);
      blobs.sweep((hash) => held.has(hash));
      writer.tell(health.told());
      throw error;
    } finally {
      running -= 1;
      if (running === 0) longStep = null;
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
        // The step that follows takes over what the other writer has stored.
        if (error instanceof BehindError) return false;
        throw error;
      }
    },
    unchanged: async (step) => {
      const { head, content } = writer.publisher().site();
      // What was never read would be a site of nothing.
      if (head?.release == null) throw noRelease();
      return run({ content, changes: [], since: performance.now(), ...step });
    },
    catchUp,
    giveWay: () => longStep?.abort(),
    isBuilding: () => running > 0,
  };
}

interface Meanwhile {
  content: ContentState;
  /** Documents that were read anew, whatever they were found to be: also what is gone again. */
  others: ReadonlySet<string>;
}

/** A step on content that another step has changed: of a document that both concern, the other one has read a newer version. */
function rebased(step: Step, { content, others }: Meanwhile): Step {
  const documents = step.changes
    .filter(({ path }) => !others.has(path))
    .map(({ path, after }) => after ?? { path, data: null, time: '' });
  const { state, changes } = applyRead(content, { documents, at: step.content.asOf });
  const asOf = state.asOf > step.content.asOf ? state.asOf : step.content.asOf;
  return { ...step, content: asOf === state.asOf ? state : { ...state, asOf }, changes };
}
