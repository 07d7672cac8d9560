import { isDeepStrictEqual } from 'node:util';
import { type DocumentSnapshot, FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { readsOf } from '@frontage/functions/content/documents';
import { blockingRuleOf } from '@frontage/model/changes/plan-change';
import { collections, isDocumentId, slugId, trashId } from '@frontage/model/paths';
import { parseDocumentLink } from '@frontage/model/document-link';
import { textsOf } from '@frontage/model/kinds/field';
import { kindOf, kinds, type SlugKind } from '@frontage/model/kinds/kinds';
import { invalid } from '@frontage/model/messages';
import { launchFailures } from '@frontage/model/launch';
import { storedBlockingRules } from '@frontage/model/kinds/settings';
import { importAuthor } from '@frontage/model/webhook';
import { keepsSlug, numberedSlug } from '@frontage/model/slug';
import { type BlockMistakes, type Entry, placeOfField, readImport, type Refused } from './import-files.ts';

/** The document that last used a slug. `isOld` means that it has another slug now, and this one redirects to it. */
interface Holder {
  id: string;
  isOld: boolean;
}

/** Holders by `{kind}:{slug}`. */
type Holders = ReadonlyMap<string, Holder>;

/** A former slug of document `from` that now belongs to `document`. */
interface TakenOver {
  document: string;
  slug: string;
  from: string;
}

/**
 * Decides which entries get the slugs they request. An entry is refused if another document has the slug and does not
 * give it up in the same import; of two requests for a slug, the first wins. Former slugs of others are taken over.
 */
export function settleSlugs(
  entries: readonly Entry[],
  holders: Holders,
): { entries: Entry[]; refused: Refused[]; takenOver: TakenOver[] } {
  let kept = [...entries];
  const refused: Refused[] = [];
  for (;;) {
    const taken = takenSlugs(kept, holders);
    if (taken.size === 0)
      return { entries: kept, refused, takenOver: kept.flatMap((entry) => takenOverBy(entry, holders)) };
    refused.push(...[...taken].map(([{ document }, problem]) => ({ document, problems: [problem] })));
    // A refused document keeps its stored slug, so the remaining entries are checked again.
    kept = kept.filter((entry) => !taken.has(entry));
  }
}

function takenSlugs(entries: readonly Entry[], holders: Holders): Map<Entry, string> {
  const wanted = new Map(entries.flatMap(({ id, slug }) => (slug ? [[`${slug.kind} ${id}`, slug.slug] as const] : [])));
  const given = new Map<string, string>();
  const taken = new Map<Entry, string>();
  for (const entry of entries) {
    if (entry.slug === null) continue;
    const { kind, slug } = entry.slug;
    const key = slugId(kind, slug);
    const holder = holders.get(key);
    const other = holder && holder.id !== entry.id ? holder : undefined;
    const requested = other && wanted.get(`${kind} ${other.id}`);
    const keepsSlug = other && (requested === undefined ? !other.isOld : requested === slug);
    const before = keepsSlug ? other.id : given.get(key);
    if (before === undefined) given.set(key, entry.id);
    else {
      taken.set(
        entry,
        `slug: "${slug}" is taken by ${siblingPath(entry, before)}; "${freeSlug(entry.slug, { entries, holders })}" is free`,
      );
    }
  }
  return taken;
}

/** Path of another document in the collection of an entry. */
const siblingPath = ({ document, id }: Entry, other: string): string => document.slice(0, -id.length) + other;

function takenOverBy(entry: Entry, holders: Holders): TakenOver[] {
  const { slug, id, document } = entry;
  const holder = slug && holders.get(slugId(slug.kind, slug.slug));
  if (!holder?.isOld || holder.id === id) return [];
  return [{ document, slug: slug?.slug ?? '', from: siblingPath(entry, holder.id) }];
}

/** The taken slug with the first number for which no document has, had or requests it. */
function freeSlug(
  { kind, slug }: NonNullable<Entry['slug']>,
  { entries, holders }: { entries: readonly Entry[]; holders: Holders },
): string {
  const reserved = new Set(entries.flatMap((entry) => (entry.slug ? [slugId(entry.slug.kind, entry.slug.slug)] : [])));
  for (let number = 2; ; number += 1) {
    const free = numberedSlug(slug, number);
    const key = slugId(kind, free);
    if (!holders.has(key) && !reserved.has(key)) return free;
  }
}

/** Stored pages by id, each with the id of its parent. */
type Parents = ReadonlyMap<string, string | null>;

/**
 * Decides which pages get the parent they request. An entry is refused if its parent is neither stored nor among the
 * entries, or if it would be below itself.
 */
export function settleParents(
  entries: readonly Entry[],
  { stored, holders }: { stored: Parents; holders: Holders },
): { entries: Entry[]; refused: Refused[] } {
  let kept = [...entries];
  const refused: Refused[] = [];
  for (;;) {
    const parents = new Map([...stored, ...kept.filter(isPage).map((entry) => [entry.id, parentOf(entry)] as const)]);
    const misplaced = kept.flatMap((entry): [Entry, string][] => {
      const parent = isPage(entry) ? parentOf(entry) : null;
      if (parent === null) return [];
      if (!parents.has(parent))
        return [[entry, missingDocument({ kind: 'page', id: parent }, { entries, holders, otherwise: 'write null' })]];
      return isBelowItself(entry.id, parents) ? [[entry, invalid.parentCycle]] : [];
    });
    if (misplaced.length === 0) return { entries: kept, refused };
    refused.push(...misplaced.map(([{ document }, text]) => ({ document, problems: [`parent_id: ${text}`] })));
    // The children of a refused document may lack their parent now.
    const dropped = new Set(misplaced.map(([entry]) => entry));
    kept = kept.filter((entry) => !dropped.has(entry));
  }
}

const isPage = ({ document }: Entry): boolean => document.startsWith(`${collections.pages}/`);

function parentOf({ fields }: Entry): string | null {
  const parent = fields['parent_id'];
  return typeof parent === 'string' ? parent : null;
}

function isBelowItself(id: string, parents: Parents): boolean {
  const passed = new Set<string>();
  for (let at = parents.get(id) ?? null; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
    if (at === id) return true;
    passed.add(at);
  }
  return false;
}

interface Named {
  kind: SlugKind;
  id: string;
}

interface KnownForMessage {
  entries: readonly Entry[];
  holders: Holders;
  /** The other correction if no document has the id. */
  otherwise: string;
}

/** The problem with a document that is neither stored nor among the entries. */
function missingDocument({ kind, id }: Named, { entries, holders, otherwise }: KnownForMessage): string {
  const { collection, label, nouns } = kinds[kind];
  if (entries.some(({ document }) => document === `${collection}/${id}`)) return `${label} "${id}" was refused`;
  const withSlug = entries.find(({ slug }) => slug?.kind === kind && slug.slug === id)?.id;
  const known = withSlug ?? holders.get(slugId(kind, id))?.id;
  const next =
    known === undefined
      ? `Add it to ${collection}.json, or ${otherwise}`
      : `The ${nouns.one} with this slug has the id "${known}"`;
  return `There is no ${nouns.one} with the id "${id}". ${next}`;
}

/** The documents to which the fields of an entry link. */
function linksOf({ document, fields }: Entry): (Named & { field: string })[] {
  const kind = kindOf(document.split('/', 1)[0] ?? '');
  const texts = kind === null ? [] : textsOf(kinds[kind].fields, fields, ['link', 'links']);
  return texts.flatMap(({ field, text }) => {
    const link = parseDocumentLink(text);
    return link === null ? [] : [{ ...link, field }];
  });
}

/**
 * Decides which entries have the documents to which their fields link. An entry is refused if such a document is neither
 * stored nor among the entries.
 */
export function settleLinks(
  entries: readonly Entry[],
  { stored, holders }: { stored: ReadonlySet<string>; holders: Holders },
): { entries: Entry[]; refused: Refused[] } {
  let kept = [...entries];
  const refused: Refused[] = [];
  for (;;) {
    const known = new Set(kept.map(({ document }) => document));
    const isMissing = ({ kind, id }: Named): boolean => {
      const path = `${kinds[kind].collection}/${id}`;
      return !known.has(path) && !stored.has(path);
    };
    const otherwise = 'remove the link';
    const problemsOf = (entry: Entry): string[] =>
      linksOf(entry)
        .filter(isMissing)
        .map(
          (link) => `${placeOfField(link.field.split('.'))}: ${missingDocument(link, { entries, holders, otherwise })}`,
        );
    const broken = kept.map((entry) => ({ entry, problems: problemsOf(entry) }));
    kept = broken.flatMap(({ entry, problems }) => (problems.length === 0 ? entry : []));
    if (kept.length === broken.length) return { entries: kept, refused };
    for (const { entry, problems } of broken)
      if (problems.length > 0) refused.push({ document: entry.document, problems });
  }
}

export interface ImportReport {
  /** Paths of written documents. */
  written: string[];
  /** Paths of documents that already have the values in the files. */
  unchanged: string[];
  refused: Refused[];
  /** Documents that were imported as drafts, because the SEO settings prevent publishing them. */
  unpublished: Refused[];
  /** Mistakes in the blocks of imported documents. The site shows such a block as text, or with defaults. */
  mistakes: BlockMistakes[];
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

/**
 * Loads content from a folder of JSON files into Firestore. Invalid documents are reported in `refused`; the others are
 * written. An existing document that differs is replaced and its `rev` incremented; an equal one is skipped.
 */
export async function importContent({ firestore, folder, onProgress }: ImportOptions): Promise<ImportReport> {
  const { entries, refused, mistakes, ignored } = readImport(folder);
  const {
    entries: settled,
    refused: unsettled,
    takenOver,
  } = settle(entries, {
    holders: await readHolders(firestore, entries),
    stored: await readParents(firestore, entries),
    linked: await readLinked(firestore, entries),
  });
  const report: ImportReport = {
    written: [],
    unchanged: [],
    refused: [...refused, ...unsettled],
    unpublished: [],
    mistakes: mistakes.filter(({ document }) => settled.some((entry) => entry.document === document)),
    takenOver,
    ignored,
  };
  const setting = `${collections.settings}/seo`;
  const imported = settled.find(({ document }) => document === setting)?.fields;
  const rules = storedBlockingRules(imported ?? (await firestore.doc(setting).get()).data());
  let done = 0;
  for (const part of inParts(settled)) {
    const { written, unchanged, refused, unpublished } = await firestore.runTransaction((transaction) =>
      writePart(part, { rules, firestore, transaction }),
    );
    report.written.push(...written);
    report.unchanged.push(...unchanged);
    report.refused.push(...refused);
    report.unpublished.push(...unpublished);
    onProgress((done += part.length), settled.length);
  }
  return report;
}

interface Stored {
  holders: Holders;
  /** The stored pages with their parents. */
  stored: Parents;
  /** The paths of the stored documents to which entries link. */
  linked: ReadonlySet<string>;
}

/**
 * Settles slugs, parents and links. Each refusal can cause further ones: of children, of documents that want its slug, and
 * of those that link to it.
 */
function settle(entries: readonly Entry[], { holders, stored, linked }: Stored) {
  const refused: Refused[] = [];
  for (let rest = entries; ;) {
    const bySlug = settleSlugs(rest, holders);
    const byParent = settleParents(bySlug.entries, { stored, holders });
    const byLink = settleLinks(byParent.entries, { stored: linked, holders });
    refused.push(...bySlug.refused, ...byParent.refused, ...byLink.refused);
    if (byParent.refused.length + byLink.refused.length === 0)
      return { entries: byLink.entries, refused, takenOver: bySlug.takenOver };
    rest = byLink.entries;
  }
}

/** The paths of the stored documents to which fields of entries link. */
async function readLinked(firestore: Firestore, entries: readonly Entry[]): Promise<Set<string>> {
  const paths = entries.flatMap(linksOf).map(({ kind, id }) => `${kinds[kind].collection}/${id}`);
  const references = [...new Set(paths)].map((path) => firestore.doc(path));
  if (references.length === 0) return new Set();
  const found = await firestore.getAll(...references, { fieldMask: [] });
  return new Set(found.flatMap(({ exists, ref }) => (exists ? ref.path : [])));
}

/** The stored pages with their parents; none if no entry has a parent. */
async function readParents(firestore: Firestore, entries: readonly Entry[]): Promise<Parents> {
  if (!entries.some((entry) => isPage(entry) && parentOf(entry) !== null)) return new Map();
  const pages = await firestore.collection(collections.pages).select('parent_id').get();
  return new Map(
    pages.docs.map((page) => {
      const parent: unknown = page.get('parent_id');
      return [page.id, typeof parent === 'string' ? parent : null];
    }),
  );
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
  /** The names of the health rules that prevent publishing. */
  rules: readonly string[];
  firestore: Firestore;
  transaction: Transaction;
}

/**
 * Writes the entries that differ from the stored documents. If the settings prevent publishing an entry, it is stored as
 * a draft, or refused if its document is published: that one stays as it is. Returns the paths by outcome.
 */
async function writePart(part: readonly Entry[], { rules, firestore, transaction }: ImportTarget) {
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
  const refused: Refused[] = [];
  const unpublished: Refused[] = [];
  // All reads of a transaction precede its writes.
  const reads = readsOf(firestore, transaction);
  const blocking = await Promise.all(
    part.map(async ({ document, fields }) => {
      const kind = kindOf(document.split('/')[0] ?? '');
      const before = stored.get(document)?.data() ?? null;
      return kind && (await blockingRuleOf({ rules, reads }, { kind, before, after: fields }));
    }),
  );
  for (const [index, entry] of part.entries()) {
    const { document, id, embed } = entry;
    const before = stored.get(document);
    const rule = blocking[index];
    const problem = rule && { document, problems: [launchFailures[rule]] };
    if (problem && before?.get('is_published') === true) {
      refused.push(problem);
      continue;
    }
    if (problem) unpublished.push(problem);
    const fields = problem ? { ...entry.fields, is_published: false } : entry.fields;
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
  return { written, unchanged, refused, unpublished };
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
    created_by: (before?.get('created_by') as unknown) ?? importAuthor,
  };
  return {
    rev: last + 1,
    ...(isSetting ? {} : created),
    updated_at: FieldValue.serverTimestamp(),
    updated_by: importAuthor,
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
