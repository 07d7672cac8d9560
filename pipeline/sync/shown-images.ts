import { counted } from '@frontage/model/dates';
import { mediaOfAddress } from '@frontage/model/media';
import { collections } from '@frontage/model/paths';
import type { Image } from '@frontage/model/uploads';
import type { ImageRecord } from './image-library.ts';
import type { DocumentImages } from './image-addresses.ts';
import type { ImageInspector } from './image-inspector.ts';
import { patchMap } from './patched-map.ts';

export interface ShownImages {
  /** The generated files of shown images, by address. */
  records: ReadonlyMap<string, ImageRecord>;
  /** The images as passed to templates, by address. */
  images: ReadonlyMap<string, Image>;
  /** Error messages about images, by document. */
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
  /** The images of documents that may have changed; undefined for a document without images. */
  documents: ReadonlyMap<string, DocumentImages | undefined>;
  /** Addresses whose inspection results may have changed. */
  news: Iterable<string>;
  resultOf: ImageInspector['resultOf'];
}

/** Returns the uses after an update, and the addresses that it examined. */
export function updateUses(
  before: ImageUses,
  { documents, news, resultOf }: Update,
): { uses: ImageUses; examined: Set<string> } {
  const examined = new Set(news);
  const concerned = new Set([...examined].flatMap((address) => [...(before.users.get(address) ?? [])]));
  const byDocument = patchMap(before.byDocument, documents);
  const users = new Map<string, Set<string>>();
  const usersOf = (address: string): Set<string> => {
    const found = users.get(address) ?? new Set(before.users.get(address));
    users.set(address, found);
    examined.add(address);
    return found;
  };
  for (const [document, images] of documents) {
    concerned.add(document);
    for (const { address } of before.byDocument.get(document)?.images ?? []) usersOf(address).delete(document);
    for (const { address } of images?.images ?? []) usersOf(address).add(document);
  }
  const isUsed = (address: string): boolean => (users.get(address) ?? before.users.get(address) ?? none).size > 0;
  const records = [...examined].map((address) => {
    const record = isUsed(address) ? resultOf(address)?.record : null;
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
      [...concerned].map((document) => [document, messagesOf(byDocument.get(document), resultOf)]),
    ),
  };
  return { uses, examined };
}

/** The documents that show an upload whose description changed, for example because its file was replaced. */
export function usersOfMedia({ users }: ImageUses, changed: Iterable<string>): Set<string> {
  const ids = new Set(
    [...changed].flatMap((path) =>
      path.startsWith(`${collections.media}/`) ? [path.slice(collections.media.length + 1)] : [],
    ),
  );
  if (ids.size === 0) return new Set();
  return new Set([...users].flatMap(([address, by]) => (ids.has(mediaOfAddress(address) ?? '') ? [...by] : [])));
}

const none: ReadonlySet<string> = new Set();
// Limits the messages about one document.
const reportedImages = 10;

function messagesOf(
  use: DocumentImages | undefined,
  resultOf: ImageInspector['resultOf'],
): readonly string[] | undefined {
  if (use === undefined) return undefined;
  const wrong = use.images.flatMap(({ address }) => (resultOf(address) ?? notYet).message ?? []);
  const reported = [...wrong.slice(0, reportedImages), ...more(wrong.length - reportedImages), ...beyond(use.excess)];
  return reported.length > 0 ? reported : undefined;
}

/** The current state of the images shown by documents. */
export const shownImages = (
  documents: ReadonlyMap<string, DocumentImages>,
  resultOf: ImageInspector['resultOf'],
): ShownImages => updateUses(noImageUses, { documents, news: [], resultOf }).uses;

/** The images as passed to templates, by address. */
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
