import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { edit, narrow, type SiteUnderTest } from './site-under-test.ts';
import { pollSoon } from '../office/screen.ts';

/** A site without content. Unpublishes all sections and demos. */
export function emptySuite(site: () => SiteUnderTest): void {
  const unpublish = async (collection: string): Promise<void> => {
    const { firestore } = site();
    const { docs } = await firestore.collection(collection).where('is_published', '==', true).get();
    for (let start = 0; start < docs.length; start += 400) {
      const batch = firestore.batch();
      for (const { ref } of docs.slice(start, start + 400)) batch.update(ref, edit({ is_published: false }));
      await batch.commit();
    }
  };

  describe('empty site', () => {
    beforeAll(async () => {
      await unpublish('homepage_sections');
      await unpublish('demo_pages');
    });

    it('shows a text on a home page without sections', async () => {
      const { body } = await eventually(
        () => site().fetchText('/'),
        ({ body: html }) => html.includes('No published content yet.'),
      );
      expect(body).toContain('No published content yet.');
    });

    it('shows a text in a gallery without demos', async () => {
      await eventually(
        () => site().fetchText('/demos'),
        ({ body }) => !body.includes('data-card'),
      );
      await site().visit(
        '/demos',
        async (page) => {
          await pollSoon(() => page.locator('.empty > *').allInnerTexts()).toEqual([
            'No demos found',
            'Check back soon for new experiments!',
          ]);
          await pollSoon(() => page.locator('#gallery-search').count()).toBe(0);
        },
        narrow,
      );
    });

    it('answers 404 for an unpublished demo', async () => {
      const { status } = await eventually(
        () => site().fetchText('/demo/the-listener'),
        (answer) => answer.status === 404,
      );
      expect(status).toBe(404);
      expect((await site().fetchText('/sitemap.xml')).body).not.toContain('/demo/');
    });
  });
}
