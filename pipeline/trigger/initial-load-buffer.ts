import { isChangedVersion, applyRead, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { missingDocuments } from '../sync/deleted-documents.ts';
import type { SourceDocument, SourceRead } from '../sync/source.ts';

interface LoadPorts {
  content: () => ContentState;
  /** Documents that are reported even if they are unchanged. */
  unconditional: readonly string[];
  /** Stores read documents before the first release; returns whether they were stored. */
  store: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
}

/** Collects the documents of a full scan. */
export interface InitialLoadBuffer {
  /** Adds documents. Calls must not overlap. */
  take(documents: readonly SourceDocument[]): Promise<void>;
  /** Number of documents found so far. */
  count(): number;
  /** The changes to publish after the scan: new documents, and stored ones that were not found. */
  end(at: string): Promise<SourceRead>;
}

// Maximum number of characters in memory. A site of twenty thousand pages fits without storing any of it.
const maxBufferedChars = 100 * 2 ** 20;
// After the limit was exceeded once, a fraction of it is buffered: stored documents are read back from the store
// anyway.
const storedParts = 8;

/**
 * Buffers the changed documents of a full scan. In a site's first scan, it stores them when they exceed `limit`
 * characters.
 */
export function openInitialLoadBuffer(
  { content, unconditional: again, store }: LoadPorts,
  limit: number = maxBufferedChars,
): InitialLoadBuffer {
  const found = new Set<string>();
  const alwaysReported = new Set(again);
  let waiting: SourceDocument[] = [];
  let size = 0;
  let isLarge = false;

  const storeWaiting = async (): Promise<void> => {
    const { state, changes } = applyRead(content(), { documents: waiting, at: '' });
    if (await store(state, changes)) {
      waiting = [];
      isLarge = true;
    }
    size = 0;
  };
  return {
    take: async (documents) => {
      const known = content().documents;
      for (const document of documents) {
        found.add(document.path);
        if (!isChangedVersion(document, known.get(document.path)) && !alwaysReported.has(document.path)) continue;
        waiting.push(document);
        size += sizeOf(document);
      }
      if (size > (isLarge ? limit / storedParts : limit)) await storeWaiting();
    },
    count: () => found.size,
    end: async (at) => {
      if (isLarge) await storeWaiting();
      return { documents: [...waiting, ...missingDocuments(content(), found, at)], at };
    },
  };
}

/** Number of characters in the document's string fields. */
function sizeOf({ data }: SourceDocument): number {
  let size = 0;
  for (const value of Object.values(data ?? {})) if (typeof value === 'string') size += value.length;
  return size;
}
