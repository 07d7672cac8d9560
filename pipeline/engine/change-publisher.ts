import type { Writer } from '../release/writer.ts';
import { PostponedError } from '../render/render-routes.ts';
import type { Site } from '../site/site.ts';
import type { Outcome, Step, StepOutcome } from '../site/step.ts';
import { applyRead, type ContentState, type DocumentChange, rebaseContent } from '../sync/content-state.ts';
import type { LaunchReader } from '../sync/launch-reader.ts';
import type { SourceDocument, SourceRead } from '../sync/source.ts';
import { isWithdrawal } from '../sync/withdraw.ts';
import { giveWay, inParts } from './document-reader.ts';
import type { PublishCall, Queue } from './queue.ts';
import { bisectFailures, type Quarantine } from './retries.ts';
import type { StepRunner } from './steps.ts';

interface ChangePublisherOptions {
  writer: Pick<Writer, 'publisher'>;
  steps: Pick<StepRunner, 'run'>;
  /** Its waiting edits are published between the slices in which many documents are applied. */
  queue: Pick<Queue<Outcome>, 'isUrgent' | 'urgent'>;
  launches: Pick<LaunchReader, 'unitOf' | 'settle'>;
  quarantine: Quarantine;
}

/** How changes are published: `since` is the arrival of the first hint, by `performance.now()`. */
export type PublishOptions = Pick<Step, 'since' | 'isFull'> & Required<Pick<Step, 'readAgain'>> & PublishCall;

export interface PublishedChanges {
  changes: readonly DocumentChange[];
  outcomes: readonly StepOutcome[];
}

/** Documents that are written together and must be published together: a launch, or a demo and its embed code. */
type Unit = SourceDocument[];

/** Content after documents were applied to it. */
interface AppliedContent {
  state: ContentState;
  changes: readonly DocumentChange[];
}

/** The documents of one call of `publish`, and the results so far. */
interface Batch extends SourceRead {
  options: PublishOptions;
  /** Content of the site with all documents, which is `base` with `whole.changes`. */
  whole: AppliedContent;
  base: ContentState;
  changed: ReadonlyMap<string, DocumentChange>;
  /** The changed documents. */
  units: readonly Unit[];
  outcomes: StepOutcome[];
  failed: Map<Unit, unknown>;
}

// Number of documents that are published in one step after a sweep or a full scan.
const publishedAtOnce = 1_000;

// Number of documents validated and composed without a pause, which takes a few hundredths of a second.
const appliedAtOnce = 50;

/** Applies read documents to the content of the site, and publishes it in steps. */
export class ChangePublisher {
  readonly #options: ChangePublisherOptions;

  constructor(options: ChangePublisherOptions) {
    this.#options = options;
  }

  /**
   * Publishes read changes: in one full step, or withdrawals first and the rest afterwards. A failing document does not
   * block others.
   */
  async publish(found: SourceRead, options: PublishOptions): Promise<PublishedChanges> {
    const batch = await this.#openBatch(found, options);
    const { whole, outcomes, changed, units } = batch;
    const leaves = (unit: Unit): boolean => !options.isFull && unit.some(({ path }) => isLeaving(changed.get(path)));
    const urgent = units.filter(leaves);
    const others = units.filter((unit) => !leaves(unit));
    if (urgent.length > 0) await this.#publishUnits(batch, urgent, false);
    if (others.length > 0 || options.isFull) await this.#publishUnits(batch, others, options.lane === 'edits');
    this.#settle(batch);
    return { changes: whole.changes, outcomes };
  }

  /** Publishes read changes. Many are published in pieces, so that edits can be published in between. */
  async publishInPieces(found: SourceRead, options: PublishOptions): Promise<PublishedChanges> {
    if (this.#site().head?.release == null || found.documents.length <= publishedAtOnce)
      return this.publish(found, options);
    const published: PublishedChanges[] = [];
    for (const documents of inParts(this.#unitsOf(found.documents), publishedAtOnce)) {
      const isFirst = published.length === 0;
      if (!isFirst) await giveWay(this.#options.queue);
      const isFull = options.isFull && isFirst;
      published.push(await this.publish({ documents, at: found.at }, { ...options, isFull }));
    }
    return {
      changes: published.flatMap(({ changes }) => changes),
      outcomes: published.flatMap(({ outcomes }) => outcomes),
    };
  }

  async #openBatch({ documents: found, at }: SourceRead, options: PublishOptions): Promise<Batch> {
    const { readAgain } = options;
    const documents = found.filter(({ path }) => !readAgain.has(path));
    const whole = await this.#apply(documents, at, readAgain);
    const changed = new Map(whole.changes.map((change) => [change.path, change]));
    const units = this.#unitsOf(documents.filter(({ path }) => changed.has(path)));
    const base = this.#site().content;
    return { documents, at, options, whole, base, changed, units, outcomes: [], failed: new Map() };
  }

  /** Publishes units in one step. If it fails, the failing units are quarantined and the others published. */
  async #publishUnits(batch: Batch, units: readonly Unit[], isPostponable: boolean): Promise<void> {
    const { options, at, whole, base, outcomes } = batch;
    const run = async ({ state, changes }: AppliedContent): Promise<void> => {
      outcomes.push(await this.#options.steps.run({ content: state, changes, ...options, isPostponable }));
    };
    // Each step builds on the previous one.
    const apply = (some: readonly Unit[]) => this.#apply(some.flat(), at, options.readAgain);
    try {
      // If these are all changed documents and the content is the same, reuse `whole`: composing a large site takes a
      // while.
      const isWhole = units.length === batch.units.length && this.#site().content === base;
      await run(isWhole ? whole : await apply(units));
    } catch (error) {
      if (error instanceof PostponedError) throw error;
      const act = async (part: readonly Unit[]): Promise<void> => run(await apply(part));
      const culprits = await bisectFailures(units, { error, act, probe: () => act([]) });
      for (const { item, error } of culprits) this.#quarantine(batch, item, error);
    }
  }

  #quarantine({ failed, outcomes }: Batch, unit: Unit, error: unknown): void {
    failed.set(unit, error);
    const problems = unit.map(({ path }) => this.#options.quarantine.put(path, error));
    outcomes.push({ release: null, problems, rendered: 0 });
  }

  /**
   * Ends the quarantine of documents that are public now, and marks their launches. Documents that were read again are
   * published by the call that has read them.
   */
  #settle({ documents, failed, options: { readAgain } }: Batch): void {
    const { launches, quarantine } = this.#options;
    const failedPaths = [...failed.keys()].flatMap((unit) => unit.map(({ path }) => path));
    const refused = new Set(failedPaths.map((path) => launches.unitOf(path)));
    const kept = documents.filter(({ path }) => !readAgain.has(path));
    const isFailed = new Set(failedPaths);
    for (const { path } of kept) if (!isFailed.has(path)) quarantine.clear(path);
    launches.settle(kept.filter(({ path }) => !refused.has(launches.unitOf(path))));
  }

  /**
   * Applies documents to the content of the site in slices, so that edits can be published between the slices. Documents
   * that these edits have read again are left out.
   */
  async #apply(
    documents: readonly SourceDocument[],
    at: string,
    readAgain: ReadonlySet<string>,
  ): Promise<AppliedContent> {
    let from = this.#site().content;
    let content = from;
    let changes: readonly DocumentChange[] = [];
    const rebase = (): void => {
      const to = this.#site().content;
      const paths = changes.map(({ path }) => path);
      ({ content, changes } = rebaseContent(content, { from, to, paths, older: readAgain }));
      from = to;
    };
    // Before the first release there is nothing to edit, and everything is composed at once.
    const atOnce = this.#site().head?.release == null ? Infinity : appliedAtOnce;
    for (let start = 0; start === 0 || start < documents.length; start += atOnce) {
      if (start > 0) {
        await giveWay(this.#options.queue);
        rebase();
      }
      const slice = documents.slice(start, start + atOnce).filter(({ path }) => !readAgain.has(path));
      const applied = applyRead(content, { documents: slice, at });
      content = applied.state;
      changes = [...changes, ...applied.changes];
    }
    return { state: content, changes };
  }

  #unitsOf(documents: readonly SourceDocument[]): Unit[] {
    const { launches } = this.#options;
    return [...Map.groupBy(documents, ({ path }) => launches.unitOf(path)).values()];
  }

  #site(): Site {
    return this.#options.writer.publisher().site();
  }
}

const isLeaving = (change: DocumentChange | undefined): boolean => change !== undefined && isWithdrawal(change);
