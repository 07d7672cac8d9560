import { limits } from '@frontage/model/limits';
import { expect, it } from 'vitest';
import { aPage } from '../sync/documents.fixture.ts';
import { memorySource } from '../sync/memory-source.fixture.ts';
import { openTextPipeline, temporaryFolder } from './text-pipeline.fixture.ts';

const parts = (paths: readonly string[]): string[] => paths.filter((path) => path.startsWith('/sitemap-')).sort();

it(
  'a sitemap is split and joined as pages are added and removed, like in a from-scratch build',
  { tags: 'full' },
  async () => {
    const { folder, remove } = temporaryFolder();
    const source = memorySource();
    const write = (index: number, updated_at: string): string => {
      const path = `pages/p${String(index)}`;
      source.set(path, aPage({ slug: `p${String(index)}`, show_in_menu: false, updated_at }));
      return path;
    };
    for (let index = 0; index < limits.sitemapUrls; index += 1) write(index, '2026-01-02T00:00:00.000Z');
    const pipeline = await openTextPipeline({ dataDir: folder, source });
    try {
      await pipeline.reconcile();
      const changed = async (documents: readonly string[]) => {
        const { release } = await pipeline.publish(documents);
        return [release?.added, release?.changed, release?.removed, parts(pipeline.live()?.paths() ?? []).length];
      };
      expect(parts(pipeline.live()?.paths() ?? [])).toEqual([]);
      // Both addresses of the page and 13 files of the sitemap are added. /sitemap.xml is changed.
      expect(await changed([write(limits.sitemapUrls, '2026-01-02T00:00:00.000Z')])).toEqual([15, 1, 0, 13]);
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
      // Both addresses of the page, its sitemap file and the index are changed.
      expect(await changed([write(7, '2026-03-04T00:00:00.000Z')])).toEqual([0, 4, 0, 13]);
      // The sitemap contains only the day, so on the same day only the page is changed.
      expect(await changed([write(7, '2026-03-04T05:00:00.000Z')])).toEqual([0, 2, 0, 13]);
      source.delete('pages/p9');
      expect(await changed(['pages/p9'])).toEqual([0, 1, 15, 0]);
      expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
    } finally {
      await pipeline.close();
      remove();
    }
  },
);
