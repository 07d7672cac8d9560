import { hash } from 'node:crypto';
import type { ShownDemo } from '@frontage/model/kinds/demo';
import type { DocumentReference } from '@frontage/model/document-link';
import { parseMarkdown, type MarkdownText } from '@frontage/model/markdown';
import type { DescribedImage } from '@frontage/model/uploads';

/** A cache of rendered texts: pages that change only in the menu parse no text. */
export interface TextCache {
  /** The text of this source, cached or not; `once` skips the cache. */
  textOf(source: string, once?: boolean): MarkdownText;
}

interface CachedText {
  opening: { text: string; enough: number } | null;
  html: Html | null;
}

interface Html {
  text: string;
  /** The options of the render as a key: heading level and ids, `sizes` of images and the origin of videos. */
  optionsKey: string;
  /** The images and demos of the text and the addresses of its links by id, at the time of rendering. */
  images: ReadonlyMap<string, DescribedImage | null>;
  demos: ReadonlyMap<string, ShownDemo | null>;
  addresses: ReadonlyMap<DocumentReference, string | null>;
}

/** Caches texts of up to `most` characters in total, evicting the least recently used. */
export function openTextCache(most: number): TextCache {
  const texts = new Map<string, CachedText>();
  let size = 0;
  const sizeOf = ({ opening, html }: CachedText): number => (opening?.text.length ?? 0) + (html?.text.length ?? 0);

  const keep = (key: string, cached: CachedText): void => {
    forget(key);
    texts.set(key, cached);
    size += sizeOf(cached);
    for (const oldest of texts.keys()) {
      if (size <= most) return;
      forget(oldest);
    }
  };
  const forget = (key: string): void => {
    const found = texts.get(key);
    if (!found) return;
    texts.delete(key);
    size -= sizeOf(found);
  };

  return {
    textOf: (source, once = false) => {
      if (once) return parseMarkdown(source);
      const key = hash('sha256', source, 'base64');
      let parsed: MarkdownText | null = null;
      const text = (): MarkdownText => (parsed ??= parseMarkdown(source));
      const known = (): CachedText => texts.get(key) ?? { opening: null, html: null };
      return {
        lines: () => text().lines(),
        headings: () => text().headings(),
        words: (between) => text().words(between),
        opening: (enough) => {
          const found = known().opening;
          if (found !== null && found.enough >= enough) return found.text;
          const opening = { text: text().opening(enough), enough };
          keep(key, { ...known(), opening });
          return opening.text;
        },
        html: (options = {}) => {
          const { images, addressOf, findDemo, topHeading, hasHeadingIds, embedOrigin } = options;
          const optionsKey = JSON.stringify([topHeading, hasHeadingIds, images?.sizes, embedOrigin]);
          const found = known().html;
          if (
            found?.optionsKey === optionsKey &&
            areSame(found.images, images?.find) &&
            areSame(found.demos, findDemo) &&
            areSame(found.addresses, addressOf)
          ) {
            return found.text;
          }
          const seen = {
            images: new Map<string, DescribedImage | null>(),
            demos: new Map<string, ShownDemo | null>(),
            addresses: new Map<DocumentReference, string | null>(),
          };
          const html = text().html({
            ...options,
            ...(images && { images: { ...images, find: recorded(images.find, seen.images) } }),
            ...(findDemo && { findDemo: recorded(findDemo, seen.demos) }),
            ...(addressOf && { addressOf: recorded(addressOf, seen.addresses) }),
          });
          // Flattens the string: otherwise it keeps the pieces it was joined from in texts.
          html.charCodeAt(0);
          keep(key, { ...known(), html: { text: html, optionsKey, ...seen } });
          return html;
        },
      };
    },
  };
}

type Find<Key, Found> = (key: Key) => Found | null;

/** The function with its results recorded in `seen`. */
const recorded =
  <Key, Found>(find: Find<Key, Found>, seen: Map<Key, Found | null>): Find<Key, Found> =>
  (key) => {
    const found = find(key);
    seen.set(key, found);
    return found;
  };

/** Queries everything again, so that the page's dependencies include it. */
function areSame<Key, Found>(seen: ReadonlyMap<Key, Found | null>, find: Find<Key, Found> | undefined): boolean {
  return [...seen].every(([key, found]) => JSON.stringify(find?.(key) ?? null) === JSON.stringify(found));
}

// Enough for the bodies of about ten thousand pages, in each render thread.
const mostCharacters = 48 * 2 ** 20;

/** The text cache of this compiled site. */
export const { textOf } = openTextCache(mostCharacters);
