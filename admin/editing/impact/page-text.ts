const blocks =
  'address, article, blockquote, div, dd, dl, dt, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, td, th, tr, ul';

/** The words of a page, a line each paragraph, after what search engines are told of it. */
export function pageText(html: string | null): string {
  if (html === null) return '';
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const unread of page.querySelectorAll('script, style, svg, noscript, template')) unread.remove();
  for (const block of page.querySelectorAll(blocks)) block.append('\n');
  const description = page.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
  const lines = [page.title, description, ...page.body.textContent.split('\n')];
  return lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
