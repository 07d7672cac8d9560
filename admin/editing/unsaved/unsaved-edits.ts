import { z } from 'zod';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

interface UnsavedSetup {
  uid: string;
  kind: string;
  /** The document's id, or `new`. */
  document: string;
  /** Whether a found edit equals the stored content; such an edit is deleted without an offer. */
  isUnchanged(edit: UnsavedEdit): boolean;
  /** Names of edits to offer first. */
  wanted: readonly string[];
}

export interface UnsavedState {
  /** The name of this session's edit. */
  name: string;
  /** An edit from an earlier session; null after it was restored or discarded. */
  offered: FoundEdit | null;
  /** False if the browser did not store the last edit. */
  isKept: boolean;
  /** Stores the edit shortly after the last call, or at once when the page is left. */
  keep(edit: UnsavedEdit): void;
  /** Deletes this session's edit after it was saved or discarded. */
  drop(): void;
  /** Takes over the offered edit for this session. */
  adoptOffered(): void;
  discardOffered(): void;
}

const quietTime = 300;

/** The locks held in all windows; empty in browsers without locks. */
const heldLocks = async (): Promise<LockInfo[]> => (await navigator.locks?.query())?.held ?? [];

/** Stores input in this browser and finds edits that an earlier session did not save. */
export function useUnsavedEdit({ uid, kind, document, isUnchanged, wanted }: UnsavedSetup): UnsavedState {
  const [session] = useState(() => crypto.randomUUID());
  const address = useMemo(() => ({ uid, kind, document, session }), [uid, kind, document, session]);
  const [offered, setOffered] = useState<FoundEdit | null>(null);
  const [isKept, setKept] = useState(true);
  const pending = useRef<{ edit: UnsavedEdit; timer: ReturnType<typeof setTimeout> } | null>(null);
  const [hasNoChange] = useState(() => isUnchanged);

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    setKept(keepEdit(localStorage, address, pending.current.edit));
    pending.current = null;
  }, [address]);

  const findOrphan = useCallback(async () => {
    forgetOldEdits(localStorage, Date.now());
    const inUse = namesInUse(await heldLocks(), editName(address));
    const orphans = findEdits(localStorage, address).filter((found) => !inUse.has(editName(found.address)));
    const worthwhile = orphans.filter((found) => {
      if (!hasNoChange(found.edit)) return true;
      dropEdit(localStorage, found.address);
      return false;
    });
    return worthwhile.find(({ address: of }) => wanted.includes(editName(of))) ?? worthwhile[0] ?? null;
  }, [address, hasNoChange, wanted]);

  // The lock marks this session as active for other windows. The browser releases it even if the tab crashes.
  useEffect(() => {
    let release = () => {};
    const closed = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks?.request(editName(address), () => closed);
    return release;
  }, [address]);

  useEffect(() => {
    void findOrphan().then(setOffered);
  }, [findOrphan]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    window.document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);

  const keep = useCallback(
    (edit: UnsavedEdit) => {
      clearTimeout(pending.current?.timer);
      pending.current = { edit, timer: setTimeout(flush, quietTime) };
    },
    [flush],
  );

  const drop = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
    dropEdit(localStorage, address);
    setKept(true);
  }, [address]);

  return {
    name: editName(address),
    offered,
    isKept,
    keep,
    drop,
    adoptOffered() {
      if (!offered) return;
      const isAdopted = keepEdit(localStorage, address, offered.edit);
      if (isAdopted) dropEdit(localStorage, offered.address);
      setOffered(null);
    },
    discardOffered() {
      if (offered) dropEdit(localStorage, offered.address);
      void findOrphan().then(setOffered);
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
