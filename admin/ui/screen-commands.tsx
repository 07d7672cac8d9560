import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';
import type { Icon } from '#icons';

/** An action of the open screen that its user may run now. */
export interface ScreenCommand {
  label: string;
  icon: Icon;
  /** Additional search terms. */
  keywords?: string;
  /** Equivalent shortcut. */
  keys?: readonly string[];
  run(): void;
}

type Registered = Set<RefObject<readonly ScreenCommand[]>>;

const Context = createContext<Registered | null>(null);

/** Collects the commands of the screen inside it for the command palette. */
export function ScreenCommandsProvider({ children }: { children: ReactNode }) {
  const [registered] = useState<Registered>(() => new Set());
  return <Context value={registered}>{children}</Context>;
}

/** Offers these commands in the command palette while the component is rendered. */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  const registered = use(Context);
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    registered?.add(latest);
    return () => void registered?.delete(latest);
  }, [registered]);
}

/** Returns a function that lists the commands of the open screen. */
export function useListScreenCommands(): () => readonly ScreenCommand[] {
  const registered = use(Context);
  return () => [...(registered ?? [])].flatMap(({ current }) => current);
}
