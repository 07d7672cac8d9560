import { eventually } from './eventually.ts';

/**
 * Resolves when every image on every page has a size, that is, when all images are processed. They are processed
 * separately from publishing, so that the first releases may not contain them.
 */
export async function untilImagesProcessed(site: string): Promise<void> {
  const text = async (address: string) => (await fetch(address)).text();
  const locations = (await text(`${site}/sitemap.xml`)).matchAll(/<loc>([^<]+)<\/loc>/g);
  const pages = [...locations].map(([, address = '']) => address);
  await eventually(
    async () => (await Promise.all(pages.map(text))).join(''),
    (html) => [...html.matchAll(/<img [^>]*>/g)].every(([image]) => image.includes(' width=')),
  );
}
