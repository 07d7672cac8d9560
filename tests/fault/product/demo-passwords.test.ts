/** @module-tag ci */
import { createHash } from 'node:crypto';
import { request as send } from 'node:http';
import { json } from 'node:stream/consumers';
import { hashPassword } from '@frontage/functions/demos/demo-secrets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProduct, type Product } from '../../contract/functions-product/product.ts';

// Brute-force attacks on demo passwords from one address and from many, and the timing of answers.

const samples = 200;
const tolerance = 0.05;
// Every answer is sent at the end of a slot of this length.
const slotMs = 400;

const perAddress = 20;
const perDemo = 200;
const perAddressUnderAttack = 5;

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

/** Makes one attempt from a loopback address, with forged headers that claim another client address. */
async function guess(demoId: string, password: string, address: string): Promise<Outcome> {
  const [host, port] = product.hosts.functions.split(':');
  const headers = { 'content-type': 'application/json', ...forgedHeaders() };
  const path = `/${product.project}/us-central1/verifyDemoPassword`;
  const body = await new Promise<unknown>((resolve, reject) => {
    const options = { host, port: Number(port), path, method: 'POST', headers, localAddress: address };
    const request = send(options, (response) => void json(response).then(resolve, reject));
    request.on('error', reject);
    request.end(JSON.stringify({ data: { demoId, password } }));
  });
  const answer = body as { result?: { valid: boolean }; error?: { status: string } };
  if (answer.error) {
    expect(answer.error.status).toBe('RESOURCE_EXHAUSTED');
    return 'too many';
  }
  return answer.result?.valid ? 'right' : 'wrong';
}

let forgedCount = 0;
function forgedHeaders(): Record<string, string> {
  const address = `10.0.${(forgedCount += 1) >> 8}.${forgedCount & 255}`;
  return {
    'x-forwarded-for': `${address}, ${address}`,
    forwarded: `for=${address}`,
    'fastly-client-ip': address,
    'x-real-ip': address,
    'x-appengine-user-ip': address,
    'x-frontage-hop': address,
  };
}

const groupOutcomes = (outcomes: Outcome[]) => Map.groupBy(outcomes, (outcome) => outcome);
const loopbackAddress = (index: number): string => `127.1.${index >> 8}.${index & 255}`;

/** Sets the demo's failure counter for the current and the next window of 15 minutes. */
async function setFailureCount(count: number): Promise<void> {
  const windowMs = 15 * 60_000;
  const index = Math.floor(Date.now() / windowMs);
  for (const at of [index, index + 1]) {
    const counter = createHash('sha256').update(`demo|locked|${at}`).digest('hex');
    await product.firestore.doc(`rate_limits/${counter}`).set({ count, expires_at: new Date((at + 1) * windowMs) });
  }
}

describe('brute force', () => {
  it(`from one address is limited to ${perAddress} attempts, even if the next password is right`, async () => {
    const outcomes: Outcome[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1)
      outcomes.push(await guess('locked', `guess ${attempt}`, '127.0.1.1'));
    outcomes.push(await guess('locked', 'correct horse', '127.0.1.1'));
    expect(groupOutcomes(outcomes).get('wrong')).toHaveLength(perAddress);
    expect(outcomes.at(-1)).toBe('too many');
    expect(await guess('locked', 'correct horse', '127.0.1.2')).toBe('right');
  });

  it('from one address is limited equally for concurrent attempts', { tags: 'full' }, async () => {
    const tries = Array.from({ length: 30 }, (_, index) => guess('locked', `guess ${index}`, '127.0.1.1'));
    expect(groupOutcomes(await Promise.all(tries)).get('wrong')?.length ?? 0).toBeLessThanOrEqual(perAddress);
  });

  it('from many addresses lowers the limit per address but blocks no other address', { tags: 'full' }, async () => {
    await setFailureCount(perDemo - 3);
    const crowd = Array.from({ length: 8 }, (_, index) => guess('locked', 'wrong', loopbackAddress(index)));
    expect(groupOutcomes(await Promise.all(crowd)).get('wrong')).toHaveLength(8);
    const outcomes: Outcome[] = [];
    for (let attempt = 0; attempt < perAddress; attempt += 1)
      outcomes.push(await guess('locked', 'no', loopbackAddress(20)));
    expect(groupOutcomes(outcomes).get('wrong')).toHaveLength(perAddressUnderAttack);
    expect(await guess('locked', 'correct horse', loopbackAddress(20))).toBe('too many');
    expect(await guess('locked', 'wrong horse', loopbackAddress(21))).toBe('wrong');
    expect(await guess('locked', 'correct horse', loopbackAddress(21))).toBe('right');
  });

  it('does not count right passwords', { tags: 'full' }, async () => {
    for (let attempt = 0; attempt < perAddress + 5; attempt += 1) {
      expect(await guess('locked', 'correct horse', '127.0.1.1')).toBe('right');
    }
    expect(await guess('locked', 'wrong', '127.0.1.1')).toBe('wrong');
  });

  it('limits attempts on missing and unprotected demos equally, without writes', { tags: 'full' }, async () => {
    for (const demoId of [`unknown-${Date.now()}`, 'open']) {
      const outcomes = Array.from({ length: 25 }, () => guess(demoId, 'x', '127.0.1.3'));
      expect(groupOutcomes(await Promise.all(outcomes)).get('wrong')).toHaveLength(perAddress);
    }
    expect((await product.firestore.collection('rate_limits').get()).size).toBe(0);
  });
});

describe('the response time', () => {
  const kinds: Record<string, [demoId: string, password: string]> = {
    unknown: ['unknown', 'wrong horse'],
    unprotected: ['open', 'wrong horse'],
    wrong: ['locked', 'wrong horse'],
    right: ['locked', 'correct horse'],
  };
  /** Milliseconds until the answer. */
  const timeOf = async ([demoId, password]: [string, string], address: string): Promise<number> => {
    const start = performance.now();
    await guess(demoId, password, address);
    return performance.now() - start;
  };

  it.each(Object.entries(kinds))('is at least one slot: %s', async (_kind, asked) => {
    // A timer can fire a fraction of a millisecond early.
    expect(await timeOf(asked, loopbackAddress(1))).toBeGreaterThan(slotMs - 2);
  });

  const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

  // Needs an otherwise idle machine.
  it(
    `differs by less than ${tolerance * 100} % in the median of ${samples}`,
    { tags: 'full', timeout: 1_800_000 },
    async () => {
      const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
      for (let sample = 0; sample < samples; sample += 1) {
        // The order is random, so that other load affects all kinds equally.
        const order = Object.entries(kinds).sort(() => Math.random() - 0.5);
        for (const [kind, asked] of order) {
          if (sample % 10 === 0) await clearCounters();
          times.get(kind)?.push(await timeOf(asked, loopbackAddress(sample)));
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

  /** Deletes the rate limit counters, so that no limit ends the measurement. */
  async function clearCounters(): Promise<void> {
    await product.firestore.recursiveDelete(product.firestore.collection('rate_limits'));
  }
});
