import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newPage, pageForm } from '@frontage/model/kinds/page';
import { startFirestore } from '@frontage/firestore-server/server';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { FieldValue, getFirestore } from 'firebase-admin/firestore';
import { menuPages } from './content-source.ts';
import { syntheticBodies } from './content.ts';

const project = 'demo-frontage';
const atOnce = 200;

/**
 * Writes `count` generated pages, from `p0`, into the data folder of an installation that is not running yet. With
 * `hasSearch`, the site has its search.
 */
export async function addPages(dataDir: string, count: number, hasSearch = false): Promise<void> {
  const folder = join(dataDir, 'firebase', 'firestore');
  mkdirSync(folder, { recursive: true });
  const server = await startFirestore({ project, host: '127.0.0.1', port: 0, file: join(folder, 'documents.sqlite') });
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${String(server.port)}`;
  const app = initializeApp({ projectId: project }, 'add-pages');
  const firestore = getFirestore(app);
  const by = { rev: 1, created_by: 'bench', updated_by: 'bench' };
  const at = { created_at: FieldValue.serverTimestamp(), updated_at: FieldValue.serverTimestamp() };
  for (let start = 0; start < count; start += atOnce) {
    const batch = firestore.batch();
    for (let index = start; index < Math.min(start + atOnce, count); index += 1) {
      const id = `p${String(index)}`;
      const slug = `page-${String(index)}`;
      const page = { ...newPage, ...syntheticBodies.at(index), slug, is_published: true };
      const fields = pageForm.parse({ ...page, show_in_menu: index < menuPages });
      batch.set(firestore.doc(`pages/${id}`), { ...fields, ...by, ...at });
      batch.set(firestore.doc(`slugs/page:${slug}`), { id });
    }
    await batch.commit();
  }
  if (hasSearch) {
    const value = { search_enabled: true, feed_enabled: false, language: null };
    await firestore
      .doc('site_settings/visitors')
      .set({ value, rev: 1, updated_by: 'bench', updated_at: at.updated_at });
  }
  await deleteApp(app);
  await server.stop();
}
