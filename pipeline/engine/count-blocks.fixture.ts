import { type Profiler, Session } from 'node:inspector';

/** Counts the blocks of JavaScript (the bodies of functions, loops and branches) that this thread runs. */
export interface BlockCounter {
  /** The blocks in files with these addresses that run until the call has resolved. */
  count(files: RegExp, run: () => Promise<unknown>): Promise<number>;
  close(): void;
}

/** Opens a counter. It counts code only that is loaded after it. */
export function openBlockCounter(): BlockCounter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = (files: RegExp): number => {
    let blocks = 0;
    // In the thread of its session, the inspector calls back at once.
    session.post('Profiler.takePreciseCoverage', (_, { result }: Profiler.TakePreciseCoverageReturnType) => {
      for (const { url, functions } of result) {
        if (!files.test(url)) continue;
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
      }
    });
    return blocks;
  };
  return {
    count: async (files, run) => {
      take(files);
      await run();
      return take(files);
    },
    close: () => session.disconnect(),
  };
}
