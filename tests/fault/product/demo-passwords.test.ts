import { createHash } from 'node:crypto';
import { hashPassword } from '@frontage/functions/demos/password-hash';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProduct, type Product } from '../../contract/functions-product/product.ts';

// Guessing at passwords of demos, from one address and from many, and what the time of an answer tells.

const full = Boolean(process.env['FULL']);
const addresses = full ? 1_000 : 60;
const samples = full ? 200 : 40;
const tolerance = 0.05;

const perAddress = 20;
const perDemo = 200;

let product: Product;
beforeAll(async () => {
  product = await openProduct({ only: ['firestore', 'functions'] });
});
afterAll(() => product.stop());

beforeEach(async () => {
  await product.clear();
  const password_hash = await hashPassword('correct horse');
  for (const [id, isProtected] of [
    ['locked', true],
    ['open', false],
  ] as const) {
    await product.firestore.doc(`demo_pages/${id}`).set({ is_published: true, is_password_protected: isProtected });
    await product.firestore.doc(`demo_embeds/${id}`).set({ iframe_url: 'https://example.com' });
    if (isProtected) await product.firestore.doc(`demo_secrets/${id}`).set({ password_hash });
  }
  await product.idle();
});

type Outcome = 'right' | 'wrong' | 'too many';

/** One attempt from an address, as a proxy would pass it on. */
async function guess(demoId: string, password: string, address: string): Promise<Outcome> {
  const response = await fetch(`http://${product.hosts.functions}/${product.project}/us-central1/verifyDemoPassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ data: { demoId, password } }),
  });
  const answer = (await response.json()) as { result?: { valid: boolean }; error?: { status: string } };
  if (answer.error) {
    expect(answer.error.status).toBe('RESOURCE_EXHAUSTED');
    return 'too many';
  }
  return answer.result?.valid ? 'right' : 'wrong';
}

const tally = (outcomes: Outcome[]) => Map.groupBy(outcomes, (outcome) => outcome);
const ofAddress = (index: number): string => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

describe('brute force', () => {
  it(`from one address gets ${perAddress} tries, even with the right password at the end`, async () => {
    const outcomes: Outcome[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1)
      outcomes.push(await guess('locked', `guess ${attempt}`, '10.0.0.1'));
    outcomes.push(await guess('locked', 'correct horse', '10.0.0.1'));
    expect(tally(outcomes).get('wrong')).toHaveLength(perAddress);
    expect(outcomes.at(-1)).toBe('too many');
    expect(await guess('locked', 'correct horse', '10.0.0.2')).toBe('right');
  });

  it('from one address at once gets no more', async () => {
    const tries = Array.from({ length: 30 }, (_, index) => guess('locked', `guess ${index}`, '10.0.0.1'));
    expect(tally(await Promise.all(tries)).get('wrong')?.length ?? 0).toBeLessThanOrEqual(perAddress);
  });

  it(`from ${addresses} addresses gets ${perDemo} tries together`, { timeout: 1_800_000 }, async () => {
    // Every try takes its time: in the short run most of them were made before.
    const before = full ? 0 : perDemo - 30;
    const counter = createHash('sha256').update('demo|locked').digest('hex');
    const expires_at = new Date(Date.now() + 600_000);
    if (before > 0) await product.firestore.doc(`rate_limits/${counter}`).set({ count: before, expires_at });
    const outcomes: Outcome[] = [];
    for (let index = 0; index < addresses; index += 1) outcomes.push(await guess('locked', 'wrong', ofAddress(index)));
    expect(tally(outcomes).get('wrong')).toHaveLength(perDemo - before);
    expect((await product.firestore.doc(`rate_limits/${counter}`).get()).get('count')).toBe(perDemo);
  });

  it('does not count who knows the password', async () => {
    for (let attempt = 0; attempt < perAddress + 5; attempt += 1) {
      expect(await guess('locked', 'correct horse', '10.0.0.1')).toBe('right');
    }
    expect(await guess('locked', 'wrong', '10.0.0.1')).toBe('wrong');
  });

  it('counts tries at what does not exist or is open just the same', async () => {
    for (const demoId of ['unknown', 'open']) {
      const outcomes: Outcome[] = [];
      for (let attempt = 0; attempt < 25; attempt += 1) outcomes.push(await guess(demoId, 'x', '10.0.0.1'));
      expect(tally(outcomes).get('wrong')).toHaveLength(perAddress);
    }
  });
});

describe('the time of an answer', () => {
  const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

  it(
    `differs by less than ${tolerance * 100} % in the median of ${samples}`,
    { timeout: 1_800_000, retry: 2 },
    async () => {
      const kinds: Record<string, [string, string]> = {
        unknown: ['unknown', 'wrong horse'],
        unprotected: ['open', 'wrong horse'],
        wrong: ['locked', 'wrong horse'],
        right: ['locked', 'correct horse'],
      };
      const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
      for (let sample = 0; sample < samples; sample += 1) {
        // In turns and each time in another order, so that whatever else happens on the machine happens to all of them.
        const order = Object.entries(kinds).sort(() => Math.random() - 0.5);
        for (const [kind, [demoId, password]] of order) {
          if (sample % 10 === 0) await forget();
          const start = performance.now();
          await guess(demoId, password, ofAddress(sample));
          times.get(kind)?.push(performance.now() - start);
        }
      }
      const medians = [...times].map(([kind, values]) => [kind, median(values)] as const);
      const values = medians.map(([, value]) => value);
      const spread = (Math.max(...values) - Math.min(...values)) / Math.min(...values);
      expect(spread, medians.map(([kind, value]) => `${kind} ${value.toFixed(1)} ms`).join(', ')).toBeLessThan(
        tolerance,
      );
    },
  );

  /** Empties the counters, so that no budget ends a measurement. */
  async function forget(): Promise<void> {
    await product.firestore.recursiveDelete(product.firestore.collection('rate_limits'));
  }
});
