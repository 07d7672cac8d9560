import { expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import { invalidArgument } from './support/sdk.ts';

/** Source: "Usage and limits: constraints on document ids". */
const ids = [
  'simple',
  'with space',
  'ünïcödé',
  '日本語',
  '👩‍🚀',
  'a.b',
  'a:b',
  '(x)',
  "quote's",
  '%2F',
  '+&=?#',
  '__x',
  '~',
  'CON',
  '-',
];

describeEachSdk('document ids', (context) => {
  it.each(ids)('accepts the id %s', async (id) => {
    const { sdk } = context();
    await sdk.set(`ids/${id}`, { id });
    expect(await sdk.get(`ids/${id}`)).toEqual({ id });
    expect((await sdk.query({ collection: 'ids', where: [['__name__', '==', id]] })).map(({ path }) => path)).toEqual([
      `ids/${id}`,
    ]);
  });

  it('accepts an id of 1,500 bytes', async () => {
    const { sdk } = context();
    const id = 'é'.repeat(750);
    await sdk.set(`long/${id}`, { a: 1 });
    expect(await sdk.get(`long/${id}`)).toEqual({ a: 1 });
  });

  const refused = [
    ['that is reserved', '__reserved__'],
    ['of 1,502 bytes', 'é'.repeat(751)],
  ] as const;
  it.each(refused)('refuses an id %s', async (_, id) => {
    const { sdk } = context();
    const error = await sdk.set(`ids/${id}`, { a: 1 }).catch((thrown: unknown) => thrown);
    expect(sdk.codeOf(error)).toBe(invalidArgument(sdk));
  });
});
