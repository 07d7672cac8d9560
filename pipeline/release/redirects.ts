import type { FileEntry, Files, Redirect } from './files.ts';

const suffix = '.html';

/** The path of the entry of an address that leads on. */
export const redirectPath = (address: string): string => address + suffix;

/** The address that leads on, without the ending of its file. */
const addressOf = ({ path }: FileEntry): string => path.slice(0, -suffix.length);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Makes the entry of an address that leads on; `keep` takes the page that stands for it and answers its hash. */
export async function redirectEntry(
  from: string,
  redirect: Redirect,
  keep: (bytes: Uint8Array) => Promise<string>,
): Promise<FileEntry> {
  const to = escape(redirect.to);
  const page =
    `<!doctype html><meta charset="utf-8"><title>${to}</title><link rel="canonical" href="${to}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${to}"><a href="${to}">${to}</a>`;
  const bytes = new TextEncoder().encode(page);
  const contentType = 'text/html; charset=utf-8';
  const hash = await keep(bytes);
  return { path: redirectPath(from), hash, contentType, size: bytes.length, kind: 'page', route: null, redirect };
}

/** What leads on in a release, by address and in its order. */
export function redirectsOf(files: Files): Map<string, Redirect> {
  const entries = [...files.values()].flatMap((file): [string, Redirect][] =>
    file.redirect ? [[addressOf(file), file.redirect]] : [],
  );
  return new Map(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The redirects in the words of other servers: file contents by name; none where nothing leads on. */
export function redirectFiles(redirects: ReadonlyMap<string, Redirect>): Record<string, string> {
  if (redirects.size === 0) return {};
  const lines = (line: (from: string, redirect: Redirect) => string): string =>
    [...redirects].map(([from, redirect]) => `${line(from, redirect)}\n`).join('');
  return {
    _redirects: lines((from, { to, status }) => `${from} ${to} ${String(status)}`),
    'redirects.nginx.conf': `map $uri $frontage_redirect {\n${lines((from, { to }) => `  ${from} ${to};`)}}\n`,
  };
}
