import type { Image } from '@frontage/model/content';
import type { ImageRecord } from './image-record.ts';
import type { DocumentImages } from './image-addresses.ts';
import type { ImageDesk } from './image-desk.ts';
import { patchMap } from './patched-map.ts';

export interface ShownImages {
  /** What the site has made of the images that content shows, by address. */
  records: ReadonlyMap<string, ImageRecord>;
  /** The same as templates see them. */
  images: ReadonlyMap<string, Image>;
  /** What is wrong with images, by document. */
  messages: ReadonlyMap<string, readonly string[]>;
}

/** What is known by now of the images that documents show, kept up as documents and images change. */
export interface ImageUses {
  /** The addresses that documents show. */
  used: Pick<ReadonlySet<string>, 'has'>;
  shown(): ShownImages;
  /**
   * Takes the images of these documents, undefined where they have none any more, and looks anew at images of which there
   * is news; returns the addresses that were looked at.
   */
  update(documents: Iterable<readonly [string, DocumentImages | undefined]>, news: Iterable<string>): Set<string>;
}

// One document cannot flood the reports.
const reportedImages = 10;

export function openImageUses(seen: ImageDesk['seen']): ImageUses {
  const uses = new Map<string, DocumentImages>();
  const users = new Map<string, Set<string>>();
  let shown: ShownImages = { records: new Map(), images: new Map(), messages: new Map() };

  const addressesOf = (document: string): string[] => uses.get(document)?.images.map(({ address }) => address) ?? [];

  const place = (document: string, images: DocumentImages | undefined): void => {
    for (const address of addressesOf(document)) {
      const others = users.get(address);
      others?.delete(document);
      if (others?.size === 0) users.delete(address);
    }
    if (images) uses.set(document, images);
    else uses.delete(document);
    for (const address of addressesOf(document)) users.set(address, (users.get(address) ?? new Set()).add(document));
  };

  const messagesOf = (document: string): readonly string[] | undefined => {
    const wrong = addressesOf(document).flatMap((address) => (seen(address) ?? notYet).message ?? []);
    const excess = uses.get(document)?.excess ?? 0;
    const reported = [...wrong.slice(0, reportedImages), ...more(wrong.length - reportedImages), ...beyond(excess)];
    return reported.length > 0 ? reported : undefined;
  };

  return {
    used: users,
    shown: () => shown,
    update: (documents, news) => {
      const addresses = new Set(news);
      const concerned = new Set([...addresses].flatMap((address) => [...(users.get(address) ?? [])]));
      for (const [document, images] of documents) {
        concerned.add(document);
        for (const address of addressesOf(document)) addresses.add(address);
        place(document, images);
        for (const address of addressesOf(document)) addresses.add(address);
      }
      const records = [...addresses].map((address) => {
        const record = users.has(address) ? seen(address)?.record : null;
        return [address, record ?? undefined] as const;
      });
      shown = {
        records: patchMap(shown.records, records),
        images: patchMap(
          shown.images,
          records.map(([address, record]) => [address, record?.image]),
        ),
        messages: patchMap(
          shown.messages,
          [...concerned].map((document) => [document, messagesOf(document)]),
        ),
      };
      return addresses;
    },
  };
}

/** What is known by now of the images that documents show. */
export function shownImages(uses: ReadonlyMap<string, DocumentImages>, seen: ImageDesk['seen']): ShownImages {
  const all = openImageUses(seen);
  all.update(uses, []);
  return all.shown();
}

/** Images as templates see them. */
export const imagesOf = (records: ReadonlyMap<string, ImageRecord>): ReadonlyMap<string, Image> =>
  new Map([...records].map(([address, { image }]) => [address, image]));

const notYet = {
  record: null,
  message: 'An image is being prepared; until then it is shown as it was uploaded',
};

const more = (count: number): string[] =>
  count > 0 ? [`${String(count)} more images are not shown as they should be`] : [];

const beyond = (excess: number): string[] =>
  excess > 0 ? [`${String(excess)} images too many for one document: they are shown as they were uploaded`] : [];
