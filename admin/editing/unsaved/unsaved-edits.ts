import { z } from 'zod';

/** An unsaved edit of one document, kept in this browser while it is edited. */
const unsavedEdit = z.object({
  /** Id of the document; for a new one, its future id. */
  id: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** The base of the edit: the document's revision and values; null for a new document. */
  base: z.object({ rev: z.number(), values: z.record(z.string(), z.unknown()) }).nullable(),
  /** ISO time of the last stored keystroke. */
  at: z.string(),
});

export type UnsavedEdit = z.output<typeof unsavedEdit>;

/** Identifies an edit by user, document and editing session, so that two windows never share one. */
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

/** The name of an edit, used as its storage key and as the lock name of its session. */
export const editName = ({ uid, kind, document, session }: EditAddress): string =>
  [prefix, uid, kind, document, session].map(encodeURIComponent).join('/');

function addressOf(name: string): EditAddress | null {
  const [head, uid, kind, document, session, ...rest] = name.split('/').map(decodeURIComponent);
  if (head !== prefix || !uid || !kind || !document || !session || rest.length > 0) return null;
  return { uid, kind, document, session };
}

/** The part of Web Storage that edits need. */
export type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Stores an edit. False if the browser has no space or forbids storage; the user must then be warned. */
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

const maxAgeMs = 30 * 24 * 60 * 60_000;

const namesIn = (storage: EditStorage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((name) =>
    name.startsWith(prefix),
  );

/** Deletes edits older than 30 days, of all users and documents; `now` in milliseconds. */
export function forgetOldEdits(storage: EditStorage, now: number): void {
  for (const name of namesIn(storage)) {
    const at = Date.parse(readEdit(storage, name)?.at ?? '');
    if (!(now - at < maxAgeMs)) storage.removeItem(name);
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
 * The names of the edits in use, from the locks of all windows: `own` and the names locked by other windows. Other
 * locks of the window with `own` belong to ended sessions and are released shortly.
 */
export function namesInUse(held: readonly LockInfo[], own: string): Set<string> {
  const here = held.find(({ name }) => name === own)?.clientId;
  const elsewhere = held.filter(({ clientId }) => here === undefined || clientId !== here);
  return new Set([own, ...elsewhere.map(({ name = '' }) => name)]);
}
