import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  dropDraft,
  draftName,
  findDrafts,
  forgetOldDrafts,
  keepDraft,
  type FoundDraft,
  type LocalDraft,
} from './local-drafts.ts';

interface DraftSetup {
  uid: string;
  kind: string;
  /** The document's id, or `new`. */
  document: string;
  /** Whether a draft found holds nothing beyond what is stored already; such a one is dropped unseen. */
  isPointless(draft: LocalDraft): boolean;
}

export interface DraftKeeper {
  /** An edit that an earlier session left behind; null once it was restored or discarded. */
  offered: FoundDraft | null;
  /** False when this browser would not keep the last edit. */
  isKept: boolean;
  /** Keeps the edit shortly after the last call; at once when the page is being left. */
  keep(draft: LocalDraft): void;
  /** Forgets this session's edit: it was saved, or given up. */
  drop(): void;
  /** Makes the offered edit this session's own. */
  adoptOffered(): void;
  discardOffered(): void;
}

const quietTime = 300;

/** Names of the drafts that an open window is working on. Browsers without locks report none. */
async function lockedNames(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.map((lock) => lock.name ?? ''));
}

/** Keeps what is typed in this browser, and finds what an earlier session could not save. */
export function useDraft({ uid, kind, document, isPointless }: DraftSetup): DraftKeeper {
  const [session] = useState(() => crypto.randomUUID());
  const address = useMemo(() => ({ uid, kind, document, session }), [uid, kind, document, session]);
  const [offered, setOffered] = useState<FoundDraft | null>(null);
  const [isKept, setKept] = useState(true);
  const pending = useRef<{ draft: LocalDraft; timer: ReturnType<typeof setTimeout> } | null>(null);
  const [pointless] = useState(() => isPointless);

  const flush = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    setKept(keepDraft(localStorage, address, pending.current.draft));
    pending.current = null;
  }, [address]);

  const findOrphan = useCallback(async () => {
    forgetOldDrafts(localStorage, Date.now());
    const locked = await lockedNames();
    const orphans = findDrafts(localStorage, address).filter((found) => !locked.has(draftName(found.address)));
    const [newest] = orphans.filter((found) => {
      if (!pointless(found.draft)) return true;
      dropDraft(localStorage, found.address);
      return false;
    });
    return newest ?? null;
  }, [address, pointless]);

  // The lock tells other windows that this session is alive; the browser releases it even when the tab crashes.
  useEffect(() => {
    let release = () => {};
    const closed = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks?.request(draftName(address), () => closed);
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
    (draft: LocalDraft) => {
      clearTimeout(pending.current?.timer);
      pending.current = { draft, timer: setTimeout(flush, quietTime) };
    },
    [flush],
  );

  const drop = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current = null;
    dropDraft(localStorage, address);
    setKept(true);
  }, [address]);

  return {
    offered,
    isKept,
    keep,
    drop,
    adoptOffered() {
      if (!offered) return;
      const isAdopted = keepDraft(localStorage, address, offered.draft);
      if (isAdopted) dropDraft(localStorage, offered.address);
      setOffered(null);
    },
    discardOffered() {
      if (offered) dropDraft(localStorage, offered.address);
      void findOrphan().then(setOffered);
    },
  };
}
