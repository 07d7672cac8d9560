import { fillShards, refreshShards, shardState } from '@frontage/functions/summaries/refresh-shards';
import { shardSets, summariesOf } from '@frontage/functions/summaries/shard-sets';
import { kinds } from '@frontage/model/kinds';
import { newPage } from '@frontage/model/page';
import { summarizedCollections, summarySet, unpackShard } from '@frontage/model/summaries/listed';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { FieldValue } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, parameters, type Product } from './product.ts';
import { recordingPipeline } from './recording-pipeline.ts';

// Functions maintain summaries for the admin's lists: all documents of a collection in few shards, without long texts.

let product: Product;
let server: PipelineServer;

beforeAll(async () => {
  server = await startPipelineServer({
    port: 0,
    secret: parameters.PUBLISH_WEBHOOK_SECRET,
    pipeline: recordingPipeline([]),
  });
  product = await openProduct({
    only: ['auth', 'firestore', 'functions'],
    env: { PUBLISH_WEBHOOK_URL: `http://127.0.0.1:${server.port}/hooks/publish` },
  });
});
afterAll(async () => {
  await product.stop();
  await server.stop();
});
beforeEach(() => product.clear());

const stamps = () => ({
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'somebody',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'somebody',
});
const pageOf = (id: string) => ({
  ...newPage,
  title: `Page ${id}`,
  slug: id,
  body: 'Words',
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  nav_label: null,
  ...stamps(),
});
const put = (id: string, fields: object = {}) => product.firestore.doc(`pages/${id}`).set({ ...pageOf(id), ...fields });

const shards = () => product.firestore.collection('summaries').where('set', '==', summarySet('pages')).get();
const summarized = async () =>
  (await shards()).docs.flatMap((shard) => [...(unpackShard(shard.get('entries')) ?? [])]).sort();

describeFunctions('summaries', () => {
  it('are correct for unordered and duplicate events', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    await Promise.all(
      ids.map(async (id) => {
        for (const step of [1, 2, 3]) await put(id, { title: `${id} ${step}`, rev: step });
        await refreshShards(product.firestore, [summariesOf('pages')], ids);
        if (id < 'c') await product.firestore.doc(`pages/${id}`).delete();
      }),
    );
    await product.idle();
    await refreshShards(product.firestore, [summariesOf('pages')], ['a', 'd', 'never']);
    const titles = (await summarized()).map(([, { title }]) => title);
    expect(titles.sort()).toEqual(['c 3', 'd 3']);
  });

  it.each(shardSets.map((set) => [set.name, set] as const))(
    'and search indexes, as %s, start with the first write and are rebuilt from the documents',
    async (_name, set) => {
      const { firestore } = product;
      await firestore.doc(`${set.source}/one`).set({ title: 'A', updated_at: FieldValue.serverTimestamp() });
      await product.idle();
      expect(await shardState(firestore, set)).toBe('whole');
      const stored = () => firestore.collection(set.target).where('set', '==', set.name).get();
      const contents = async () => (await stored()).docs.map((each) => each.get('entries') as unknown);
      const before = await contents();
      for (const { ref } of (await stored()).docs) await ref.delete();
      const { size } = await firestore.collection(set.source).get();
      expect(await fillShards(firestore, set)).toBe(size);
      expect(await contents()).toEqual(before);
    },
  );

  it('are removed if a shard is full, and filled again when there is space', async () => {
    const { firestore } = product;
    await put('one');
    await product.idle();
    const [shard] = (await shards()).docs.filter((each) => typeof each.get('entries') === 'string');
    const crowded = {
      one: {},
      ...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x${n}`, { title: 'x'.repeat(1_000) }])),
    };
    await shard?.ref.update({ entries: JSON.stringify(crowded) });
    expect(await refreshShards(firestore, [summariesOf('pages')], ['one'])).toBe(false);
    expect(await shardState(firestore, summariesOf('pages'))).toBe('none');
    await fillShards(firestore, summariesOf('pages'));
    expect(await shardState(firestore, summariesOf('pages'))).toBe('whole');
    expect((await summarized()).map(([id]) => id)).toEqual(['one']);
  });

  // Must run last: the function caches for minutes that a shard was full.
  it('are not refilled with every write while a shard is full', { tags: 'full' }, async () => {
    const { firestore } = product;
    const sections = firestore.collection('homepage_sections');
    for (let from = 0; from < 1_200; from += 400) {
      const batch = firestore.batch();
      for (let n = from; n < from + 400; n += 1) batch.set(sections.doc(`s${n}`), { title: 'x'.repeat(900), rev: 1 });
      await batch.commit();
    }
    await product.idle();
    const made = async () =>
      (await firestore.collection('summaries').where('set', '==', summarySet('homepage_sections')).get()).docs.map(
        ({ id, createTime }) => [id, createTime.toMillis()],
      );
    const before = await made();
    expect(before).toHaveLength(1);
    await sections.doc('s1').update({ rev: 2 });
    await product.idle();
    expect(await made()).toEqual(before);
  });
});

it('summaries exist for all kinds that have lists', () => {
  expect(summarizedCollections).toEqual(
    expect.arrayContaining(Object.values(kinds).map(({ collection }) => collection)),
  );
});
