import { collections, sitePaths } from '@frontage/model/paths';
import { filesOf } from '../plan/routes.ts';
import type { Composition } from '../sync/compose.ts';
import type { Files } from './files.ts';

/** The address at which visitors find a document; null if it is not shown. */
export function shownAt(document: string, { shown, files }: { shown: Composition; files: Files }): string | null {
  const [collection = '', id = ''] = document.split('/', 2);
  const existing = (route: string, address = route) =>
    filesOf(route).some((file) => files.has(file)) ? address : null;
  switch (collection) {
    case collections.pages: {
      const slug = ownSlug(id, shown.values.pages, shown.pages.published);
      return slug === null ? null : existing(sitePaths.page(slug), sitePaths.shortPage(slug));
    }
    case collections.demos:
    case collections.demoEmbeds: {
      const slug = ownSlug(id, shown.values.demo_pages, shown.demos.published);
      return slug === null ? null : existing(sitePaths.demo(slug));
    }
    case collections.sections: {
      const section = shown.sections.get(id);
      return section?.is_published && section.is_visible ? existing(sitePaths.home) : null;
    }
    // A redirect shows no document.
    case collections.slugs:
    case collections.redirects:
      return null;
    default:
      // A setting, or its default, shows on every page.
      return existing(sitePaths.home);
  }
}

/** The slug of a document; null if the document is missing or another one holds the slug. */
function ownSlug(
  id: string,
  documents: ReadonlyMap<string, { slug: string }>,
  holders: ReadonlyMap<string, { id: string }>,
): string | null {
  const slug = documents.get(id)?.slug;
  return slug !== undefined && holders.get(slug)?.id === id ? slug : null;
}
