import { lastEdit } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import type { Values } from '../conflict/compare-fields.ts';
import { useOwnName, useRefreshOwnName } from '../presence.ts';
import { createDraftSync, type DraftSync } from './draft-sync.ts';
import type { DraftPorts, DraftState } from './draft-state.ts';

interface DraftSetup<Input> {
  kind: Savable;
  mayDraft: boolean;
  /** The stored draft when the screen opened; null without one. */
  start: KeptDraft | null;
  ports: Omit<DraftPorts<Input>, 'mayDraft' | 'name' | 'onDenied'>;
}

/** The state of the draft of an editor, for rendering. */
export interface EditedDraft extends DraftState {
  /** Whether changes are stored on the server. */
  isOn: boolean;
  /** Whether this user made the last change. */
  isOwn: boolean;
  sync: DraftSync;
}

/** The draft of the edited document. The last changes are also written when the screen or its tab is left. */
export function useDraft<Input extends Values>({ kind, mayDraft, start, ports }: DraftSetup<Input>): EditedDraft {
  const { user } = useStaff();
  const store = useDocumentStore();
  const name = useOwnName(mayDraft) ?? user.email;
  const onDenied = useRefreshOwnName();
  const now: DraftPorts<Input> = { ...ports, mayDraft: () => mayDraft, name: () => name, onDenied };
  const [sync] = useState(() => createDraftSync<Input>({ store, kind, uid: user.uid, start, ports: now }));
  useEffect(() => sync.connect(now));
  const state = useSyncExternalStore(sync.subscribe, sync.state);

  useEffect(() => {
    const keep = () => {
      if (sync.isOn() && !sync.isSafe()) void sync.flush();
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', onHide);
    // Retries wait longer each time; being online again is a reason to retry at once.
    window.addEventListener('online', keep);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('online', keep);
      keep();
    };
  }, [sync]);

  const isOwn = state.kept !== null && lastEdit(state.kept.draft).by === user.uid;
  return { ...state, isOn: sync.isOn(), isOwn, sync };
}
