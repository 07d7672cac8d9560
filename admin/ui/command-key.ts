const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the command key: Ctrl, or Cmd on Apple keyboards. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** `Ctrl+S` or `⌘S`, for display. */
export const keysText = (key: string): string => (isApple ? `⌘${key}` : `Ctrl+${key}`);

/** `Control+S` or `Meta+S`, for `aria-keyshortcuts`. */
export const keyShortcut = (key: string): string => `${isApple ? 'Meta' : 'Control'}+${key}`;
