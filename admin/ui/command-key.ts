const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key is named that is Ctrl here and Cmd on Apple's keyboards. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** `Ctrl+S` or `⌘S`, as people read it. */
export const keysText = (key: string): string => (isApple ? `⌘${key}` : `Ctrl+${key}`);

/** The same for `aria-keyshortcuts`. */
export const keyShortcut = (key: string): string => `${isApple ? 'Meta' : 'Control'}+${key}`;
