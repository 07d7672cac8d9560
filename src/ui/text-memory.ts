import { hash } from 'node:crypto';
import type { Image } from '@frontage/model/content';
import { parseMarkdown, type MarkdownText } from '@frontage/model/markdown';

/** A cache of rendered texts: pages that change only in the menu parse no text. */
export interface TextMemory {
  /** The text of this source, cached or not; `once` skips the cache. */
  textOf(source: string, once?: boolean): MarkdownText;
}

interface Remembered {
  words: { text: string; enough: number } | null;
  html: Html | null;
}

interface Html {
  text: string;
  /** The options of the render as a key: heading level, and `sizes` of images. */
  optionsKey: string;
  /** The images of the text at the time of rendering. */
  images: ReadonlyMap<string, Image | null>;
}

/** Caches texts of up to `most` characters in total, evicting the least recently used. */
export function openTextMemory(most: number): TextMemory {
  const memory = new Map<string, Remembered>();
  let size = 0;
  const sizeOf = ({ words, html }: Remembered): number => (words?.text.length ?? 0) + (html?.text.length ?? 0);

  const keep = (key: string, remembered: Remembered): void => {
    forget(key);
    memory.set(key, remembered);
    size += sizeOf(remembered);
    for (const oldest of memory.keys()) {
      if (size <= most) return;
      forget(oldest);
    }
  };
  const forget = (key: string): void => {
    const found = memory.get(key);
    if (!found) return;
    memory.delete(key);
    size -= sizeOf(found);
  };

  return {
    textOf: (source, once = false) => {
      if (once) return parseMarkdown(source);
      const key = hash('sha256', source, 'base64');
      let parsed: MarkdownText | null = null;
      const text = (): MarkdownText => (parsed ??= parseMarkdown(source));
      const known = (): Remembered => memory.get(key) ?? { words: null, html: null };
      return {
        lines: () => text().lines(),
        words: (enough) => {
          // The texts of a bulk render are too many to cache and are requested once.
          if (enough === undefined) return text().words();
          const found = known().words;
          if (found !== null && found.enough >= enough) return found.text;
          const words = { text: text().words(enough), enough };
          keep(key, { ...known(), words });
          return words.text;
        },
        html: (options = {}) => {
          const { images, topHeading } = options;
          const optionsKey = JSON.stringify([topHeading, images?.sizes]);
          const found = known().html;
          if (found?.optionsKey === optionsKey && areSame(found.images, images?.find)) return found.text;
          const seen = new Map<string, Image | null>();
          const find = (address: string): Image | null => {
            const image = images?.find(address) ?? null;
            seen.set(address, image);
            return image;
          };
          const html = text().html({ ...options, ...(images && { images: { ...images, find } }) });
          // Flattens the string: otherwise it keeps the pieces it was joined from in memory.
          html.charCodeAt(0);
          keep(key, { ...known(), html: { text: html, optionsKey, images: seen } });
          return html;
        },
      };
    },
  };
}

/** Queries every image again, so that the page's dependencies include them. */
function areSame(images: Html['images'], find: ((address: string) => Image | null) | undefined): boolean {
  return [...images].every(([address, image]) => JSON.stringify(find?.(address) ?? null) === JSON.stringify(image));
}
