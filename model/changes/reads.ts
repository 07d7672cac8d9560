import { type Draft, draftDocument } from '../draft.ts';
import { collectionOf, hasEmbed, type Savable } from '../kinds/kinds.ts';
import { isDocumentId, isDraftable } from '../paths.ts';
import { keepsSlug, slugDocument } from '../slug.ts';
import { toPlain } from '../stored-values.ts';
import { type Data, documentPath, draftEmbedPath, draftPath, embedIn, embedPath, slugPath } from './write.ts';

/** A stored document. */
export interface StoredData {
  data: Data;
  /** The update time of the document; absent if the writes are in the transaction of the reads. */
  version?: string | undefined;
}

/** The port through which changes are planned: a transaction, Firestore's REST interface or content in memory. */
export interface Reads {
  /** The documents at these paths, null for missing ones. With `fields`, their other fields may be absent. */
  read(paths: readonly string[], fields?: readonly string[]): Promise<readonly (StoredData | null)[]>;
}

/** The data of a document; null if there is none. */
export async function readData(reads: Reads, path: string, fields?: readonly string[]): Promise<Data | null> {
  const [stored] = await reads.read([path], fields);
  return stored?.data ?? null;
}

/** The embed code of a demo; null without one and for other kinds. */
export const readEmbed = async (reads: Reads, kind: Savable, id: string): Promise<string | null> =>
  hasEmbed(kind) ? embedIn(await readData(reads, embedPath(id))) : null;

/** A stored draft with the code of its demo. */
export interface StoredDraft {
  draft: Draft;
  version: string | null;
  /** The draft's own code, else the published one; null for other kinds. */
  embed: string | null;
  /** Whether the draft has its own code. */
  hasEmbed: boolean;
}

/** The draft of a document; null if there is no valid one. */
export async function readDraft(reads: Reads, kind: Savable, id: string): Promise<StoredDraft | null> {
  if (!isDraftable(collectionOf(kind), id)) return null;
  const [stored, own] = await reads.read([draftPath(kind, id), ...(hasEmbed(kind) ? [draftEmbedPath(id)] : [])]);
  const draft = stored && draftDocument.safeParse(toPlain(stored.data)).data;
  if (!draft) return null;
  const embed = embedIn(own?.data ?? null) ?? (await readEmbed(reads, kind, id));
  return { draft, version: stored.version ?? null, embed, hasEmbed: own != null };
}

/** The planned data of documents that change together; null for a deleted one. */
export type PlannedData = ReadonlyMap<string, Data | null>;

/**
 * Which document a slug is reserved for: none or a deleted one (`free`), the one that requests it (`own`), another one
 * that has it (`taken`), or another one that has a different slug now (`old`), which others may take.
 */
export type SlugState =
  | { state: 'free'; isReserved: boolean }
  | { state: 'own' }
  | { state: 'taken' | 'old'; path: string; data: Data };

/**
 * Looks up which document has a slug that the document `id` requests; null for a new one. With `fields`, the other fields
 * of that document may be absent.
 */
export async function readSlug(
  reads: Reads,
  { kind, id, slug }: { kind: Savable; id: string | null; slug: unknown },
  { planned, fields }: { planned?: PlannedData; fields?: readonly string[] } = {},
): Promise<SlugState> {
  const reservation = slugPath(kind, slug);
  if (reservation === null) return { state: 'free', isReserved: false };
  const holder = slugDocument.pick({ id: true }).safeParse(await readData(reads, reservation)).data?.id;
  if (holder !== undefined && holder === id) return { state: 'own' };
  if (holder === undefined || !isDocumentId(holder)) return { state: 'free', isReserved: false };
  const path = documentPath(kind, holder);
  const planning = planned?.get(path);
  const data = planning === undefined ? await readData(reads, path, fields) : planning;
  if (data === null) return { state: 'free', isReserved: true };
  return { state: keepsSlug(data, slug) ? 'taken' : 'old', path, data };
}

/** The first candidate that no document has, had or would have again after its deletion; null if there is none. */
export async function firstFreeSlug(reads: Reads, kind: Savable, candidates: Iterable<string>): Promise<string | null> {
  for (const slug of candidates) {
    const found = await readSlug(reads, { kind, id: null, slug }, { fields: ['slug'] });
    if (found.state === 'free' && !found.isReserved) return slug;
  }
  return null;
}
