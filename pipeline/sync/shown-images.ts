import type { ImageRecord } from './image-record.ts';
import type { DocumentImages } from './image-addresses.ts';
import type { ImageDesk } from './image-desk.ts';

export interface ShownImages {
  /** What the site has made of the images that content shows, by address. */
  records: ReadonlyMap<string, ImageRecord>;
  /** What is wrong with images, by document. */
  messages: ReadonlyMap<string, readonly string[]>;
}

// One document cannot flood the reports.
const reportedImages = 10;

/** What is known by now of the images that documents show. */
export function shownImages(uses: ReadonlyMap<string, DocumentImages>, seen: ImageDesk['seen']): ShownImages {
  const records = new Map<string, ImageRecord>();
  const messages = new Map<string, readonly string[]>();
  for (const [document, { images, excess }] of uses) {
    const wrong: string[] = [];
    for (const { address } of images) {
      const { record, message } = seen(address) ?? notYet;
      if (record) records.set(address, record);
      if (message !== null) wrong.push(message);
    }
    const reported = [...wrong.slice(0, reportedImages), ...more(wrong.length - reportedImages), ...beyond(excess)];
    if (reported.length > 0) messages.set(document, reported);
  }
  return { records, messages };
}

const notYet = {
  record: null,
  message: 'An image is being prepared; until then it is shown as it was uploaded',
};

const more = (count: number): string[] =>
  count > 0 ? [`${String(count)} more images are not shown as they should be`] : [];

const beyond = (excess: number): string[] =>
  excess > 0 ? [`${String(excess)} images too many for one document: they are shown as they were uploaded`] : [];
