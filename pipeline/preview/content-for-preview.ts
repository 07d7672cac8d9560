import type { Savable } from '@frontage/model/kinds';
import { documentPath, embedPath } from '@frontage/model/writes/document-paths';
import { shownContent, type Site } from '../release/site.ts';
import { applyRead, type ContentState } from '../sync/content-state.ts';

/**
 * The shown content with one document in its current version: a pinned site shows an earlier version of it, or none.
 */
export function contentForPreview(
  site: Pick<Site, 'content' | 'pinned'>,
  { what, id }: { what: Savable; id: string },
): ContentState {
  const shown = shownContent(site);
  if (site.pinned === null) return shown;
  const own = [documentPath(what, id), ...(what === 'demo' ? [embedPath(id)] : [])];
  const documents = own.flatMap((path) => site.content.documents.get(path) ?? []);
  return applyRead(shown, { documents, at: '' }).state;
}
