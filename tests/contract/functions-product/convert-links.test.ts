import { type ConvertedDocument, convertStoredLinks } from '#cli/content/convert-links.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, type Product } from './product.ts';

const body = 'To [us](/page/about#team), [old](/was-about), [demo](/demo/ada), [gone](/gone), [moved](/was-moved).';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ only: ['firestore'] });
  const batch = product.firestore.batch();
  const set = (path: string, data: object) => batch.set(product.firestore.doc(path), data);
  set('pages/p1', { slug: 'about', body: 'No links', rev: 3 });
  set('pages/p2', { slug: 'linking', body, rev: 5, updated_at: 'before' });
  set('demo_pages/d1', { slug: 'ada', rev: 1 });
  set('homepage_sections/s1', { content: '[Us](/about)', rev: 1 });
  set('slugs/page:about', { id: 'p1' });
  set('slugs/page:was-about', { id: 'p1' });
  set('slugs/page:was-moved', { id: 'p1' });
  set('slugs/page:gone', { id: 'deleted' });
  set('redirects/x', { from: '/was-moved', to: '/elsewhere', status: 301 });
  await batch.commit();
});
afterAll(() => product.stop());

async function convert(isDry: boolean): Promise<ConvertedDocument[]> {
  const documents: ConvertedDocument[] = [];
  await convertStoredLinks({ firestore: product.firestore, isDry, onDocument: (one) => void documents.push(one) });
  return documents;
}
const data = async (path: string) => (await product.firestore.doc(path).get()).data();
const unknown = ['/gone', '/was-moved'];

describeFunctions('converting links to links by document id', () => {
  it('counts the links of each document in a dry run without writing', async () => {
    expect(await convert(true)).toEqual([
      { document: 'pages/p2', converted: 3, unknown },
      { document: 'homepage_sections/s1', converted: 1, unknown: [] },
    ]);
    expect(await data('pages/p2')).toMatchObject({ body, rev: 5 });
  });

  it('converts current and old addresses with a new revision and leaves unknown paths', async () => {
    expect(await convert(false)).toHaveLength(2);
    expect(await data('pages/p2')).toEqual({
      slug: 'linking',
      body: 'To [us](page:p1#team), [old](page:p1), [demo](demo:d1), [gone](/gone), [moved](/was-moved).',
      rev: 6,
      updated_at: 'before',
    });
    expect(await data('homepage_sections/s1')).toEqual({ content: '[Us](page:p1)', rev: 2 });
    expect(await data('pages/p1')).toMatchObject({ rev: 3 });
  });

  it('changes nothing when it is repeated', async () => {
    expect(await convert(false)).toEqual([{ document: 'pages/p2', converted: 0, unknown }]);
    expect(await data('pages/p2')).toMatchObject({ rev: 6 });
  });
});
