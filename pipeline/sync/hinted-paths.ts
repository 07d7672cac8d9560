import { collections, isDocumentId } from '@frontage/model/paths';
import { collectionOf } from './content-state.ts';

/**
 * The documents to read for a hint: the hinted content documents, and the companion of each demo or embed code. Both
 * are written in one commit but hinted separately.
 */
export function hintedPaths(documents: readonly string[]): string[] {
  return [...new Set(documents.filter(isReadable).flatMap(withCompanion))];
}

/** Whether a path names a possible content document. Firestore rejects a whole batch read for one invalid id. */
function isReadable(path: string): boolean {
  const collection = collectionOf(path);
  return collection !== null && isDocumentId(path.slice(collection.length + 1));
}

function withCompanion(path: string): string[] {
  const [collection = '', id = ''] = path.split('/', 2);
  if (collection === collections.demos) return [path, `${collections.demoEmbeds}/${id}`];
  if (collection === collections.demoEmbeds) return [path, `${collections.demos}/${id}`];
  return [path];
}
