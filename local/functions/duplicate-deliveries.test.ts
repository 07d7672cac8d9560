import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateDeliveries } from './duplicate-deliveries.fixture.ts';
import { failing, sourceOf, start, target } from './deliver.fixture.ts';

describe('startDeliveries with duplicate, late and unordered deliveries', () => {
  async function orderOf(seed: number): Promise<string[]> {
    const order: string[] = [];
    const source = sourceOf(
      Array.from({ length: 8 }, (_, n) => [String(n), [target('f', () => order.push(String(n)))]]),
    );
    await start(source, { delays: duplicateDeliveries(seed) }).deliveries.idle();
    return order;
  }

  it('calls each function twice, out of order', async () => {
    const order = await orderOf(3);
    expect(order.toSorted()).toEqual([...'0011223344556677']);
    expect(order).not.toEqual(order.toSorted());
  });

  it('loses no event with random seeds and failures', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), async (seed, failures) => {
        const flaky = failures.map((times) => failing(times));
        const source = sourceOf(flaky.map(({ run }, n) => [String(n), [target('f', run)]]));
        const { deliveries, letters } = start(source, { delays: duplicateDeliveries(seed) });
        await deliveries.idle();
        expect([letters, source.unfinished()]).toEqual([[], []]);
        flaky.forEach(({ calls }, n) => expect(calls()).toBeGreaterThan(failures[n]!));
      }),
      { numRuns: 10 },
    );
  });
});
