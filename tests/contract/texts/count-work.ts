import { type Profiler, Session } from 'node:inspector';

/** Code that is not measured: the test runner. */
const ownCode = /^node:|\/node_modules\/(?:@?vitest|vite|chai|fast-check|tinyrainbow|pathe)\//;

/** Counts the work of code, which is the same on each machine, unlike its time. */
export interface WorkCounter {
  /**
   * The blocks of JavaScript that a call runs (the bodies of functions, loops and branches), and the characters that
   * its searches in texts pass over.
   */
  count(run: () => unknown): number;
  close(): void;
}

/** Opens a counter. It counts code only that is loaded after it. */
export function openWorkCounter(): WorkCounter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = (): number => {
    let blocks = 0;
    // In the thread of its session, the inspector calls back at once.
    session.post('Profiler.takePreciseCoverage', (_, { result }: Profiler.TakePreciseCoverageReturnType) => {
      for (const { url, functions } of result) {
        if (ownCode.test(url)) continue;
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
      }
    });
    return blocks;
  };
  return {
    count: (run) => {
      take();
      const characters = countCharacters(run);
      return take() + characters;
    },
    close: () => session.disconnect(),
  };
}

/** The characters that regular expressions and searches in texts pass over during a call. */
function countCharacters(run: () => unknown): number {
  const { exec } = RegExp.prototype;
  const { indexOf, includes, trim } = String.prototype;
  let characters = 0;
  RegExp.prototype.exec = function (text) {
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const found = Reflect.apply(exec, this, [text]);
    const isAtStart = this.sticky || (this.source.startsWith('^') && !this.multiline);
    characters += found ? found.index - start + found[0].length : isAtStart ? 1 : text.length - start;
    return found;
  };
  String.prototype.indexOf = function (part, start = 0) {
    const found = Reflect.apply(indexOf, this, [part, start]);
    characters += (found === -1 ? this.length : found) - start;
    return found;
  };
  String.prototype.includes = function (part, start) {
    return this.indexOf(part, start) !== -1;
  };
  String.prototype.trim = function () {
    const trimmed = Reflect.apply(trim, this, []);
    characters += this.length - trimmed.length;
    return trimmed;
  };
  try {
    run();
  } finally {
    RegExp.prototype.exec = exec;
    Object.assign(String.prototype, { indexOf, includes, trim });
  }
  return characters;
}
