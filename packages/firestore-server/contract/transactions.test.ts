import { expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';

/** Source: "Updating data with transactions". */
describeEachSdk('transactions', (context) => {
  it('create a missing document', async () => {
    const { sdk } = context();
    await sdk.transact('tx/new', (data) => ({ was: data === undefined }));
    expect(await sdk.get('tx/new')).toEqual({ was: true });
  });

  it('change an existing document', async () => {
    const { sdk } = context();
    await sdk.set('tx/there', { n: 1 });
    await sdk.transact('tx/there', (data) => ({ n: (data?.['n'] as number) + 1 }));
    expect(await sdk.get('tx/there')).toEqual({ n: 2 });
  });

  it('can be read-only', async () => {
    const { sdk } = context();
    let seen: unknown;
    await sdk.set('tx/read', { n: 7 });
    await sdk.transact('tx/read', (data) => {
      seen = data;
      return null;
    });
    expect(seen).toEqual({ n: 7 });
  });

  it('can be read-only for a missing document', async () => {
    const { sdk } = context();
    let seen: unknown = 'unset';
    await sdk.transact('tx/not-there', (data) => {
      seen = data;
      return null;
    });
    expect(seen).toBeUndefined();
  });

  it('store nothing when their function throws', async () => {
    const { sdk } = context();
    await sdk.set('tx/kept', { n: 1 });
    const attempt = sdk.transact('tx/kept', () => {
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await sdk.get('tx/kept')).toEqual({ n: 1 });
  });

  it('retry until no conflict occurs', async () => {
    const { sdk } = context();
    await sdk.set('tx/contended', { n: 0 });
    const add = () => sdk.transact('tx/contended', (data) => ({ n: (data?.['n'] as number) + 1 }));
    await Promise.all(Array.from({ length: 4 }, add));
    expect(await sdk.get('tx/contended')).toEqual({ n: 4 });
  });

  it('create a document once among concurrent clients', async () => {
    const { sdk } = context();
    const claim = (client: number) => sdk.transact('tx/claim', (data) => (data === undefined ? { client } : null));
    await Promise.all([1, 2, 3].map(claim));
    const winner = await sdk.get('tx/claim');
    expect([1, 2, 3]).toContain(winner?.['client']);
    await claim(9);
    expect(await sdk.get('tx/claim')).toEqual(winner);
  });
});
