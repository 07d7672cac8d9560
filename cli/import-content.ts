import { isDeepStrictEqual } from 'node:util';
import { FieldValue, type DocumentSnapshot, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { collections, isDocumentId, slugId, trashId } from '@frontage/model/paths';
import { keepsSlug } from '@frontage/model/slug';
import { readImport, type Entry, type Refused } from './import-files.ts';
import { settleSlugs, type Holder, type TakenOver } from './import-slugs.ts';

export interface ImportReport {
  /** Paths of written documents. */
  written: string[];
  /** Paths of documents that already have the values in the files. */
  unchanged: string[];
  refused: Refused[];
  /** Former slugs of other documents, which redirected to them until now. */
  takenOver: TakenOver[];
  /** Names of JSON files that an import does not read. */
  ignored: string[];
}

export interface ImportOptions {
  firestore: Firestore;
  folder: string;
  /** Called with the number of finished documents. */
  onProgress: (done: number, of: number) => void;
}

// A document has at most three writes: itself, its slug and its embed code. A transaction accepts 500 writes and
// ten megabytes.
const maxEntries = 120;
const maxBytes = 4_000_000;

/** The author of imported documents. */
const author = 'import';

/**
 * Loads content from a folder of JSON files into Firestore. Invalid documents are reported in `refused`; the others are
 * written. An existing document that differs is replaced and its `rev` incremented; an equal one is skipped.
 */
export async function importContent({ firestore, folder, onProgress }: ImportOptions): Promise<ImportReport> {
  const { entries, refused, ignored } = readImport(folder);
  const {
    entries: settled,
    refused: clashing,
    takenOver,
  } = settleSlugs(entries, await readHolders(firestore, entries));
  const report: ImportReport = { written: [], unchanged: [], refused: [...refused, ...clashing], takenOver, ignored };
  for (const part of inParts(settled)) {
    const { written, unchanged } = await firestore.runTransaction((transaction) =>
      writePart(part, { firestore, transaction }),
    );
    report.written.push(...written);
    report.unchanged.push(...unchanged);
    onProgress(report.written.length + report.unchanged.length, settled.length);
  }
  return report;
}

/**
 * The last holder of each slug, by `{kind}:{slug}`. Slugs of deleted documents are omitted if an entry requests them.
 */
async function readHolders(firestore: Firestore, entries: readonly Entry[]): Promise<Map<string, Holder>> {
  const slugs = await firestore.collection(collections.slugs).get();
  const holders = new Map(slugs.docs.map((slug) => [slug.id, { id: String(slug.get('id')), isOld: false }]));
  const contested = entries.flatMap(({ id, slug, document }) => {
    const key = slug && slugId(slug.kind, slug.slug);
    const holder = key === null ? undefined : holders.get(key);
    return key === null || slug === null || !holder || holder.id === id || !isDocumentId(holder.id)
      ? []
      : [{ key, holder, slug: slug.slug, reference: firestore.doc(document).parent.doc(holder.id) }];
  });
  if (contested.length === 0) return holders;
  const found = await firestore.getAll(...contested.map(({ reference }) => reference), { fieldMask: ['slug'] });
  for (const [index, { key, holder, slug }] of contested.entries()) {
    const document = found[index]?.data();
    if (document) holder.isOld = !keepsSlug(document, slug);
    else holders.delete(key);
  }
  return holders;
}

interface ImportTarget {
  firestore: Firestore;
  transaction: Transaction;
}

/** Writes the entries that differ from the stored documents. Returns paths of written and of unchanged documents. */
async function writePart(part: readonly Entry[], { firestore, transaction }: ImportTarget) {
  const slugOf = ({ slug }: Entry) =>
    slug ? [firestore.doc(`${collections.slugs}/${slugId(slug.kind, slug.slug)}`)] : [];
  const embedOf = ({ id, embed }: Entry) => (embed === null ? [] : [firestore.doc(`${collections.demoEmbeds}/${id}`)]);
  const trashOf = ({ document }: Entry) => {
    const [collection = '', id = ''] = document.split('/');
    const trash = trashId(collection, id);
    // With the longest ids, the id of the trash entry would be too long.
    if (collection === collections.settings || !isDocumentId(trash)) return [];
    return [firestore.doc(`${collections.trash}/${trash}`)];
  };
  const references = part.flatMap((entry) => [
    firestore.doc(entry.document),
    ...slugOf(entry),
    ...embedOf(entry),
    ...trashOf(entry),
  ]);
  const stored = new Map((await transaction.getAll(...references)).map((snapshot) => [snapshot.ref.path, snapshot]));

  const written: string[] = [];
  const unchanged: string[] = [];
  for (const entry of part) {
    const { document, id, fields, embed } = entry;
    const before = stored.get(document);
    const companions = [
      ...slugOf(entry).map((reference) => ({ reference, data: { id } })),
      ...embedOf(entry).map((reference) => ({ reference, data: { iframe_url: embed } })),
    ];
    const isSame =
      isDeepStrictEqual(fieldsOf(before), fields) &&
      companions.every(({ reference, data }) => isDeepStrictEqual(fieldsOf(stored.get(reference.path)), data));
    (isSame ? unchanged : written).push(document);
    if (isSame) continue;
    // A deleted document that is imported again continues its revision numbers.
    const last: unknown = before?.exists
      ? before.get('rev')
      : stored.get(trashOf(entry)[0]?.path ?? '')?.get('data.rev');
    transaction.set(firestore.doc(document), { ...fields, ...stampsFor(document, before, Number(last ?? 0)) });
    for (const reference of slugOf(entry)) {
      transaction.set(reference, { id, updated_at: FieldValue.serverTimestamp() });
    }
    for (const reference of embedOf(entry)) transaction.set(reference, { iframe_url: embed });
  }
  return { written, unchanged };
}

const stamps = ['rev', 'created_at', 'created_by', 'updated_at', 'updated_by'];

/** A stored document without the fields added by the server. */
function fieldsOf(stored: DocumentSnapshot | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stored?.data() ?? {}).filter(([field]) => !stamps.includes(field)));
}

function stampsFor(document: string, before: DocumentSnapshot | undefined, last: number): Record<string, unknown> {
  const isSetting = document.startsWith(`${collections.settings}/`);
  const created = {
    created_at: (before?.get('created_at') as unknown) ?? FieldValue.serverTimestamp(),
    created_by: (before?.get('created_by') as unknown) ?? author,
  };
  return {
    rev: last + 1,
    ...(isSetting ? {} : created),
    updated_at: FieldValue.serverTimestamp(),
    updated_by: author,
  };
}

/** Splits entries into parts that fit into one transaction. */
function inParts(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    const last = parts.at(-1);
    if (last === undefined || last.length === maxEntries || bytes + size > maxBytes) {
      parts.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return parts;
}
