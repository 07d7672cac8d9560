import { Parser } from 'htmlparser2';
import { detachStrings } from '../sync/detach-strings.ts';

/** The parts of a rendered page that the health checks need. A function of its bytes alone. */
export interface PageFacts {
  title: string | null;
  description: string | null;
  /** Whether search engines may list the page. */
  isListed: boolean;
  /** Targets of links in the page's own content, as in the HTML, without duplicates. */
  links: string[];
  /** Targets of links in header and footer, which many pages share. */
  frame: string[];
  /** Ids that links can name. */
  ids: string[];
  /** Ids that occur more than once. */
  repeatedIds: string[];
  /** Addresses of images in texts without alternative text. */
  withoutAlt: string[];
  /** Addresses of all images, in all sizes. */
  images: string[];
  /** Headings that skip a level. */
  skippedHeadings: { text: string; level: number; after: number }[];
  topHeadings: number;
}

/** Reads a page in a thread; null if the thread has ended. */
export type ReadInThread = (html: string) => Promise<PageFacts | null>;

// Up to this number of characters, a page takes at most 20 ms.
const largePage = 60_000;

/** Creates a reader of pages that reads large ones in a thread. */
export const createPageReader =
  (inThread: ReadInThread) =>
  async (html: string): Promise<PageFacts> =>
    (html.length > largePage ? await inThread(html) : null) ?? readPage(html);

/** Reads a rendered page. Never fails: browsers show any HTML too. */
export function readPage(html: string): PageFacts {
  const links = new Set<string>();
  const frame = new Set<string>();
  const ids = new Set<string>();
  const repeatedIds = new Set<string>();
  const withoutAlt = new Set<string>();
  const images = new Set<string>();
  const skippedHeadings: PageFacts['skippedHeadings'] = [];
  let title: string | null = null;
  let description: string | null = null;
  let isListed = true;
  let topHeadings = 0;
  let lastLevel = 0;
  // Depth of open elements below `main`, and below an element with the class `prose`; 0 outside.
  let main = 0;
  let prose = 0;
  let heading: PageFacts['skippedHeadings'][number] | null = null;
  let link: { text: string; withoutAlt: string[] } | null = null;
  let isTitle = false;

  const parser = new Parser({
    onopentag: (name, attributes) => {
      const { id, href, src, srcset, alt } = attributes;
      if (main > 0 || (name === 'main' && id !== undefined)) main += 1;
      if (prose > 0 || (main > 0 && hasClass(attributes['class'], 'prose'))) prose += 1;
      if (id !== undefined && id !== '') (ids.has(id) ? repeatedIds : ids).add(id);
      if ((name === 'a' || name === 'area') && href !== undefined) (main > 0 ? links : frame).add(href);
      if (name === 'a') link = { text: '', withoutAlt: [] };
      if (name === 'a' && attributes['name']) ids.add(attributes['name']);
      if (name === 'img') {
        if (src) images.add(src);
        if (link && alt) link.text += alt;
        if (prose > 0 && !alt && attributes['role'] !== 'presentation' && src) {
          if (link) link.withoutAlt.push(src);
          else withoutAlt.add(src);
        }
      }
      if (srcset !== undefined) for (const address of addressesIn(srcset)) images.add(address);
      // Pictures in the content have titles too.
      if (name === 'title' && title === null && main === 0) {
        isTitle = true;
        title = '';
      }
      if (name === 'meta' && attributes['name'] === 'description') description = attributes['content'] ?? '';
      if (name === 'meta' && attributes['name'] === 'robots') isListed = !/noindex/i.test(attributes['content'] ?? '');
      const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
      if (level === 0) return;
      if (level === 1) topHeadings += 1;
      heading = { text: '', level, after: lastLevel };
      lastLevel = level;
    },
    ontext: (text) => {
      if (isTitle) title += text;
      if (heading) heading.text += text;
      if (link) link.text += text;
    },
    onclosetag: (name) => {
      if (main > 0) main -= 1;
      if (prose > 0) prose -= 1;
      if (name === 'title') isTitle = false;
      if (name === 'a') {
        // Beside the text of a link, a picture is decoration.
        if (link && link.text.trim() === '') for (const src of link.withoutAlt) withoutAlt.add(src);
        link = null;
      }
      if (heading === null || !/^h[1-6]$/.test(name)) return;
      if (heading.level > heading.after + 1) skippedHeadings.push({ ...heading, text: plain(heading.text) });
      heading = null;
    },
  });
  parser.write(html);
  parser.end();
  // Parts of the page's text would keep all of it in memory.
  return detachStrings({
    title: title === null ? null : plain(title),
    description: description === null ? null : plain(description),
    isListed,
    links: [...links],
    frame: [...frame],
    ids: [...ids],
    repeatedIds: [...repeatedIds],
    withoutAlt: [...withoutAlt],
    images: [...images],
    skippedHeadings,
    topHeadings,
  });
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const hasClass = (classes: string | undefined, name: string): boolean => classes?.split(/\s+/).includes(name) ?? false;

/** The addresses in a `srcset`. They contain no commas: the site writes them. */
const addressesIn = (srcset: string): string[] =>
  srcset.split(',').flatMap((candidate) => candidate.trim().split(/\s+/, 1)[0] || []);
