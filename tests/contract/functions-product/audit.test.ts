import { barePage } from '@frontage/model/content.fixture';
import { doc, getDoc, serverTimestamp, writeBatch } from 'firebase/firestore/lite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { duplicateDeliveries } from '../../../local/functions/duplicate-deliveries.fixture.ts';
import { describeFunctions, openProduct, type Person, type Product } from './product.ts';

let product: Product;
let editor: Person;
beforeAll(async () => {
  // Events are delivered twice, late and out of order. The audit trail must be the same.
  product = await openProduct({ only: ['auth', 'firestore', 'functions'], local: { delays: duplicateDeliveries(7) } });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.clear();
  await product.idle();
  editor = await product.signUp({ roles: ['editor'] });
});

const entries = async (document: string) => {
  await product.idle();
  const found = await product.firestore
    .collection('audit')
    .where('document', '==', document)
    .orderBy('at', 'desc')
    .get();
  return found.docs.reverse().map((entry) => ({
    action: entry.get('action') as string,
    actor: entry.get('actor') as string | null,
    fields: entry.get('fields') as string[],
  }));
};

const fields = { ...barePage, body: 'The secret recipe', is_published: false };
const now = serverTimestamp();

async function createPage(): Promise<void> {
  const batch = writeBatch(editor.firestore);
  const stamps = { rev: 1, created_at: now, created_by: editor.uid, updated_at: now, updated_by: editor.uid };
  batch.set(doc(editor.firestore, 'pages/p1'), { ...fields, ...stamps });
  batch.set(doc(editor.firestore, 'slugs/page:about'), { id: 'p1', updated_at: now });
  await batch.commit();
}

async function updatePage(rev: number, change: object): Promise<void> {
  const batch = writeBatch(editor.firestore);
  batch.update(doc(editor.firestore, 'pages/p1'), { ...change, rev, updated_at: now, updated_by: editor.uid });
  await batch.commit();
}

async function deletePage(): Promise<void> {
  const stored = await getDoc(doc(editor.firestore, 'pages/p1'));
  const batch = writeBatch(editor.firestore);
  batch.delete(doc(editor.firestore, 'pages/p1'));
  batch.set(doc(editor.firestore, 'trash/pages_p1'), {
    collection: 'pages',
    id: 'p1',
    data: stored.data(),
    deleted_by: editor.uid,
    deleted_at: now,
  });
  await batch.commit();
}

describeFunctions('the audit trail', () => {
  it('records creation, change and deletion with user and fields, once each', async () => {
    await createPage();
    await updatePage(2, { title: 'About us', is_published: true });
    await deletePage();
    const all = await entries('pages/p1');
    expect(all.map(({ action, actor }) => [action, actor])).toEqual([
      ['created', editor.uid],
      ['updated', editor.uid],
      ['deleted', editor.uid],
    ]);
    expect(all[1]?.fields).toEqual(['is_published', 'title']);
  });

  it('records the author of an embed change without the embed code', async () => {
    const stamps = { rev: 1, updated_by: 'ada', updated_at: new Date() };
    const batch = product.firestore.batch();
    batch.set(product.firestore.doc('demo_pages/d1'), { heading: 'Ada', ...stamps });
    batch.set(product.firestore.doc('demo_embeds/d1'), { iframe_url: 'https://secret.example.com' });
    await batch.commit();
    expect(await entries('demo_embeds/d1')).toEqual([{ action: 'created', actor: 'ada', fields: ['iframe_url'] }]);
  });

  it('has an entry and a version in one commit, or neither, and a write that cannot be recorded delays no other', async () => {
    const stamps = { rev: 1, updated_by: 'ada', updated_at: new Date() };
    const page = (body: string) => ({ ...barePage, ...stamps, body });
    // With these fields replaced by others, the names alone exceed the limit of an audit entry.
    const names = (prefix: string) => Array.from({ length: 450 }, (_, index) => `${prefix}${index}`.padEnd(1_500, 'x'));
    const wide = (prefix: string) => Object.fromEntries(names(prefix).map((name) => [name, null]));
    await product.firestore.doc('pages/wide').set({ ...page('one'), ...wide('a') });
    await product.idle();
    const writes = Array.from({ length: 20 }, (_, index) => product.firestore.doc(`pages/p${index}`).set(page('one')));
    await Promise.all([
      product.firestore.doc('pages/wide').set({ ...page('two'), ...wide('b'), rev: 2 }),
      // A version of this page exceeds the limit, because it repeats the author.
      product.firestore.doc('pages/long').set({ ...page('x'.repeat(2 ** 20 - 2_500)), updated_by: 'a'.repeat(1_500) }),
      ...writes,
    ]);
    await product.idle();
    const [entries, versions] = await Promise.all(
      ['audit', 'revisions'].map(async (collection) =>
        (await product.firestore.collection(collection).get()).docs
          .map((found) => `${String(found.get('document'))} ${found.createTime.toMillis()}`)
          .sort(),
      ),
    );
    expect(entries).toEqual(versions);
    expect(new Set(entries?.map((line) => line.split(' ')[0]))).toEqual(
      new Set(['pages/wide', ...writes.map((_, index) => `pages/p${index}`)]),
    );
  });

  it('contains no content', async () => {
    await createPage();
    await product.idle();
    const all = await product.firestore.collection('audit').get();
    expect(JSON.stringify(all.docs.map((entry) => entry.data()))).not.toContain('recipe');
  });

  it('records no user for anonymous server writes', async () => {
    await product.firestore.doc('pages/p2').set({ title: 'A' });
    await product.idle();
    await product.firestore.doc('pages/p2').delete();
    expect((await entries('pages/p2')).map(({ actor }) => actor)).toEqual([null, null]);
  });
});
