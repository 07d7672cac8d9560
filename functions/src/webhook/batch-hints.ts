import { batchCalls } from '../content/batch-calls.ts';

/** The documents of one request. */
export interface WrittenDocument {
  /** The event's id. */
  id: string;
  document: string;
}

/** Sends hints in requests shared by calls of this instance, each of at most 64 KiB. */
export const batchHints = (
  send: (written: readonly WrittenDocument[]) => Promise<void>,
): ((written: WrittenDocument) => Promise<void>) =>
  batchCalls({
    act: send,
    maxItems: 500,
    maxSize: 48 * 1024,
    // A character takes up to six bytes in JSON and UTF-8.
    sizeOf: ({ document }) => 6 * document.length,
    // A refusal by the pipeline concerns the request, not a single document.
    retriesItemsAlone: false,
  });
