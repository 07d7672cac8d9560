import { foldText } from '@frontage/model/fold';
import type { OldAddress } from './old-addresses.ts';
import type { Redirect } from './redirect-csv.ts';

/** A redirecting address: an administrator's redirect or an old address of a document. */
export type RedirectRow = { from: string; to: string } & ({ own: Redirect } | { of: string });

/** All redirects by address. An administrator's redirect takes precedence over an old address. */
export function redirectRows(own: readonly Redirect[], old: readonly OldAddress[]): RedirectRow[] {
  const addresses = new Set(own.map(({ from }) => from));
  return [
    ...own.map((redirect): RedirectRow => ({ from: redirect.from, to: redirect.to, own: redirect })),
    ...old.filter(({ from }) => !addresses.has(from)),
  ].sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** The rows of one type that contain a text. */
export function filterRows(
  rows: readonly RedirectRow[],
  { search, sort }: { search: string; sort: string },
): RedirectRow[] {
  const wanted = foldText(search.trim());
  return rows.filter((row) => {
    const isOwn = 'own' in row;
    if (sort !== 'all' && isOwn !== (sort === 'own')) return false;
    return [row.from, decodeURI(row.from), row.to, isOwn ? '' : row.of].some((text) => foldText(text).includes(wanted));
  });
}
