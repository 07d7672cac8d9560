import { collections } from '@frontage/model/paths';
import { applyRead, collectionOf, type ContentState } from './content-state.ts';
import type { StoredDocument } from './stored-document.ts';
import { mayStayLive } from './validate.ts';

/**
 * Earlier content without whatever is now deleted, unpublished, hidden or protected: going back to a release brings back
 * how things looked, never what staff have withdrawn since.
 */
export function withdraw(earlier: ContentState, current: ContentState): ContentState {
  const gone = [...earlier.documents.values()].filter((then) => isWithdrawn(then, current.documents.get(then.path)));
  if (gone.length === 0) return earlier;
  const documents = gone.map(({ path }) => ({ path, data: null, time: '' }));
  return applyRead(earlier, { documents, at: '' }).state;
}

/** Told from what staff have written, not from what the site shows: a document can be left out for reasons of its own. */
function isWithdrawn({ path, usedMarks }: StoredDocument, now: StoredDocument | undefined): boolean {
  const collection = collectionOf(path);
  // A setting without its document has its default, which is nothing anybody withdrew.
  if (collection === null || collection === collections.settings) return false;
  return now === undefined || !mayStayLive(collection, now.marks, usedMarks);
}
