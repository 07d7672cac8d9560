import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftPace, waitFor, type Attempted } from './draft-pace.ts';

describe('when a draft is written', () => {
  it.each([
    ['after a rest', { sinceLast: 60_000, documents: 1 as const, failures: 0 }, 500],
    ['right after a write', { sinceLast: 0, documents: 1 as const, failures: 0 }, 2_080],
    ['right after one of two documents', { sinceLast: 0, documents: 2 as const, failures: 0 }, 4_300],
    ['after one failure', { sinceLast: 10_000, documents: 1 as const, failures: 1 }, 2_000],
    ['after many', { sinceLast: 10_000, documents: 1 as const, failures: 9 }, 30_000],
  ])('%s', (_name, at, wait) => {
    expect(waitFor(at)).toBe(wait);
  });
});

describe('writing a draft while somebody types', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function started(answers: Attempted[] = []) {
    const written: number[] = [];
    const begun = Date.now();
    const pace = draftPace(
      () => {
        written.push(Date.now() - begun);
        const answer = answers.shift() ?? 'kept';
        if (answer === 'kept') pace.note(false);
        return Promise.resolve(answer);
      },
      () => {},
    );
    return { pace, written };
  }

  it('makes at most 29 writes a minute, and keeps each key within 2.1 seconds', async () => {
    const { pace, written } = started();
    for (let key = 0; key < 600; key += 1) {
      pace.note(true);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(written.length).toBeLessThanOrEqual(29);
    const gaps = written.map((at, index) => at - (written[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2_100);
  });

  it('writes nothing where nothing is left to write', async () => {
    const { pace, written } = started();
    pace.note(true);
    pace.note(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written).toEqual([]);
  });

  it('tries again by itself, and says why it failed meanwhile', async () => {
    const { pace, written } = started(['unreachable', 'unreachable']);
    pace.note(true);
    await vi.advanceTimersByTimeAsync(600);
    expect(pace.failure()).toBe('unreachable');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pace.failure()).toBeNull();
    expect(written).toHaveLength(3);
  });

  it('writes nothing while it is held, and at once on demand', async () => {
    const { pace, written } = started();
    pace.note(true);
    await pace.hold();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written).toEqual([]);
    pace.release();
    expect(await pace.flush()).toBe(true);
    expect(written).toHaveLength(1);
  });
});
