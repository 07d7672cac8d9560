import type { Receipt } from '../../plan/plan.ts';
import type { QueryKey } from '../../plan/query-keys.ts';
import type { Route } from '../../plan/routes.ts';
import type { CompiledSite } from '../../render/renderer.ts';

/** The start data of a render thread. */
export interface ThreadStart {
  /** Address of a module that exports `openRenderer(compiled)`. */
  templates: string;
  compiled: CompiledSite;
  /** Counts the answers that were sent: a thread that has asked waits for it to move. */
  answered: Int32Array;
  /** Where answers come to. */
  answers: MessagePort;
}

/** A query with its answer and that answer's hash. */
export type QueryResult = [key: QueryKey, value: unknown, hash: string];

/** The answer to the question of this number. */
export interface NumberedAnswer {
  number: number;
  answered: QueryResult;
}

export interface ShardOrder {
  routes: readonly Route[];
  /** Identifies the content that is rendered. */
  run: number;
  /** Whether nothing of their texts need be remembered. */
  once: boolean;
  /** Answers that these routes will ask for, and no others. */
  own: QueryResult[];
}

export type FromThread =
  | { ask: QueryKey; number: number }
  /** Bodies lie in `buffers`. */
  | { receipts: Receipt[]; pages: (TransferredPage | null)[]; buffers: ArrayBuffer[] };

export interface TransferredPage {
  hash: string;
  contentType: string;
  /** Which buffer, and where in it. */
  buffer: number;
  start: number;
  size: number;
}
