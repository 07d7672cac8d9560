import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

interface TopLayer {
  /** The topmost open dialog, outside of which everything is inert; null if none is open. */
  top: HTMLElement | null;
  /** Registers an opened dialog as topmost; call the returned function when it closes. */
  raise(dialog: HTMLElement): () => void;
}

const Context = createContext<TopLayer | null>(null);

/** Tracks the topmost dialog, so that notices appear inside it instead of behind it. */
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
