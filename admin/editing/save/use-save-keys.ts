import { useEffect, useRef } from 'react';

interface SaveKeys {
  /** Ctrl/Cmd+S. */
  onSave: () => Promise<unknown>;
  /** Ctrl/Cmd+Enter; `onSave` if absent. */
  onPrimary?: () => Promise<unknown>;
}

/**
 * Keyboard shortcuts of an editor, everywhere outside dialogs. They replace those of the browser and of text fields.
 */
export function useSaveKeys(keys: SaveKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const { onSave, onPrimary = onSave } = latest.current;
      const run = { s: onSave, enter: onPrimary }[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      event.stopPropagation();
      if (!document.querySelector('dialog:modal')) void run();
    };
    // Captured before the event reaches the text field, which inserts a line break for Ctrl+Enter.
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
}
