import type { Route } from '../plan/routes.ts';
import type { Lane } from '../sync/text-screen.ts';
import type { QueryResults } from './record-content.ts';
import type { RenderedRoute } from './render-shard.ts';

/**
 * From this number of routes, neither cached texts nor running threads are of use to the next step: there are more
 * texts than the caches hold, and starting threads again takes a fiftieth of the render time.
 */
export const longRun = 20_000;

/** Render threads, each with its templates, for bulk renders and slow texts. They start on first use. */
export interface RenderThreads {
  /** Starts the threads in advance, if a render of this many routes justifies them. */
  prepare(routes: number): void;
  /**
   * One lane per thread for a render of this many routes from these answers; empty if that does not justify threads.
   */
  begin(answers: QueryResults, routes: number): RenderLane[];
  /**
   * A thread beside those of bulk renders, for routes whose texts are slow to parse. With `marks`, pages carry edit
   * marks.
   */
  alone(answers: QueryResults, how: { lane: Lane; marks: boolean }): RenderLane;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Renders routes in the given order; null if the thread has ended, and the caller must render them. */
export type RenderLane = (routes: readonly Route[]) => Promise<RenderedRoute[] | null>;
