import { join } from 'node:path';
import { openClaimedOffice } from './e2e/office/office.ts';
import { openPreview } from './e2e/office/screen.ts';
import { setup } from './seeded-once.ts';

/** Makes the images of the README from the example site: `npm run screenshots`. */
const images = join(import.meta.dirname, '../docs/images');

const removeSeed = await setup();
const office = await openClaimedOffice();
try {
  const { stack, browser, firestore } = office;
  const site = await browser.newPage({ viewport: { width: 1280, height: 760 }, reducedMotion: 'reduce' });
  await site.goto(stack.site);
  await site.waitForLoadState('networkidle');
  await site.screenshot({ path: join(images, 'home.png') });

  const ada = await office.addPerson('Ada', { roles: ['admin'] });
  const page = await office.signIn(ada, { isVisual: true, viewport: { width: 1440, height: 855 } });
  const found = await firestore.collection('pages').where('slug', '==', 'about-this-site').get();
  const id = found.docs[0]?.id;
  if (id === undefined) throw new Error('The example content has no page about-this-site');
  await page.goto(`${stack.admin}/admin/pages/${id}`);
  await page.getByRole('textbox', { name: 'Body' }).waitFor();
  await openPreview(page);
  await page.frameLocator('[aria-label="Preview"] iframe').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(images, 'editor.png') });
} finally {
  await office.close();
  removeSeed();
}
