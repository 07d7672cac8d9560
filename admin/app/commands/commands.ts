import { createContext, use, useCallback, useSyncExternalStore } from 'react';

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

const entry = 'frontage.single-keys';
const changed = 'frontage:single-keys';

export function singleKeysOn(): boolean {
  return localStorage.getItem(entry) !== 'off';
}

function subscribe(onChange: () => void): () => void {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}

/** Whether single keys are shortcuts. Users of dictation or switch devices can turn them off. */
export function useSingleKeys() {
  const isOn = useSyncExternalStore(subscribe, singleKeysOn);
  const setOn = useCallback((on: boolean) => {
    localStorage.setItem(entry, on ? 'on' : 'off');
    dispatchEvent(new Event(changed));
  }, []);
  return { isOn, setOn };
}

/** The meaning of a key press, given the previous one. */
type KeyMeaning = { kind: 'palette' | 'sheet' | 'search' | 'prefix' } | { kind: 'go'; key: string } | null;

interface Press {
  key: string;
  hasModifier: boolean;
  hasCommand: boolean;
  /** Whether the press goes into a text field. */
  isTyping: boolean;
}

/**
 * Ctrl/Cmd+K works everywhere except in Markdown fields, which use it for links. The single keys `?`, `/` and `g`
 * followed by a destination's key work only outside text fields and only while they are enabled.
 */
export function readKey(
  press: Press,
  { afterPrefix, singleKeys }: { afterPrefix: boolean; singleKeys: boolean },
): KeyMeaning {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (press.hasCommand && key === 'k') return { kind: 'palette' };
  if (!singleKeys || press.isTyping || press.hasModifier || press.hasCommand) return null;
  if (afterPrefix && /^[a-z]$/.test(key)) return { kind: 'go', key };
  if (key === '?') return { kind: 'sheet' };
  if (key === '/') return { kind: 'search' };
  if (key === 'g') return { kind: 'prefix' };
  return null;
}

/** The press of a keyboard event. Shift is not a modifier here, because `?` needs it. */
export function pressOf(event: KeyboardEvent): Press {
  const target = event.target instanceof HTMLElement ? event.target : null;
  return {
    key: event.key,
    hasCommand: event.ctrlKey || event.metaKey,
    hasModifier: event.altKey,
    isTyping:
      target !== null &&
      (target.isContentEditable ||
        target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=file])')),
  };
}
