import { z } from 'zod';

/** Unsaved edits of one document, as kept in this browser while somebody types. */
const unsavedEdit = z.object({
  /** Id of the document; for a new one, the id it will get. */
  id: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** What the edit began from: the document's revision and its values; null for a new document. */
  base: z.object({ rev: z.number(), values: z.record(z.string(), z.unknown()) }).nullable(),
  /** ISO moment of the last keystroke kept. */
  at: z.string(),
});

export type UnsavedEdit = z.output<typeof unsavedEdit>;

/** Which edit is meant: whose, of what, and from which editing session, so that two windows never share one. */
export interface EditAddress {
  uid: string;
  kind: string;
  /** The document's id, or `new`. */
  document: string;
  session: string;
}

export interface FoundEdit {
  address: EditAddress;
  edit: UnsavedEdit;
}

const prefix = 'frontage.draft';

/** The name of an edit, both as its key in storage and as the lock its session holds. */
export const editName = ({ uid, kind, document, session }: EditAddress): string =>
  [prefix, uid, kind, document, session].map(encodeURIComponent).join('/');

function addressOf(name: string): EditAddress | null {
  const [head, uid, kind, document, session, ...rest] = name.split('/').map(decodeURIComponent);
  if (head !== prefix || !uid || !kind || !document || !session || rest.length > 0) return null;
  return { uid, kind, document, session };
}

/** The part of Web Storage that edits need. */
export type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Keeps an edit. False when the browser has no room or forbids storage: then nothing is kept, and the user must know. */
export function keepEdit(storage: EditStorage, address: EditAddress, edit: UnsavedEdit): boolean {
  try {
    storage.setItem(editName(address), JSON.stringify(edit));
    return true;
  } catch {
    return false;
  }
}

export function dropEdit(storage: EditStorage, address: EditAddress): void {
  storage.removeItem(editName(address));
}

function readEdit(storage: EditStorage, name: string): UnsavedEdit | null {
  try {
    return unsavedEdit.parse(JSON.parse(storage.getItem(name) ?? 'null'));
  } catch {
    return null;
  }
}

const keptFor = 30 * 24 * 60 * 60_000;

const namesIn = (storage: EditStorage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((name) =>
    name.startsWith(prefix),
  );

/** Forgets edits that nobody came back for within 30 days, whoever's and of whatever; `now` in milliseconds. */
export function forgetOldEdits(storage: EditStorage, now: number): void {
  for (const name of namesIn(storage)) {
    const at = Date.parse(readEdit(storage, name)?.at ?? '');
    if (!(now - at < keptFor)) storage.removeItem(name);
  }
}

/** A user's edits of one document, newest first. */
export function findEdits(storage: EditStorage, wanted: Omit<EditAddress, 'session'>): FoundEdit[] {
  return namesIn(storage)
    .flatMap((name) => {
      const address = addressOf(name);
      const isWanted =
        address?.uid === wanted.uid && address.kind === wanted.kind && address.document === wanted.document;
      const edit = isWanted ? readEdit(storage, name) : null;
      return address && edit ? [{ address, edit }] : [];
    })
    .sort((a, b) => (a.edit.at > b.edit.at ? -1 : 1));
}

/**
 * Names of the edits that a session is working on, of all locks held: `own` and those of other windows. The others of the
 * window that holds `own` are of sessions that have ended: the browser takes a moment to release them.
 */
export function namesInUse(held: readonly LockInfo[], own: string): Set<string> {
  const here = held.find(({ name }) => name === own)?.clientId;
  const elsewhere = held.filter(({ clientId }) => here === undefined || clientId !== here);
  return new Set([own, ...elsewhere.map(({ name = '' }) => name)]);
}
