import { hash } from 'node:crypto';
import type { Image } from '@frontage/model/content';
import { parseMarkdown, type MarkdownText } from '@frontage/model/markdown';

/** Texts whose HTML is remembered: a page that shows another menu parses nothing. */
export interface TextMemory {
  /** The text of this source, the same whether it is remembered or not; one that is wanted only `once` never is. */
  textOf(source: string, once?: boolean): MarkdownText;
}

interface Remembered {
  words: { text: string; enough: number } | null;
  html: Html | null;
}

interface Html {
  text: string;
  /** What is not the source's: heading level, width of images. */
  asked: string;
  /** The images it shows, as they were. */
  images: ReadonlyMap<string, Image | null>;
}

/** Remembers texts of up to `most` characters in all, those that were wanted last. */
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
          // All words are too many to keep, and nobody asks for them twice.
          if (enough === undefined) return text().words();
          const found = known().words;
          if (found !== null && found.enough >= enough) return found.text;
          const words = { text: text().words(enough), enough };
          keep(key, { ...known(), words });
          return words.text;
        },
        html: (options = {}) => {
          const { images, topHeading } = options;
          const asked = JSON.stringify([topHeading, images?.sizes]);
          const found = known().html;
          if (found?.asked === asked && areSame(found.images, images?.find)) return found.text;
          const seen = new Map<string, Image | null>();
          const find = (address: string): Image | null => {
            const image = images?.find(address) ?? null;
            seen.set(address, image);
            return image;
          };
          const html = text().html({ ...options, ...(images && { images: { ...images, find } }) });
          // Strings are kept as the pieces they were joined from until one looks inside.
          html.charCodeAt(0);
          keep(key, { ...known(), html: { text: html, asked, images: seen } });
          return html;
        },
      };
    },
  };
}

/** Asks for every image again: whoever watches what a page depends on sees the same questions. */
function areSame(images: Html['images'], find: ((address: string) => Image | null) | undefined): boolean {
  return [...images].every(([address, image]) => JSON.stringify(find?.(address) ?? null) === JSON.stringify(image));
}
