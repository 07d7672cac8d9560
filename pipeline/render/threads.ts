import type { Route } from '../plan/routes.ts';
import type { QueryResults } from './record-content.ts';
import type { RenderedRoute } from './render-shard.ts';

/**
 * More routes than this take so long that nothing remembered of them is of use to the next step: there are more texts than
 * are remembered, and starting threads again is a fiftieth of it.
 */
export const longRun = 20_000;

/** Render threads, each with its templates, for bulk renders. They start on first use. */
export interface RenderThreads {
  /** Starts them, where so many routes will pay: they load while something else is done. */
  prepare(routes: number): void;
  /** One for each thread, to render so many routes from these answers; none where threads would not pay. */
  begin(answers: QueryResults, routes: number): RenderLane[];
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Renders routes, in the order in which they are given; null when its thread has ended, and they are left to do. */
export type RenderLane = (routes: readonly Route[]) => Promise<RenderedRoute[] | null>;
