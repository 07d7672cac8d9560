import type { ContentState } from './content-state.ts';

/** An image in one of our own buckets, as content names it. */
export interface ImageAddress {
  address: string;
  bucket: string;
  object: string;
}

// Firebase download addresses, on whatever host: hosted Storage and local ones share the path.
const downloadAddress = /https?:\/\/[^\s"'<>()/]+\/v0\/b\/([^\s"'<>()/]+)\/o\/([^\s"'<>()/?#]+)(?:\?[^\s"'<>()#]*)?/g;

/** Every address in a text that leads to one of `buckets`, each once. */
export function imageAddresses(text: string, buckets: ReadonlySet<string>): ImageAddress[] {
  const found = new Map<string, ImageAddress>();
  for (const [address, bucket = '', encoded = ''] of text.matchAll(downloadAddress)) {
    const object = decode(encoded);
    if (object !== null && buckets.has(bucket)) found.set(address, { address, bucket, object });
  }
  return [...found.values()];
}

/** The addresses of images in public content by document, of all documents or of `only` these. */
export function publicImages(
  { composition: { sections, pages, demos, values } }: ContentState,
  buckets: ReadonlySet<string>,
  only: ReadonlySet<string> | null,
): Map<string, ImageAddress[]> {
  const images = new Map<string, ImageAddress[]>();
  const look = (document: string, texts: readonly (string | null)[]): void => {
    if (only !== null && !only.has(document)) return;
    const found = texts.flatMap((text) => (text?.includes('/v0/b/') ? imageAddresses(text, buckets) : []));
    if (found.length > 0) images.set(document, found);
  };
  for (const { id, is_published, is_visible, content, image_url } of sections.values()) {
    if (is_published && is_visible) look(`homepage_sections/${id}`, [content, image_url]);
  }
  for (const { id, body, og_image_url } of pages.published.values()) look(`pages/${id}`, [body, og_image_url]);
  for (const { id, og_image_url } of demos.published.values()) look(`demo_pages/${id}`, [og_image_url]);
  for (const [key, setting] of values.site_settings) look(`site_settings/${key}`, [JSON.stringify(setting)]);
  return images;
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
