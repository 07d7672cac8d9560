import { collections } from '@frontage/model/paths';
import { applyRead, collectionOf, type ContentState, type DocumentChange } from './content-state.ts';
import { changedKeys } from './patched-map.ts';
import type { SourceDocument } from './source.ts';
import type { StoredDocument } from './stored-document.ts';
import { mayStayLive } from './validate.ts';

/**
 * Earlier content without documents that are now deleted, unpublished, hidden or protected: a rollback restores
 * earlier content but never withdrawn documents. Slug records and redirects are the current ones, so that addresses
 * used since then redirect to the documents shown.
 */
export function withdraw(earlier: ContentState, current: ContentState): ContentState {
  const changed = changedKeys(earlier.documents, current.documents);
  const gone = changed.flatMap((path) => {
    const then = earlier.documents.get(path);
    return then && isWithdrawn(then, current.documents.get(path)) ? [then] : [];
  });
  const redirecting = changed.flatMap((path) => {
    const now = current.documents.get(path);
    return now && isRedirecting(now) && earlier.documents.get(path)?.time !== now.time ? [now] : [];
  });
  if (gone.length === 0 && redirecting.length === 0) return earlier;
  const documents = gone.map(({ path }): SourceDocument => ({ path, data: null, time: '' }));
  return applyRead(earlier, { documents: [...documents, ...redirecting], at: '' }).state;
}

const isRedirecting = ({ path }: Pick<StoredDocument, 'path'>): boolean => {
  const collection = collectionOf(path);
  return collection === collections.slugs || collection === collections.redirects;
};

/** Decided by the stored documents, not by the rendered site, which may exclude a document for other reasons. */
function isWithdrawn({ path, usedMarks }: StoredDocument, now: StoredDocument | undefined): boolean {
  const collection = collectionOf(path);
  // A setting without a document has its default and was not withdrawn.
  if (collection === null || collection === collections.settings) return false;
  return now === undefined || (!isRedirecting(now) && !mayStayLive(collection, now.marks, usedMarks));
}

/** Whether a change withdraws public content. Such a change is published without waiting for other changes. */
export function isWithdrawal({ before, after }: Pick<DocumentChange, 'before' | 'after'>): boolean {
  if (before === null) return false;
  if (after === null) return true;
  return (isShown(before) && !isShown(after)) || (!isProtected(before) && isProtected(after));
}

const isShown = ({ marks }: StoredDocument): boolean =>
  marks['is_published'] !== false && marks['is_visible'] !== false;

const isProtected = ({ marks }: StoredDocument): boolean => marks['is_password_protected'] === true;
