import type { Receipt } from '../../plan/plan.ts';
import type { QueryKey } from '../../plan/queries.ts';
import type { Route } from '../../plan/routes.ts';
import type { CompiledSite } from '../../render/renderer.ts';

/** The start data of a render thread. */
export interface ThreadStart {
  /** Address of a module that exports `openRenderer(compiled)`. */
  templates: string;
  compiled: CompiledSite;
  /** Number of answers sent. A thread waits for this number to change after it has sent a query. */
  answered: Int32Array;
  /** The port on which the thread receives answers. */
  answers: MessagePort;
}

/** A query, its result and the hash of the result. */
export type QueryResult = [key: QueryKey, value: unknown, hash: string];

/** The answer to the query with this number. */
export interface NumberedAnswer {
  number: number;
  answered: QueryResult;
}

/** A request to render routes. */
export interface ShardOrder {
  routes: readonly Route[];
  /** Identifies the content that is rendered. */
  run: number;
  /** Whether these routes are not rendered again soon, so that their texts need not be cached. */
  once: boolean;
  /** Whether the pages carry edit marks. */
  marks: boolean;
  /** Results of queries that only these routes need. */
  own: QueryResult[];
}

export type FromThread =
  | { ask: QueryKey; number: number }
  /** The bodies of `pages` are in `buffers`. */
  | { receipts: Receipt[]; pages: (TransferredPage | null)[]; buffers: ArrayBuffer[] };

/** A rendered page whose body is in a transferred buffer. */
interface TransferredPage {
  hash: string;
  contentType: string;
  /** Index of the buffer that contains the body. `start` and `size` are positions in it. */
  buffer: number;
  start: number;
  size: number;
}
