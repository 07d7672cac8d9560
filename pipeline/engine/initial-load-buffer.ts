import {
  applyRead,
  type ContentState,
  type DocumentChange,
  isChangedVersion,
  missingDocuments,
} from '../sync/content-state.ts';
import type { SourceDocument, SourceRead } from '../sync/source.ts';

interface LoadPorts {
  content: () => ContentState;
  /** Documents that are reported even if they are unchanged. */
  unconditional: readonly string[];
  /** Stores read documents before the first release; returns whether they were stored. */
  store: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
}

// Maximum number of characters in memory. A site of twenty thousand pages fits without storing any of it.
const defaultBufferedChars = 100 * 2 ** 20;

// After the limit was exceeded once, a fraction of it is buffered: stored documents are read back from the store
// anyway.
const storedParts = 8;

/**
 * Buffers the changed documents of a full scan. In a site's first scan, it stores them when they exceed `limit`
 * characters.
 */
export class InitialLoadBuffer {
  readonly #ports: LoadPorts;
  readonly #limit: number;
  readonly #found = new Set<string>();
  readonly #unconditional: ReadonlySet<string>;
  #waiting: SourceDocument[] = [];
  #size = 0;
  #isLarge = false;

  constructor(ports: LoadPorts, limit: number = defaultBufferedChars) {
    this.#ports = ports;
    this.#limit = limit;
    this.#unconditional = new Set(ports.unconditional);
  }

  /** Adds documents. Calls must not overlap. */
  async take(documents: readonly SourceDocument[]): Promise<void> {
    const known = this.#ports.content().documents;
    for (const document of documents) {
      this.#found.add(document.path);
      if (!isChangedVersion(document, known.get(document.path)) && !this.#unconditional.has(document.path)) continue;
      this.#waiting.push(document);
      this.#size += sizeOf(document);
    }
    if (this.#size > (this.#isLarge ? this.#limit / storedParts : this.#limit)) await this.#storeWaiting();
  }

  /** Number of documents found so far. */
  count(): number {
    return this.#found.size;
  }

  /** The changes to publish after the scan: new documents, and stored ones that were not found. */
  async end(at: string): Promise<SourceRead> {
    if (this.#isLarge) await this.#storeWaiting();
    return { documents: [...this.#waiting, ...missingDocuments(this.#ports.content(), this.#found, at)], at };
  }

  async #storeWaiting(): Promise<void> {
    const { content, store } = this.#ports;
    const { state, changes } = applyRead(content(), { documents: this.#waiting, at: '' });
    if (await store(state, changes)) {
      this.#waiting = [];
      this.#isLarge = true;
    }
    this.#size = 0;
  }
}

/** Number of characters in the document's string fields. */
function sizeOf({ data }: SourceDocument): number {
  let size = 0;
  for (const value of Object.values(data ?? {})) if (typeof value === 'string') size += value.length;
  return size;
}
