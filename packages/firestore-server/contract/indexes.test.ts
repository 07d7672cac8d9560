import { AggregateField } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexFacts } from './index-facts.fixture.ts';
import { aggregated, cities, composite, indexes } from './indexes.fixture.ts';
import { openAdmin, openAdminFirestore } from './support/admin.ts';
import { everySdk } from './support/each-sdk.ts';
import type { Sdk } from './support/sdk.ts';
import { openFirestore } from './support/target.ts';
import type { FirestoreTarget } from './support/target.ts';

// Only hosted Firestore and the local one check indexes; the official emulator serves every query.
describe.skipIf(process.env['FIRESTORE_EMULATOR_HOST'] !== undefined)('indexes', () => {
  let target: FirestoreTarget;
  let sdk: Sdk;
  beforeAll(async () => {
    target = await openFirestore({ indexes });
    sdk = await openAdmin(target);
  });
  afterAll(async () => {
    await sdk.close();
    await target.stop();
  });

  it.each(indexFacts)('checks the index of %s', async (_, spec, refusal) => {
    const message = await sdk.query(spec).then(
      () => null,
      (error: Error) => error.message,
    );
    if (refusal === null) expect(message).toBeNull();
    else expect(message).toMatch(refusal);
  });

  it('a count requires the index of its query', async () => {
    expect(await sdk.count(cities({ where: [['state', '==', 'CA']], orderBy: [['population', 'desc']] }))).toBe(0);
    await expect(
      sdk.count(
        cities({
          where: [
            ['state', '==', 'CA'],
            ['area', '>', 1],
          ],
        }),
      ),
    ).rejects.toThrow(/requires an index/);
  });

  it('a sum requires an index of the filter and the field', async () => {
    await expect(sdk.sum(cities({ where: [['state', '==', 'CA']] }), 'area')).rejects.toThrow(/requires an index/);
    expect(await sdk.sum(cities({}), 'area')).toBe(0);
  });

  it.each(aggregated)('checks the index of a sum of $name', async ({ range, sums, isServed }) => {
    const { db, close } = openAdminFirestore(target);
    const region = db.collection('cities').where('region', '==', 'x');
    const query = range === null ? region : region.where(range, '>', 1);
    const result = query
      .aggregate(Object.fromEntries(sums.map((field, i) => [`s${i}`, AggregateField.sum(field)])))
      .get();
    if (isServed) expect((await result).data()).toMatchObject({ s0: 0 });
    else await expect(result).rejects.toThrow(composite);
    await close();
  });

  it('two sums require an index of both fields, one sum requires none', async () => {
    const { db, close } = openAdminFirestore(target);
    const [a, b] = [AggregateField.sum('wealth'), AggregateField.sum('height')];
    expect((await db.collection('cities').aggregate({ a }).get()).data()).toEqual({ a: 0 });
    await expect(db.collection('cities').aggregate({ a, b }).get()).rejects.toThrow(composite);
    await close();
  });

  it('the link contains the missing index', async () => {
    const error = await sdk
      .query(cities({ where: [['a', '==', 1]], orderBy: [['b', 'desc']] }))
      .catch((thrown: Error) => thrown);
    const encoded = /create_composite=(\S+)/.exec((error as Error).message)?.[1] ?? '';
    const text = Buffer.from(encoded, 'base64').toString('latin1');
    expect(text).toContain(`projects/${target.project}/databases/(default)/collectionGroups/cities/indexes/_`);
    expect(
      [...text.matchAll(/\n.(a|b|__name__)\u0010([\u0001\u0002])/g)].map(([, field, order]) => [
        field,
        order?.charCodeAt(0),
      ]),
    ).toEqual([
      ['a', 1],
      ['b', 2],
      ['__name__', 2],
    ]);
  });

  it.each(['lite', 'full'] as const)('the %s SDK receives the message too', async (name) => {
    const web = await everySdk[name](target);
    const error = await web
      .query(
        cities({
          where: [
            ['state', '==', 'CA'],
            ['area', '>', 1],
          ],
        }),
      )
      .catch((thrown: unknown) => thrown);
    expect(web.codeOf(error)).toBe('failed-precondition');
    expect((error as Error).message).toContain('The query requires an index. You can create it here: ');
    await web.close();
  });
});
