import { collections } from '@frontage/model/paths';
import { applyRead, collectionOf, type ContentState } from './content-state.ts';
import { changedKeys } from './patched-map.ts';
import type { SourceDocument } from './source.ts';
import type { StoredDocument } from './stored-document.ts';
import { mayStayLive } from './validate.ts';

/**
 * Earlier content without documents that are now deleted, unpublished, hidden or protected: a rollback restores
 * earlier content but never withdrawn documents. Redirects are today's: an address used in between
 * redirects to where its document is shown.
 */
export function withdraw(earlier: ContentState, current: ContentState): ContentState {
  const changed = changedKeys(earlier.documents, current.documents);
  const gone = changed.flatMap((path) => {
    const then = earlier.documents.get(path);
    return then && isWithdrawn(then, current.documents.get(path)) ? [then] : [];
  });
  const leading = changed.flatMap((path) => {
    const now = current.documents.get(path);
    return now && leadsOn(now) && earlier.documents.get(path)?.time !== now.time ? [now] : [];
  });
  if (gone.length === 0 && leading.length === 0) return earlier;
  const documents = gone.map(({ path }): SourceDocument => ({ path, data: null, time: '' }));
  return applyRead(earlier, { documents: [...documents, ...leading], at: '' }).state;
}

const leadsOn = ({ path }: Pick<StoredDocument, 'path'>): boolean => {
  const collection = collectionOf(path);
  return collection === collections.slugs || collection === collections.redirects;
};

/** Decided by the stored documents, not by the shown site, which may skip a document for other reasons. */
function isWithdrawn({ path, usedMarks }: StoredDocument, now: StoredDocument | undefined): boolean {
  const collection = collectionOf(path);
  // A setting without a document has its default and was not withdrawn.
  if (collection === null || collection === collections.settings) return false;
  return now === undefined || (!leadsOn(now) && !mayStayLive(collection, now.marks, usedMarks));
}
