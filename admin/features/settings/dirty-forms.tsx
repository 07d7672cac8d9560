import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** A form of one tab, as far as the screen around it must know. */
export interface DirtyForm {
  /** Saves; true when that worked. */
  save(): Promise<boolean>;
  discard(): void;
}

interface Registry {
  report(key: string, form: DirtyForm | null): void;
}

const Context = createContext<Registry | null>(null);

export const DirtyFormsProvider = Context;

/** Tells the screen whether this form holds unsaved changes, and how to save or drop them. */
export function useReportDirty(key: string, isDirty: boolean, form: DirtyForm): void {
  const registry = use(Context);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (!isDirty) return;
    registry?.report(key, { save: () => latest.current.save(), discard: () => latest.current.discard() });
    return () => registry?.report(key, null);
  }, [isDirty, key, registry]);
}

/** The forms of a screen that hold unsaved changes, by key. */
export function useDirtyForms(): { dirty: ReadonlyMap<string, DirtyForm>; registry: Registry } {
  const [dirty, setDirty] = useState<ReadonlyMap<string, DirtyForm>>(new Map());
  const report = useCallback((key: string, form: DirtyForm | null) => {
    setDirty((forms) => {
      const next = new Map(forms);
      if (form) next.set(key, form);
      else next.delete(key);
      return next;
    });
  }, []);
  return { dirty, registry: useMemo(() => ({ report }), [report]) };
}
