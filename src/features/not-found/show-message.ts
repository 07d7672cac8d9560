/** Which message fits an address that leads nowhere: a demo's, a content page's, or the general one. */
export function messageFor(path: string): 'page' | 'demo' | 'route' {
  if (/^\/demo\/[^/]+\/?$/.test(path)) return 'demo';
  return /^\/(page\/)?[^/]+\/?$/.test(path) ? 'page' : 'route';
}

/** Shows the message that fits `path` and hides the others; the title says what the message does. */
export function showMessage(page: Document, path: string): void {
  const message = messageFor(path);
  for (const element of page.querySelectorAll<HTMLElement>('[data-not-found]')) {
    element.hidden = element.dataset['notFound'] !== message;
    if (!element.hidden) page.title = element.dataset['title'] ?? page.title;
  }
}
