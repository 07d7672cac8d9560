import { counted } from '@frontage/model/counted';
import type { Image } from '@frontage/model/content';
import type { ImageRecord } from './image-record.ts';
import type { DocumentImages } from './image-addresses.ts';
import type { ImageDesk } from './image-desk.ts';
import { patchMap } from './patched-map.ts';

export interface ShownImages {
  /** The generated files of shown images, by address. */
  records: ReadonlyMap<string, ImageRecord>;
  /** The same as templates see them. */
  images: ReadonlyMap<string, Image>;
  /** Image errors by document. */
  messages: ReadonlyMap<string, readonly string[]>;
}

/** The images shown by documents and their state. Immutable: each update returns a new one. */
export interface ImageUses extends ShownImages {
  byDocument: ReadonlyMap<string, DocumentImages>;
  /** The documents that show each address. */
  users: ReadonlyMap<string, ReadonlySet<string>>;
}

export const noImageUses: ImageUses = {
  byDocument: new Map(),
  users: new Map(),
  records: new Map(),
  images: new Map(),
  messages: new Map(),
};

interface Update {
  /** Images of documents that may show others now; undefined where they show none. */
  documents: ReadonlyMap<string, DocumentImages | undefined>;
  /** Addresses of which something else may be known. */
  news: Iterable<string>;
  seen: ImageDesk['seen'];
}

/** The uses after an update, and the addresses that were looked at for it. */
export function updateUses(
  before: ImageUses,
  { documents, news, seen }: Update,
): { uses: ImageUses; looked: Set<string> } {
  const looked = new Set(news);
  const concerned = new Set([...looked].flatMap((address) => [...(before.users.get(address) ?? [])]));
  const byDocument = patchMap(before.byDocument, documents);
  const users = new Map<string, Set<string>>();
  const usersOf = (address: string): Set<string> => {
    const found = users.get(address) ?? new Set(before.users.get(address));
    users.set(address, found);
    looked.add(address);
    return found;
  };
  for (const [document, images] of documents) {
    concerned.add(document);
    for (const { address } of before.byDocument.get(document)?.images ?? []) usersOf(address).delete(document);
    for (const { address } of images?.images ?? []) usersOf(address).add(document);
  }
  const isUsed = (address: string): boolean => (users.get(address) ?? before.users.get(address) ?? none).size > 0;
  const records = [...looked].map((address) => {
    const record = isUsed(address) ? seen(address)?.record : null;
    return [address, record ?? undefined] as const;
  });
  const uses = {
    byDocument,
    users: patchMap(
      before.users,
      [...users].map(([address, some]) => [address, some.size > 0 ? some : undefined]),
    ),
    records: patchMap(before.records, records),
    images: patchMap(
      before.images,
      records.map(([address, record]) => [address, record?.image]),
    ),
    messages: patchMap(
      before.messages,
      [...concerned].map((document) => [document, messagesOf(byDocument.get(document), seen)]),
    ),
  };
  return { uses, looked };
}

const none: ReadonlySet<string> = new Set();
// One document cannot flood the reports.
const reportedImages = 10;

function messagesOf(use: DocumentImages | undefined, seen: ImageDesk['seen']): readonly string[] | undefined {
  if (use === undefined) return undefined;
  const wrong = use.images.flatMap(({ address }) => (seen(address) ?? notYet).message ?? []);
  const reported = [...wrong.slice(0, reportedImages), ...more(wrong.length - reportedImages), ...beyond(use.excess)];
  return reported.length > 0 ? reported : undefined;
}

/** The current state of the images shown by documents. */
export const shownImages = (documents: ReadonlyMap<string, DocumentImages>, seen: ImageDesk['seen']): ShownImages =>
  updateUses(noImageUses, { documents, news: [], seen }).uses;

/** Images as templates see them. */
export const imagesOf = (records: ReadonlyMap<string, ImageRecord>): ReadonlyMap<string, Image> =>
  new Map([...records].map(([address, { image }]) => [address, image]));

const notYet = {
  record: null,
  message: 'An image is being processed; until then the original is shown',
};

const more = (count: number): string[] =>
  count > 0 ? [`${counted(count, 'more image is', 'more images are')} not shown correctly`] : [];

const beyond = (excess: number): string[] =>
  excess > 0 ? [`${String(excess)} images exceed the limit of one document: their originals are shown`] : [];
