import { eventEntry } from '@frontage/functions/audit/audit-trail';
import { storeRecordings } from '@frontage/functions/record/recorder';
import { barePage } from '@frontage/model/content.fixture';
import { durations, serverLimits } from '@frontage/model/limits';
import { purgeExpired } from '@frontage/functions/content/purge';
import { Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { duplicateDeliveries } from '../../../local/functions/duplicate-deliveries.fixture.ts';
import { describeFunctions, openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  // Events are delivered twice, late and out of order. The history must be the same.
  product = await openProduct({ only: ['firestore', 'functions'], local: { delays: duplicateDeliveries(11) } });
});
afterAll(() => product.stop());
beforeEach(() => product.clear());

const stamps = (rev: number, by = 'ada') => ({
  rev,
  created_at: new Date(0),
  created_by: 'ada',
  updated_at: new Date(),
  updated_by: by,
});
const page = (rev: number, over: DocumentData = {}) => ({ ...barePage, body: 'one two', ...stamps(rev), ...over });
const put = (path: string, data: DocumentData) => product.firestore.doc(path).set(data);

async function revisions(document: string): Promise<DocumentData[]> {
  await product.idle();
  const found = await product.firestore
    .collection('revisions')
    .where('document', '==', document)
    .orderBy('rev', 'desc')
    .get();
  return found.docs.map((revision) => ({ ...revision.data(), key: revision.id }));
}

const lines = async (document: string) =>
  (await revisions(document)).map(({ rev, by, event, summary }) => `${rev} ${by} ${event}: ${summary}`);

async function embeds(): Promise<DocumentData[]> {
  await product.idle();
  return (await product.firestore.collection('revision_embeds').orderBy('at').get()).docs.map((embed) => embed.data());
}

describeFunctions('the history of a document', () => {
  it('stores each write with user, time and a summary line', async () => {
    await put('pages/p1', page(1, { is_published: false }));
    await put('pages/p1', page(2, { is_published: false, title: 'B', body: 'two three four', updated_by: 'bob' }));
    const written = await put('pages/p1', page(3, { title: 'B' }));
    expect(await lines('pages/p1')).toEqual([
      '3 ada published: Published, body (+1 −2 words)',
      '2 bob updated: Title, body (+2 −1 words)',
      '1 ada created: Created',
    ]);
    const [newest] = await revisions('pages/p1');
    expect(newest).toMatchObject({ key: 'pages_p1_3', created_by: 'ada', at: written.writeTime, expires_at: null });
    expect(newest?.['data']).toMatchObject({ title: 'B', body: 'one two', created_at: Timestamp.fromMillis(0) });
  });

  it('stores the publisher and the authors of a published draft, and the message to the reviewer', async () => {
    const from_draft = { rev: 2, authors: ['cy', 'bob'], message: 'Prices went up' };
    await put('pages/p1', page(1));
    await put('pages/p1', page(2, { title: 'B', updated_by: 'bob', from_draft }));
    // A later save does not change the field.
    await put('pages/p1', page(3, { title: 'C', from_draft }));
    expect(await revisions('pages/p1')).toMatchObject([
      { rev: 3, by: 'ada', authors: null, message: null, summary: 'Title' },
      { rev: 2, by: 'bob', authors: ['cy', 'bob'], message: 'Prices went up', summary: 'Title' },
      { rev: 1, by: 'ada', authors: null, message: null },
    ]);
  });

  it('stores revisions of sections and settings', async () => {
    await put('homepage_sections/s1', { title: 'A', is_visible: true, ...stamps(1) });
    const seo = (rev: number, sitemap_frequency: string) => ({
      value: { sitemap_frequency, robots_custom_rules: null },
      rev,
      updated_at: new Date(),
      updated_by: 'ada',
    });
    await put('site_settings/seo', seo(1, 'weekly'));
    await put('site_settings/seo', seo(2, 'daily'));
    expect(await lines('homepage_sections/s1')).toEqual(['1 ada created: Created']);
    expect(await lines('site_settings/seo')).toEqual(['2 ada updated: Sitemap frequency', '1 ada created: Created']);
  });

  it('stores no password, even if an import left one in the document', async () => {
    await put('demo_pages/d1', { heading: 'A', slug: 'a', password_hash: 'hash', iframe_url: 'x', ...stamps(1) });
    await put('demo_secrets/d1', { password_hash: 'hash' });
    const [revision] = await revisions('demo_pages/d1');
    expect(revision?.['data']).toMatchObject({ heading: 'A' });
    const all = await Promise.all(
      ['revisions', 'revision_embeds'].map((name) => product.firestore.collection(name).get()),
    );
    expect(JSON.stringify(all.flatMap(({ docs }) => docs.map((kept) => kept.data())))).not.toContain('hash');
  });

  it('stores the embed code of a demo separately with its commit time', async () => {
    const demo = (rev: number) => ({ heading: 'A', slug: 'a', is_password_protected: true, ...stamps(rev) });
    const batch = product.firestore.batch();
    batch.set(product.firestore.doc('demo_pages/d1'), demo(1));
    batch.set(product.firestore.doc('demo_embeds/d1'), { iframe_url: 'https://one.example' });
    const [first] = await batch.commit();
    await put('demo_pages/d1', { ...demo(2), heading: 'B' });
    const second = product.firestore.batch();
    second.set(product.firestore.doc('demo_pages/d1'), { ...demo(3), heading: 'B' });
    second.set(product.firestore.doc('demo_embeds/d1'), { iframe_url: 'https://two.example' });
    second.set(product.firestore.doc('demo_secrets/d1'), { password_hash: 'hash' });
    await second.commit();
    expect(await lines('demo_pages/d1')).toEqual([
      '3 ada updated: Embed code, password',
      '2 ada updated: Heading',
      '1 ada created: Created',
    ]);
    const shared = { created_by: 'ada', document: 'demo_pages/d1' };
    expect(await embeds()).toMatchObject([
      { iframe_url: 'https://one.example', ...shared },
      { iframe_url: 'https://two.example', ...shared },
    ]);
    expect((await embeds())[0]?.['at']).toEqual(first?.writeTime);
  });

  it('records a restore from the trash, and starts over for a new document with the same id', async () => {
    await put('pages/p1', page(1));
    await put('pages/p1', page(2, { title: 'B' }));
    await product.idle();
    await product.firestore.doc('pages/p1').delete();
    await put('pages/p1', page(3, { title: 'B' }));
    expect((await lines('pages/p1'))[0]).toBe('3 ada restored: Restored from the trash');
    await product.firestore.doc('pages/p1').delete();
    await put('pages/p1', page(1, { title: 'Another', updated_by: 'bob' }));
    expect(await lines('pages/p1')).toEqual(['1 bob created: Created']);
    // A late event of the deleted document.
    const late = { before: page(1), after: page(2), companions: [], at: Timestamp.fromMillis(1) };
    await storeRecordings(product.firestore, [{ revision: { path: 'pages/p1', ...late }, documents: [] }]);
    expect(await lines('pages/p1')).toEqual(['1 bob created: Created']);
  });

  it('stores the missing part of a write that the functions of the previous version have recorded', async () => {
    const at = Timestamp.fromMillis(1_000);
    const change = { action: 'updated', actor: 'ada', document: 'pages/p9', fields: ['title'] };
    const entry = eventEntry(product.firestore, { id: 'event-1', at }, change);
    const revision = { path: 'pages/p9', before: page(1), after: page(2, { title: 'B' }), companions: [], at };
    await entry.document.create({ ...entry.data, seq: 7 });
    const recording = { revision, documents: [entry] };
    await Promise.all([1, 2].map(() => storeRecordings(product.firestore, [recording, recording])));
    expect((await entry.document.get()).get('seq')).toBe(7);
    expect(await lines('pages/p9')).toEqual(['2 ada updated: Title']);
  });

  it('deletes a revision after 180 days if it is not one of the newest 100', { tags: 'full' }, async () => {
    const revs = Array.from({ length: serverLimits.revisionsKept + 2 }, (_, index) => index + 1);
    for (const rev of revs) await put('pages/p1', page(rev, { title: `Title ${rev}` }));
    const kept = await revisions('pages/p1');
    const expiring = kept.filter(({ expires_at }) => expires_at !== null);
    expect(expiring.map(({ rev }) => rev as number)).toEqual([2, 1]);
    const [second] = expiring as { at: Timestamp; expires_at: Timestamp }[];
    expect((second?.expires_at.toMillis() ?? 0) - (second?.at.toMillis() ?? 0)).toBe(durations.revisionKept);
    await purgeExpired(product.firestore, new Date(Date.now() + durations.revisionKept + 1_000));
    expect((await revisions('pages/p1')).map(({ rev }) => rev as number)).toEqual(revs.slice(2).toReversed());
  });

  it('expires the embed code of a demo with the last revision that uses it', async () => {
    const at = (rev: number) => Timestamp.fromMillis(Date.UTC(2026, 0, 1) + rev * 1_000);
    const keep = (rev: number) =>
      storeRecordings(product.firestore, [
        {
          revision: {
            path: 'demo_pages/d1',
            before: { heading: 'A' },
            after: { heading: 'B', ...stamps(rev) },
            companions: [],
            at: at(rev),
          },
          documents: [],
        },
      ]);
    const keptEmbed = (code: string, rev: number) =>
      put(`revision_embeds/d1_${rev}`, {
        document: 'demo_pages/d1',
        iframe_url: code,
        at: at(rev),
        expires_at: null,
      });
    await Promise.all([keptEmbed('one', 1), keptEmbed('two', 3), keptEmbed('three', 4)]);
    for (const rev of [1, 2, 3]) await keep(rev);
    for (const rev of [101, 102]) await keep(rev);
    const expiring = async () =>
      (await embeds()).filter(({ expires_at }) => expires_at !== null).map(({ iframe_url }) => iframe_url as string);
    expect(await expiring()).toEqual([]);
    await keep(103);
    expect(await expiring()).toEqual(['one']);
  });

  it('is deleted when its document is purged from the trash', async () => {
    await put('pages/p1', page(1));
    await put('pages/p2', page(1));
    const deleted_at = new Date(0);
    for (const id of ['p1', 'p2']) {
      await put(`trash/pages_${id}`, { collection: 'pages', id, data: page(1), deleted_by: 'ada', deleted_at });
    }
    await product.idle();
    await product.firestore.doc('pages/p1').delete();
    await product.idle();
    await purgeExpired(product.firestore, new Date());
    expect(await lines('pages/p1')).toEqual([]);
    expect(await lines('pages/p2')).toHaveLength(1);
  });
});
