import { newDemo } from '@frontage/model/kinds/demo';
import type { Kind } from '@frontage/model/kinds/kinds';
import { newPage } from '@frontage/model/kinds/page';
import { newSection } from '@frontage/model/kinds/section';
import type { Listed } from '@frontage/model/summaries/listed';
import { FieldValue } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DocumentList } from '../../../admin/lib/documents/document-list.ts';
import { documentForms } from '../../../admin/lib/documents/list-forms.ts';
import { OwnWrites } from '../../../admin/lib/documents/own-writes.ts';
import { ServerMoment } from '../../../admin/lib/firestore/client.ts';
import { openProduct, type Person, type Product } from './product.ts';
import { watchedStore } from './watched-store.ts';

// Without the pipeline, the lists of the admin are read from Firestore, as the rules permit.

const secret = 'TEXT-THAT-NO-LIST-SHOWS';
const count = 250;

let product: Product;
let admin: Person;
let author: Person;

beforeAll(async () => {
  product = await openProduct({ only: ['auth', 'firestore'] });
  [admin, author] = await Promise.all([product.signUp({ roles: ['admin'] }), product.signUp({ roles: ['author'] })]);
});
afterAll(() => product.stop());

const stamps = () => ({
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'somebody',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'somebody',
});
const noMeta = { meta_title: null, meta_description: null, og_image_url: null };
const pageOf = (id: string) => ({
  ...newPage,
  ...noMeta,
  title: `Page ${id}`,
  slug: id,
  body: secret,
  nav_label: null,
  ...stamps(),
});

function openList<K extends Kind>(kind: K, person: Person) {
  const { store, seen } = watchedStore(product, person);
  const none = () => Promise.resolve(null);
  const sources = { ask: none, store, ownWrites: new OwnWrites(), rendered: () => Promise.resolve() };
  const list = new DocumentList<Listed<K>>(documentForms[kind], {
    ...sources,
    timestamp: (time) => new ServerMoment(time),
  });
  return { read: () => list.read(), seen };
}

it('lists read all pages in parts, then only changes, and no texts', async () => {
  const { firestore } = product;
  const ids = Array.from({ length: count }, (_, index) => `page-${String(index).padStart(3, '0')}`);
  const batch = firestore.batch();
  for (const id of ids) batch.set(firestore.doc(`pages/${id}`), pageOf(id));
  await batch.commit();
  for (const person of [admin, author]) {
    const { read, seen } = openList('page', person);
    expect((await read()).map(({ document }) => document.id)).toEqual(ids);
    expect(seen.documents).toBe(count);
    const renamed = firestore.doc('pages/page-007');
    await renamed.update({ title: 'Renamed', rev: FieldValue.increment(1), updated_at: FieldValue.serverTimestamp() });
    const entries = await read();
    expect(entries).toHaveLength(count);
    expect(entries.filter(({ document }) => document.title === 'Renamed')).toHaveLength(1);
    expect(seen.documents).toBe(count + 1);
    expect(seen.text).not.toContain(secret);
  }
});

it('lists include the errors of documents, and no codes or hashes', async () => {
  const { firestore } = product;
  const { iframe_url: _, password: __, ...demo } = newDemo;
  await firestore.doc('demo_pages/d').set({ ...demo, heading: 'D', slug: 'd', password_hash: secret, ...stamps() });
  await firestore.doc('demo_embeds/d').set({ iframe_url: secret });
  await firestore.doc('homepage_sections/s').set({ ...newSection, title: 'S', section_key: 'NO KEY', ...stamps() });
  const demos = openList('demo', author);
  expect((await demos.read()).map(({ document }) => document.id)).toEqual(['d']);
  expect(demos.seen.text).not.toContain(secret);
  const [section] = await openList('section', author).read();
  expect(section?.problems.map(({ field }) => field)).toContain('section_key');
});
