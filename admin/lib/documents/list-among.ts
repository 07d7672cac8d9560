import type { Answer, Choice, DocumentStore, Entry, Failure } from './document-store.ts';

// Firestore compares with so many values at once.
const together = 30;

interface Among extends Omit<Choice, 'where' | 'newestBy' | 'from' | 'limit'> {
  where: { field: string; equals: unknown };
  field: string;
  values: readonly string[];
}

/** The documents of a collection for which a condition holds and a field is one of these values; nothing else is read. */
export async function listAmong(
  store: DocumentStore,
  collection: string,
  { where, field, values, ...choice }: Among,
): Promise<Answer<Entry[]>> {
  const parts = Array.from({ length: Math.ceil(values.length / together) }, (_, part) =>
    values.slice(part * together, (part + 1) * together),
  );
  const answers = await Promise.all(
    parts.map((oneOf) => store.list(collection, { ...choice, where: [where, { field, oneOf }] })),
  );
  const failed = answers.find((answer): answer is Failure => !answer.ok);
  return failed ?? { ok: true, value: answers.flatMap((answer) => (answer.ok ? answer.value : [])) };
}
