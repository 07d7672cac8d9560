import { z } from 'zod';

interface UnsavedCopySetup extends Omit<EditAddress, 'session'> {
  storage: EditStorage;
  /** Whether an edit equals the stored content; such an edit is deleted without an offer. */
  isUnchanged(edit: UnsavedEdit): boolean;
  /** Receives whether the browser stored the edit. */
  onKept(isKept: boolean): void;
}

const quietTime = 300;

/** The locks held in all windows; empty in browsers without locks. */
const heldLocks = async (): Promise<LockInfo[]> => (await navigator.locks?.query())?.held ?? [];

/** Keeps the edit of a new session in this browser. */
export function openUnsavedCopy({ storage, isUnchanged, onKept, ...about }: UnsavedCopySetup) {
  const address = { ...about, session: crypto.randomUUID() };
  const name = editName(address);
  let pending: { edit: UnsavedEdit; timer: ReturnType<typeof setTimeout> } | null = null;

  const stopTimer = () => {
    if (pending) clearTimeout(pending.timer);
  };
  /** Stores the last edit at once. */
  const flush = () => {
    if (!pending) return;
    stopTimer();
    onKept(keepEdit(storage, address, pending.edit));
    pending = null;
  };

  return {
    /** The name of the edit. */
    name,
    flush,
    /** Stores the edit shortly after the last call. */
    keep: (edit: Omit<UnsavedEdit, 'at'>): void => {
      stopTimer();
      pending = { edit: { ...edit, at: new Date().toISOString() }, timer: setTimeout(flush, quietTime) };
    },
    /** Deletes the edit after it was saved or discarded. */
    drop: (): void => {
      stopTimer();
      pending = null;
      dropEdit(storage, address);
      onKept(true);
    },
    /** Takes over an edit of an earlier session. */
    adopt: (found: FoundEdit): void => {
      if (keepEdit(storage, address, found.edit)) dropEdit(storage, found.address);
    },
    remove: (found: FoundEdit): void => dropEdit(storage, found.address),
    /** The newest edit of the document that an earlier session did not save, one of the names `wanted` first. */
    find: async (wanted: readonly string[]): Promise<FoundEdit | null> => {
      forgetOldEdits(storage, Date.now());
      const inUse = namesInUse(await heldLocks(), name);
      const orphans = findEdits(storage, address).filter((found) => !inUse.has(editName(found.address)));
      const worthwhile = orphans.filter((found) => {
        if (!isUnchanged(found.edit)) return true;
        dropEdit(storage, found.address);
        return false;
      });
      return worthwhile.find(({ address: of }) => wanted.includes(editName(of))) ?? worthwhile[0] ?? null;
    },
    /** Marks the session as active for other windows. The browser ends it even if the tab crashes. */
    lock: (): (() => void) => {
      let release = () => {};
      const closed = new Promise<void>((resolve) => {
        release = resolve;
      });
      void navigator.locks?.request(name, () => closed);
      return release;
    },
  };
}

/** An unsaved edit of one document, kept in this browser while it is edited. */
const unsavedEdit = z.object({
  /** Id of the document; for a new one, its future id. */
  id: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** The base of the edit: the document's revision and values; null for a new document. */
  base: z.object({ rev: z.number(), values: z.record(z.string(), z.unknown()) }).nullable(),
  /** ISO time of the last stored keystroke. */
  at: z.string(),
  /** Whether the server has a draft of the document; absent in edits of an earlier version. */
  hasDraft: z.boolean().optional(),
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

/**
 * A user's edits of one document, newest first. The edit of a new document belongs to that document once the server has
 * a draft of it; before that, any new document continues it.
 */
export function findEdits(storage: EditStorage, wanted: Omit<EditAddress, 'session'>): FoundEdit[] {
  const documentOf = ({ document }: EditAddress, edit: UnsavedEdit): string =>
    document === 'new' && edit.hasDraft === true ? edit.id : document;
  return namesIn(storage)
    .flatMap((name) => {
      const address = addressOf(name);
      const edit = address?.uid === wanted.uid && address.kind === wanted.kind ? readEdit(storage, name) : null;
      return address && edit && documentOf(address, edit) === wanted.document ? [{ address, edit }] : [];
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
