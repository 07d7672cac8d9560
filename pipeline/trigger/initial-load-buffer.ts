import { isOtherVersion, applyRead, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { missingFrom } from '../sync/deleted-documents.ts';
import type { SourceDocument, SourceRead } from '../sync/source.ts';

interface LoadPorts {
  content: () => ContentState;
  /** Documents that are told of although they are as they were. */
  unconditional: readonly string[];
  /** Stores read documents before the first release; returns whether it did. */
  store: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
}

/** Everything, as it is read. */
export interface InitialLoadBuffer {
  /** Takes some documents, one call after another. */
  take(documents: readonly SourceDocument[]): Promise<void>;
  /** How many there were. */
  count(): number;
  /** The changes to publish after the scan: new documents, and stored ones that were not found. */
  end(at: string): Promise<SourceRead>;
}

// Characters that wait in memory: a site of twenty thousand pages is read before any of it is stored.
const maxBufferedChars = 100 * 2 ** 20;
// A larger scan is read back from the store: buffering it would only waste memory and copies.
const storedParts = 8;

/** Buffers a full scan: only changed documents, and for a site's first scan at most the memory limit. */
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
        if (!isOtherVersion(document, known.get(document.path)) && !alwaysReported.has(document.path)) continue;
        waiting.push(document);
        size += sizeOf(document);
      }
      if (size > (isLarge ? limit / storedParts : limit)) await storeWaiting();
    },
    count: () => found.size,
    end: async (at) => {
      if (isLarge) await storeWaiting();
      return { documents: [...waiting, ...missingFrom(content(), found, at)], at };
    },
  };
}

/** Characters of its texts. */
function sizeOf({ data }: SourceDocument): number {
  let size = 0;
  for (const value of Object.values(data ?? {})) if (typeof value === 'string') size += value.length;
  return size;
}
