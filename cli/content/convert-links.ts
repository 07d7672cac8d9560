import { convertLinks, type ConvertedText, type FindDocument } from '@frontage/model/convert-links';
import { referenceTo } from '@frontage/model/document-link';
import {
  collectionOf,
  fieldsOfType,
  hasSlugs,
  kindNames,
  pathsOf,
  type SlugKind,
  slugKinds,
} from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import type { Data } from '@frontage/model/changes/write';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { documentPages } from './migrate-content.ts';

/** A document with links to paths, after its conversion. */
export interface ConvertedDocument extends Omit<ConvertedText, 'text'> {
  document: string;
}

export interface ConvertOptions {
  firestore: Firestore;
  /** Counts the changes without writing. */
  isDry: boolean;
  /** Called for each document with links that are converted or lead to unknown paths. */
  onDocument: (converted: ConvertedDocument) => void;
}

/**
 * Converts links to paths of pages and demos into links by id, in all documents of kinds. Drafts stay as they are,
 * because an approved or scheduled draft is one exact text. A converted document gets a new revision but keeps the time
 * of its last update, which visitors see.
 */
export async function convertStoredLinks({ firestore, isDry, onDocument }: ConvertOptions): Promise<void> {
  const find = await findDocuments(firestore);
  const kindsInOrder = [...slugKinds, ...kindNames.filter((kind) => !hasSlugs(kind))];
  const texts = kindsInOrder
    .map(collectionOf)
    .flatMap((collection) => fieldsOfType(collection, ['markdown']).map((field) => ({ collection, field })));
  for (const { collection, field } of texts) {
    for await (const page of documentPages(firestore, collection)) {
      for (const document of page) {
        const { text: _, ...found } = convertedText(document.data(), field, find);
        if (found.converted === 0 && found.unknown.length === 0) continue;
        const isWritten = isDry || found.converted === 0 || (await convert(document.ref, field, find));
        if (isWritten) onDocument({ document: document.ref.path, ...found });
      }
    }
  }
}

function convertedText(data: Data | undefined, field: string, find: FindDocument): ConvertedText {
  const text = data?.[field];
  return typeof text === 'string' ? convertLinks(text, find) : { text: '', converted: 0, unknown: [] };
}

/** In a transaction, because a user may be editing the document. Returns false if nothing is left to convert. */
const convert = (document: DocumentReference, field: string, find: FindDocument): Promise<boolean> =>
  document.firestore.runTransaction(async (transaction) => {
    const data = (await transaction.get(document)).data();
    const { text, converted } = convertedText(data, field, find);
    if (converted === 0) return false;
    const rev: unknown = data?.['rev'];
    transaction.update(document, { [field]: text, rev: (typeof rev === 'number' ? rev : 0) + 1 });
    return true;
  });

/** Finds documents by their current and old addresses, except those that an administrator redirects elsewhere. */
async function findDocuments(firestore: Firestore): Promise<FindDocument> {
  const found = new Map<string, { kind: SlugKind; id: string }>();
  const ids = new Set<string>();
  const add = (kind: SlugKind, slug: unknown, id: string): void => {
    if (typeof slug !== 'string' || slug === '') return;
    for (const path of pathsOf(kind, slug)) if (!found.has(path)) found.set(path, { kind, id });
  };
  for (const kind of slugKinds) {
    for (const document of (await firestore.collection(collectionOf(kind)).select('slug').get()).docs) {
      ids.add(referenceTo({ kind, id: document.id }));
      add(kind, document.get('slug'), document.id);
    }
  }
  const redirects = await firestore.collection(collections.redirects).get();
  const redirecting = new Set(
    redirects.docs.filter((one) => one.get('to') !== null).map((one): unknown => one.get('from')),
  );
  const current = new Set(found.keys());
  for (const record of (await firestore.collection(collections.slugs).get()).docs) {
    const [kind = '', slug] = record.id.split(/:(.*)/s);
    const id: unknown = record.get('id');
    if (hasSlugs(kind) && typeof id === 'string' && ids.has(referenceTo({ kind, id }))) add(kind, slug, id);
  }
  return (path) => (redirecting.has(path) && !current.has(path) ? null : (found.get(path) ?? null));
}
