import { isNews, applyRead, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { missingFrom } from '../sync/missing.ts';
import type { SourceDocument, SourceRead } from '../sync/source.ts';

interface ArrivalPorts {
  content: () => ContentState;
  /** Documents that are told of although they are as they were. */
  again: readonly string[];
  /** Stores what was read where nothing is to be shown of it yet; whether it did. */
  store: (content: ContentState, changes: readonly DocumentChange[]) => Promise<boolean>;
}

/** Everything, as it is read. */
export interface Arrival {
  /** Takes some documents, one call after another. */
  take(documents: readonly SourceDocument[]): Promise<void>;
  /** How many there were. */
  count(): number;
  /** What is left to be published when all have arrived: what is new, and what is stored but was not found. */
  end(at: string): Promise<SourceRead>;
}

// Characters that wait in memory: a site of twenty thousand pages is read before any of it is stored.
const room = 100 * 2 ** 20;
// Of a larger one all is read again from where it is stored: what waits is held for nothing, and copied while it is.
const pieces = 8;

/** Holds of a reading of everything only what is news, and of a site's first one no more than there is room for. */
export function openArrival({ content, again, store }: ArrivalPorts, most: number = room): Arrival {
  const found = new Set<string>();
  const toldAnyway = new Set(again);
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
        if (!isNews(document, known.get(document.path)) && !toldAnyway.has(document.path)) continue;
        waiting.push(document);
        size += sizeOf(document);
      }
      if (size > (isLarge ? most / pieces : most)) await storeWaiting();
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
