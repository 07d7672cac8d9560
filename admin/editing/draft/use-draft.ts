import type { Savable } from '@frontage/model/kinds';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KeptDraft } from '../../lib/documents/draft.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import type { Values } from '../conflict/compare-fields.ts';
import { useOwnName } from '../presence/use-own-name.ts';
import { draftKeeper, type DraftKeeper } from './draft-keeper.ts';
import type { DraftPorts, DraftState } from './draft-state.ts';

interface DraftSetup<Input> {
  kind: Savable;
  mayDraft: boolean;
  /** As it was when the screen opened. */
  start: KeptDraft | null;
  ports: Omit<DraftPorts<Input>, 'mayDraft' | 'name'>;
}

/** A keeper as its screen draws it. */
export interface EditedDraft extends DraftState {
  /** Whether what is typed is kept on the server. */
  isOn: boolean;
  /** Whether its last word is one's own. */
  isOwn: boolean;
  keeper: DraftKeeper;
}

/** The working copy of what a screen edits. What is typed last is written also when the screen or its tab is left. */
export function useDraft<Input extends Values>({ kind, mayDraft, start, ports }: DraftSetup<Input>): EditedDraft {
  const { user } = useStaff();
  const store = useDocumentStore();
  const name = useOwnName(mayDraft) ?? user.email;
  const now: DraftPorts<Input> = { ...ports, mayDraft: () => mayDraft, name: () => name };
  const [keeper] = useState(() => draftKeeper<Input>({ store, kind, uid: user.uid, start, ports: now }));
  useEffect(() => keeper.connect(now));
  const state = useSyncExternalStore(keeper.subscribe, keeper.state);

  useEffect(() => {
    const keep = () => {
      if (keeper.isOn() && !keeper.isSafe()) void keeper.flush();
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', onHide);
    // What could not be written waits longer every time.
    window.addEventListener('online', keep);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('online', keep);
      keep();
    };
  }, [keeper]);

  return { ...state, isOn: keeper.isOn(), isOwn: state.kept?.draft.updated_by === user.uid, keeper };
}
