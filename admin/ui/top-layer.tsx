import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

interface TopLayer {
  /** The topmost open dialog; null while there is none. Everything outside it is inert. */
  top: HTMLElement | null;
  /** Puts an opened dialog on top; call the answer when it closes. */
  raise(dialog: HTMLElement): () => void;
}

const Context = createContext<TopLayer | null>(null);

/** Knows which dialog is on top, so that notices can appear inside it instead of behind it. */
export function TopLayerProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<HTMLElement[]>([]);
  const raise = useCallback((dialog: HTMLElement) => {
    setOpen((stack) => [...stack, dialog]);
    return () => setOpen((stack) => stack.filter((other) => other !== dialog));
  }, []);
  const value = useMemo(() => ({ top: open.at(-1) ?? null, raise }), [open, raise]);
  return <Context value={value}>{children}</Context>;
}

export function useTopLayer(): TopLayer {
  const layer = use(Context);
  if (!layer) throw new Error('useTopLayer outside TopLayerProvider');
  return layer;
}
