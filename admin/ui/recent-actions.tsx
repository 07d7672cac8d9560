import { counted } from '@frontage/model/dates';
import type { Notice } from '@frontage/model/messages';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Notify, NotifyContext, type ToastAction, useNotify } from './toaster.tsx';

/** An action of this tab that can be undone. */
export interface RecentAction {
  id: number;
  /** The action: 'Published: 3 pages'. */
  title: string;
  /** The name of a single document; undefined for several. */
  about: string | undefined;
  /** The number of changed documents: '3 documents'. */
  scope: string;
  at: Date;
  undo(): Promise<void>;
}

const nouns: Readonly<Record<string, string>> = { user: 'user', redirect: 'redirect', media: 'image' };

/** The number of these subjects (`kind/id`): '3 documents'. */
export function scopeOf(subjects: readonly string[]): string {
  const found = new Set(subjects.map((subject) => nouns[subject.split('/')[0] ?? ''] ?? 'document'));
  const [noun = 'document'] = found.size === 1 ? found : [];
  return counted(subjects.length, noun);
}

const maxRecentActions = 20;

/** An action in words: 'Published: 3 pages', '3 documents, 14:02'. */
export function describeAction({ title, about, scope, at }: RecentAction): { label: string; detail: string } {
  const time = at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  return { label: about === undefined ? title : `${title} – ${about}`, detail: `${scope}, ${time}` };
}

const Context = createContext<readonly RecentAction[]>([]);

/** The last actions of this tab that can be undone, newest first. One that was undone leaves the list. */
export const useRecentActions = (): readonly RecentAction[] => use(Context);

/**
 * Keeps the actions whose notices offer to undo a change of documents, after the notices are gone. Actions belong to one
 * user: render it once per user.
 */
export function RecentActionsProvider({ children }: { children: ReactNode }) {
  const outer = useNotify();
  const [actions, setActions] = useState<readonly RecentAction[]>([]);
  const nextId = useRef(1);
  const latest = useRef(outer);
  useEffect(() => {
    latest.current = outer;
  });

  const keep = useCallback((notice: Notice, action: ToastAction | undefined): ToastAction | undefined => {
    const { documents } = action ?? {};
    if (!action || !documents) return action;
    const id = nextId.current++;
    let state: 'done' | 'running' | 'undone' = 'done';
    const undo = async (): Promise<void> => {
      // The notice and the list offer the same action.
      if (state !== 'done') return;
      state = 'running';
      try {
        if ((await action.run()) !== false) state = 'undone';
      } finally {
        if (state === 'undone') setActions((all) => all.filter((one) => one.id !== id));
        else state = 'done';
      }
    };
    const { title, about } = notice;
    const kept = { id, title, about, scope: scopeOf(documents), at: new Date(), undo };
    setActions((all) => [kept, ...all].slice(0, maxRecentActions));
    return { ...action, run: undo };
  }, []);

  const notify = useMemo<Notify>(
    () => ({
      success: (notice, action, links) => latest.current.success(notice, keep(notice, action), links),
      info: (notice, action) => latest.current.info(notice, keep(notice, action)),
      failure: (notice, error) => latest.current.failure(notice, error),
    }),
    [keep],
  );
  return (
    <NotifyContext value={notify}>
      <Context value={actions}>{children}</Context>
    </NotifyContext>
  );
}
