import type { Problem } from '@frontage/model/build-state';
import { collections } from '@frontage/model/paths';
import type { Site } from '../release/site.ts';
import type { Outcome, Step } from '../release/step.ts';
import { applyRead, type DocumentChange } from '../sync/content-state.ts';
import type { SourceDocument, SourceRead } from '../sync/source.ts';
import { isWithdrawal } from '../sync/withdrawal.ts';
import { bisectFailures } from './bisect-failures.ts';

interface ReadPorts {
  site: () => Site;
  take: (step: Step) => Promise<Outcome>;
  /** Quarantines a document that failed alone; returns the problem to report. */
  quarantine: (document: string, error: unknown) => Problem;
  /** Removes a document that did not fail from quarantine. */
  releaseDocument: (document: string) => void;
}

/** Publish options: `since` is the arrival of the first hint, by `performance.now()`. */
type PublishOptions = Pick<Step, 'since' | 'isFull'>;

interface Published {
  changes: readonly DocumentChange[];
  outcomes: readonly Outcome[];
}

/**
 * Publishes read changes: in one full step, or withdrawals first and the rest afterwards. A failing document does not
 * block others.
 */
export async function publishChanges(
  ports: ReadPorts,
  answer: SourceRead,
  options: PublishOptions,
): Promise<Published> {
  const { site, take, quarantine, releaseDocument } = ports;
  const { content } = site();
  const whole = applyRead(content, answer);
  const changed = new Map(whole.changes.map((change) => [change.path, change]));
  const units = unitsOf(answer.documents.filter(({ path }) => changed.has(path)));
  // Each step builds on the previous one.
  const apply = (some: readonly Unit[]) => applyRead(site().content, { documents: some.flat(), at: answer.at });
  const leaves = (unit: Unit): boolean => !options.isFull && unit.some(({ path }) => isLeaving(changed.get(path)));
  const urgent = units.filter(leaves);
  const others = units.filter((unit) => !leaves(unit));
  const outcomes: Outcome[] = [];
  const failed = new Map<Unit, unknown>();
  for (const some of [urgent, others]) {
    if (some.length === 0 && !(options.isFull && some === others)) continue;
    try {
      // If these are all changed documents and the content is the same, reuse `whole`: composing a large site takes a
      // while.
      const isWhole = some.length === units.length && site().content === content;
      const { state, changes } = isWhole ? whole : apply(some);
      outcomes.push(await take({ content: state, changes, ...options }));
    } catch (error) {
      const act = async (part: readonly Unit[]): Promise<void> => {
        const { state, changes } = apply(part);
        outcomes.push(await take({ content: state, changes, ...options }));
      };
      const culprits = await bisectFailures(some, { error, act, probe: () => act([]) });
      for (const { item, error } of culprits) failed.set(item, error);
    }
    for (const unit of some) {
      for (const { path } of unit) {
        if (failed.has(unit)) outcomes.push({ release: null, problems: [quarantine(path, failed.get(unit))] });
        else releaseDocument(path);
      }
    }
  }
  for (const { path } of answer.documents) if (!changed.has(path)) releaseDocument(path);
  return { changes: whole.changes, outcomes };
}

/** The withdrawn documents of a read, each with its companion. */
export function removedDocuments({ documents, at }: SourceRead, changes: readonly DocumentChange[]): SourceRead {
  const leaving = new Set(changes.filter(isLeaving).map(({ path }) => unitOfPath(path)));
  return { documents: documents.filter(({ path }) => leaving.has(unitOfPath(path))), at };
}

/** Documents that are written together and must be published together: a demo and its embed code. */
type Unit = SourceDocument[];

/** The path by which a document's unit is identified: for embed code, the path of its demo. */
export const unitOfPath = (path: string): string => path.replace(`${collections.demoEmbeds}/`, `${collections.demos}/`);

const unitsOf = (documents: readonly SourceDocument[]): Unit[] =>
  Object.values(Object.groupBy(documents, ({ path }) => unitOfPath(path))).map((unit) => unit ?? []);

const isLeaving = (change: DocumentChange | undefined): boolean => change !== undefined && isWithdrawal(change);
