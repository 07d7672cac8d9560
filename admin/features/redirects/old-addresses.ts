import { sitePaths, type SlugKind } from '@frontage/model/paths';
import { keepsSlug } from '@frontage/model/slug';
import type { Entry } from '../../lib/documents/document-store.ts';

/** An old address of a document that redirects to its current one. */
export interface OldAddress {
  from: string;
  to: string;
  /** The display name of the document. */
  of: string;
}

/** A published page or demo, or a draft of one, with its current slug. */
interface SlugHolder {
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
  documents: Readonly<Record<SlugKind, readonly SlugHolder[]>>,
): OldAddress[] {
  const byId = { page: new Map<string, SlugHolder>(), demo: new Map<string, SlugHolder>() };
  const usedPaths = new Set<string>();
  for (const kind of ['page', 'demo'] as const) {
    for (const document of documents[kind]) {
      byId[kind].set(document.id, document);
      if (document.is_published) usedPaths.add(document.path);
    }
  }
  return slugs
    .flatMap(({ id, data }): OldAddress[] => {
      const [kind, slug = ''] = id.split(/:(.*)/s, 2);
      if (kind !== 'page' && kind !== 'demo') return [];
      const holder = byId[kind].get(String(data['id']));
      const from = sitePaths[kind](slug);
      if (!holder?.is_published || keepsSlug(holder, slug) || usedPaths.has(from)) return [];
      return [{ from, to: holder.path, of: holder.name }];
    })
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}
