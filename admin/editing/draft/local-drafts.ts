import { z } from 'zod';

/** Unsaved edits of one document, as kept in this browser while somebody types. */
const localDraft = z.object({
  /** Id of the document; for a new one, the id it will get. */
  id: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** What the edit began from: the document's revision and its values; null for a new document. */
  base: z.object({ rev: z.number(), values: z.record(z.string(), z.unknown()) }).nullable(),
  /** ISO moment of the last keystroke kept. */
  at: z.string(),
});

export type LocalDraft = z.output<typeof localDraft>;

/** Which draft is meant: whose, of what, and from which editing session, so that two windows never share one. */
export interface DraftAddress {
  uid: string;
  kind: string;
  /** The document's id, or `new`. */
  document: string;
  session: string;
}

export interface FoundDraft {
  address: DraftAddress;
  draft: LocalDraft;
}

const prefix = 'frontage.draft';

/** The name of a draft, both as its key in storage and as the lock its session holds. */
export const draftName = ({ uid, kind, document, session }: DraftAddress): string =>
  [prefix, uid, kind, document, session].map(encodeURIComponent).join('/');

function addressOf(name: string): DraftAddress | null {
  const [head, uid, kind, document, session, ...rest] = name.split('/').map(decodeURIComponent);
  if (head !== prefix || !uid || !kind || !document || !session || rest.length > 0) return null;
  return { uid, kind, document, session };
}

/** The part of Web Storage that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Keeps a draft. False when the browser has no room or forbids storage: then nothing is kept, and the user must know. */
export function keepDraft(storage: DraftStorage, address: DraftAddress, draft: LocalDraft): boolean {
  try {
    storage.setItem(draftName(address), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(storage: DraftStorage, address: DraftAddress): void {
  storage.removeItem(draftName(address));
}

function readDraft(storage: DraftStorage, name: string): LocalDraft | null {
  try {
    return localDraft.parse(JSON.parse(storage.getItem(name) ?? 'null'));
  } catch {
    return null;
  }
}

const keptFor = 30 * 24 * 60 * 60_000;

const namesIn = (storage: DraftStorage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((name) =>
    name.startsWith(prefix),
  );

/** Forgets drafts that nobody came back for within 30 days, whoever's and of whatever; `now` in milliseconds. */
export function forgetOldDrafts(storage: DraftStorage, now: number): void {
  for (const name of namesIn(storage)) {
    const at = Date.parse(readDraft(storage, name)?.at ?? '');
    if (!(now - at < keptFor)) storage.removeItem(name);
  }
}

/** A user's drafts of one document, newest first. */
export function findDrafts(storage: DraftStorage, wanted: Omit<DraftAddress, 'session'>): FoundDraft[] {
  return namesIn(storage)
    .flatMap((name) => {
      const address = addressOf(name);
      const isWanted =
        address?.uid === wanted.uid && address.kind === wanted.kind && address.document === wanted.document;
      const draft = isWanted ? readDraft(storage, name) : null;
      return address && draft ? [{ address, draft }] : [];
    })
    .sort((a, b) => (a.draft.at > b.draft.at ? -1 : 1));
}
