import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Problem } from '@frontage/model/build-state';
import { collections } from '@frontage/model/paths';
import type { Outcome } from '../site/step.ts';
import type { Monitor } from '../status/monitor.ts';
import { type LaunchReader, unitOfPath } from '../sync/launch-reader.ts';
import type { ContentSource, SourceDocument, SourceRead } from '../sync/source.ts';
import type { Queue } from './queue.ts';
import { bisectFailures, type Quarantine } from './retries.ts';

export interface DocumentReaderOptions {
  source: ContentSource;
  /** Reads from `source`; keeps launches whole. */
  launches: LaunchReader;
  /** Its waiting edits are published between the parts of many documents. */
  queue: Pick<Queue<Outcome>, 'isUrgent' | 'urgent'>;
  quarantine: Quarantine;
  monitor: Monitor;
}

/** The documents that could be read, and the problems of the others. */
export type FoundDocuments = SourceRead & { problems: Problem[] };

// Number of documents per read, which takes a few hundredths of a second.
const readAtOnce = 500;

// A document that is read only to check whether the source answers.
const anyDocument = `${collections.settings}/general`;

/**
 * Reads documents for calls that may read them while others do. A document that cannot be read is quarantined and does
 * not block the others.
 */
export class DocumentReader {
  readonly #options: DocumentReaderOptions;
  // For each running call, the documents that calls during it have read: its own versions of them are older.
  readonly #running: Set<string>[] = [];

  constructor(options: DocumentReaderOptions) {
    this.#options = options;
  }

  /** Runs a call. `readAgain` are the documents that calls during it have read; it grows while the call runs. */
  async call<Result>(act: (readAgain: Set<string>) => Promise<Result>): Promise<Result> {
    const readAgain = new Set<string>();
    this.#running.push(readAgain);
    try {
      return await act(readAgain);
    } finally {
      this.#running.splice(this.#running.indexOf(readAgain), 1);
    }
  }

  /** Marks documents as read in the call that has started last. */
  markRead(paths: Iterable<string>): void {
    const own = this.#running.at(-1);
    for (const path of paths) {
      for (const readAgain of this.#running) {
        if (readAgain === own) readAgain.delete(path);
        else readAgain.add(path);
      }
    }
  }

  /** Counts documents that a call has read, and marks them. */
  received(documents: readonly SourceDocument[]): void {
    this.#options.monitor.metrics.read(documents.length);
    this.markRead(documents.map(({ path }) => path));
  }

  /** Asks the source, and reports whether it answers. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const { monitor } = this.#options;
    try {
      const answer = await question();
      monitor.note('source', null);
      return answer;
    } catch (error) {
      monitor.note('source', error);
      monitor.metrics.read(null);
      throw error;
    }
  }

  /**
   * Reads documents. Many are read in parts, so that edits can be published between the parts. A document and its
   * companion are read together.
   */
  async read(paths: readonly string[]): Promise<FoundDocuments> {
    if (paths.length <= readAtOnce) return this.#readPart(paths);
    const found: FoundDocuments[] = [];
    for (const part of inParts([...Map.groupBy(paths, unitOfPath).values()], readAtOnce)) {
      if (found.length > 0) await giveWay(this.#options.queue);
      found.push(await this.#readPart(part));
    }
    // A later part may have read documents of an earlier one again, together with their launch.
    const documents = new Map(found.flatMap((one) => one.documents.map((document) => [document.path, document])));
    return {
      documents: [...documents.values()],
      at: found[0]?.at ?? '',
      problems: found.flatMap(({ problems }) => problems),
    };
  }

  async #readPart(paths: readonly string[]): Promise<FoundDocuments> {
    const { launches, monitor } = this.#options;
    try {
      const answer = await launches.read(paths);
      monitor.note('source', null);
      this.received(answer.documents);
      return { ...answer, problems: [] };
    } catch (error) {
      return this.#readInHalves(paths, error);
    }
  }

  async #readInHalves(paths: readonly string[], error: unknown): Promise<FoundDocuments> {
    const { source, launches, quarantine } = this.#options;
    const documents = new Map<string, SourceDocument>();
    let at = '';
    const culprits = await bisectFailures(paths, {
      error,
      act: async (some) => {
        const answer = await launches.read(some);
        this.received(answer.documents);
        for (const document of answer.documents) documents.set(document.path, document);
        at = answer.at;
      },
      probe: () => this.ask(() => source.read([anyDocument])),
    });
    const problems = culprits.map(({ item, error }) => quarantine.put(item, error));
    return { documents: [...documents.values()], at, problems };
  }
}

/** Lets other work continue, and publishes waiting edits. */
export async function giveWay(queue: Pick<Queue<Outcome>, 'isUrgent' | 'urgent'>): Promise<void> {
  await nextTurn();
  if (queue.isUrgent()) await queue.urgent();
}

/** Joins units, which stay whole, to parts of at least `size` items; the last part may be smaller. */
export function* inParts<Item>(units: readonly (readonly Item[])[], size: number): Generator<Item[]> {
  let part: Item[] = [];
  for (const [index, unit] of units.entries()) {
    part.push(...unit);
    if (part.length < size && index < units.length - 1) continue;
    yield part;
    part = [];
  }
}
