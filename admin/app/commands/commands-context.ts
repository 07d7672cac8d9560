import { createContext, use } from 'react';

export interface Commands {
  openPalette(): void;
  openSheet(): void;
}

export const CommandsContext = createContext<Commands | null>(null);

export function useCommands(): Commands {
  const commands = use(CommandsContext);
  if (!commands) throw new Error('useCommands outside CommandProvider');
  return commands;
}
