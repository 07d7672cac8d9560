import { fieldsOfType, kindOf, kinds } from './kinds.ts';

// The part of firestore.indexes.json that follows from the kinds: their composite indexes, and their fields without an
// index.

/** The activity of a user lists documents with an address, newest first. */
const indexes = Object.values(kinds)
  .filter(({ address }) => address !== null)
  .map(({ collection }) => ({
    collectionGroup: collection,
    queryScope: 'COLLECTION',
    fields: [
      { fieldPath: 'created_by', order: 'ASCENDING' },
      { fieldPath: 'created_at', order: 'DESCENDING' },
    ],
  }));

/** No query sorts by a text in Markdown or the origin of a draft, or reads a list of texts. */
const fieldOverrides = Object.values(kinds).flatMap(({ collection }) =>
  [...fieldsOfType(collection, ['markdown', 'choices', 'tags']), 'from_draft'].map((fieldPath) => ({
    collectionGroup: collection,
    fieldPath,
    indexes: [],
  })),
);

interface Entry {
  collectionGroup: string;
}

const isOfNoKind = ({ collectionGroup }: Entry): boolean => kindOf(collectionGroup) === null;

/** Replaces the entries for collections of kinds in the text of firestore.indexes.json. */
export function generateIndexes(source: string): string {
  const stored = JSON.parse(source) as { indexes: Entry[]; fieldOverrides: Entry[] };
  const generated = {
    indexes: [...indexes, ...stored.indexes.filter(isOfNoKind)],
    fieldOverrides: [...fieldOverrides, ...stored.fieldOverrides.filter(isOfNoKind)],
  };
  return `${JSON.stringify(generated, null, 2)}\n`;
}
