/** The message for a missing address: for a demo, a content page, or any other route. */
export function messageFor(path: string): 'page' | 'demo' | 'route' {
  if (/^\/demo\/[^/]+\/?$/.test(path)) return 'demo';
  return /^\/(page\/)?[^/]+\/?$/.test(path) ? 'page' : 'route';
}

/** Shows the message for `path`, hides the others and sets the document title. */
export function showMessage(page: Document, path: string): void {
  const message = messageFor(path);
  for (const element of page.querySelectorAll<HTMLElement>('[data-not-found]')) {
    element.hidden = element.dataset['notFound'] !== message;
    if (!element.hidden) page.title = element.dataset['title'] ?? page.title;
  }
}
