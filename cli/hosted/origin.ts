const ofThisMachine = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isReachable = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || ofThisMachine.has(hostname);

/** Whether browsers know a text as an origin: https and host, nothing behind it; http on this machine alone. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.origin === text && isReachable(url);
}

/** Whether a text is an address that takes hints of edits. */
export function isHintAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isReachable(url) && url.pathname.endsWith('/hooks/publish');
}
