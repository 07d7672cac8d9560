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
  /** Whether an edit found holds nothing beyond what is stored already; such a one is dropped unseen. */
  isPointless(edit: UnsavedEdit): boolean;
  /** Names of edits that are offered before all others. */
  wanted: readonly string[];
}

export interface UnsavedKeeper {
  /** Of this session's edit. */
  name: string;
  /** An edit that an earlier session left behind; null once it was restored or discarded. */
  offered: FoundEdit | null;
  /** False when this browser would not keep the last edit. */
  isKept: boolean;
  /** Keeps the edit shortly after the last call; at once when the page is being left. */
  keep(edit: UnsavedEdit): void;
  /** Forgets this session's edit: it was saved, or given up. */
  drop(): void;
  /** Makes the offered edit this session's own. */
  adoptOffered(): void;
  discardOffered(): void;
}

const quietTime = 300;

/** The locks that sessions hold, of all windows. Browsers without locks report none. */
const heldLocks = async (): Promise<LockInfo[]> => (await navigator.locks?.query())?.held ?? [];

/** Keeps what is typed in this browser, and finds what an earlier session could not save. */
export function useUnsavedEdit({ uid, kind, document, isPointless, wanted }: UnsavedSetup): UnsavedKeeper {
  const [session] = useState(() => crypto.randomUUID());
  const address = useMemo(() => ({ uid, kind, document, session }), [uid, kind, document, session]);
  const [offered, setOffered] = useState<FoundEdit | null>(null);
  const [isKept, setKept] = useState(true);
  const pending = useRef<{ edit: UnsavedEdit; timer: ReturnType<typeof setTimeout> } | null>(null);
  const [pointless] = useState(() => isPointless);

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
      if (!pointless(found.edit)) return true;
      dropEdit(localStorage, found.address);
      return false;
    });
    return worthwhile.find(({ address: of }) => wanted.includes(editName(of))) ?? worthwhile[0] ?? null;
  }, [address, pointless, wanted]);

  // The lock tells other windows that this session is alive; the browser releases it even when the tab crashes.
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
