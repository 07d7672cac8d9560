import type { Route } from '../plan/routes.ts';
import type { AnsweredQueries } from './record-content.ts';
import type { RenderedRoute } from './render-shard.ts';

/**
 * More routes than this take so long that nothing remembered of them is of use to the next step: there are more texts than
 * are remembered, and starting threads again is a fiftieth of it.
 */
export const longRun = 20_000;

/** Threads with templates of their own, for many pages at once. They are started when they are first needed. */
export interface RenderThreads {
  /** Starts them, where so many routes will pay: they load while something else is done. */
  prepare(routes: number): void;
  /** One for each thread, to render so many routes from these answers; none where threads would not pay. */
  begin(answers: AnsweredQueries, routes: number): RenderLane[];
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Renders routes, in the order in which they are given; null when its thread has ended, and they are left to do. */
export type RenderLane = (routes: readonly Route[]) => Promise<RenderedRoute[] | null>;
