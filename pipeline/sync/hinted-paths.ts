import { collections, isDocumentId } from '@frontage/model/paths';
import { collectionOf } from './content-state.ts';

/**
 * The documents to read for a hint: those that are content, and for a demo or its embed code the other one too, since
 * both are written at once but told of one by one.
 */
export function hintedPaths(documents: readonly string[]): string[] {
  return [...new Set(documents.filter(isReadable).flatMap(withCompanion))];
}

/** Firestore refuses a whole read for one id that cannot be. */
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
