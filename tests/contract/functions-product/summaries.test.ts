import { fillShards, refreshShards, shardState } from '@frontage/functions/summaries/refresh-shards';
import { shardSets, summariesOf } from '@frontage/functions/summaries/shard-sets';
import { kinds, type Kind } from '@frontage/model/kinds';
import { newDemo } from '@frontage/model/demo';
import { newPage } from '@frontage/model/page';
import { newSection } from '@frontage/model/section';
import { summarizedCollections, summarySet, unpackShard } from '@frontage/model/summaries/listed';
import { startPipelineServer, type PipelineServer } from '@frontage/pipeline/server';
import { FieldValue } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readListedDocuments, readSummaries } from '../../../admin/lib/documents/read-listed.ts';
import { sized } from '../../full.ts';
import { describeFunctions, openProduct, parameters, type Person, type Product } from './product.ts';
import { recordingPipeline } from './recording-pipeline.ts';
import { watchedStore } from './watched-store.ts';

// Functions maintain summaries for the admin's lists: all documents of a collection in few shards, without long texts.

const many = sized(10_000, 200);
const mostRead = 100;
const secret = 'TEXT-THAT-NO-LIST-SHOWS';

let product: Product;
let server: PipelineServer;
let editor: Person;
let author: Person;

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
beforeEach(async () => {
  await product.clear();
  [editor, author] = await Promise.all([product.signUp({ roles: ['editor'] }), product.signUp({ roles: ['author'] })]);
});

async function listed<K extends Kind>(kind: K, person = editor) {
  const { store, seen } = watchedStore(product, person);
  const entries = await readListedDocuments(store, kind, { mayReadTrash: person === editor });
  return { entries, seen, ids: entries.map(({ document }) => document.id).sort() };
}

const stamps = () => ({
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'somebody',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'somebody',
});
const bodies = `# The *beginning*\n\n${'and more words '.repeat(20)}${secret}`;
const pageOf = (id: string) => ({
  ...newPage,
  title: `Page ${id}`,
  slug: id,
  body: bodies,
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

describeFunctions('lists', () => {
  it(
    `show all of ${many} pages, read at most ${mostRead} documents, and read no body texts`,
    { tags: 'full' },
    async () => {
      const ids = Array.from({ length: many }, (_, index) => `page-${index}`).sort();
      for (let from = 0; from < many; from += 250) {
        const batch = product.firestore.batch();
        for (const id of ids.slice(from, from + 250)) {
          batch.set(product.firestore.doc(`pages/${id}`), pageOf(id));
          batch.set(product.firestore.doc(`slugs/page:${id}`), { id, updated_at: FieldValue.serverTimestamp() });
        }
        await batch.commit();
      }
      await product.idle();
      for (const person of [editor, author]) {
        const { entries, ids: found, seen } = await listed('page', person);
        expect(found).toEqual(ids);
        expect(seen.documents).toBeLessThanOrEqual(mostRead);
        expect(seen.text).not.toContain(secret);
        expect(entries[0]?.document.excerpt).toMatch(/^The beginning – and more words .*…$/);
        expect(entries.every(({ problems, isAhead }) => problems.length === 0 && !isAhead)).toBe(true);
      }
      const { store, seen } = watchedStore(product, editor);
      const slugs = await readSummaries(store, 'slugs', ['id', 'updated_at']);
      expect(slugs.ok && slugs.value?.byId.size).toBe(many);
      expect(seen.documents).toBeLessThanOrEqual(mostRead / 2);
    },
  );

  it('include writes and deletions that summaries do not contain yet', async () => {
    await put('old');
    await put('doomed');
    await product.idle();
    const before = await shards();
    await put('old', { title: 'Renamed', rev: 2 });
    await put('new');
    const doomed = product.firestore.doc('pages/doomed');
    const trashed = { collection: 'pages', id: 'doomed', deleted_at: FieldValue.serverTimestamp() };
    await product.firestore.doc('trash/pages_doomed').set({ ...trashed, data: { body: secret } });
    await doomed.delete();
    await product.idle();
    // Restore the shards from before the writes.
    for (const shard of before.docs) await shard.ref.set(shard.data());
    const { entries, ids, seen } = await listed('page');
    expect(ids).toEqual(['new', 'old']);
    expect(entries.find(({ document }) => document.id === 'old')).toMatchObject({
      document: { title: 'Renamed', excerpt: expect.stringMatching(/^The beginning/) as string },
      isAhead: true,
    });
    expect(seen.text).not.toContain(secret);
  });

  it('show all documents without texts if there are no summaries', async () => {
    await put('one');
    await product.firestore
      .doc('homepage_sections/s')
      .set({ ...newSection, section_key: 'hero', title: 'S', ...stamps() });
    await product.idle();
    for (const summary of (await product.firestore.collection('summaries').get()).docs) await summary.ref.delete();
    const { entries, seen } = await listed('page');
    expect(entries).toMatchObject([{ document: { id: 'one', title: 'Page one', excerpt: '' }, problems: [] }]);
    expect(seen.text).not.toContain(secret);
    expect((await listed('section')).ids).toEqual(['s']);
  });

  it('include a document’s errors and no codes or hashes', async () => {
    const { firestore } = product;
    const { iframe_url: _, password: __, ...demo } = newDemo;
    await firestore.doc('demo_embeds/d').set({ iframe_url: secret });
    await firestore.doc('demo_secrets/d').set({ password_hash: secret });
    await firestore.doc('drafts/pages_bad').set({ collection: 'pages', id: 'bad', data: { title: secret } });
    await firestore.doc('demo_pages/d').set({ ...demo, heading: 'D', slug: 'd', password_hash: secret, ...stamps() });
    await firestore.doc('pages/bad').set({ title: 'Bad', slug: 'NOT A SLUG', body: secret.repeat(20_000) });
    await product.idle();
    const { entries } = await listed('page');
    expect(entries[0]?.problems.map(({ field }) => field)).toEqual(expect.arrayContaining(['slug', 'body', 'rev']));
    const kept = await firestore.collection('summaries').get();
    expect(
      JSON.stringify(kept.docs.map((each) => each.data())).replaceAll(`"excerpt\\":\\"${secret}`, ''),
    ).not.toContain(`\\"${secret}`);
    expect(JSON.stringify((await listed('demo')).entries)).not.toContain(secret);
  });
});

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
    expect((await listed('page')).ids).toEqual(['one']);
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
