import { collections } from '@frontage/model/paths';
import { applyRead, collectionOf, type ContentState } from './content-state.ts';
import { changedKeys } from './patched-map.ts';
import type { SourceDocument } from './source.ts';
import type { StoredDocument } from './stored-document.ts';
import { mayStayLive } from './validate.ts';

/**
 * Earlier content without whatever is now deleted, unpublished, hidden or protected: going back to a release brings back
 * how things looked, never what staff have withdrawn since. What leads on is what does so today: an address that somebody
 * had in between leads to where its document is shown.
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

/** Told from what staff have written, not from what the site shows: a document can be left out for reasons of its own. */
function isWithdrawn({ path, usedMarks }: StoredDocument, now: StoredDocument | undefined): boolean {
  const collection = collectionOf(path);
  // A setting without its document has its default, which is nothing anybody withdrew.
  if (collection === null || collection === collections.settings) return false;
  return now === undefined || (!leadsOn(now) && !mayStayLive(collection, now.marks, usedMarks));
}
