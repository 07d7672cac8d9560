import { eventually } from './eventually.ts';

/**
 * Resolves once every page shows its pictures in sizes of the site's own: they are processed beside the queue, and a slow
 * machine serves its first releases before it has them all.
 */
export async function untilPictured(site: string): Promise<void> {
  const text = async (address: string) => (await fetch(address)).text();
  const locations = (await text(`${site}/sitemap.xml`)).matchAll(/<loc>([^<]+)<\/loc>/g);
  const pages = [...locations].map(([, address = '']) => address);
  await eventually(
    async () => (await Promise.all(pages.map(text))).join(''),
    (html) => [...html.matchAll(/<img [^>]*>/g)].every(([image]) => image.includes(' width=')),
  );
}
