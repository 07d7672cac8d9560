import { useCallback, useSyncExternalStore } from 'react';

export type ColorMode = 'system' | 'light' | 'dark';

// public/color-mode.js reads the same entry before the first paint and listens to the same event.
const entry = 'frontage.color-mode';
const changed = 'frontage:color-mode';

function read(): ColorMode {
  const stored = localStorage.getItem(entry);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function subscribe(onChange: () => void): () => void {
  const events = [changed, 'storage'];
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}

/** The chosen color mode, stored in this browser and shared by all its tabs. */
export function useColorMode() {
  const mode = useSyncExternalStore(subscribe, read);
  const setMode = useCallback((next: ColorMode) => {
    if (next === 'system') localStorage.removeItem(entry);
    else localStorage.setItem(entry, next);
    dispatchEvent(new Event(changed));
  }, []);
  return { mode, setMode };
}
