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
  /** Notes that a document failed alone. */
  setAside: (document: string, error: unknown) => Problem;
  /** Notes that a document did not fail. */
  clearAside: (document: string) => void;
}

/** How what was read is published: `since` is when the first hint of it arrived, by `performance.now()`. */
type Manner = Pick<Step, 'since' | 'isFull'>;

interface Published {
  changes: readonly DocumentChange[];
  outcomes: readonly Outcome[];
}

/**
 * Publishes what was read, in a full step at once, else what leaves the site before all else. What fails alone does not
 * keep the others from it.
 */
export async function publishRead(ports: ReadPorts, answer: SourceRead, manner: Manner): Promise<Published> {
  const { site, take, setAside, clearAside } = ports;
  const { content } = site();
  const whole = applyRead(content, answer);
  const changed = new Map(whole.changes.map((change) => [change.path, change]));
  const units = unitsOf(answer.documents.filter(({ path }) => changed.has(path)));
  // Each on what the one before has left.
  const apply = (some: readonly Unit[]) => applyRead(site().content, { documents: some.flat(), at: answer.at });
  const leaves = (unit: Unit): boolean => !manner.isFull && unit.some(({ path }) => isLeaving(changed.get(path)));
  const urgent = units.filter(leaves);
  const others = units.filter((unit) => !leaves(unit));
  const outcomes: Outcome[] = [];
  const failed = new Map<Unit, unknown>();
  for (const some of [urgent, others]) {
    if (some.length === 0 && !(manner.isFull && some === others)) continue;
    try {
      // Most often it is all that was read, on what there was then: composing a large site takes a while.
      const isWhole = some.length === units.length && site().content === content;
      const { state, changes } = isWhole ? whole : apply(some);
      outcomes.push(await take({ content: state, changes, ...manner }));
    } catch (error) {
      const act = async (part: readonly Unit[]): Promise<void> => {
        const { state, changes } = apply(part);
        outcomes.push(await take({ content: state, changes, ...manner }));
      };
      const culprits = await bisectFailures(some, { error, act, probe: () => act([]) });
      for (const { item, error } of culprits) failed.set(item, error);
    }
    for (const unit of some) {
      for (const { path } of unit) {
        if (failed.has(unit)) outcomes.push({ release: null, problems: [setAside(path, failed.get(unit))] });
        else clearAside(path);
      }
    }
  }
  for (const { path } of answer.documents) if (!changed.has(path)) clearAside(path);
  return { changes: whole.changes, outcomes };
}

/** What of a read leaves the site, with what must go with it. */
export function leavingOf({ documents, at }: SourceRead, changes: readonly DocumentChange[]): SourceRead {
  const leaving = new Set(changes.filter(isLeaving).map(({ path }) => unitOf(path)));
  return { documents: documents.filter(({ path }) => leaving.has(unitOf(path))), at };
}

/** Documents that are written at once and must be published at once: a demo and its embed code. */
type Unit = SourceDocument[];

const unitOf = (path: string): string => path.replace(`${collections.demoEmbeds}/`, `${collections.demos}/`);

const unitsOf = (documents: readonly SourceDocument[]): Unit[] =>
  Object.values(Object.groupBy(documents, ({ path }) => unitOf(path))).map((unit) => unit ?? []);

const isLeaving = (change: DocumentChange | undefined): boolean => change !== undefined && isWithdrawal(change);
