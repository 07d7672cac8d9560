import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getStorage, type Storage } from 'firebase-admin/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf } from '../auth/client.ts';
import { openTarget, type Target } from '../target.ts';
import { BUCKET, newName } from './client.ts';

let target: Target;
let app: App;
let bucket: ReturnType<Storage['bucket']>;

beforeAll(async () => {
  target = await openTarget({ only: ['storage'] });
  app = initializeApp({ projectId: target.project, storageBucket: BUCKET }, 'preconditions');
  bucket = getStorage(app).bucket();
});

afterAll(async () => {
  await deleteApp(app);
  await target.stop();
});

const ifAbsent = { preconditionOpts: { ifGenerationMatch: 0 } };
const textOf = async (name: string): Promise<string> => String((await bucket.file(name).download())[0]);

const generationOf = async (name: string): Promise<number> =>
  Number((await bucket.file(name).getMetadata())[0].generation);

it.each([{ resumable: false }, { resumable: true }])('creates an object only once: %o', async (how) => {
  const name = newName();
  await bucket.file(name).save('first', { ...how, ...ifAbsent });
  expect(await codeOf(bucket.file(name).save('second', { ...how, ...ifAbsent }))).toBe(412);
  expect(await textOf(name)).toBe('first');
});

it('lets exactly one of several concurrent creates succeed', async () => {
  const name = newName();
  const writers = Array.from({ length: 12 }, (_, writer) => String(writer));
  const codes = await Promise.all(
    writers.map((writer) => codeOf(bucket.file(name).save(writer, { resumable: false, ...ifAbsent }))),
  );
  const winners = writers.filter((_, index) => codes[index] === 'resolved');
  expect(winners).toHaveLength(1);
  expect(codes.filter((code) => String(code) === '412')).toHaveLength(11);
  expect(await textOf(name)).toBe(winners[0]);
});

it('lets exactly one of two concurrent resumable uploads succeed', async () => {
  const name = newName();
  const [first, second] = await Promise.all(
    [1, 2].map(async () => (await bucket.file(name).createResumableUpload(ifAbsent))[0]),
  );
  const send = async (address = '') => (await fetch(address, { method: 'PUT', body: 'bytes' })).status;
  expect([await send(first), await send(second)]).toEqual([200, 412]);
});

it('replaces and deletes only the given generation', async () => {
  const name = newName();
  await bucket.file(name).save('one', { resumable: false });
  const generation = await generationOf(name);
  const replace = { resumable: false, preconditionOpts: { ifGenerationMatch: generation } };
  await bucket.file(name).save('two', replace);
  expect(await codeOf(bucket.file(name).save('three', replace))).toBe(412);
  expect(await codeOf(bucket.file(name).delete({ ifGenerationMatch: generation }))).toBe(412);
  await bucket.file(name).delete({ ifGenerationMatch: await generationOf(name) });
  expect(await bucket.file(name).exists()).toEqual([false]);
});

it('recreates a deleted object', async () => {
  const name = newName();
  await bucket.file(name).save('one', { resumable: false, ...ifAbsent });
  await bucket.file(name).delete();
  await bucket.file(name).save('two', { resumable: false, ...ifAbsent });
  expect(await textOf(name)).toBe('two');
});
