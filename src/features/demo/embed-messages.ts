/**
 * Messages between the site and the shell on the embed origin. The shell (src/embed-shell/shell.js) uses the same
 * types.
 */
export const embedMessages = {
  /** Shell to site: the code may be sent. */
  ready: 'frontage:embed-ready',
  /** Site to shell, with `code`. */
  run: 'frontage:embed-run',
} as const;

/** Whether a message is the shell's ready message, from that frame and that origin. */
export function isReady(event: Pick<MessageEvent, 'source' | 'origin' | 'data'>, shell: Shell): boolean {
  const data: unknown = event.data;
  return (
    event.source === shell.window &&
    event.origin === shell.origin &&
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === embedMessages.ready
  );
}

interface Shell {
  window: Window | null;
  origin: string;
}

/**
 * Sends `code` to the shell in `frame` whenever it reports ready, only to its origin. Returns a function that stops it.
 */
export function serveCode(frame: HTMLIFrameElement, origin: string, code: string): () => void {
  const onMessage = (event: MessageEvent): void => {
    if (isReady(event, { window: frame.contentWindow, origin })) {
      frame.contentWindow?.postMessage({ type: embedMessages.run, code }, origin);
    }
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}
