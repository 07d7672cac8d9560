import { readableTarget } from '@frontage/model/document-link';
import { pathOf, type SlugKind } from '@frontage/model/kinds/kinds';
import { slugId } from '@frontage/model/paths';
import { keepsSlug } from '@frontage/model/slug';
import { foldText } from '@frontage/model/fold';
import type { Entry } from '../../lib/documents/document-store.ts';
import type { Redirect } from '../../lib/documents/redirects.ts';

/** An old address of a document that redirects to its current one. */
export interface OldAddress {
  from: string;
  to: string;
  /** The display name of the document. */
  of: string;
}

/** A document with an address, published or not, with its current slug. */
export interface SlugHolder {
  id: string;
  slug: string;
  name: string;
  /** The current address. */
  path: string;
  is_published: boolean;
}

/** The old addresses of published documents. A page is listed by its canonical address. */
export function oldAddresses(
  slugs: readonly Entry[],
  documents: { readonly [K in SlugKind]?: readonly SlugHolder[] },
): OldAddress[] {
  const holders = Object.entries(documents).flatMap(([kind, held]) =>
    held.map((document) => [slugId(kind, document.id), document] as const),
  );
  const byId = new Map(holders);
  const usedPaths = new Set(holders.flatMap(([, { is_published, path }]) => (is_published ? [path] : [])));
  return slugs
    .flatMap(({ id, data }): OldAddress[] => {
      const [kind, slug = ''] = id.split(/:(.*)/s, 2);
      const holder = byId.get(slugId(String(kind), String(data['id'])));
      if (!holder?.is_published) return [];
      const from = pathOf(kind as SlugKind, slug);
      if (keepsSlug(holder, slug) || usedPaths.has(from)) return [];
      return [{ from, to: holder.path, of: holder.name }];
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

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
    return [row.from, readableTarget(row.from), row.to, isOwn ? '' : row.of].some((text) =>
      foldText(text).includes(wanted),
    );
  });
}
