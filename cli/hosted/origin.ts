const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isAllowed = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || loopbackHosts.has(hostname);

/** Whether a text is an origin: https and host without a trailing slash or path. http is allowed for loopback hosts. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.origin === text && isAllowed(url);
}

/** Whether a text is a webhook address of the pipeline: an allowed URL whose path ends in `/hooks/publish`. */
export function isHintAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isAllowed(url) && url.pathname.endsWith('/hooks/publish');
}
