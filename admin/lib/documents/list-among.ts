import type { Answer, CollectionQuery, DocumentStore, Entry, Failure } from './document-store.ts';

// Firestore's limit of values in one `in` condition.
const maxInValues = 30;

interface Among extends Omit<CollectionQuery, 'where' | 'newestBy' | 'from' | 'limit' | 'after'> {
  where: { field: string; equals: unknown };
  field: string;
  values: readonly string[];
}

/** The documents of a collection that meet a condition and have one of these values in a field; reads nothing else. */
export async function listAmong(
  store: DocumentStore,
  collection: string,
  { where, field, values, ...choice }: Among,
): Promise<Answer<Entry[]>> {
  const parts = Array.from({ length: Math.ceil(values.length / maxInValues) }, (_, part) =>
    values.slice(part * maxInValues, (part + 1) * maxInValues),
  );
  const answers = await Promise.all(
    parts.map((oneOf) => store.list(collection, { ...choice, where: [where, { field, oneOf }] })),
  );
  const failed = answers.find((answer): answer is Failure => !answer.ok);
  return failed ?? { ok: true, value: answers.flatMap((answer) => (answer.ok ? answer.value : [])) };
}
