import { bareDemo, barePage, bareSection } from '@frontage/model/content.fixture';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';

const stamps = {
  rev: 1,
  created_at: FieldValue.serverTimestamp(),
  created_by: 'somebody',
  updated_at: FieldValue.serverTimestamp(),
  updated_by: 'somebody',
};
export const editedFields = { rev: FieldValue.increment(1), updated_at: FieldValue.serverTimestamp() };

/** Functions that write complete, published documents. `over` overrides fields. */
export function contentWriter(firestore: Firestore) {
  const page = (slug: string, text: string, over: object = {}) =>
    firestore
      .doc(`pages/${slug}`)
      .set({ ...barePage, slug, title: text, body: text, meta_description: text, menu_order: 9, ...stamps, ...over });
  const section = (id: string, text: string, over: object) =>
    firestore
      .doc(`homepage_sections/${id}`)
      .set({ ...bareSection, title: text, content: text, order_index: 9, ...stamps, ...over });
  async function demo(id: string, code: string, over: object = {}): Promise<void> {
    const batch = firestore.batch();
    batch.set(firestore.doc(`demo_pages/${id}`), {
      ...bareDemo,
      heading: `Demo ${id}`,
      slug: id,
      ...stamps,
      ...over,
    });
    batch.set(firestore.doc(`demo_embeds/${id}`), { iframe_url: `https://demo.example.com/${code}` });
    await batch.commit();
  }
  return { page, section, demo };
}
