import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle, nextWriteDelay, type WriteResult } from './draft-throttle.ts';

describe('nextWriteDelay', () => {
  it.each([
    ['after a pause', { sinceLast: 60_000, documents: 1 as const, failures: 0 }, 500],
    ['right after a write', { sinceLast: 0, documents: 1 as const, failures: 0 }, 2_080],
    ['right after a write of two documents', { sinceLast: 0, documents: 2 as const, failures: 0 }, 4_300],
    ['after one failure', { sinceLast: 10_000, documents: 1 as const, failures: 1 }, 2_000],
    ['after many failures', { sinceLast: 10_000, documents: 1 as const, failures: 9 }, 30_000],
  ])('returns the delay %s', (_name, at, wait) => {
    expect(nextWriteDelay(at)).toBe(wait);
  });
});

describe('createThrottle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function started(answers: WriteResult[] = []) {
    const written: number[] = [];
    const start = Date.now();
    const throttle = createThrottle(
      () => {
        written.push(Date.now() - start);
        const answer = answers.shift() ?? 'stored';
        if (answer === 'stored') throttle.note(false);
        return Promise.resolve(answer);
      },
      () => {},
    );
    return { throttle, written };
  }

  it('makes at most 29 writes a minute, and stores each keystroke within 2.1 seconds', async () => {
    const { throttle, written } = started();
    for (let key = 0; key < 600; key += 1) {
      throttle.note(true);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(written.length).toBeLessThanOrEqual(29);
    const gaps = written.map((at, index) => at - (written[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2_100);
  });

  it('does not write when no change is left', async () => {
    const { throttle, written } = started();
    throttle.note(true);
    throttle.note(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written).toEqual([]);
  });

  it('retries automatically, and reports the failure meanwhile', async () => {
    const { throttle, written } = started(['unreachable', 'unreachable']);
    throttle.note(true);
    await vi.advanceTimersByTimeAsync(600);
    expect(throttle.failure()).toBe('unreachable');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(throttle.failure()).toBeNull();
    expect(written).toHaveLength(3);
  });

  it('does not write while paused, and writes at once on demand', async () => {
    const { throttle, written } = started();
    throttle.note(true);
    await throttle.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written).toEqual([]);
    throttle.release();
    expect(await throttle.flush()).toBe(true);
    expect(written).toHaveLength(1);
  });
});
