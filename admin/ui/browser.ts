import { useCallback, useSyncExternalStore } from 'react';

/** Subscribes to events of the window, for `useSyncExternalStore`. */
const subscribeTo =
  (...events: string[]) =>
  (onChange: () => void): (() => void) => {
    for (const event of events) addEventListener(event, onChange);
    return () => {
      for (const event of events) removeEventListener(event, onChange);
    };
  };

export type ColorMode = 'system' | 'light' | 'dark';

// public/color-mode.js reads the same entry before the first paint and listens to the same event.
const entry = 'frontage.color-mode';
const changed = 'frontage:color-mode';

function storedMode(): ColorMode {
  const stored = localStorage.getItem(entry);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const subscribeToMode = subscribeTo(changed, 'storage');

/** The chosen color mode, stored in this browser and shared by all its tabs. */
export function useColorMode() {
  const mode = useSyncExternalStore(subscribeToMode, storedMode);
  const setMode = useCallback((next: ColorMode) => {
    if (next === 'system') localStorage.removeItem(entry);
    else localStorage.setItem(entry, next);
    dispatchEvent(new Event(changed));
  }, []);
  return { mode, setMode };
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the command key: Ctrl, or Cmd on Apple keyboards. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** `Ctrl+S` or `⌘S`, for display. */
export const keysText = (key: string): string => (isApple ? `⌘${key}` : `Ctrl+${key}`);

/** `Control+S` or `Meta+S`, for `aria-keyshortcuts`. */
export const keyShortcut = (key: string): string => `${isApple ? 'Meta' : 'Control'}+${key}`;

/** Whether the window matches a media query, updated on change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

const subscribeToNetwork = subscribeTo('online', 'offline');

/** Whether the browser has a network connection; the server may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
}
