/** What a key press means, given the one before it. */
export type KeyMeaning = { kind: 'palette' | 'sheet' | 'search' | 'prefix' } | { kind: 'go'; key: string } | null;

interface Press {
  key: string;
  hasModifier: boolean;
  hasCommand: boolean;
  /** Whether the press goes into a text field. */
  isTyping: boolean;
}

/**
 * Ctrl/Cmd+K everywhere; single keys only outside text fields and only where they are switched on: `?`, `/`, and `g`
 * followed by the key of a place.
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

/** The press behind a keyboard event. Shift is part of typing `?`, so it is no modifier. */
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
