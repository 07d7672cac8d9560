import { useEffect, useRef } from 'react';

interface SaveKeys {
  /** Ctrl/Cmd+S. */
  onSave: () => Promise<unknown>;
  /** Ctrl/Cmd+Enter; saving where absent. */
  onPublish?: () => Promise<unknown>;
}

/** Saves and publishes by key, wherever the focus is but in a dialog, instead of what browser or text field would do. */
export function useSaveKeys(keys: SaveKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const { onSave, onPublish = onSave } = latest.current;
      const run = { s: onSave, enter: onPublish }[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      event.stopPropagation();
      if (!document.querySelector('dialog:modal')) void run();
    };
    // Before the text field hears of it, where Ctrl+Enter begins a new line.
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);
}
