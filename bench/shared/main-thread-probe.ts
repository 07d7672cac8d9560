import { appendFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded with `--import`: writes each turn of the main thread's event loop that takes 20 ms of processor time or more
 * to the file `MAIN_THREAD_LOG`, one JSON object per line, with the time of its end (ms since 1970) and its length
 * without garbage collection. Processor time, because other processes interrupt a turn.
 */
const least = 20;
const file = process.env['MAIN_THREAD_LOG'];

if (file !== undefined && isMainThread) {
  // A collection that ends within a turn is reported later, so turns are written with a delay.
  const turns: { start: number; end: number; cpu: number }[] = [];
  const collections: { start: number; end: number }[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ start: startTime, end: startTime + duration });
  }).observe({ entryTypes: ['gc'] });
  const now = () => ({ at: performance.now(), cpu: cpuTime() });
  let before = now();
  setInterval(() => {
    const { at, cpu } = now();
    if (cpu - before.cpu >= least) turns.push({ start: before.at, end: at, cpu: cpu - before.cpu });
    before = { at, cpu };
  }, 1).unref();
  setInterval(() => {
    for (const { start, end, cpu } of turns.splice(0)) {
      const within = collections.filter((each) => each.end > start && each.start < end);
      const collected = within.reduce((sum, each) => sum + Math.min(each.end, end) - Math.max(each.start, start), 0);
      const ms = Math.max(0, Math.min(cpu, end - start) - collected);
      const line = { at: performance.timeOrigin + end, ms, wall: end - start, collected };
      if (ms >= least) appendFileSync(file, `${JSON.stringify(line)}\n`);
    }
    collections.splice(0, Math.max(0, collections.length - 1_000));
  }, 500).unref();
}

/** Milliseconds of processor time of this thread. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
