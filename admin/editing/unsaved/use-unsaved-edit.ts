import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  dropEdit,
  editName,
  findEdits,
  forgetOldEdits,
  keepEdit,
  namesInUse,
  type FoundEdit,
  type UnsavedEdit,
} from './unsaved-edits.ts';

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
