import { describe, expect, it } from 'vitest';
import { sourceOf, start, target } from './deliver.fixture.ts';

const never = 60_000;
const isFirst = (name: string): boolean => name === 'hint';

/** Events that both functions hear of, the hint's calls ended by hand. */
function open(count: number, precedence: { calmMs: number; patienceMs: number }) {
  const began: string[] = [];
  const hints: PromiseWithResolvers<void>[] = [];
  const reached = [
    { ...target('upkeep', () => began.push('upkeep')), concurrency: 2 },
    target('hint', () => {
      began.push('hint');
      const ended = Promise.withResolvers<void>();
      hints.push(ended);
      return ended.promise;
    }),
  ];
  const source = sourceOf(Array.from({ length: count }, (_, n) => [String(n), reached]));
  const { deliveries } = start(source, { precedence: { isFirst, ...precedence } });
  const endHints = (): void => hints.splice(0).forEach(({ resolve }) => resolve());
  return { began, hints, endHints, source, deliveries };
}

describe('a function that goes first', () => {
  it('is called before the others, which begin when it is calm', async () => {
    const { began, hints, endHints, deliveries, source } = open(3, { calmMs: 1, patienceMs: never });
    await expect.poll(() => hints.length).toBe(3);
    expect(began).toEqual(['hint', 'hint', 'hint']);
    endHints();
    await deliveries.idle();
    expect(began.slice(3)).toEqual(['upkeep', 'upkeep', 'upkeep']);
    expect(source.left()).toEqual([]);
  });

  it('does not keep the others from their work for ever', async () => {
    const { began, endHints, deliveries } = open(5, { calmMs: never, patienceMs: 1 });
    await expect.poll(() => began.filter((name) => name === 'upkeep').length).toBe(5);
    endHints();
    await deliveries.idle();
    await deliveries.stop();
  });

  it('is disturbed by few calls of the others, which begin one by one and are more the longer it is calm', async () => {
    let atOnce = 0;
    const most: number[] = [];
    const ended = async (): Promise<void> => {
      most.push((atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce -= 1;
    };
    const reached = [{ ...target('upkeep', ended), concurrency: 100 }, target('hint', () => undefined)];
    const source = sourceOf(Array.from({ length: 100 }, (_, n) => [String(n), reached]));
    const { deliveries } = start(source, { precedence: { isFirst, calmMs: 1, patienceMs: never } });
    await deliveries.idle();
    expect(most.slice(0, 3)).toEqual([1, 1, 2]);
    expect(Math.max(...most)).toBeGreaterThan(20);
  });

  it('leaves what the others have not done when deliveries stop, for the next start', async () => {
    const { began, hints, endHints, deliveries, source } = open(3, { calmMs: never, patienceMs: never });
    await expect.poll(() => hints.length).toBe(3);
    endHints();
    await deliveries.stop();
    expect([began.includes('upkeep'), source.left()]).toEqual([false, ['0', '1', '2']]);
    const next = start(source);
    await next.deliveries.idle();
    expect(began.filter((name) => name === 'upkeep')).toHaveLength(3);
  });
});
